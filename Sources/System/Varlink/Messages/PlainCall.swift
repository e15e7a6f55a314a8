// Reads the most frequent form of a call without building anything. Most calls are of one method and carry one text.
// Most clients write them in one of two ways, the second as Python does:
//
//     {"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"podcast://favourites/rock"}}
//     {"method": "io.deeplinkd.Dispatch.Open", "parameters": {"url": "podcast://favourites/rock"}}
//
// Such a message is recognised by its first bytes and its last, and nothing is built of it. `CallHeader` reads all others, and
// has to: members may come in any order, so it reads the parameters twice, and it says what is wrong with a message.

/// The calls of one method with one text.
package struct PlainCall: Sendable {
    private let compactStart: [UInt8]
    private let spacedStart: [UInt8]
    private let end = Array("\"}}".utf8)

    /// - Parameter parameter: the name of the text.
    ///
    /// Neither name needs escapes.
    package init(method: String, parameter: String) {
        compactStart = Array("{\"method\":\"\(method)\",\"parameters\":{\"\(parameter)\":\"".utf8)
        spacedStart = Array("{\"method\": \"\(method)\", \"parameters\": {\"\(parameter)\": \"".utf8)
    }

    /// Where the text stands, if it is printable ASCII without escapes; nil for every other message, also for one that breaks
    /// the protocol.
    ///
    /// *Cost*: linear in the message, without allocation.
    package func text(in bytes: Span<UInt8>) -> Range<Int>? {
        text(in: bytes, behind: compactStart.span) ?? text(in: bytes, behind: spacedStart.span)
    }

    @inline(__always)
    private func text(in bytes: Span<UInt8>, behind start: Span<UInt8>) -> Range<Int>? {
        let stop = bytes.count - end.count
        guard stop >= start.count, ByteScan.equal(bytes.extracting(first: start.count), start),
            ByteScan.equal(bytes.extracting(stop...), end.span)
        else { return nil }
        let run = ByteScan.plainRun(in: bytes, from: start.count)
        return run.end == stop && run.isASCII ? start.count..<stop : nil
    }
}
