// Decides how the texts of two atoms, parts of a pattern's segment, relate: one set inside the other, some texts in
// common, or none. Listed words are tested one by one; then the affixes alone may decide, then a comparison of the
// types. Only the remaining mixes need a search (ProductSearch).

extension AtomShape {
    /// The relation of this shape's texts to the texts of `other`.
    ///
    /// *Cost*: linear in the words for listed shapes, microseconds for the mixes that need a search.
    func relation(to other: AtomShape) -> AtomRelation {
        switch (self, other) {
        case (.words(let left), .words(let right)): Self.relation(left, right)
        case (.words(let words), .affixed): Self.relation(words, within: other)
        case (.affixed, .words(let words)): Self.relation(words, within: self).mirrored
        case (.affixed(let mine), .affixed(let its)): mine.relation(to: its)
        }
    }

    /// Up to `count` texts that both shapes accept, the witness first; one may be outside every `except`.
    func commonTexts(with other: AtomShape, count: Int) -> [[UInt8]] {
        switch (self, other) {
        case (.words(let words), let shape), (let shape, .words(let words)):
            return Array(words.lazy.filter { shape.accepts($0.span) }.prefix(count))
        case (.affixed(let mine), .affixed(let its)):
            guard mine.isComparable(with: its) else { return [] }
            if mine.type == .string && its.type == .string {
                return Self.fillers.prefix(count).map { mine.text($0.utf8, within: its) }
            }
            return ProductSearch(mine, its, wordCount: count).words
        }
    }

    /// True if the common texts are listed, so that `commonTexts` can return them all.
    func hasListedTexts(with other: AtomShape) -> Bool {
        switch (self, other) {
        case (.words, _), (_, .words): true
        case (.affixed, .affixed): false
        }
    }

    private static let fillers = ["x", "y", "z"] + (0..<64).map { "x\($0)" }

    private static func relation(_ left: [[UInt8]], _ right: [[UInt8]]) -> AtomRelation {
        var (i, j, common) = (0, 0, 0)
        var witness: [UInt8]?
        while i < left.count && j < right.count {
            let (mine, its) = (left[i], right[j])
            switch ByteText.order(mine.span, its.span) {
            case 0:
                witness = witness ?? mine
                common += 1
                i += 1
                j += 1
            case ..<0: i += 1
            default: j += 1
            }
        }
        guard common > 0 else { return .disjoint }
        return AtomRelation(
            relation: Relation(inside: common == left.count, contains: common == right.count), witness: witness)
    }

    // An open type is inside a list if as many words of the list are its texts as it has texts.
    private static func relation(_ words: [[UInt8]], within shape: AtomShape) -> AtomRelation {
        let accepted = words.filter { shape.accepts($0.span) }
        guard let witness = accepted.first else { return .disjoint }
        let hasAll = shape.size == .counted(UInt64(accepted.count - 1))
        return AtomRelation(
            relation: Relation(inside: accepted.count == words.count, contains: hasAll), witness: witness)
    }
}

extension AffixedType {
    /// The relation of two atoms, by their affixes and types if these decide it, otherwise by a search.
    fileprivate func relation(to other: AffixedType) -> AtomRelation {
        guard isComparable(with: other) else { return .disjoint }
        switch outline.relation(to: other.outline) {
        case nil: return ProductSearch(self, other, wordCount: 1).relation
        case .disjoint: return .disjoint
        case let relation?:
            return AtomRelation(
                relation: relation, witness: text(type.commonText(with: other.type).utf8, within: other))
        }
    }
}
