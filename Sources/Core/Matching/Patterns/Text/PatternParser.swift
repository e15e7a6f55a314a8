internal import Contract
internal import Links

// The scanner of patterns and exclusions: it splits the text at `/` and finds the atoms of each segment.
//
// Patterns are written decoded, because a link is compared after decoding. A `%2F` in a pattern could never match and
// is refused, like everything else that the policy of links refuses.

/// Reads the text of a pattern or an exclusion.
struct PatternParser {
    private let text: [UInt8]
    private let sets: (String) -> ValueSet?
    private let allowsCaptures: Bool
    private(set) var atoms: [Atom] = []
    private(set) var tail: Pattern.Tail?
    private var names: Set<String> = []

    /// Finds the atoms and the tail of the whole text.
    init(_ text: Span<UInt8>, allowsCaptures: Bool, sets: @escaping (String) -> ValueSet?) throws(PatternError) {
        self.text = Array(text)
        self.allowsCaptures = allowsCaptures
        self.sets = sets
        try parse()
    }

    private mutating func parse() throws(PatternError) {
        guard text.first == Self.slash else {
            throw missingSlash
        }
        var start = 1
        while start <= text.count {
            let end = text[start...].firstIndex(of: Self.slash) ?? text.count
            let slash = start - 1..<start
            guard tail == nil else {
                throw PatternError(
                    .tailNotLast, slash, "a tail must be the last segment",
                    help: allowsCaptures
                        ? "one segment is `*` or a capture; where their number differs, write a pattern for each: "
                            + "`route NAME /*/a /*/*/a do ACTION`"
                        : "one segment is `*`; where their number differs, write a line for each")
            }
            if start == end && end < text.count {
                throw PatternError(
                    .emptySegment, start - 1..<start + 1, "only the last segment of a path may be empty",
                    help: "write one slash")
            }
            try parseSegment(start..<end)
            guard atoms.count + (tail == nil ? 0 : 1) <= Limits.segments else {
                throw PatternError(
                    .tooManySegments, start..<max(start + 1, end), "a link has at most \(Limits.segments) segments")
            }
            start = end + 1
        }
    }

    private var missingSlash: PatternError {
        let written = ByteText.string(text.prefix(256))
        guard let mark = written.firstRange(of: "://"), !written[..<mark.lowerBound].contains("/") else {
            return PatternError(
                .missingSlash, 0..<min(1, text.count), "a pattern must begin with a slash",
                help: helpForSlash(ByteText.string(text.prefix(64))))
        }
        let (scheme, rest) = (
            written[..<mark.lowerBound], written[mark.upperBound...].prefix { $0 != "?" && $0 != "#" }
        )
        let isWeb = ["http", "https"].contains(scheme.lowercased())
        let host = rest.prefix { $0 != "/" }
        // The host of a custom scheme is the first segment of the path.
        let path = isWeb ? rest.dropFirst(host.count) : rest
        return PatternError(
            .missingSlash, 0..<text.count, "a pattern is a path, and this is a whole URL",
            help: "write `\(path.hasPrefix("/") ? "" : "/")\(path)`, and name the \(isWeb ? "host" : "scheme") with "
                + "`in \(isWeb ? host : scheme)`")
    }

    /// The pattern with its slash; what it would be refused for then is mended too.
    private func helpForSlash(_ written: String) -> String {
        if written.hasPrefix("**/") { return "write `/*\(written.dropFirst(2))`: `**` can only be the last segment" }
        if written.hasPrefix("./") { return "write `\(written.dropFirst())`" }
        let name = written.dropFirst()
        let isSplat = written.hasPrefix("*") && !name.isEmpty && name.utf8.allSatisfy(ByteText.isSlugStart)
        return isSplat && allowsCaptures ? "write `/$(\(name):**)`" : "write \"/\(written)\""
    }

