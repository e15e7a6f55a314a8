/// The texts of one open atom, a prefix, a type and a suffix, as an automaton.
struct AffixedType: Hashable {
    var prefix: [UInt8]
    let type: OpenType
    var suffix: [UInt8]

    /// The position of the automaton: inside the prefix, then in the type and at several positions of the suffix at
    /// once, because a byte may belong to either.
    struct State: Hashable {
        var prefixRead = 0
        var core = 0
        var suffixRead: [Int] = []
    }

    /// The state after one more byte; nil if no accepted text continues like this.
    func step(_ state: State, _ byte: UInt8) -> State? {
        var next = state
        if state.prefixRead < prefix.count {
            guard prefix[state.prefixRead] == byte else { return nil }
            next.prefixRead += 1
            return next
        }
        next.suffixRead = state.suffixRead.compactMap { $0 < suffix.count && suffix[$0] == byte ? $0 + 1 : nil }
        if state.core != OpenType.dead {
            if type.isAccepting(state.core), let first = suffix.first, first == byte { next.suffixRead.append(1) }
            next.core = type.step(state.core, byte)
        }
        return next.core == OpenType.dead && next.suffixRead.isEmpty ? nil : next
    }

    /// True if a text may end here.
    func isAccepting(_ state: State) -> Bool {
        if suffix.isEmpty { return state.core != OpenType.dead && type.isAccepting(state.core) }
        return state.suffixRead.contains(suffix.count)
    }

    /// True if `text` is one of the texts.
    func accepts(_ text: Span<UInt8>) -> Bool {
        let end = text.count - suffix.count
        return end > prefix.count && SegmentKey.isEqual(prefix.span, 0, text, 0, count: prefix.count)
            && SegmentKey.isEqual(suffix.span, 0, text, end, count: suffix.count)
            && type.accepts(text, prefix.count..<end)
    }

    /// True if the affixes allow a common text: one prefix begins with the other, one suffix ends with the other.
    func isComparable(with other: AffixedType) -> Bool {
        zip(prefix, other.prefix).allSatisfy(==)
            && zip(suffix.reversed(), other.suffix.reversed()).allSatisfy(==)
    }

    /// A text with the longer prefix and the longer suffix of two comparable shapes.
    func text(_ core: some Sequence<UInt8>, within other: AffixedType) -> [UInt8] {
        (prefix.count > other.prefix.count ? prefix : other.prefix) + core
            + (suffix.count > other.suffix.count ? suffix : other.suffix)
    }

    /// The type and the lengths of the affixes.
    var outline: AffixOutline {
        AffixOutline(type: type, prefixCount: prefix.count, suffixCount: suffix.count)
    }
}

/// An open atom without the texts of its affixes.
struct AffixOutline {
    let type: OpenType
    let prefixCount: Int
    let suffixCount: Int

    /// The relation of two atoms with comparable affixes; nil if only a search can decide it.
    func relation(to other: AffixOutline) -> Relation? {
        let isLonger = prefixCount >= other.prefixCount && suffixCount >= other.suffixCount
        let isShorter = prefixCount <= other.prefixCount && suffixCount <= other.suffixCount
        return switch (type, other.type) {
        case _ where isLonger && isShorter: type.relation(to: other.type)
        case (.string, .string): Relation(inside: isLonger, contains: isShorter)
        case (_, .string) where isLonger: .inside
        case (.string, _) where isShorter: .contains
        default: nil
        }
    }
}
