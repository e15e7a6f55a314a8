// The relation of two atoms, decided in this order: listed words are tested one by one, then the affixes alone may
// decide, then the table of types. Only the remaining mixes need a search (ProductSearch).

extension AtomShape {
    /// The relation of this shape's texts to the texts of `other`.
    ///
    /// *Cost*: linear in the words for listed shapes, microseconds for the mixes that need a search.
    func relation(to other: AtomShape) -> AtomRelation {
        switch (self, other) {
        case (.words(let left), .words(let right)): return Self.relation(left, right)
        case (.words(let words), .affixed): return Self.relation(words, within: other)
        case (.affixed, .words(let words)): return Self.relation(words, within: self).mirrored
        case (.affixed(let p, let t, let s), .affixed(let q, let u, let v)):
            return Self.relation((p, t, s), (q, u, v))
        }
    }

    /// Up to `count` texts that both shapes accept, the witness first; one may be outside every `except`.
    func commonTexts(with other: AtomShape, count: Int) -> [[UInt8]] {
        switch (self, other) {
        case (.words(let words), let shape), (let shape, .words(let words)):
            return Array(words.lazy.filter { shape.accepts($0.span) }.prefix(count))
        case (.affixed(let p, .string, let s), .affixed(let q, .string, let v)):
            guard Self.comparable(p, q, s, v) else { return [] }
            let prefix = p.count > q.count ? p : q
            let suffix = s.count > v.count ? s : v
            return Self.fillers.prefix(count).map { prefix + Array($0.utf8) + suffix }
        case (.affixed(let p, let t, let s), .affixed(let q, let u, let v)):
            guard Self.comparable(p, q, s, v) else { return [] }
            var search = ProductSearch(AffixedType(p, t, s), AffixedType(q, u, v), wordCount: count)
            search.run()
            return search.words
        }
    }

    /// True if the common texts are listed, so that `commonTexts` can return them all.
    func hasListedTexts(with other: AtomShape) -> Bool {
        if case .words = self { return true }
        if case .words = other { return true }
        return false
    }

    private static let fillers = ["x", "y", "z"] + (0..<64).map { "x\($0)" }

    private static func relation(_ left: [[UInt8]], _ right: [[UInt8]]) -> AtomRelation {
        var (i, j, common) = (0, 0, 0)
        var witness: [UInt8]?
        while i < left.count && j < right.count {
            let (mine, its) = (left[i], right[j])
            let order = ByteText.order(mine.span, its.span)
            switch order {
            case 0:
                witness = witness ?? left[i]
                common += 1
                i += 1
                j += 1
            case ..<0: i += 1
            default: j += 1
            }
        }
        guard common > 0 else { return .disjoint }
        return AtomRelation(Relation(inside: common == left.count, contains: common == right.count), witness)
    }

    // An open type is never inside a list: a list of every date could contain one, but is treated as overlapping.
    private static func relation(_ words: [[UInt8]], within shape: AtomShape) -> AtomRelation {
        var witness: [UInt8]?
        var accepted = 0
        for word in words where shape.accepts(word.span) {
            witness = witness ?? word
            accepted += 1
        }
        guard accepted > 0 else { return .disjoint }
        return AtomRelation(accepted == words.count ? .inside : .overlapping, witness)
    }

    private typealias Affixed = (prefix: [UInt8], type: OpenType, suffix: [UInt8])

    private static func relation(_ a: Affixed, _ b: Affixed) -> AtomRelation {
        guard comparable(a.prefix, b.prefix, a.suffix, b.suffix) else { return .disjoint }
        if a.prefix == b.prefix && a.suffix == b.suffix {
            let (relation, sample) = a.type.relation(to: b.type)
            return AtomRelation(relation, sample.map { a.prefix + Array($0.utf8) + a.suffix })
        }
        let aIsLonger = a.prefix.count >= b.prefix.count && a.suffix.count >= b.suffix.count
        let bIsLonger = b.prefix.count >= a.prefix.count && b.suffix.count >= a.suffix.count
        if a.type == .string && b.type == .string {
            let prefix = a.prefix.count > b.prefix.count ? a.prefix : b.prefix
            let suffix = a.suffix.count > b.suffix.count ? a.suffix : b.suffix
            return AtomRelation(Relation(inside: aIsLonger, contains: bIsLonger), prefix + [UInt8(ascii: "x")] + suffix)
        }
        if b.type == .string && aIsLonger {
            return AtomRelation(.inside, a.prefix + Array(a.type.sample.utf8) + a.suffix)
        }
        if a.type == .string && bIsLonger {
            return AtomRelation(.contains, b.prefix + Array(b.type.sample.utf8) + b.suffix)
        }
        var search = ProductSearch(
            AffixedType(a.prefix, a.type, a.suffix), AffixedType(b.prefix, b.type, b.suffix), wordCount: 1)
        search.run()
        return search.relation
    }

    /// True if the affixes allow a common text: one prefix begins with the other, one suffix ends with the other.
    private static func comparable(_ p: [UInt8], _ q: [UInt8], _ s: [UInt8], _ t: [UInt8]) -> Bool {
        for index in 0..<min(p.count, q.count) where p[index] != q[index] { return false }
        for index in 0..<min(s.count, t.count) where s[s.count - 1 - index] != t[t.count - 1 - index] { return false }
        return true
    }
}

extension OpenType {
    /// The relation of two types without affixes, with a text of both; nil if they are disjoint.
    func relation(to other: OpenType) -> (Relation, String?) {
        switch plainRelation(to: other) {
        case .disjoint: (.disjoint, nil)
        case .overlapping: (.overlapping, "1")
        case .contains: (.contains, other.sample)
        case let relation: (relation, sample)
        }
    }

    /// The relation of two types without affixes.
    func plainRelation(to other: OpenType) -> Relation {
        if self == other { return .equal }
        switch (self, other) {
        case (_, .string), (.date, .slug), (.uuid, .slug), (.uint, .slug), (.hex, .slug), (.uint, .hex), (.uint, .int):
            return .inside
        case (.string, _), (.slug, .date), (.slug, .uuid), (.slug, .uint), (.slug, .hex), (.hex, .uint), (.int, .uint):
            return .contains
        case (.int, .hex), (.hex, .int), (.int, .slug), (.slug, .int): return .overlapping
        default: return .disjoint
        }
    }
}
