import Foundation
import Glibc
import Synchronization

/// A Varlink service that answers the first calls of each connection, and closes it when the next call has come, unread.
///
/// So does one that ends while a call is on its way to it.
final class RestlessService: Sendable {
    private let listening: Int32
    private let counts = Mutex((connections: 0, answered: 0))

    /// - Parameter answers: how many calls a connection gets answers to.
    init(at path: String, answers: Int) throws {
        listening = try SocketAddress(path).listen()
        let listening = listening
        Thread.detachNewThread { [self] in
            while true {
                let connection = accept(listening, nil, nil)
                guard connection >= 0 else { return _ = close(listening) }
                counts.withLock { $0.connections += 1 }
                serve(connection, answers)
                close(connection)
            }
        }
    }

    /// How many connections were made to it, and how many calls it has read and answered.
    var seen: (connections: Int, answered: Int) { counts.withLock { $0 } }

    func stop() { shutdown(listening, Int32(SHUT_RDWR)) }

    private func serve(_ connection: Int32, _ answers: Int) {
        var byte: UInt8 = 0
        for _ in 0..<answers {
            repeat {
                guard unsafe recv(connection, &byte, 1, 0) == 1 else { return }
            } while byte != 0
            counts.withLock { $0.answered += 1 }
            let answer = Array(#"{"parameters":{"title":"x"}}"#.utf8) + [0]
            _ = unsafe send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
        }
        _ = unsafe recv(connection, &byte, 1, Int32(MSG_PEEK))
    }
}