    /// Adds the atom of a segment, or sets the tail.
    private mutating func parseSegment(_ segment: Range<Int>) throws(PatternError) {
        if text[segment] == Self.doubleStar {
            tail = .nameless
            return
        }
        var prefix: [UInt8] = []
        var suffix: [UInt8] = []
        var core: Atom.Core?
        var index = segment.lowerBound
        while index < segment.upperBound {
            let byte = text[index]
            var literal = [byte]
            if byte == Self.star || isCapture(at: index, in: segment) {
                let (found, end) = try parseCore(at: index, in: segment)
                guard core == nil else {
                    throw PatternError(.twoCaptures, index..<end, "a segment has at most one capture or *")
                }
                if tail != nil { return }
                core = found
                index = end
                continue
            }
            guard !allowsCaptures || byte != Self.bracket else {
                throw PatternError(
                    .badOptional, index..<index + 1, "one pattern alone has no optional part",
                    help: "for the text itself write `\\[`")
            }
            if byte == Self.backslash {
                literal = try escape(at: index, in: segment)
                index += 1
            }
            if core == nil { prefix += literal } else { suffix += literal }
            index += literal.count
        }
        let atom = Atom(prefix: prefix, core: core ?? .literal, suffix: suffix)
        try checkMatchable(atom, at: segment)
        atoms.append(atom)
    }

    private func isCapture(at index: Int, in segment: Range<Int>) -> Bool {
        text[index] == Self.dollar && index + 1 < segment.upperBound && text[index + 1] == Self.open
    }

    /// `\*`, `\$(` and `\\`: the bytes without their special meaning; also a character that other languages of routes
    /// give a meaning (`ForeignSyntax`), because a backslash says that it is text.
    private func escape(at index: Int, in segment: Range<Int>) throws(PatternError) -> [UInt8] {
        let next = index + 1
        if next < segment.upperBound {
            if text[next] == Self.star || text[next] == Self.backslash { return [text[next]] }
            if isCapture(at: next, in: segment) { return [Self.dollar, Self.open] }
            if Self.escapable.contains(text[next]) { return [text[next]] }
        }
        throw PatternError(
            .badEscape, index..<min(index + 2, segment.upperBound),
            "a backslash must be followed by *, $, \\ or one of : { } < > [ ] ( ) ? # ^")
    }

    /// Parses `*`, `$(name)` or `$(name:type)` and returns it with its end; sets the tail for `$(name:**)`.
    private mutating func parseCore(at index: Int, in segment: Range<Int>) throws(PatternError) -> (Atom.Core?, Int) {
        if text[index] == Self.star {
            if index + 1 < segment.upperBound && text[index + 1] == Self.star {
                throw PatternError(
                    .tailNotAlone, index..<index + 2, "** must be a whole segment, and the last one",
                    help: "write * for one segment's text, or \\*\\* for two asterisks")
            }
            return (.wildcard, index + 1)
        }
        guard let close = closing(from: index, in: segment) else {
            throw PatternError(
                .unclosedCapture, index..<segment.upperBound, "the capture has no closing ) in its segment",
                help: "a capture has no spaces: `$(day:uint(1..31))`; for the text itself write `\\$(`")
        }
        let capture = index..<close + 1
        guard allowsCaptures else {
            throw PatternError(
                .captureNotAllowed, capture, "except and deny accept only literals, * and a final **",
                help: "write * in place of the capture")
        }
        let colon = text[index..<close].firstIndex(of: UInt8(ascii: ":"))
        let name = try captureName(in: index + 2..<(colon ?? close))
        guard let colon else { return (Self.core(name, .string), close + 1) }
        if text[colon + 1..<close] == Self.doubleStar {
            guard capture == segment else {
                throw PatternError(.tailNotAlone, capture, "a tail must be a whole segment, and the last one")
            }
            tail = name == Pattern.noName ? .nameless : .named(name)
            return (nil, close + 1)
        }
        return (Self.core(name, try parseLanguage(colon + 1..<close)), close + 1)
    }

    /// A capture; `$(_)` is the same as `*`.
    private static func core(_ name: String, _ language: Language) -> Atom.Core {
        name == Pattern.noName && language == .string ? .wildcard : .capture(name: name, language: language)
    }

    /// The parenthesis that closes a capture; that of a type with a bound comes before it, as in `$(n:digits(6))`.
    private func closing(from index: Int, in segment: Range<Int>) -> Int? {
        guard let first = text[index..<segment.upperBound].firstIndex(of: Self.close),
            let colon = text[index..<first].firstIndex(of: UInt8(ascii: ":")),
            BoundedType.isBegun(by: ByteText.string(text[colon + 1..<first])),
            first + 1 < segment.upperBound, text[first + 1] == Self.close
        else { return text[index..<segment.upperBound].firstIndex(of: Self.close) }
        return first + 1
    }

