import Foundation
import Glibc

/// A socket that passes everything on to the daemon, until an app acknowledges a link: then it calls back instead.
///
/// So the app has performed the link, and the daemon does not know.
final class AcknowledgementTrap: Sendable {
    let socket: String
    private let daemon: String
    private let listening: Int32
    private let onAcknowledgement: @Sendable () -> Void

    init(at socket: String, before daemon: String, _ onAcknowledgement: @escaping @Sendable () -> Void) throws {
        (self.socket, self.daemon, self.onAcknowledgement) = (socket, daemon, onAcknowledgement)
        let listening = try SocketAddress(socket).listen()
        self.listening = listening
        Thread.detachNewThread { [self] in
            while true {
                let app = accept(listening, nil, nil)
                guard app >= 0 else {
                    // Only here: closed by another thread, its number could be another socket's before this one stops.
                    close(listening)
                    return
                }
                Thread.detachNewThread { [self] in serve(app) }
            }
        }
    }

    /// Ends the thread that accepts; the others end with their connections.
    func stop() {
        shutdown(listening, Int32(SHUT_RDWR))
    }

    private func serve(_ app: Int32) {
        defer { close(app) }
        guard let daemon = try? SocketAddress(daemon).connect() else { return }
        defer { close(daemon) }
        var call: [UInt8] = []
        while let source = try? Patience.awaitAny([app, daemon], -1) {
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            let count = unsafe recv(source, &bytes, bytes.count, 0)
            guard count > 0 else { return }
            if source == app {
                call += bytes.prefix(count)
                if String(decoding: call, as: UTF8.self).contains(".Acknowledge\"") { return onAcknowledgement() }
                if call.last == 0 { call = [] }
            }
            // A call is passed on piece by piece: the part that is held back is the end of an acknowledgement.
            _ = unsafe send(source == app ? daemon : app, bytes, count, Int32(MSG_NOSIGNAL))
        }
    }
}
