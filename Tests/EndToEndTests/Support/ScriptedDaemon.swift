import Foundation
import Glibc

/// A service that answers calls with given texts, to show the tool replies that no daemon of the tests sends.
final class ScriptedDaemon {
    private let listening: Int32

    /// The bytes that answer a call.
    struct Answer {
        /// Each is sent by itself.
        let pieces: [[UInt8]]
        /// True to close the connection behind them.
        let isLast: Bool
        /// Called behind each piece.
        var onSent: (@Sendable () -> Void)?
    }

    /// - Parameter answer: the messages that answer a call, without their NULs; nil closes the connection.
    convenience init(at path: String, _ answer: @escaping @Sendable (_ call: String) -> [String]?) throws {
        try self.init(
            at: path,
            bytes: { call in
                let messages = answer(call)
                let bytes = Array((messages ?? []).map { Array($0.utf8) + [0] }.joined())
                return Answer(pieces: bytes.isEmpty ? [] : [bytes], isLast: messages == nil)
            })
    }

    /// - Parameter answer: the bytes that answer a call.
    init(at path: String, bytes answer: @escaping @Sendable (_ call: String) -> Answer) throws {
        let listening = try SocketAddress(path).listen()
        self.listening = listening
        Thread.detachNewThread {
            while true {
                let connection = accept(listening, nil, nil)
                guard connection >= 0 else {
                    // Only here: closed by another thread, its number could be another service's before this one stops.
                    close(listening)
                    return
                }
                Thread.detachNewThread {
                    Self.serve(connection, answer)
                    close(connection)
                }
            }
        }
    }

    /// Answers calls one after the other, each with the messages of one line of a script.
    convenience init(at path: String, script: [[String]]) throws {
        let rest = Script(script)
        try self.init(at: path) { _ in rest.next() }
    }

    /// Ends the thread that serves.
    func stop() {
        shutdown(listening, Int32(SHUT_RDWR))
    }

    private static func serve(_ connection: Int32, _ answer: (String) -> Answer) {
        var (byte, call) = (UInt8(0), [UInt8]())
        while unsafe recv(connection, &byte, 1, 0) == 1 {
            guard byte == 0 else {
                call.append(byte)
                continue
            }
            let answer = answer(String(decoding: call, as: UTF8.self))
            call = []
            for piece in answer.pieces {
                _ = unsafe send(connection, piece, piece.count, Int32(MSG_NOSIGNAL))
                answer.onSent?()
            }
            if answer.isLast { return }
        }
    }

    /// The answers that are left.
    ///
    /// Sendable because a lock protects them.
    private final class Script: @unchecked Sendable {
        private let lock = NSLock()
        private var rest: ArraySlice<[String]>

        init(_ script: [[String]]) { rest = script[...] }

        func next() -> [String]? { lock.withLock { rest.popFirst() } }
    }
}
