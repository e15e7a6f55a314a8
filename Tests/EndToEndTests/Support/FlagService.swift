import Foundation
import Glibc

/// A service with one switch, as a third party would write it: it sends the configured reply to every call.
///
/// Sendable because a lock protects the state that its thread and the test share.
final class FlagService: @unchecked Sendable {
    /// The behaviour for a call.
    enum Conduct {
        /// Replies with these parameters.
        case answer(String)
        /// Reads the call and does not reply.
        case silence
    }

    private let listening: Int32
    private let stopping: (read: Int32, write: Int32)
    private let lock = NSLock()
    private var conduct: Conduct
    private var calls: [String] = []
    private var isStopped = false
    private let hasEnded = DispatchSemaphore(value: 0)

    init(at path: String, _ conduct: Conduct) throws {
        self.conduct = conduct
        listening = try SocketAddress(path).listen()
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw TestFailure("pipe: errno \(errno)") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        stopping = (ends[0], ends[1])
        Thread { [self] in
            serve()
            hasEnded.signal()
        }.start()
    }

    /// Sets the behaviour for later calls.
    func begin(_ conduct: Conduct) {
        lock.withLock { self.conduct = conduct }
    }

    /// Every call that it received, as text.
    var received: [String] { lock.withLock { calls } }

    /// Stops the service, and waits until it has ended.
    ///
    /// A second call does nothing: the descriptors may be another's by then.
    func stop() {
        let isFirst = lock.withLock {
            defer { isStopped = true }
            return !isStopped
        }
        guard isFirst else { return }
        close(stopping.write)
        hasEnded.wait()
        for descriptor in [listening, stopping.read] { close(descriptor) }
    }

    private func serve() {
        var connections: [Int32] = []
        defer { for connection in connections { close(connection) } }
        while true {
            guard let ready = try? Patience.awaitAny([stopping.read, listening] + connections, -1) else { return }
            switch ready {
            case stopping.read: return
            case listening:
                let connection = accept(listening, nil, nil)
                if connection >= 0 { connections.append(connection) }
            default:
                if !answer(ready) {
                    connections.removeAll { $0 == ready }
                    close(ready)
                }
            }
        }
    }

    /// Reads one call, which arrives in one piece here, and replies; false at the end of the connection.
    private func answer(_ connection: Int32) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe recv(connection, &bytes, bytes.count, 0)
        guard count > 0 else { return false }
        let conduct = lock.withLock {
            calls.append(String(decoding: bytes[..<count].prefix { $0 != 0 }, as: UTF8.self))
            return self.conduct
        }
        guard case .answer(let parameters) = conduct else { return true }
        let reply = Array(#"{"parameters":\#(parameters)}"#.utf8) + [0]
        return unsafe send(connection, reply, reply.count, Int32(MSG_NOSIGNAL)) == reply.count
    }
}
