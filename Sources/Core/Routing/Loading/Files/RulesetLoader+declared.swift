import Conf

extension RulesetLoader {
    /// Checks the routes of a program as a whole.
    ///
    /// A mistake that is only a warning in a table is an error here, where a warning would not be read.
    /// Returns: the ruleset, whose routes have the numbers of their declarations; nil where there is a fault.
    package static func load(_ declarations: RouteDeclarations) -> (Ruleset?, [RouteDeclarations.Fault]) {
        let set = declarations.set
        // Lines of a route alone: no wing has any.
        let environment = LoadEnvironment(wings: WingList([]))
        let read = TableReader(set, environment: environment).read(declarations)
        var diagnostics = read.diagnostics
        let ruleset = freeze(read.draft, read.builder, set, environment, diagnostics: &diagnostics)
        let faults = diagnostics.inOrder.filter { $0.severity == .error || $0.code.isMistake }.map { diagnostic in
            let number = number(diagnostic.place)
            return RouteDeclarations.Fault(
                route: number.flatMap { declarations.routes.indices.contains($0) ? $0 : nil },
                rewrite: number.flatMap { $0 < declarations.routes.count ? nil : $0 - declarations.routes.count },
                other: diagnostic.related.first.flatMap { self.number($0.place) }, diagnostic: diagnostic)
        }
        return (faults.isEmpty ? ruleset : nil, faults)
    }

    /// The number of a route, or that of a rewrite behind all routes; nil for a scope.
    private static func number(_ place: SourceRange) -> Int? { place.file > 0 ? place.file - 1 : nil }
}

extension DiagnosticCode {
    /// Whether a program that brings it about has something in it which does nothing.
    fileprivate var isMistake: Bool {
        switch self {
        case .shadowedRoute, .hiddenRoute, .unreachableRoute, .needlessOver, .foreignPattern: true
        default: false
        }
    }
}
