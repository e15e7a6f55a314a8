// The automaton of a type as a table, for a program that is not this one. The states are found by following `OpenType.step`
// from the start, so the table holds no rule of its own.
//
//     digits(2)     states    0 ─digit→ 1 ─digit→ 2, which accepts
//                   classes   the digits, all other bytes
//                   rows      "+1 on a digit", "no way on, accepts"
//
// Rows have their moves relative to the state, so that a type with a thousand states has few different rows.

/// The automaton of one type of capture.
package struct AutomatonTable: Sendable {
    /// The ways out of a state.
    package struct Row: Hashable, Sendable {
        /// True if a text may end in the state.
        package let isAccepting: Bool
        /// By class of bytes, how far behind the state the next one is; nil where no text goes on.
        package let moves: [Int?]
    }

    /// By byte, the number of its class: bytes of one class lead from every state to the same one.
    package let classes: [Int]
    /// The different rows.
    package let rows: [Row]
    /// By state the number of its row; a text begins in state 0.
    package let states: [Int]

    /// Makes the table of a type.
    ///
    /// *Cost*: 256 steps for each state.
    init(_ type: OpenType) {
        var numbers = [0: 0]
        var found = [0]
        // The different ways out of states, by byte; and by state the number of its ways.
        var ways: [Ways] = []
        var known = Numbering<Ways>()
        var states: [Int] = []
        while states.count < found.count {
            let number = states.count
            let moves = (0..<256).map { byte -> Int? in
                let next = type.step(found[number], UInt8(byte))
                guard next != OpenType.dead else { return nil }
                let target = numbers[next, default: found.count]
                if target == found.count {
                    numbers[next] = target
                    found.append(next)
                }
                return target - number
            }
            let own = Ways(isAccepting: type.isAccepting(found[number]), moves: moves)
            states.append(known.number(of: own))
            if states[number] == ways.count { ways.append(own) }
        }
        let classes = Self.classes(of: ways)
        let firsts = (0...(classes.max() ?? 0)).map { number in classes.firstIndex(of: number) ?? 0 }
        rows = ways.map { way in Row(isAccepting: way.isAccepting, moves: firsts.map { way.moves[$0] }) }
        (self.classes, self.states) = (classes, states)
    }

    /// A row with a move for each byte.
    private struct Ways: Hashable {
        let isAccepting: Bool
        let moves: [Int?]
    }

    private struct Split: Hashable {
        let group: Int
        let move: Int?
    }

    /// By byte, the number of the bytes that no state tells apart from it.
    private static func classes(of ways: [Ways]) -> [Int] {
        var classes = Array(repeating: 0, count: 256)
        for way in ways {
            var numbers = Numbering<Split>()
            for byte in classes.indices {
                classes[byte] = numbers.number(of: Split(group: classes[byte], move: way.moves[byte]))
            }
        }
        return classes
    }
}
