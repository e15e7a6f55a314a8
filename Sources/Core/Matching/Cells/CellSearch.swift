/// The search for texts that are not listed, in the product of automata and of the beginnings of the listed texts.
struct CellSearch {
    /// The beginnings of the listed texts.
    private struct Node {
        var next: [UInt8: Int32] = [:]
        var isText = false
    }

    /// One automaton; its states have numbers, and a byte's next state is computed once.
    private struct Automaton {
        static let dead: Int32 = -1
        private static let unknown: Int32 = -2

        private let type: AffixedType
        private let width: Int
        private var states: [AffixedType.State] = []
        private var numbers: [AffixedType.State: Int32] = [:]
        private var nexts: [Int32] = []
        private var accepting: [Bool] = []

        /// - Parameter width: how many bytes there are.
        init(_ type: AffixedType, width: Int) {
            (self.type, self.width) = (type, width)
            _ = number(of: AffixedType.State())
        }

        func isAccepting(_ state: Int32) -> Bool { state != Self.dead && accepting[Int(state)] }

        /// - Parameter index: that of the byte, below the width.
        mutating func step(_ state: Int32, _ byte: UInt8, index: Int) -> Int32 {
            guard state != Self.dead else { return Self.dead }
            let place = Int(state) * width + index
            if nexts[place] == Self.unknown {
                let next = type.step(states[Int(state)], byte)
                nexts[place] = next.map { number(of: $0) } ?? Self.dead
            }
            return nexts[place]
        }

        private mutating func number(of state: AffixedType.State) -> Int32 {
            if let known = numbers[state] { return known }
            let number = Int32(truncatingIfNeeded: states.count)
            numbers[state] = number
            states.append(state)
            accepting.append(type.isAccepting(state))
            nexts += Array(repeating: Self.unknown, count: width)
            return number
        }
    }

    /// The texts of each cell, by the numbers of the automata that accept them.
    private(set) var found: [(members: [Int], texts: [[UInt8]])] = []
    private(set) var isComplete = true

    private let textCount: Int
    private let alphabet: [UInt8]
    /// By byte, its place in the alphabet; past its end one for each of the other bytes.
    private var places: [UInt8: Int] = [:]
    private var nodes = [Node()]
    private var automata: [Automaton] = []
    private var cells: [[Int]: Int] = [:]
    /// The states of the automata, then the node; where a text comes from, and its last byte.
    private var queue: [(place: [Int32], parent: Int, byte: UInt8)] = []

    init(_ types: [AffixedType], besides listed: some Sequence<[UInt8]>, textCount: Int) {
        self.textCount = textCount
        alphabet = Self.representativeBytes(of: types)
        for text in listed { add(text) }
        for byte in alphabet + nodes.flatMap(\.next.keys).sorted() where places[byte] == nil {
            places[byte] = places.count
        }
        automata = types.map { Automaton($0, width: places.count) }
    }

    private mutating func add(_ text: [UInt8]) {
        var node = 0
        for byte in text {
            if let next = nodes[node].next[byte] {
                node = Int(next)
            } else {
                nodes[node].next[byte] = Int32(truncatingIfNeeded: nodes.count)
                node = nodes.count
                nodes.append(Node())
            }
        }
        nodes[node].isText = true
    }

    /// Searches until every place was seen.
    mutating func run() {
        let start = automata.map { _ in Int32(0) } + [0]
        var visits: [[Int32]: Int] = [start: 1]
        queue = [(start, -1, 0)]
        var head = 0
        var steps = 0
        while head < queue.count {
            let place = queue[head].place
            var bytes = alphabet
            if let node = place.last, node >= 0 {
                bytes += nodes[Int(node)].next.keys.filter { !alphabet.contains($0) }.sorted()
            }
            for byte in bytes {
                let next = advance(place, byte)
                // The first n texts of a cell need each place at most n times.
                guard visits[next, default: 0] < textCount else { continue }
                visits[next, default: 0] += 1
                queue.append((next, head, byte))
                judge(next)
            }
            head += 1
            steps += bytes.count * place.count
            guard steps < TextCells.stepLimit else { return isComplete = false }
        }
    }

    private mutating func advance(_ place: [Int32], _ byte: UInt8) -> [Int32] {
        var next = place
        let index = places[byte] ?? 0
        for number in automata.indices { next[number] = automata[number].step(place[number], byte, index: index) }
        let node = place[automata.count]
        // Negative where no listed text begins like this.
        next[automata.count] = node < 0 ? -1 : nodes[Int(node)].next[byte] ?? -1
        return next
    }

    private mutating func judge(_ place: [Int32]) {
        let node = place[automata.count]
        if node >= 0, nodes[Int(node)].isText { return }
        let members = automata.indices.filter { automata[$0].isAccepting(place[$0]) }
        if let cell = cells[members] {
            if found[cell].texts.count < textCount { found[cell].texts.append(text(at: queue.count - 1)) }
        } else {
            cells[members] = found.count
            found.append((members, [text(at: queue.count - 1)]))
        }
    }

    private func text(at index: Int) -> [UInt8] {
        var reversed: [UInt8] = []
        var index = index
        while index > 0 {
            reversed.append(queue[index].byte)
            index = queue[index].parent
        }
        return reversed.reversed()
    }

    /// The bytes of affixes, and of those that nothing tells apart some of each kind; a place among the listed texts has those
    /// that go on there too.
    private static func representativeBytes(of types: [AffixedType]) -> [UInt8] {
        let known = Set(types.flatMap { $0.prefix + $0.suffix })
        func some(_ candidates: some Sequence<UInt8>, _ count: Int) -> [UInt8] {
            Array(candidates.lazy.filter { !known.contains($0) }.prefix(count))
        }
        let letters = some(Array("xyzwvutsrqponmlkjihgXYZWVUTSRQPONMLKJIHG_".utf8), 2)
        let hexLetters = some(Array("abcdefABCDEF".utf8), 1)
        // Only bounds and dates tell all digits apart.
        let digits = Array((types.contains { $0.type.tellsDigitsApart } ? "0123456789" : "109").utf8)
        let others = some((0x21...0x7E).filter { !ByteText.isSlugStart($0) && $0 != UInt8(ascii: "-") }, 1)
        return letters + hexLetters + digits + known.subtracting(digits).sorted()
            + some([UInt8(ascii: "-")], 1) + others
    }
}

extension OpenType {
    /// True if texts of the type end where a digit is larger than a bound of the table's.
    fileprivate var tellsDigitsApart: Bool {
        switch self {
        case .date: true
        case .integer: self != .uint && self != .int
        case .uuid, .hex, .slug, .string, .fixed, .text: false
        }
    }
}
