// Optional parts of a pattern, which are notation for several patterns:
//
//     /p/$(id)[/]                      /p/$(id)             /p/$(id)/
//     /[$(lang:@lang)/]shows/$(show)   /shows/$(show)       /$(lang:@lang)/shows/$(show)
//     /a[/$(b)]/c                      /a/c                 /a/$(b)/c
//     [/$(lang:@lang)]                 /                    /$(lang:@lang)
//
// A pair of brackets has whole segments and one of the slashes beside them, so that what is left without it is a path
// too. Either the slash in front of the segments is inside, or the one behind them. Every part doubles the number of
// patterns. The pattern without a part comes before the one with it, so links are built without what they can lack.
//
// Brackets do not nest: `/a[/$(b)[/$(c)]]` is three patterns, and a route may have them one after the other.

internal import Contract
internal import Links

/// The patterns that a text with optional parts stands for.
package struct OptionalParts {
    /// One of the patterns.
    package struct Variant {
        /// The pattern, without brackets.
        package fileprivate(set) var text: [UInt8] = []
        /// By byte of `text`, its position in the text that was written.
        fileprivate var offsets: [Int] = []

        /// An error of the pattern, at its place in the text that was written.
        package func inSource(_ error: PatternError) -> PatternError {
            guard let last = offsets.last else { return error }
            let start = error.offset < offsets.count ? offsets[error.offset] : last + 1
            let end = min(error.offset + error.length, offsets.count)
            let upper = error.length > 0 && end > error.offset ? offsets[end - 1] + 1 : start
            return PatternError(error.kind, start..<max(start, upper), error.sentence, help: error.help)
        }
    }

    private static let open = UInt8(ascii: "[")
    private static let close = UInt8(ascii: "]")
    private static let slash = UInt8(ascii: "/")

    private let text: [UInt8]
    /// The positions of the brackets of each part.
    private var parts: [(open: Int, close: Int)] = []

    /// True if the text has a `[` that is not part of a capture or escaped; a `]` without one is text.
    ///
    /// *Cost*: linear in the text; nothing is allocated.
    package static func areIn(_ text: Span<UInt8>) -> Bool {
        var index = 0
        while let found = nextBracket(in: text, from: index) {
            if text[found] == open { return true }
            index = found + 1
        }
        return false
    }

    /// Finds the optional parts.
    ///
    /// *Throws*: `.badOptional` for a part that is not whole segments with a slash, and `.tooManyPatterns`.
    package init(_ text: [UInt8]) throws(PatternError) {
        self.text = text
        var start: Int?
        var index = 0
        while let found = Self.nextBracket(in: text.span, from: index) {
            index = found + 1
            if text[found] == Self.open {
                guard start == nil else { throw nested(found) }
                start = found
            } else if let open = start {
                start = nil
                try add(open, found)
            }
        }
        if let start { throw unclosed(start) }
    }

    /// The patterns; the first has no optional part, and the last has all.
    package var variants: [Variant] { (0..<(1 << parts.count)).map(variant) }

    private func variant(_ number: Int) -> Variant {
        var variant = Variant()
        var index = 0
        for (position, part) in parts.enumerated() {
            append(index..<part.open, to: &variant)
            if number >> (parts.count - 1 - position) & 1 == 1 { append(part.open + 1..<part.close, to: &variant) }
            index = part.close + 1
        }
        append(index..<text.count, to: &variant)
        // Nothing is left of `[/a]` without the part: the path with no segment but the empty one.
        if variant.text.isEmpty { (variant.text, variant.offsets) = ([Self.slash], [0]) }
        return variant
    }

    private func append(_ range: Range<Int>, to variant: inout Variant) {
        variant.text += text[range]
        variant.offsets += range
    }

    /// The next bracket that is not escaped and not inside `$(…)`.
    private static func nextBracket(in text: Span<UInt8>, from start: Int) -> Int? {
        var index = start
        while index < text.count {
            switch text[index] {
            case open, close: return index
            case UInt8(ascii: "\\"): index += 1
            case UInt8(ascii: "$") where index + 1 < text.count && text[index + 1] == UInt8(ascii: "("):
                index = captureEnd(in: text, from: index)
            default: break
            }
            index += 1
        }
        return nil
    }

    /// The parenthesis that closes a capture in its segment; the start of a capture that has none.
    private static func captureEnd(in text: Span<UInt8>, from start: Int) -> Int {
        for index in start..<text.count {
            if text[index] == UInt8(ascii: ")") { return index }
            if text[index] == slash { break }
        }
        return start
    }

    // MARK: Checks

    private mutating func add(_ open: Int, _ close: Int) throws(PatternError) {
        let inner = text[(open + 1)..<close]
        guard inner.first == Self.slash ? endsSegment(before: open, at: close) : inner.last == Self.slash else {
            throw notWhole(open, close)
        }
        guard inner.first == Self.slash || beginsSegment(at: open) else { throw notWhole(open, close) }
        guard 2 << parts.count <= Limits.patternsOfRoute else {
            throw PatternError(
                .tooManyPatterns, open..<close + 1,
                "the optional parts make more than \(Limits.patternsOfRoute) patterns, which is as many as a route has",
                help: "use fewer optional parts, or several routes")
        }
        parts.append((open, close))
    }

    /// Whether a segment begins at a bracket, with and without the part before it.
    private func beginsSegment(at open: Int) -> Bool {
        guard open > 0 else { return false }
        if let last = parts.last, last.close == open - 1 { return !isLeading(last) }
        return text[open - 1] == Self.slash
    }

    /// Whether a part that begins with a slash follows a segment, and what follows it is not of its last segment.
    private func endsSegment(before open: Int, at close: Int) -> Bool {
        let next = close + 1 < text.count ? text[close + 1] : Self.slash
        guard next == Self.slash || next == Self.open else { return false }
        guard open > 0 else { return true }
        if let last = parts.last, last.close == open - 1 { return isLeading(last) }
        return text[open - 1] != Self.slash
    }

    /// Whether a part begins with its slash.
    private func isLeading(_ part: (open: Int, close: Int)) -> Bool { text[part.open + 1] == Self.slash }

    // MARK: Errors

    private func notWhole(_ open: Int, _ close: Int) -> PatternError {
        let inner = ByteText.string(text[(open + 1)..<close].prefix(64))
        let segments = inner.split(separator: "/").joined(separator: "/")
        let written = segments.isEmpty ? "SEGMENT" : segments
        let name = inner.drop { $0 == "." }
        let isName = name.utf8.first.map { ByteText.isSlugStart($0) && !$0.isDigit } ?? false
        let capture = isName && name.utf8.allSatisfy { ByteText.isSlugStart($0) } ? String(name) : "name"
        return PatternError(
            .badOptional, open..<close + 1, "an optional part is whole segments with one of the slashes beside them",
            help: "it is written `/[\(written)/]…` or `…[/\(written)]`, and an optional slash at the end `…[/]`; "
                + "a capture is written `$(\(capture))`; for the text itself write `\\[`")
    }

    private func nested(_ inner: Int) -> PatternError {
        PatternError(
            .badOptional, inner..<inner + 1, "an optional part is not inside another",
            help: "give the route a pattern for each: `route NAME /a /a/$(b) /a/$(b)/$(c) do ACTION`")
    }

    private func unclosed(_ bracket: Int) -> PatternError {
        PatternError(
            .badOptional, bracket..<bracket + 1, "the `[` is not closed",
            help: "an optional part is written `/[a/]…` or `…[/a]`; for the text itself write `\\[`")
    }
}
