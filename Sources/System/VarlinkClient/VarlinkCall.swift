package import EventLoop
package import HostSystem
package import Varlink

/// One call of a service's method, on a connection that lives as long as the call.
///
/// *Owner/thread*: the loop's thread. It lives until it ends, by itself or by `close()`, which reports no result.
package final class VarlinkCall {
    /// What a service answered, or why there is no answer.
    package typealias Result = Swift.Result<ReplyMessage.Content, VarlinkCallError>

    /// Called once with the result.
    package var onEnd: ((Result) -> Void)?
    private let stream: UnixStream
    private let timer: Timer
    private var decoder: FrameDecoder

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
        decoder = FrameDecoder(limit: replyLimit)
        stream = try UnixStream(loop: loop, connectingTo: path)
        do {
            timer = try Timer(loop: loop) {}
        } catch {
            stream.close()
            throw error
        }
        timer.setFire { [self] in end(.failure(.late)) }
        timer.start(after: deadline)
        stream.onClose = { [self] error in end(.failure(error.map(VarlinkCallError.broken) ?? .ended)) }
        stream.startReading({ [self] in didRead($0) }, onEnd: { [self] in end(.failure(.ended)) })
        var message: [UInt8] = []
        CallEncoder.append(method: method, parameters: parameters, to: &message)
        stream.write(message)
    }

    /// Ends the call without reporting a result.
    package func close() {
        onEnd = nil
        timer.close()
        stream.close()
    }

    private func didRead(_ bytes: Span<UInt8>) {
        decoder.append(bytes)
        do throws(FramingError) {
            guard let message = try decoder.nextReply() else { return }
            // Nothing was asked for that could bring a second one.
            if !decoder.isBetweenMessages {
                end(.failure(.unaskedReply))
            } else if message.continues {
                end(.failure(.promisedMore))
            } else {
                end(.success(message.content))
            }
        } catch {
            end(.failure(.unreadable(error)))
        }
    }

    private func end(_ result: Result) {
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
