package import EventLoop
package import HostSystem
package import Varlink

/// A connection to a Varlink service, for one call after the other.
///
/// *Owner/thread*: the loop's thread. It lives until `close()`, or until the service or an error ends it.
package final class VarlinkConnection {
    /// What a service answered, or why there is no answer.
    package typealias Result = Swift.Result<ReplyMessage.Content, VarlinkCallError>

    private let stream: UnixStream
    private let decoder: FrameDecoder
    private var answer: ((Result) -> Void)?
    private var isClosed = false
    /// Called once when the connection has ended while no call waits.
    package var onEnd: (() -> Void)?

    /// Connects to a service.
    ///
    /// - Parameters:
    ///   - path: the socket's.
    ///   - replyLimit: the longest reply that is read, in bytes.
    ///
    /// *Throws*: `failed` if no service listens or it takes no connection now; `pathTooLong`, `pathUnusable`.
    package init(loop: Loop, path: String, replyLimit: Int) throws(LoopError) {
        decoder = FrameDecoder(limit: replyLimit)
        stream = try UnixStream(loop: loop, connectingTo: path)
        stream.onClose = { [weak self] error in self?.end(error.map(VarlinkCallError.broken) ?? .ended) }
        stream.startReading(
            { [weak self] in self?.didRead($0) }, onEnd: { [weak self] in self?.end(.ended) })
    }

    /// True if it can take a call.
    package var isIdle: Bool { answer == nil && !isClosed }

    /// Sends a call, and gives its reply once, never within this call.
    ///
    /// After a failure the connection is closed: the next bytes could belong to the call that failed.
    ///
    /// *Precondition*: `isIdle`.
    package func call(_ method: String, _ parameters: [Value.Member], then answer: @escaping (Result) -> Void) {
        precondition(isIdle, "a connection has one call at a time")
        self.answer = answer
        var message: [UInt8] = []
        CallEncoder.append(method: method, parameters: parameters, to: &message)
        stream.writeAtOnce(message.span)
    }

    /// Ends the connection; a call that waits gets no reply.
    package func close() {
        isClosed = true
        (answer, onEnd) = (nil, nil)
        stream.close()
    }

    private func didRead(_ bytes: Span<UInt8>) {
        decoder.append(bytes)
        do throws(FramingError) {
            guard let message = try decoder.nextReply() else { return }
            // Nothing was asked for that could bring a second one.
            if answer == nil || !decoder.isBetweenMessages {
                end(.unaskedReply)
            } else if message.continues {
                end(.promisedMore)
            } else {
                answer.take()?(.success(message.content))
            }
        } catch {
            end(.unreadable(error))
        }
    }

    private func end(_ error: VarlinkCallError) {
        guard !isClosed else { return }
        let (answer, onEnd) = (answer, onEnd)
        // A service that has begun to answer has read the call, however its connection ends.
        let error = decoder.isBetweenMessages ? error : error.isBeforeEffect ? .ended : error
        close()
        if let answer { answer(.failure(error)) } else { onEnd?() }
    }
}