    private mutating func captureName(in range: Range<Int>) throws(PatternError) -> String {
        let bytes = text[range]
        guard let first = bytes.first, ByteText.isSlugStart(first), !first.isDigit, range.count <= 64,
            bytes.allSatisfy({ ByteText.isSlugStart($0) || $0 == UInt8(ascii: "-") })
        else {
            throw PatternError(
                .badCaptureName, range.lowerBound..<max(range.lowerBound + 1, range.upperBound),
                "a name begins with a letter or _, contains only letters, digits, _ and -, and has at most 64 bytes",
                help: "a part that feeds no input is written `*`, or with its type `$(_:uint)`")
        }
        let name = ByteText.string(bytes)
        if name == Pattern.noName { return name }
        guard names.insert(name).inserted else {
            throw PatternError(.duplicateCapture, range, "this name is captured twice in the pattern")
        }
        guard names.count <= Limits.captures else {
            throw PatternError(.tooManyCaptures, range, "a pattern captures at most \(Limits.captures) names")
        }
        return name
    }

    private func parseLanguage(_ range: Range<Int>) throws(PatternError) -> Language {
        let bytes = text[range]
        let word = ByteText.string(bytes)
        if bytes.first == UInt8(ascii: "@") {
            let name = String(word.dropFirst())
            if let set = sets(name) { return .set(set) }
            throw PatternError(
                .unknownSet, range, "there is no value set \(name)", help: "declare it with: values \(name) …")
        }
        if bytes.contains(Self.bar) {
            let members = bytes.split(separator: Self.bar, omittingEmptySubsequences: false).map(Array.init)
            if let set = ValueSet(members: members, name: nil) { return .set(set) }
            throw PatternError(.badSet, range, "a value between | is empty or repeated")
        }
        if let language = Language(named: word) { return language }
        let place = range.lowerBound..<max(range.lowerBound + 1, range.upperBound)
        do {
            if let type = try BoundedType(word) { return .bounded(type) }
        } catch {
            throw PatternError(.unknownType, place, error.sentence, help: error.help)
        }
        throw PatternError(
            .unknownType, place, "there is no type \(word)",
            help: "the types are \(Language.forms.joined(separator: ", ")), @set and a|b")
    }

    /// Refuses text that no link can have.
    private func checkMatchable(_ atom: Atom, at segment: Range<Int>) throws(PatternError) {
        let rule: PolicyRule? =
            switch atom.shape {
            case .words(let words): words.lazy.compactMap(LinkBuilder.breach(ofSegment:)).first
            case .affixed(let affixed):
                // More text follows, so a prefix of one or two dots is not a dot segment.
                [affixed.prefix, affixed.suffix].lazy.compactMap(LinkBuilder.breach(ofSegment:))
                    .first { $0 != .dotSegment }
            }
        guard let rule else { return }
        let reason = rule.sentence.prefix(1).lowercased() + rule.sentence.dropFirst().dropLast()
        throw PatternError(
            rule == .dotSegment && atom.core == .literal ? .dotSegment : .unmatchable, segment,
            "no link can match this segment: \(reason)",
            help: rule == .decodesFurther ? "write the pattern in decoded form" : nil)
    }

    private static let slash = UInt8(ascii: "/")
    private static let star = UInt8(ascii: "*")
    private static let dollar = UInt8(ascii: "$")
    private static let open = UInt8(ascii: "(")
    private static let close = UInt8(ascii: ")")
    private static let backslash = UInt8(ascii: "\\")
    private static let bar = UInt8(ascii: "|")
    private static let escapable = Array("$:{}<>[]()?#^".utf8)
    /// It begins an optional part; see `OptionalParts`.
    private static let bracket = UInt8(ascii: "[")
    private static let doubleStar = ArraySlice("**".utf8)
}

extension Pattern {
    /// Parses a route's pattern.
    ///
    /// *Shape*: `/img/$(id:uint).png` in, two atoms out. `sets` returns the set of `values NAME …` for `@NAME`.
    /// *Throws*: `PatternError` with the offset into `text` if it is not a pattern or if no link can match it.
    package static func parse(
        _ text: Span<UInt8>, sets: (String) -> ValueSet?
    ) throws(PatternError) -> Pattern {
        try withoutActuallyEscaping(sets) { sets throws(PatternError) -> Pattern in
            let parser = try PatternParser(text, allowsCaptures: true, sets: sets)
            return Pattern(atoms: parser.atoms, tail: parser.tail)
        }
    }
}
