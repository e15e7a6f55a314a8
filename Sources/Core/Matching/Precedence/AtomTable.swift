// Numbers the distinct atoms of a table.
//
// A literal has a number from 0 and every other shape one below 0. So most questions (is it a literal, are two literals
// equal) are answered by the number alone. The other shapes have an outline in flat arrays: the walk compares some of
// them millions of times, and reading an enum that contains arrays retains and releases each array.

/// The distinct atoms of a table, each with a number, and their relations.
struct AtomTable: ~Copyable {
    /// The number of one atom: 0 or more for a literal, negative for any other shape.
    typealias ID = Int32

    /// A shape without its arrays.
    private struct Outline {
        /// Nil for a list of words.
        var open: AffixOutline?
        /// The position in `affixes` of the prefix; the suffix follows.
        var start = 0
    }

    private(set) var literals = ByteInterner()
    /// The shapes that are not literals, by the complement of their number.
    private(set) var shapes: [AtomShape] = []
    private var numbers = Numbering<AtomShape>()
    private var outlines: [Outline] = []
    /// By the complement of a shape's number; see `weigh`.
    private var weights: [Int] = []
    private var affixes: [UInt8] = []
    private var memo: [UInt64: Relation] = [:]
    /// *Units*: bytes of texts that were compared to find relations; a step of a search counts as `bytesOfSearchStep`.
    private(set) var comparedBytes = 0

    private static let bytesOfSearchStep = 64
    /// *Units*: relations in the memo, 18 bytes each; past the limit a relation is computed again each time.
    private static let memoLimit = 1 << 20

    /// True if the number is that of a literal.
    static func isLiteral(_ id: ID) -> Bool { id >= 0 }

    /// The number of a literal.
    mutating func intern(_ text: Span<UInt8>, _ range: Range<Int>) -> ID {
        ID(truncatingIfNeeded: literals.intern(text, range))
    }

    /// The number of an atom's shape.
    mutating func intern(_ atom: Atom) -> ID {
        guard atom.core == .literal else { return intern(atom.shape) }
        return intern(atom.prefix.span, atom.prefix.indices)
    }

    /// The number of a shape.
    mutating func intern(_ shape: AtomShape) -> ID {
        if let text = shape.literal { return intern(text.span, text.indices) }
        let number = numbers.number(of: shape)
        if number == shapes.count {
            shapes.append(shape)
            var outline = Outline()
            if case .affixed(let affixed) = shape {
                outline.open = affixed.outline
                outline.start = affixes.count
                affixes += affixed.prefix + affixed.suffix
            }
            outlines.append(outline)
        }
        return ~ID(truncatingIfNeeded: number)
    }

    /// The shape of a number.
    subscript(id: ID) -> AtomShape {
        id >= 0 ? .literal(literals.text(of: Int(id))) : shapes[Int(~id)]
    }

    /// Sets the weights of all shapes: the positions of their sizes among the distinct sizes of the table.
    ///
    /// A position and not a size, because the weights of a path are added up.
    mutating func weigh() {
        let sizes = shapes.map(\.size)
        let positions = Dictionary(uniqueKeysWithValues: Set(sizes).sorted().enumerated().map { ($1, $0 + 1) })
        weights = sizes.map { positions[$0] ?? 0 }
    }

    /// The weight of a shape, which grows strictly with inclusion; 0 for a literal.
    func weight(of id: ID) -> Int { id >= 0 ? 0 : weights[Int(~id)] }

    /// *Units*: bytes of all texts and affixes.
    var byteCount: Int {
        shapes.reduce(literals.bytes.count + affixes.count) { count, shape in
            guard case .words(let words) = shape else { return count }
            return words.reduce(count) { $0 + $1.count }
        }
    }

