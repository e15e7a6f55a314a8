internal import Contract

// The scanner of patterns and exclusions: it splits the text at `/` and finds the atoms of each segment.
//
// Patterns are written decoded, because a link is compared after decoding. A `%2F` in a pattern could never match and
// is refused, like everything else that the policy of links refuses.

/// Reads the text of a pattern or an exclusion.
struct PatternParser {
    /// The result of one segment.
    enum Part: Equatable {
        case atom(Atom)
        case tail(Pattern.Tail)
    }

    private let text: [UInt8]
    private let sets: (String) -> ValueSet?
    private let allowsCaptures: Bool
    private let allowsUnrooted: Bool
    private var names: Set<String> = []

    init(
        _ text: [UInt8], allowsCaptures: Bool, allowsUnrooted: Bool = false, sets: @escaping (String) -> ValueSet?
    ) {
        self.text = text
        self.allowsCaptures = allowsCaptures
        self.allowsUnrooted = allowsUnrooted
        self.sets = sets
    }

    /// The atoms and the tail of the whole text.
    mutating func parse() throws(PatternError) -> (atoms: [Atom], tail: Pattern.Tail?) {
        guard isRooted || allowsUnrooted && !text.isEmpty else {
            throw PatternError(
                .missingSlash, at: 0, length: min(1, text.count), "a pattern must begin with a slash",
                help: "write \"/\(ByteText.string(text.prefix(64)))\"")
        }
        var atoms: [Atom] = []
        var tail: Pattern.Tail?
        var start = isRooted ? 1 : 0
        while true {
            let end = text[start...].firstIndex(of: Self.slash) ?? text.count
            let segment = start..<end
            guard tail == nil else {
                throw PatternError(.tailNotLast, at: start - 1, length: 1, "a tail must be the last segment")
            }
            if segment.isEmpty && end < text.count {
                throw PatternError(
                    .emptySegment, at: start - 1, length: 2, "only the last segment of a path may be empty",
                    help: "write one slash")
            }
            switch try parseSegment(segment) {
            case .atom(let atom): atoms.append(atom)
            case .tail(let found): tail = found
            }
            try checkCount(atoms.count + (tail == nil ? 0 : 1), at: segment)
            if end == text.count { return (atoms, tail) }
            start = end + 1
        }
    }

    /// True if the text begins with a slash.
    var isRooted: Bool { text.first == Self.slash }

    private func checkCount(_ count: Int, at segment: Range<Int>) throws(PatternError) {
        guard count > Limits.segments else { return }
        throw PatternError(
            .tooManySegments, at: segment.lowerBound, length: max(1, segment.count),
            "a link has at most \(Limits.segments) segments")
    }

    private mutating func parseSegment(_ segment: Range<Int>) throws(PatternError) -> Part {
        if Array(text[segment]) == Self.doubleStar { return .tail(.nameless) }
        var prefix: [UInt8] = []
        var suffix: [UInt8] = []
        var core: Atom.Core?
        var index = segment.lowerBound
        while index < segment.upperBound {
            let byte = text[index]
            if byte == Self.backslash {
                let literal = try escape(at: index, in: segment)
                if core == nil { prefix += literal } else { suffix += literal }
                index += 1 + literal.count
            } else if byte == Self.star || isCapture(at: index, in: segment) {
                let (found, end) = try parseCore(at: index, in: segment)
                guard core == nil else {
                    throw PatternError(
                        .twoCaptures, at: index, length: end - index, "a segment has at most one capture or *")
                }
                if case .tail(let tail) = found { return .tail(tail) }
                if case .atom(let atom) = found { core = atom.core }
                index = end
            } else {
                if core == nil { prefix.append(byte) } else { suffix.append(byte) }
                index += 1
            }
        }
        let atom = Atom(prefix: prefix, core: core ?? .literal, suffix: suffix)
        try checkMatchable(atom, at: segment)
        return .atom(atom)
    }

    private func isCapture(at index: Int, in segment: Range<Int>) -> Bool {
        text[index] == Self.dollar && index + 1 < segment.upperBound && text[index + 1] == Self.open
    }

    /// `\*`, `\$(` and `\\`: the bytes without their special meaning.
    private func escape(at index: Int, in segment: Range<Int>) throws(PatternError) -> [UInt8] {
        let next = index + 1
        if next < segment.upperBound {
            if text[next] == Self.star || text[next] == Self.backslash { return [text[next]] }
            if isCapture(at: next, in: segment) { return [Self.dollar, Self.open] }
        }
        throw PatternError(
            .badEscape, at: index, length: min(2, segment.upperBound - index),
            "a backslash must be followed by *, $( or \\")
    }

