import Foundation
import Glibc

/// A service that keeps one switch, as somebody else would write it: it answers every call with what it is told to.
///
/// Sendable because what its thread and the test share is behind the lock.
final class FlagService: @unchecked Sendable {
    /// What it does with a call.
    enum Conduct {
        /// Answers with these parameters.
        case answer(String)
        /// Takes the call and says nothing.
        case silence
    }

    private let listening: Int32
    private let stopping: (read: Int32, write: Int32)
    private let lock = NSLock()
    private var conduct: Conduct
    private var calls: [String] = []
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

    /// What it does with the calls to come.
    func begin(_ conduct: Conduct) {
        lock.withLock { self.conduct = conduct }
    }

    /// Every call it got, as text.
    var received: [String] { lock.withLock { calls } }

    /// Ends it, and waits until it has ended.
    func stop() {
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

    /// Reads one call, which comes in one piece here, and answers it; false at the end of the connection.
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
