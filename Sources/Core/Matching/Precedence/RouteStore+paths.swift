internal import Contract

// A shortcut from the text of a pattern to a path.
//
// `Pattern.parse` alone defines patterns and all their errors. But a large table repeats a few segments, between
// literals of plain letters. So a segment of unreserved characters is taken as a literal, and any other is looked up
// among the segments that were parsed before. A text goes through the parser only if a segment is neither of these, or
// if the text is unusual in another way. The parser then reports an error, or its segments are stored for the next
// text.

extension RouteStore {
    /// The parsed form of a written segment.
    struct Segment {
        let atom: AtomTable.ID
        /// The number of the capture's part; negative without a capture.
        let part: Int32
        let isTail: Bool
    }

    /// The path of a pattern's text.
    ///
    /// `sets` must return the same sets until the segments are forgotten.
    mutating func path(
        _ text: Span<UInt8>, sets: (String) -> ValueSet?
    ) throws(PatternError) -> RoutePath {
        if let path = knownPath(text) { return path }
        let pattern = try Pattern.parse(text, sets: sets)
        let path = path(of: pattern)
        remember(text, pattern)
        return path
    }

    /// The path of a pattern.
    mutating func path(of pattern: Pattern) -> RoutePath {
        let start = pathAtoms.count
        for atom in pattern.atoms { pathAtoms.append(atoms.intern(atom)) }
        let items = pattern.captures.map { capture in
            CaptureTable.Item(
                part: captures.intern(Self.part(capture, pattern)),
                position: Int32(truncatingIfNeeded: capture.position))
        }
        return path(from: start, pattern.tail == nil ? .end : .tail, captures.intern(items))
    }

    /// The path of an exclusion.
    mutating func path(of exclusion: ExclusionPattern) -> RoutePath {
        let start = pathAtoms.count
        for atom in exclusion.atoms { pathAtoms.append(atoms.intern(atom)) }
        return path(from: start, exclusion.coversBelow ? .endOrTail : .end, 0)
    }

    private func path(from start: Int, _ ending: RoutePath.Ending, _ captureList: UInt32) -> RoutePath {
        RoutePath(
            start: UInt32(truncatingIfNeeded: start), atomCount: UInt16(truncatingIfNeeded: pathAtoms.count - start),
            ending: ending, captureList: captureList)
    }

    private static func part(_ capture: Pattern.Capture, _ pattern: Pattern) -> CaptureTable.Part {
        guard case .text(let language) = capture.value else {
            return CaptureTable.Part(name: capture.name, language: nil, prefixCount: 0, suffixCount: 0)
        }
        let atom = pattern.atoms[capture.position]
        return CaptureTable.Part(
            name: capture.name, language: language, prefixCount: atom.prefix.count, suffixCount: atom.suffix.count)
    }

    // MARK: The shortcut

    /// The path of a text whose segments are all plain or known; nil for any other text, valid or not.
    private mutating func knownPath(_ text: Span<UInt8>) -> RoutePath? {
        guard text.count > 0, text[0] == UInt8(ascii: "/") else { return nil }
        let start = pathAtoms.count
        guard let path = knownPath(text, from: start) else {
            pathAtoms.removeSubrange(start...)
            return nil
        }
        return path
    }

    private mutating func knownPath(_ text: Span<UInt8>, from start: Int) -> RoutePath? {
        var items: [CaptureTable.Item] = []
        var (from, isTail) = (1, false)
        while from <= text.count && !isTail {
            let end = Self.segmentEnd(text, from)
            guard let segment = segment(text, from..<end), segment.part < 0 || isNew(segment.part, items),
                !segment.isTail || end == text.count
            else { return nil }
            isTail = segment.isTail
            if segment.part >= 0 {
                let position = Int32(truncatingIfNeeded: pathAtoms.count - start)
                items.append(CaptureTable.Item(part: segment.part, position: position))
            }
            if !isTail { pathAtoms.append(segment.atom) }
            from = end + 1
        }
        guard pathAtoms.count - start + (isTail ? 1 : 0) <= Limits.segments, items.count <= Limits.captures
        else { return nil }
        return path(from: start, isTail ? .tail : .end, captures.intern(items))
    }

    private static func segmentEnd(_ text: Span<UInt8>, _ start: Int) -> Int {
        (start..<text.count).first { text[$0] == UInt8(ascii: "/") } ?? text.count
    }

    private func isNew(_ part: Int32, _ items: [CaptureTable.Item]) -> Bool {
        items.allSatisfy { captures.parts[Int($0.part)].name != captures.parts[Int(part)].name }
    }

    private mutating func segment(_ text: Span<UInt8>, _ range: Range<Int>) -> Segment? {
        if range.isEmpty && range.upperBound < text.count { return nil }
        if Self.isPlain(text, range) { return Segment(atom: atoms.intern(text, range), part: -1, isTail: false) }
        return writtenSegments.number(of: text, range).map { segments[$0] }
    }

    /// True if a segment is its own literal: letters, digits, `-`, `.`, `_` and `~`, but not `.` or `..`.
    private static func isPlain(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var hasOther = range.isEmpty || range.count > 2
        for index in range where text[index] != UInt8(ascii: ".") {
            let byte = text[index]
            guard ByteText.isSlugStart(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "~") else {
                return false
            }
            hasOther = true
        }
        return hasOther
    }

    /// Stores the parsed segments of a valid pattern.
    private mutating func remember(_ text: Span<UInt8>, _ pattern: Pattern) {
        var (from, position) = (1, 0)
        while from <= text.count {
            let end = Self.segmentEnd(text, from)
            if !Self.isPlain(text, from..<end), writtenSegments.number(of: text, from..<end) == nil {
                let number = writtenSegments.intern(text, from..<end)
                if number == segments.count { segments.append(segment(at: position, of: pattern)) }
            }
            from = end + 1
            position += 1
        }
    }

    private mutating func segment(at position: Int, of pattern: Pattern) -> Segment {
        let isTail = position >= pattern.atoms.count
        let capture = pattern.captures.first { $0.position == position }
        let part = capture.map { captures.intern(Self.part($0, pattern)) } ?? -1
        return Segment(atom: isTail ? 0 : atoms.intern(pattern.atoms[position]), part: part, isTail: isTail)
    }
}
