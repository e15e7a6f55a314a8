package import EventLoop
package import HostSystem
package import Varlink

/// One call of a service's method, on a connection that lives as long as the call.
///
/// *Owner/thread*: the loop's thread. It lives until it ends, by itself or by `close()`, which reports no result.
package final class VarlinkCall {
    /// Called once with the result.
    package var onEnd: ((VarlinkConnection.Result) -> Void)?
    private let connection: VarlinkConnection
    private let timer: Timer

    /// Connects, sends the call and waits for the reply.
    ///
    /// - Parameters:
    ///   - path: the socket's.
    ///   - replyLimit: the longest reply that is read, in bytes.
    ///   - deadline: the time for all of it.
    ///
    /// *Throws*: `failed` if no service listens or it takes no connection now; `pathTooLong`, `pathUnusable`.
    package init(
        loop: Loop, path: String, method: String, parameters: [Value.Member], replyLimit: Int, deadline: Duration
    ) throws(LoopError) {
        connection = try VarlinkConnection(loop: loop, path: path, replyLimit: replyLimit)
        do {
            timer = try Timer(loop: loop) {}
        } catch {
            connection.close()
            throw error
        }
        timer.setFire { [self] in end(.failure(.late)) }
        timer.start(after: deadline)
        connection.call(method, parameters) { [self] in end($0) }
    }

    /// Ends the call without reporting a result.
    package func close() {
        onEnd = nil
        timer.close()
        connection.close()
    }

    private func end(_ result: VarlinkConnection.Result) {
        let report = onEnd
        close()
        report?(result)
    }
}

/// Why a service gave no answer that counts.
///
/// *Shape*: printed as the end of a sentence about the service, `it did not answer in time`.
package enum VarlinkCallError: Error, Equatable, CustomStringConvertible {
    case late
    /// The service closed the connection before the reply.
    case ended
    /// The connection failed.
    case broken(LoopError)
    /// Its bytes are no reply, or more than one may have.
    case unreadable(FramingError)
    /// More came than the reply.
    case unaskedReply
    /// The reply says that another follows, which no call asks for.
    case promisedMore

    /// True if the service cannot have acted on the call: it has not read the end of it.
    ///
    /// *Source*: unix(7). A peer that closes a stream with bytes in it that it has not read resets the connection, and bytes
    /// to a closed one are refused.
    package var isBeforeEffect: Bool {
        guard case .broken(let error) = self else { return false }
        return ["ECONNRESET", "EPIPE"].contains(error.codeName)
    }

    /// True if the service has answered, though not as the protocol asks.
    package var isAnswer: Bool {
        switch self {
        case .unreadable, .unaskedReply, .promisedMore: true
        case .late, .ended, .broken: false
        }
    }

    package var description: String {
        switch self {
        case .late: "it did not answer in time"
        case .ended: "it closed the connection without an answer"
        case .broken(let error): "\(error)"
        case .unreadable(let error): "its answer cannot be read: \(error)"
        case .unaskedReply: "it answered more than was asked"
        case .promisedMore: "it promised more than one answer"
        }
    }
}
