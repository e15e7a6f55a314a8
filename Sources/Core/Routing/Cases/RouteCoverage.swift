/// The routes that the test cases of one run reach.
package struct RouteCoverage {
    private let ruleset: Ruleset
    private var touched: Set<Int> = []

    package init(_ ruleset: Ruleset) {
        self.ruleset = ruleset
    }

    /// Counts a case that was run.
    package mutating func add(_ result: CaseResult) {
        if let route = result.route { touched.insert(route) }
    }

    /// *Units*: routes of the table.
    package var routeCount: Int { ruleset.routes.count }
    /// *Units*: routes that some case touches.
    package var touchedCount: Int { touched.count }

    /// The names of the routes that no case touches, in the order of the table.
    package var untouched: [String] {
        ruleset.routes.indices.filter { !touched.contains($0) }.map { ruleset.routes[$0].name }
    }
}
