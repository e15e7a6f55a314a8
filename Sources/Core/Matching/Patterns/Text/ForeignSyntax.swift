// Finds what other routers would read as a capture, a choice, a query or a fragment. In a pattern of a table each is text:
//
//     /shows/:id   /shows/{id}   /shows/<id>   /shows/$id   /shows/(new|old)   /shows?page=1   /shows#top   /shows/*id
//     /^shows$     /shows/?
//
// In an exclusion `/shows/[id]` is text too; in a pattern brackets are optional parts (`OptionalParts`).
//
// All but a query and a fragment are valid patterns. They accept links that have exactly this text, so they are rarely meant.
// A backslash before the first character says that the text is meant. A query or a fragment is an error: no link has it in
// its path, but for one with `%3F` or `%23`, which the backslash is for. `/shows/*id` accepts segments that end with `id`,
// which is also written `/shows/$(_)id`, and a `$` behind a capture is no end of the pattern.

internal import Links

/// A part of a pattern that has a meaning in another language of routes, and is text in this one.
package struct ForeignSyntax: Equatable, Sendable {
    /// *Units*: bytes from the start of the pattern.
    package let offset: Int
    /// *Units*: bytes.
    package let length: Int
    /// The problem as one sentence.
    package let sentence: String
    /// The text to write instead.
    package let help: String
    /// Whether it is a query or a fragment, so that the route would take no link that was meant.
    package let isBehindPath: Bool

    /// The first such part of a valid pattern.
    ///
    /// *Cost*: linear in the text; nothing is allocated unless something is found.
    package static func first(in text: Span<UInt8>, allowsCaptures: Bool) -> ForeignSyntax? {
        var index = 0
        while index < text.count {
            let next = index + 1 < text.count ? text[index + 1] : 0
            switch text[index] {
            case UInt8(ascii: "\\"): index += 1
            case UInt8(ascii: "$") where next == UInt8(ascii: "("):
                index = closing(UInt8(ascii: ")"), in: text, from: index) ?? index
            case UInt8(ascii: "*"):
                if allowsCaptures, let range = splat(in: text, at: index) {
                    return ForeignSyntax(.splat, text, range, allowsCaptures)
                }
            case let byte where isMark(byte):
                if let kind = kind(in: text, at: index, next: next, allowsCaptures) {
                    return ForeignSyntax(kind.kind, text, kind.range, allowsCaptures)
                }
            default: break
            }
            index += 1
        }
        return nil
    }

    // MARK: Kinds

    private enum Kind {
        case capture, choice, option, query, fragment, splat, anchor
    }

    private static func isMark(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ":"), UInt8(ascii: "{"), UInt8(ascii: "<"), UInt8(ascii: "["), UInt8(ascii: "("),
            UInt8(ascii: "$"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "^"):
            true
        default: false
        }
    }

    private static func kind(
        in text: Span<UInt8>, at index: Int, next: UInt8, _ allowsCaptures: Bool
    ) -> (kind: Kind, range: Range<Int>)? {
        switch text[index] {
        case UInt8(ascii: "?") where next == 0 || next == UInt8(ascii: "/"): return (.option, index..<index + 1)
        case UInt8(ascii: "?"): return (.query, index..<text.count)
        case UInt8(ascii: "#"): return (.fragment, index..<text.count)
        case UInt8(ascii: "$") where index == text.count - 1 && text[max(0, index - 1)] == UInt8(ascii: ")"):
            return (.anchor, 0..<text.count)
        case UInt8(ascii: "^") where index == 1: return (.anchor, 0..<text.count)
        case UInt8(ascii: ":") where text[max(0, index - 1)] == UInt8(ascii: "/") && isNameStart(next),
            UInt8(ascii: "$") where isNameStart(next):
            return (.capture, index..<nameEnd(in: text, from: index + 1))
        case UInt8(ascii: "{"): return pair(UInt8(ascii: "}"), in: text, from: index).map { (.capture, $0) }
        case UInt8(ascii: "<"): return pair(UInt8(ascii: ">"), in: text, from: index).map { (.capture, $0) }
        case UInt8(ascii: "[") where !allowsCaptures:
            return pair(UInt8(ascii: "]"), in: text, from: index).map { (.capture, $0) }
        case UInt8(ascii: "("):
            // Parentheses alone are common in titles: only a choice or a regular expression is foreign.
            return pair(UInt8(ascii: ")"), in: text, from: index).flatMap { range in
                let isChoice = range.contains { text[$0] == UInt8(ascii: "|") }
                let isAny = range.dropLast().contains { at in
                    text[at] == UInt8(ascii: ".") && [UInt8(ascii: "*"), UInt8(ascii: "+")].contains(text[at + 1])
                }
                return isChoice ? (.choice, range) : isAny ? (.capture, range) : nil
            }
        default: return nil
        }
    }

    /// A segment that is a `*` and a name.
    private static func splat(in text: Span<UInt8>, at index: Int) -> Range<Int>? {
        let start = index + 1
        guard index > 0, text[index - 1] == UInt8(ascii: "/"), start < text.count, isNameStart(text[start]) else {
            return nil
        }
        let end = nameEnd(in: text, from: start)
        return end == text.count || text[end] == UInt8(ascii: "/") ? index..<end : nil
    }

    /// From an opening character to its partner in the same segment; nil if nothing is between them.
    private static func pair(_ close: UInt8, in text: Span<UInt8>, from open: Int) -> Range<Int>? {
        guard let end = closing(close, in: text, from: open), end > open + 1 else { return nil }
        return open..<end + 1
    }

    private static func closing(_ close: UInt8, in text: Span<UInt8>, from open: Int) -> Int? {
        for index in open..<text.count {
            if text[index] == close { return index }
            if text[index] == UInt8(ascii: "/") { return nil }
        }
        return nil
    }

    private static func isNameStart(_ byte: UInt8) -> Bool { byte.isLetter || byte == UInt8(ascii: "_") }

    private static func nameEnd(in text: Span<UInt8>, from start: Int) -> Int {
        (start..<text.count).first { !ByteText.isSlugStart(text[$0]) } ?? text.count
    }

    // MARK: Text

    private init(_ kind: Kind, _ text: Span<UInt8>, _ range: Range<Int>, _ allowsCaptures: Bool) {
        offset = range.lowerBound
        length = range.count
        let written = ByteText.string(range.prefix(64).map { text[$0] })
        let escape = "; for the text itself write `\\\(written.prefix(1))`"
        let name = Self.name(in: text, range)
        isBehindPath = kind == .option || kind == .query || kind == .fragment
        switch kind {
        case .capture:
            sentence = "`\(written)` captures nothing: it matches only this text"
            help = (allowsCaptures ? "captures are written `$(\(name ?? "name"))`" : "any text is written `*`") + escape
        case .choice:
            sentence = "`\(written)` is no choice: it matches only this text"
            help =
                (allowsCaptures
                    ? "a choice is written `$(name:\(written.dropFirst().dropLast()))`"
                    : "write a pattern for each text") + escape
        case .splat:
            let name = written.dropFirst()
            sentence = "`\(written)` captures nothing: it matches a segment that ends with `\(name)`"
            help =
                "captures are written `$(\(name)\(range.upperBound == text.count ? ":**" : ""))`; "
                + "for segments with this end write `$(_)\(name)`"
        case .anchor:
            let mark = text[1] == UInt8(ascii: "^") ? "^" : "$"
            sentence = "a pattern has no anchors: its `\(mark)` matches only this text"
            help =
                "write `\(Self.withoutAnchors(text))`: a pattern is always the whole path; "
                + "for the text itself write `\\\(mark)`"
        case .option:
            sentence = "`?` makes no part of a pattern optional"
            help = "an optional part stands in brackets, as in `/a[/b]` and `/a[/]`" + escape
        case .query, .fragment:
            let (word, part) = kind == .query ? ("query", "query key") : ("fragment", "fragment")
            sentence = "a pattern is a path, and the \(word) of a link is no part of it"
            help =
                (allowsCaptures
                    ? "a \(part) is declared in the route's block: `\(word) \(name ?? "NAME")`"
                    : "remove the \(word)") + escape
        }
    }

    /// `/shows` for `/^/shows$` and `/^shows$`.
    private static func withoutAnchors(_ text: Span<UInt8>) -> String {
        var bytes = text.indices.map { text[$0] }
        if bytes.last == UInt8(ascii: "$") { bytes.removeLast() }
        if bytes.dropFirst().first == UInt8(ascii: "^") { bytes.remove(at: 1) }
        return ByteText.string(bytes.starts(with: "//".utf8) ? Array(bytes.dropFirst()) : bytes)
    }

    /// The name inside: `id` of `:id`, `{id:[0-9]+}`, `{*id}` and `<int:id>`; nil if there is none.
    private static func name(in text: Span<UInt8>, _ range: Range<Int>) -> String? {
        var start = range.lowerBound + 1
        if text[range.lowerBound] == UInt8(ascii: "<"),
            let colon = range.last(where: { text[$0] == UInt8(ascii: ":") })
        {
            start = colon + 1
        }
        guard let first = (start..<range.upperBound).first(where: { ![0x2A, 0x2E, 0x5B].contains(text[$0]) }),
            isNameStart(text[first])
        else { return nil }
        let end = min(nameEnd(in: text, from: first), range.upperBound)
        // `[a-z]` is a class of characters, and no name.
        guard end == range.upperBound || text[end] != UInt8(ascii: "-") else { return nil }
        return ByteText.string((first..<end).map { text[$0] })
    }
}
