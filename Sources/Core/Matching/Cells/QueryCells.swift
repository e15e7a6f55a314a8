// The queries that some routes tell apart. The walk goes key by key and keeps, of each route, the first fault that it would
// report; two ways to the same faults go on alike, so one of them ends there.
//
//     ?q:uint   ?!q          q absent   ─→  missing, ─
//                            q=1        ─→  ─, unexpected
//                            q=x        ─→  invalid, unexpected
//                            q=1&q=1    ─→  duplicate, unexpected

internal import Links

/// The queries that the conditions of some routes tell apart.
struct QueryCells {
    /// *Units*: queries; past them a cell may be missing.
    static let limit = 4096
    private static let textCount = 4

    /// What keeps a route from a link: the place among its conditions, and its kind.
    private struct Fault: Hashable {
        let place: Int
        let kind: QueryFault
    }

    /// What a link can have of one key.
    private struct Letter {
        let items: [LinkBuilder.Item]
        /// The same with another value, where there is one: a value may be that of a default.
        var others: [LinkBuilder.Item]
        /// By the number of the route.
        let faults: [Fault?]
    }

    /// Queries that no route tells apart.
    private struct Cell {
        var items: [LinkBuilder.Item] = []
        var others: [LinkBuilder.Item] = []
        var faults: [Fault?]
    }

    private(set) var queries: [[LinkBuilder.Item]] = []
    /// False if a cell may be missing.
    private(set) var isComplete = true
    private let rules: [RouteRule]

    /// Divides the queries of links that some routes take by their paths.
    init(of rules: [RouteRule]) {
        self.rules = rules
        let keys = keys()
        var cells = [Cell(faults: rules.map { _ in nil })]
        for (number, key) in keys.deciding.enumerated() {
            let letters = letters(of: key, number)
            var known: Set<[Fault?]> = []
            cells = cells.flatMap { cell in letters.map { Self.joined(cell, $0) } }
                .filter { known.insert($0.faults).inserted }
            guard cells.count <= Self.limit else {
                isComplete = false
                cells.removeSubrange(Self.limit...)
                break
            }
        }
        queries = cells.map(\.items) + cells.lazy.filter { $0.others != $0.items }.map(\.others)
        addAbsent(keys.deciding, cells)
        addOptional(keys.optional, cells)
    }

    /// Adds, for each query that some route takes, the same without a key that decides but can be left out: the input then
    /// has its default.
    private mutating func addAbsent(_ keys: [String], _ cells: [Cell]) {
        for cell in cells {
            for key in keys where cell.items.contains(where: { $0.key == key }) {
                let isTaken = zip(rules, cell.faults).contains { rule, fault in
                    fault == nil && rule.query.contains { $0.key == key && !$0.isRequired }
                }
                if isTaken { queries.append(cell.items.filter { $0.key != key }) }
            }
        }
    }

    private static func joined(_ cell: Cell, _ letter: Letter) -> Cell {
        let faults = zip(cell.faults, letter.faults).map { known, new -> Fault? in
            guard let known, let new else { return known ?? new }
            return new.place < known.place ? new : known
        }
        return Cell(items: cell.items + letter.items, others: cell.others + letter.others, faults: faults)
    }

    /// The keys that can decide which route takes a link, or that it refuses it; and those that only bring values.
    private func keys() -> (deciding: [String], optional: [String]) {
        var deciding: Set<String> = []
        var declared: Set<String> = []
        for rule in rules {
            deciding.formUnion(rule.absent)
            for condition in rule.query {
                declared.insert(condition.key)
                if condition.isRequired || condition.isExact { deciding.insert(condition.key) }
            }
        }
        if rules.contains(where: \.isStrict) {
            deciding.formUnion(declared)
            // One that no route declares.
            let names = ["x"] + (0...deciding.count).lazy.map { "x\($0)" }
            if let name = names.first(where: { !deciding.contains($0) }) { deciding.insert(name) }
        }
        return (deciding.sorted(), declared.subtracting(deciding).sorted())
    }

    /// A text of each cell of the key's types, then that it is absent, and that it is there twice.
    private mutating func letters(of key: String, _ number: Int) -> [Letter] {
        var shapes: [AtomShape] = []
        for condition in rules.lazy.flatMap(\.query) where condition.key == key {
            let shape = AtomShape(language: condition.language)
            if !shapes.contains(shape) { shapes.append(shape) }
        }
        let divided = TextCells(of: shapes, textCount: Self.textCount)
        if !divided.isComplete { isComplete = false }
        // First what most routes accept, so that a query is of use; another text for each key, so that values that are
        // exchanged differ.
        let cells = divided.cells.sorted { $0.members.count > $1.members.count }
        var letters = cells.map { cell in
            let other = cell.texts.count > 1 ? 1 + number % (cell.texts.count - 1) : 0
            let items = [0, other].map { LinkBuilder.Item(key: key, value: ByteText.string(cell.texts[$0])) }
            return letter([items[0]], or: [items[1]], key) {
                cell.members.contains(shapes.firstIndex(of: AtomShape(language: $0)) ?? -1)
            }
        }
        let first = letters.first?.items ?? []
        letters.append(letter([], key) { _ in false })
        letters.append(letter(first + first, key) { _ in false })
        return letters
    }

    private func letter(
        _ items: [LinkBuilder.Item], or others: [LinkBuilder.Item]? = nil, _ key: String,
        isAccepted: (Language) -> Bool
    ) -> Letter {
        Letter(
            items: items, others: others ?? items,
            faults: rules.map { rule in
                guard let place = rule.query.firstIndex(where: { $0.key == key }) else {
                    guard !items.isEmpty else { return nil }
                    if rule.absent.contains(key) { return Fault(place: rule.query.count, kind: .unexpected) }
                    return rule.isStrict ? Fault(place: rule.query.count + 1, kind: .unexpected) : nil
                }
                let condition = rule.query[place]
                // The chosen route finds the fault of an exact key after all others; a strict one has no other keys.
                let after = condition.isRequired ? place : rule.query.count + 2 + place
                guard condition.isRequired || condition.isExact || rule.isStrict else { return nil }
                switch items.count {
                case 0: return condition.isRequired ? Fault(place: after, kind: .missing) : nil
                case 1: return isAccepted(condition.language) ? nil : Fault(place: after, kind: .invalid)
                default: return Fault(place: after, kind: .duplicate)
                }
            })
    }

    /// Adds, for each query that some route takes, each value of each key that does not decide: it is an input, or left out.
    private mutating func addOptional(_ keys: [String], _ cells: [Cell]) {
        for (number, key) in keys.enumerated() {
            let letters = letters(of: key, number)
            for cell in cells {
                let isTaken = zip(rules, cell.faults).contains { rule, fault in
                    fault == nil && rule.query.contains { $0.key == key }
                }
                guard isTaken else { continue }
                for letter in letters where !letter.items.isEmpty {
                    queries.append(cell.items + letter.items)
                    if letter.others != letter.items { queries.append(cell.items + letter.others) }
                }
            }
        }
        guard queries.count > 8 * Self.limit else { return }
        isComplete = false
        queries.removeSubrange((8 * Self.limit)...)
    }
}
