// Cuts a byte stream into messages: each is ended by one NUL, which no JSON text can hold.
//
// Bytes are scanned once and moved at most a constant number of times: what was handed out is dropped when it makes up
// half of the buffer, so the cost stays linear however the stream is cut into reads. A message that goes over the limit
// is refused as soon as the read that crosses the limit is in hand; messages before it are handed out first, so that a
// client that broke the protocol still gets its earlier answers. From then on nothing is kept and nothing comes out.

/// Bytes as they were read → whole messages.
///
/// A class whose buffer is taken out to be changed: where one access of it may go on while another begins, each is checked at run
/// time, and every call reads it twice.
///
/// *Owner/thread*: one per connection and direction, on the loop's thread.
///
/// *Limits*: holds what was appended and not yet handed out, at most one message and one read if every append is
/// followed by `next()` until nil.
package final class FrameDecoder {
    private let limit: Int
    private var buffer: [UInt8] = []
    /// Where the first message starts that was not handed out.
    private var head = 0
    /// Bytes between `head` and here hold no NUL.
    private var scanned = 0
    private var failure: FramingError?

    /// *Units*: `limit` in bytes of one message without its NUL.
    package init(limit: Int) { self.limit = limit }

    /// Takes over the bytes of one read.
    ///
    /// *Cost*: one copy.
    package func append(_ bytes: Span<UInt8>) {
        guard failure == nil else { return }
        var buffer = buffer.released()
        if head > buffer.count / 2 {
            buffer.removeFirst(head)
            scanned -= head
            head = 0
        }
        buffer.append(copying: bytes)
        self.buffer = buffer
    }

    /// Cuts off the next whole message, and says where it stands in `bytes`; nil where there is none yet.
    ///
    /// *Throws*: `messageTooLong`, this time and ever after.
    package func next() throws(FramingError) -> Range<Int>? {
        if let failure { throw failure }
        let buffer = buffer
        guard let end = ByteScan.firstNUL(in: buffer.span, from: scanned) else {
            scanned = buffer.count
            try check(length: buffer.count - head)
            _ = isUsedUp()
            return nil
        }
        try check(length: end - head)
        let message = head..<end
        head = end + 1
        scanned = head
        return message
    }

    /// The buffer that ranges of `next()` refer to, until the next call of `append` or `next`.
    package var bytes: [UInt8] { buffer }

    /// *Units*: bytes that were appended and not yet handed out.
    package var waitingByteCount: Int { buffer.count - head }

    /// Whether all bytes were handed out; what took them is given back then, as far as it is more than the next ones may take.
    ///
    /// Ranges of `next()` say nothing any more.
    package func isUsedUp() -> Bool {
        guard head == buffer.count else { return false }
        reset()
        return true
    }

    /// Whether the stream may end here: no part of a message is waiting for the rest.
    package var isBetweenMessages: Bool { head == buffer.count }

    private func check(length: Int) throws(FramingError) {
        guard length > limit else { return }
        let error = FramingError.messageTooLong(limit: limit, amount: length)
        failure = error
        reset()
        throw error
    }

    private func reset() {
        var buffer = buffer.released()
        buffer.empty()
        self.buffer = buffer
        (head, scanned) = (0, 0)
    }
}

extension FrameDecoder {
    /// Cuts off the next message and decodes it as a reply; nil where there is none yet.
    ///
    /// *Throws*: `messageTooLong`, `json`, `header`.
    package func nextReply() throws(FramingError) -> ReplyMessage? {
        guard let message = try next() else { return nil }
        let bytes = buffer
        return try ReplyDecoder.decode(bytes.span.extracting(message))
    }
}
