/// One atom as an automaton: a prefix, a type, a suffix.
struct AffixedType {
    var prefix: [UInt8]
    let type: OpenType
    var suffix: [UInt8]

    init(_ prefix: [UInt8], _ type: OpenType, _ suffix: [UInt8]) {
        self.prefix = prefix
        self.type = type
        self.suffix = suffix
    }

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
}
