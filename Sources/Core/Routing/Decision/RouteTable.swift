// The routes of a ruleset, small enough for a million of them: some eighty bytes each, where a class and its arrays, its
// strings and its tree of a pattern took eight hundred.
//
//   row      the number of the route and of the form, and where the pattern's text ends: one for each pattern of a route,
//            by the numbers of the index's rules
//   form     action, inputs, query, exceptions, scopes: one for all routes that say the same (`RouteForm`)
//   name     a range of one array of bytes, found by a hash
//   pattern  its text; the index has it in the form that matches, and a caller that needs its tree has it parsed again

import Features
import Matching
import Synchronization

/// The routes of a ruleset by their numbers, which are those of their names in the order of the table.
///
/// Most routes have one pattern. Those with several have as many rows, one after the other, which differ in the pattern and
/// in where the action's inputs come from.
///
/// *Cost*: a look-up by number makes a view of one row, which allocates nothing; one by name is a hash of the name.
package final class RouteTable: RandomAccessCollection, Sendable {
    /// One pattern of a route.
    struct Row {
        let route: UInt32
        let form: UInt32
        /// The end of its pattern in `patterns`, which begins where the one before ends.
        let patternEnd: UInt32
    }

    private let names: ByteInterner
    private let rows: [Row]
    private let forms: [RouteForm]
    private let patterns: [UInt8]
    /// What `@NAME` stands for in a pattern.
    private let sets: [String: ValueSet]
    /// The numbers of the routes of packages, by their names without the package.
    private let shortNames: [Substring: [Int]]
    /// By route, its first row; empty if each route has one, which then has the route's number.
    private let firstRows: [UInt32]
    /// By route, for the few that say `over`.
    private let overs: [Int: [Int]]
    /// Patterns that were parsed anew, each at the place that the last bits of its row say: a link that no route takes is told
    /// of the nearest, and to parse its pattern was a quarter of what such a link cost.
    private let parsed = Mutex([(row: Int, pattern: Pattern)?](repeating: nil, count: 16))

    /// Takes the routes of a draft without errors, every name of which is that of a route.
    init(_ draft: consuming TableDraft, overs: [Int: [Int]]) {
        rows = draft.routes.map { Row(route: $0.name, form: $0.form, patternEnd: $0.patternEnd) }
        let isFirst = { [rows] (row: Int) in row == 0 || rows[row].route != rows[row - 1].route }
        let hasOneEach = rows.count == draft.routeNames.count
        firstRows = hasOneEach ? [] : rows.indices.filter(isFirst).map { UInt32(truncatingIfNeeded: $0) }
        forms = draft.forms
        patterns = draft.patterns
        sets = draft.values.mapValues(\.set)
        self.overs = overs
        shortNames =
            draft.packages.isEmpty ? [:] : Self.shortNames(of: draft.routeNames.count, draft.routeNames)
        names = draft.routeNames
    }

    private static func shortNames(of count: Int, _ names: borrowing ByteInterner) -> [Substring: [Int]] {
        var numbers: [Substring: [Int]] = [:]
        for number in 0..<count {
            let name = names.string(of: number)
            if Name.package(of: name) != nil { numbers[Name.local(name), default: []].append(number) }
        }
        return numbers
    }

    /// The number of the first route.
    package var startIndex: Int { 0 }
    /// The number after the last.
    package var endIndex: Int { firstRows.isEmpty ? rows.count : firstRows.count }

    /// A route by its number, with its first pattern.
    package subscript(number: Int) -> Route { self[row: self.rows(of: number).lowerBound] }

    /// A route with one of its patterns, by the number of the index's rule.
    package subscript(row row: Int) -> Route {
        let entry = rows[row]
        return Route(number: Int(entry.route), row: row, form: forms[Int(entry.form)], table: self)
    }

    /// The rows of a route, one for each pattern.
    package func rows(of number: Int) -> Range<Int> {
        guard !firstRows.isEmpty else { return number..<number + 1 }
        return Int(firstRows[number])..<(number + 1 < firstRows.count ? Int(firstRows[number + 1]) : rows.count)
    }

    /// The numbers of all rows.
    package var allRows: Range<Int> { rows.indices }

    /// The number of the route of that name, compared by bytes.
    package func number(named name: String) -> Int? {
        let bytes = Array(name.utf8)
        return names.number(of: bytes.span, bytes.indices)
    }

    /// The number of a route by its name, or by its name without the package where that is unique among those that are
    /// shown.
    package func number(calling name: String, where isShown: (Int) -> Bool = { _ in true }) -> Int? {
        let shown = (number(named: name).map { [$0] } ?? shortNames[name[...]] ?? []).filter(isShown)
        return shown.count == 1 ? shown[0] : nil
    }

    /// The numbers in the order of the names.
    package var numbersByName: [Int] {
        let names = indices.map(name(of:))
        return indices.sorted { names[$0] < names[$1] }
    }

    /// The name of a route.
    func name(of number: Int) -> String { names.string(of: number) }

    /// Has the bytes of a route's name used where they are.
    @inline(__always)
    func withName(of number: Int, _ use: (Span<UInt8>) -> Void) {
        let bytes = names.bytes
        use(bytes.span.extracting(names.range(of: number)))
    }

    /// The action of a route, with the feature that owns it.
    func binding(of number: Int) -> ActionBinding { forms[Int(rows[rows(of: number).lowerBound].form)].binding }

    /// The pattern of a row.
    func pattern(ofRow row: Int) -> Pattern {
        let place = row % 16
        if let known = parsed.withLock({ $0[place] }), known.row == row { return known.pattern }
        let pattern = parse(patternOfRow: row)
        parsed.withLock { $0[place] = (row, pattern) }
        return pattern
    }

    private func parse(patternOfRow row: Int) -> Pattern {
        let text = Array(patterns[patternRange(ofRow: row)])
        let package = shortNames.isEmpty ? nil : Name.package(of: name(of: Int(rows[row].route))).map { $0 + ":" }
        let pattern = try? Pattern.parse(text.span) { name in package.flatMap { sets[$0 + name] } ?? sets[name] }
        // The same text with the same sets was a pattern when the table was read.
        guard let pattern else { preconditionFailure("a pattern of a checked table is none") }
        return pattern
    }

    /// Whether patterns mean the same in another table.
    func hasSets(of other: RouteTable) -> Bool { sets == other.sets }

    /// Whether a row is in another table with the same sets, too: with its number, name, place, pattern and `over`.
    func isAlike(_ row: Int, in other: RouteTable) -> Bool {
        guard other.rows.indices.contains(row), rows[row].route == other.rows[row].route else { return false }
        let number = Int(rows[row].route)
        return rows(of: number) == other.rows(of: number) && name(of: number) == other.name(of: number)
            && patterns[patternRange(ofRow: row)] == other.patterns[other.patternRange(ofRow: row)]
            && overs(of: number).map(name(of:)) == other.overs(of: number).map(other.name(of:))
    }

    private func patternRange(ofRow row: Int) -> Range<Int> {
        (row == 0 ? 0 : Int(rows[row - 1].patternEnd))..<Int(rows[row].patternEnd)
    }

    /// The numbers of the routes that a route is `over`.
    func overs(of number: Int) -> [Int] { overs[number] ?? [] }
}
