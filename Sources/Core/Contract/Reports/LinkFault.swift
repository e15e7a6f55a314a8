/// The reason why no link of a route was built: the error `NotBuilt` of `Link`.
public struct LinkFault: ReplyReport {
    /// *Units*: bytes of a text that repeats what the caller sent, where the whole of it is too long for an answer.
    private static let shortBytes = 1024

    /// The stable name of the reason, such as `missingParameter`.
    public package(set) var code = ""
    /// The reason, as one sentence for people.
    public package(set) var message = ""
    /// What to do about it.
    public package(set) var help = ""
    /// The parameter at fault.
    public package(set) var parameter: String?
    /// The link that was built and then refused.
    public package(set) var url: String?

    package init() {}

    package var errorName: String? { "io.deeplinkd.Dispatch.NotBuilt" }
    /// The same: it names routes and patterns, as an explanation does.
    package var forAnyone: LinkFault { self }

    package mutating func members(_ list: inout some MemberList) {
        list.member("code", &code, "The reason, as a stable name: missingParameter, invalidValue, taken and others.")
        list.member("message", &message, "The same as one sentence for people. Do not parse it.")
        list.member("help", &help, "What to do about it.")
        list.member("parameter", &parameter, "The parameter at fault, if it is one.")
        list.member("url", &url, "The link that was built and then refused, if there is one.")
    }

    /// The fault with its texts cut; nil where they are short.
    package var shortened: LinkFault? {
        let texts = [message, help, parameter ?? "", url ?? ""]
        guard texts.contains(where: { $0.utf8.count > Self.shortBytes }) else { return nil }
        var short = self
        (short.message, short.help) = (message.cut(toBytes: Self.shortBytes), help.cut(toBytes: Self.shortBytes))
        (short.parameter, short.url) = (parameter?.cut(toBytes: Self.shortBytes), nil)
        return short
    }
}

extension String {
    /// The text, or as much of its beginning as fits into a limit with the mark of what is missing.
    ///
    /// *Units*: bytes; at least 4.
    package func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: limit - 3)
        // Not in the middle of a character's bytes.
        while end > startIndex, utf8[end] & 0xC0 == 0x80 { utf8.formIndex(before: &end) }
        return String(self[..<end]) + "…"
    }
}