    /// True if an atom accepts a text.
    func accepts(_ id: ID, _ text: Span<UInt8>) -> Bool {
        if id >= 0 {
            return ByteText.order(literals.bytes.span.extracting(literals.range(of: Int(id))), text) == 0
        }
        let outline = outlines[Int(~id)]
        guard let open = outline.open else { return shapes[Int(~id)].accepts(text) }
        let end = text.count - open.suffixCount
        let suffix = outline.start + open.prefixCount
        return end > open.prefixCount
            && SegmentKey.isEqual(affixes.span, outline.start, text, 0, count: open.prefixCount)
            && SegmentKey.isEqual(affixes.span, suffix, text, end, count: open.suffixCount)
            && open.type.accepts(text, open.prefixCount..<end)
    }

    // MARK: Relations

    /// The relation of `left` to `right`.
    ///
    /// *Cost*: nothing for two literals, a test of the text for one, the affixes for most other pairs; the few mixes
    /// that need a search are searched once.
    mutating func relation(_ left: ID, _ right: ID) -> Relation {
        if left == right { return .equal }
        if left >= 0 {
            guard right < 0 else { return .disjoint }
            let text = literals.range(of: Int(left))
            comparedBytes += text.count
            return accepts(right, literals.bytes.span.extracting(text)) ? .inside : .disjoint
        }
        if right >= 0 { return relation(right, left).mirrored }
        let (mine, its) = (outlines[Int(~left)], outlines[Int(~right)])
        guard let a = mine.open, let b = its.open else { return searched(left, right) }
        // Of two atoms with a common text one prefix begins with the other, and one suffix ends with the other.
        let (prefix, suffix) = (min(a.prefixCount, b.prefixCount), min(a.suffixCount, b.suffixCount))
        comparedBytes += prefix + suffix
        let end = mine.start + a.prefixCount + a.suffixCount - suffix
        let otherEnd = its.start + b.prefixCount + b.suffixCount - suffix
        guard SegmentKey.isEqual(affixes.span, mine.start, affixes.span, its.start, count: prefix),
            SegmentKey.isEqual(affixes.span, end, affixes.span, otherEnd, count: suffix)
        else { return .disjoint }
        return a.relation(to: b) ?? searched(left, right)
    }

    /// A text that both accept; nil if there is none or none was found.
    func witness(_ left: ID, _ right: ID) -> [UInt8]? { self[left].relation(to: self[right]).witness }

    private mutating func searched(_ left: ID, _ right: ID) -> Relation {
        let (low, high) = (min(left, right), max(left, right))
        let key = UInt64(UInt32(bitPattern: low)) << 32 | UInt64(UInt32(bitPattern: high))
        if let known = memo[key] { return left == low ? known : known.mirrored }
        let (first, second) = (shapes[Int(~low)], shapes[Int(~high)])
        let found = first.relation(to: second)
        comparedBytes += first.comparisonBytes + second.comparisonBytes + found.searchSteps * Self.bytesOfSearchStep
        if memo.count < Self.memoLimit { memo[key] = found.relation }
        return left == low ? found.relation : found.relation.mirrored
    }

    // MARK: Keys to find atoms by

    /// The texts of an atom that lists them; nil for an open shape.
    func listedTexts(_ id: ID) -> [[UInt8]]? {
        guard id < 0 else { return [literals.text(of: Int(id))] }
        guard case .words(let words) = shapes[Int(~id)] else { return nil }
        return words
    }

    /// One affix of an open shape, in reading order from its end of the text: a suffix is reversed.
    func affix(_ id: ID, _ end: TextEnd) -> [UInt8] {
        guard id < 0, case .affixed(let affixed) = shapes[Int(~id)] else { return [] }
        return end == .front ? affixed.prefix : affixed.suffix.reversed()
    }

    /// True if an atom accepts every longer text that has the atom's affix at `end`.
    func isOpen(_ id: ID, butFor end: TextEnd) -> Bool {
        guard id < 0, let open = outlines[Int(~id)].open else { return false }
        return open.type == .string && (end == .front ? open.suffixCount : open.prefixCount) == 0
    }
}
