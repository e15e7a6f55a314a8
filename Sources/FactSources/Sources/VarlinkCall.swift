internal import Contract
internal import EventLoop
import HostSystem
internal import Varlink

/// One call of a service's method, on a connection that lives as long as the call.
///
/// *Owner/thread*: the loop's thread. It lives until it ends, by itself or by `close()`, which reports no result.
final class VarlinkCall {
    /// The outcome of a call.
    enum Result {
        case reply(ReplyMessage)
        /// *Shape*: one sentence for people, without its full stop.
        case failure(String)
    }

    /// Told once how it ended.
    var onEnd: ((Result) -> Void)?
    private let stream: UnixStream
    private let timer: Timer
    private var decoder = FrameDecoder(limit: Limits.sourceReplyBytes)

    /// Connects, sends the call and waits for the reply.
    ///
    /// *Throws*: `failed` if no service listens or it takes no connection now; `pathTooLong`, `pathUnusable`.
    init(loop: Loop, path: String, message: [UInt8], deadline: Duration) throws(LoopError) {
        stream = try UnixStream(loop: loop, connectingTo: path)
        do {
            timer = try Timer(loop: loop) {}
        } catch {
            stream.close()
            throw error
        }
        timer.setFire { [self] in end(.failure("it did not answer in time")) }
        timer.start(after: deadline)
        stream.onClose = { [self] error in
            end(.failure(error.map { "\($0)" } ?? "it closed the connection without an answer"))
        }
        stream.startReading(
            { [self] in didRead($0) },
            onEnd: { [self] in end(.failure("it closed the connection without an answer")) })
        stream.write(message)
    }

    /// Ends the call without reporting a result.
    func close() {
        onEnd = nil
        timer.close()
        stream.close()
    }

    private func didRead(_ bytes: Span<UInt8>) {
        decoder.append(bytes)
        do throws(FramingError) {
            guard let message = try decoder.nextReply() else { return }
            // Nothing was asked for that could bring a second one.
            end(decoder.isBetweenMessages ? .reply(message) : .failure("it answered more than was asked"))
        } catch {
            end(.failure("its answer cannot be read: \(error)"))
        }
    }

    private func end(_ result: Result) {
        let report = onEnd
        close()
        report?(result)
    }
}