    /// Parses `*`, `$(name)`, `$(name:type)` or `$(name:**)`; returns it with its end.
    private mutating func parseCore(at index: Int, in segment: Range<Int>) throws(PatternError) -> (Part, Int) {
        if text[index] == Self.star {
            if index + 1 < segment.upperBound && text[index + 1] == Self.star {
                throw PatternError(
                    .tailNotAlone, at: index, length: 2, "** must be a whole segment, and the last one",
                    help: "write * for one segment's text, or \\*\\* for two asterisks")
            }
            return (.atom(Atom(prefix: [], core: .wildcard)), index + 1)
        }
        guard let close = text[index..<segment.upperBound].firstIndex(of: Self.close) else {
            throw PatternError(
                .unclosedCapture, at: index, length: segment.upperBound - index,
                "the capture has no closing ) in its segment",
                help: "write \\$( for the text itself")
        }
        guard allowsCaptures else {
            throw PatternError(
                .captureNotAllowed, at: index, length: close + 1 - index,
                "except and deny take literals, * and a final ** only", help: "write * in place of the capture")
        }
        let colon = text[index..<close].firstIndex(of: UInt8(ascii: ":"))
        let name = try captureName(in: index + 2..<(colon ?? close))
        guard let colon else {
            return (.atom(Atom(prefix: [], core: .capture(name: name, language: .string))), close + 1)
        }
        let type = colon + 1..<close
        if Array(text[type]) == Self.doubleStar {
            guard index == segment.lowerBound && close + 1 == segment.upperBound else {
                throw PatternError(
                    .tailNotAlone, at: index, length: close + 1 - index,
                    "a tail must be a whole segment, and the last one")
            }
            return (.tail(.named(name)), close + 1)
        }
        let language = try parseLanguage(type)
        return (.atom(Atom(prefix: [], core: .capture(name: name, language: language))), close + 1)
    }

    private mutating func captureName(in range: Range<Int>) throws(PatternError) -> String {
        let bytes = text[range]
        let isName =
            range.count <= 64 && bytes.first.map { ByteText.isSlugStart($0) && !(0x30...0x39).contains($0) } == true
            && bytes.allSatisfy { ByteText.isSlugStart($0) || $0 == UInt8(ascii: "-") }
        guard isName else {
            throw PatternError(
                .badCaptureName, at: range.lowerBound, length: max(1, range.count),
                "a name begins with a letter or _, contains only letters, digits, _ and -, and has at most 64 bytes")
        }
        let name = ByteText.string(bytes)
        guard names.insert(name).inserted else {
            throw PatternError(
                .duplicateCapture, at: range.lowerBound, length: range.count,
                "this name is captured twice in the pattern")
        }
        guard names.count <= Limits.captures else {
            throw PatternError(
                .tooManyCaptures, at: range.lowerBound, length: range.count,
                "a pattern captures at most \(Limits.captures) names")
        }
        return name
    }

    private func parseLanguage(_ range: Range<Int>) throws(PatternError) -> Language {
        let bytes = Array(text[range])
        let word = ByteText.string(bytes)
        if bytes.first == UInt8(ascii: "@") {
            let name = String(word.dropFirst())
            if let set = sets(name) { return .set(set) }
            throw PatternError(
                .unknownSet, at: range.lowerBound, length: range.count, "there is no value set \(name)",
                help: "declare it with: values \(name) …")
        }
        if bytes.contains(Self.bar) {
            let members = bytes.split(separator: Self.bar, omittingEmptySubsequences: false).map(Array.init)
            if let set = ValueSet(members: members, name: nil) { return .set(set) }
            throw PatternError(
                .badSet, at: range.lowerBound, length: range.count,
                "values between | must not be empty or repeated")
        }
        if let language = Language(named: word) { return language }
        throw PatternError(
            .unknownType, at: range.lowerBound, length: max(1, range.count), "there is no type \(word)",
            help: "the types are \(Language.names.joined(separator: ", ")), @set and a|b")
    }

    /// Refuses text that no link can have.
    private func checkMatchable(_ atom: Atom, at segment: Range<Int>) throws(PatternError) {
        var refusal: String?
        switch atom.shape {
        case .words(let words): refusal = words.lazy.compactMap(SegmentText.refusal(ofWhole:)).first
        case .affixed(let prefix, _, let suffix):
            refusal = SegmentText.refusal(ofPart: prefix) ?? SegmentText.refusal(ofPart: suffix)
        }
        guard let refusal else { return }
        let isDots = atom.core == .literal && (atom.prefix == [0x2E] || atom.prefix == [0x2E, 0x2E])
        throw PatternError(
            isDots ? .dotSegment : .unmatchable, at: segment.lowerBound, length: segment.count,
            "no link can match this segment, because its text \(refusal)",
            help: refusal.contains("percent") ? "write the pattern in decoded form" : nil)
    }

    private static let slash = UInt8(ascii: "/")
    private static let star = UInt8(ascii: "*")
    private static let dollar = UInt8(ascii: "$")
    private static let open = UInt8(ascii: "(")
    private static let close = UInt8(ascii: ")")
    private static let backslash = UInt8(ascii: "\\")
    private static let bar = UInt8(ascii: "|")
    private static let doubleStar = Array("**".utf8)
}

extension Pattern {
    /// Parses a route's pattern.
    ///
    /// *Shape*: `/img/$(id:uint).png` in, two atoms out. `sets` returns the set of `values NAME …` for `@NAME`.
    /// *Throws*: `PatternError` with the offset into `text` if it is not a pattern, if no link can match it, or if the
    /// first slash is missing. `allowsUnrooted` permits the missing slash; in tables every pattern has it.
    package static func parse(
        _ text: Span<UInt8>, allowsUnrooted: Bool = false, sets: (String) -> ValueSet?
    ) throws(PatternError) -> Pattern {
        try withoutActuallyEscaping(sets) { sets throws(PatternError) -> Pattern in
            var parser = PatternParser(
                ByteText.array(text), allowsCaptures: true, allowsUnrooted: allowsUnrooted, sets: sets)
            let (atoms, tail) = try parser.parse()
            return Pattern(atoms: atoms, tail: tail, isRooted: parser.isRooted)
        }
    }
}
