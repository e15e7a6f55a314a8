// The distinct queries of a table, and the relation of two of them.
//
// Required keys, absent keys (`query !KEY`) and `strict` select a route. For each key a route accepts some lists of
// values: of a required key one value of its type, of an absent key none, of an undeclared key none if the route is
// strict, else any. Example, with routes `/x` that differ in their query:
//
//     !start         accepts no `start`
//     start          accepts one `start`; disjoint from `!start`
//     game !start    accepts one `game` and no `start`; inside `!start`
//
// Two queries intersect if every key that both require has a common value, if neither requires a key that must be absent
// for the other, and if a strict one declares all keys that the other requires. The first is inside the second under
// three conditions. It requires at least the same keys, with values at least as narrow. It accepts no key that must be
// absent for the second. If the second is strict, the first is strict too and declares no other keys, not even optional
// ones.

/// The distinct queries of a table, each with a number; 0 is the query of a route without conditions.
struct QueryTable: ~Copyable {
    /// One declared key, and the number of the shape of its values.
    struct Line: Hashable {
        let key: Int32
        let atom: AtomTable.ID
        let isRequired: Bool
        /// See `QueryCondition`; it changes no relation.
        let isExact: Bool
    }

    /// The positions of a query's parts in the arrays below.
    struct Query {
        /// In the order of the route.
        let lines: Range<Int>
        /// Sorted by key.
        let required: Range<Int>
        let declared: Range<Int>
        /// Sorted, like `declared`.
        let absent: Range<Int>
        let isStrict: Bool

        /// True if every query is accepted.
        var acceptsEverything: Bool { required.isEmpty && absent.isEmpty && !isStrict }
    }

    private struct Signature: Hashable {
        let lines: [Line]
        let absent: [Int32]
        let isStrict: Bool
    }

    private(set) var keys = ByteInterner()
    private(set) var lines: [Line] = []
    private(set) var required: [Line] = []
    private(set) var declared: [Int32] = []
    private(set) var absent: [Int32] = []
    private(set) var queries = [
        Query(lines: 0..<0, required: 0..<0, declared: 0..<0, absent: 0..<0, isStrict: false)
    ]
    /// By query; grows strictly with inclusion: strict first, then more required keys, narrower ones, more absent keys.
    private(set) var weights: [[Int]] = []
    private var numbers = Numbering<Signature>()
    /// *Units*: required and absent keys of the queries that were compared.
    private(set) var comparedKeys = 0

    /// The number of a query.
    mutating func intern(
        _ conditions: [QueryCondition], absent: [String], isStrict: Bool, _ atoms: inout AtomTable
    ) -> UInt32 {
        guard !conditions.isEmpty || !absent.isEmpty || isStrict else { return 0 }
        let lines = conditions.map { condition in
            // Optional keys too, because the index checks their values by the number of their shape.
            return Line(
                key: intern(condition.key), atom: atoms.intern(AtomShape(language: condition.language)),
                isRequired: condition.isRequired, isExact: condition.isExact || isStrict)
        }
        let signature = Signature(lines: lines, absent: Set(absent.map { intern($0) }).sorted(), isStrict: isStrict)
        let number = numbers.number(of: signature) + 1
        if number == queries.count { queries.append(append(signature)) }
        return UInt32(truncatingIfNeeded: number)
    }

    private mutating func intern(_ key: String) -> Int32 {
        let bytes = Array(key.utf8)
        return Int32(truncatingIfNeeded: keys.intern(bytes.span, bytes.indices))
    }

    private mutating func append(_ signature: Signature) -> Query {
        let lines = signature.lines
        let starts = (self.lines.count, required.count, declared.count, absent.count)
        let needed = lines.filter(\.isRequired).sorted { $0.key < $1.key }
        self.lines += lines
        required += needed
        declared += Set(lines.map(\.key)).sorted()
        absent += signature.absent
        return Query(
            lines: starts.0..<self.lines.count, required: starts.1..<required.count,
            declared: starts.2..<declared.count, absent: starts.3..<absent.count, isStrict: signature.isStrict)
    }

    /// Sets the weights of all queries, by those of the atoms.
    mutating func weigh(_ atoms: borrowing AtomTable) {
        weights = []
        for query in queries {
            var sum = 0
            for index in query.required { sum += atoms.weight(of: required[index].atom) }
            // A strict query has no more absent keys than it has keys without a line.
            let absentCount = query.isStrict ? 0 : query.absent.count
            weights.append([query.isStrict ? 0 : 1, -query.required.count, sum, -absentCount, query.declared.count])
        }
    }

    /// The relation of the queries that `left` accepts to those that `right` accepts.
    mutating func relation(_ left: UInt32, _ right: UInt32, _ atoms: inout AtomTable) -> Relation {
        if left == right { return .equal }
        let (a, b) = (queries[Int(left)], queries[Int(right)])
        comparedKeys += a.required.count + b.required.count + a.absent.count + b.absent.count
        if a.acceptsEverything && b.acceptsEverything { return .equal }
        if requires(a, anyOf: b.absent) || requires(b, anyOf: a.absent) { return .disjoint }
        if a.isStrict && !declares(a, required[b.required].lazy.map(\.key)) { return .disjoint }
        if b.isStrict && !declares(b, required[a.required].lazy.map(\.key)) { return .disjoint }
        var inside = lacks(a, b.absent) && (!b.isStrict || (a.isStrict && declares(b, declared[a.declared])))
        var contains = lacks(b, a.absent) && (!a.isStrict || (b.isStrict && declares(a, declared[b.declared])))
        var shared = 0
        var (i, j) = (a.required.lowerBound, b.required.lowerBound)
        while i < a.required.upperBound && j < b.required.upperBound {
            let (mine, its) = (required[i], required[j])
            if mine.key <= its.key { i += 1 }
            if its.key <= mine.key { j += 1 }
            guard mine.key == its.key else { continue }
            shared += 1
            let relation = atoms.relation(mine.atom, its.atom)
            if relation == .disjoint { return .disjoint }
            inside = inside && relation.isInsideOrEqual
            contains = contains && relation.containsOrEqual
        }
        // A key that only one side requires narrows that side.
        return Relation(
            inside: inside && shared == b.required.count, contains: contains && shared == a.required.count)
    }

    /// True if the query accepts no link with the key.
    func forbids(_ query: Query, _ key: Int32) -> Bool { absent[query.absent].contains(key) }

    /// True if a key that the query requires is in a list of absent ones.
    private func requires(_ query: Query, anyOf others: Range<Int>) -> Bool {
        !others.isEmpty && required[query.required].contains { absent[others].contains($0.key) }
    }

    /// True if the query accepts no link with any key of a list of absent ones.
    private func lacks(_ query: Query, _ others: Range<Int>) -> Bool {
        absent[others].allSatisfy { key in
            forbids(query, key) || query.isStrict && !declared[query.declared].contains(key)
        }
    }

    private func declares(_ query: Query, _ keys: some Sequence<Int32>) -> Bool {
        keys.allSatisfy(declared[query.declared].contains)
    }
}
