import Conf
import Matching

/// Says what the check of precedence found, at the places of the routes it is about.
struct PrecedenceReport: ~Copyable {
    private let draft: TableDraft

    init(_ draft: consuming TableDraft) {
        self.draft = draft
    }

    /// Gives the draft back.
    consuming func finish() -> TableDraft { draft }

    /// Reports every problem.
    func report(_ problems: [PrecedenceProblem], into diagnostics: inout Diagnostics) {
        for problem in problems { diagnostics.report(diagnostic(of: problem)) }
    }

    private func diagnostic(of problem: PrecedenceProblem) -> Diagnostic {
        switch problem {
        case .conflict(let rule, let other, let relation, let entry, let witness):
            conflict(rule, other, relation, entry, witness)
        case .overCycle(let rules): cycle(rules)
        case .overAgainstInclusion(let rule, let other):
            make(
                .overAgainstInclusion, at: overPlace(rule, other),
                "`over \(name(other))` cannot hold: that route is narrower and wins",
                help: "remove the `over`", about: other, note: "takes only links that this route takes too")
        case .needlessOver(let rule, let other, let relation): needlessOver(rule, other, relation)
        case .shadowed(let rule, let by):
            make(
                .shadowedRoute, at: place(rule), "no link reaches the route `\(name(rule))`",
                help: "remove it, or narrow the other",
                about: by, note: "this route gets them all")
        case .hidden(let rule, let by):
            make(
                .hiddenRoute, at: place(rule), "the route `\(name(rule))` gets no link where a broader one stands too",
                help: "name the same schemes or hosts after `in`, and the narrower route wins",
                about: by, note: "this broader route is looked up before it, in some of its schemes or hosts")
        case .unreachable(let rule, let deny):
            Diagnostic(
                code: .unreachableRoute, severity: .warning, place: place(rule),
                message: "no link reaches the route `\(name(rule))`", help: "remove it, or narrow the `deny`",
                related: draft.denies.indices.contains(deny)
                    ? [.init(place: draft.denies[deny].place, note: "this denies them all")] : [])
        case .wide(let width, let limit, let isError): wide(width, limit, isError)
        case .tooManyComparisons(let byteLimit, let rule):
            make(
                .tooManyPairs, at: place(rule),
                "the search for overlaps was given up after comparing \(byteLimit) bytes",
                help: "most alternatives meet at this route: give the routes around it distinct literals")
        case .tooLarge:
            make(
                .tableTooLarge, at: place(0), "the patterns are longer together than an index can hold",
                help: "split the table")
        }
    }

    private func needlessOver(_ rule: Int, _ other: Int, _ relation: Relation) -> Diagnostic {
        make(
            .needlessOver, at: overPlace(rule, other),
            relation == .disjoint
                ? "`over \(name(other))` decides nothing: no link is taken by both"
                : "`over \(name(other))` decides nothing: this route is narrower and wins anyway",
            help: "remove the `over`", about: other, note: "the other route")
    }

    private func conflict(
        _ rule: Int, _ other: Int, _ relation: Relation, _ entry: ScopeEntry, _ witness: String?
    ) -> Diagnostic {
        let isEqual = relation == .equal
        let message =
            isEqual
            ? "the routes `\(name(rule))` and `\(name(other))` take the same links"
            : "the routes `\(name(rule))` and `\(name(other))` overlap, and neither is inside the other"
        var help =
            isEqual
            ? "remove one of them, or make one narrower"
            : "say which one wins: add `over \(name(other))` to `\(name(rule))`, or the other way round"
        if witness == nil, !isEqual { help += " (that they overlap is not proven, only not ruled out)" }
        return Diagnostic(
            code: isEqual ? .equalRoutes : .overlap, severity: .error, place: place(rule), message: message,
            help: help, related: [.init(place: place(other), note: "the other route, in \(entry.text) too")],
            witness: witness)
    }

    private func cycle(_ rules: [Int]) -> Diagnostic {
        let names = (rules + rules.prefix(1)).map { "`\(name($0))`" }
        return Diagnostic(
            code: .overCycle, severity: .error, place: place(rules.first ?? 0),
            message: "these routes go before each other in a circle: " + names.joined(separator: ", "),
            help: "remove one `over`",
            related: rules.dropFirst().prefix(4).map { .init(place: place($0), note: "in the circle") })
    }

    private func wide(_ width: Int, _ limit: Int, _ isError: Bool) -> Diagnostic {
        Diagnostic(
            code: isError ? .tableTooWide : .wideTable, severity: isError ? .error : .warning, place: place(0),
            message:
                "one link can have \(width) alternatives alive at one segment; \(limit) are \(isError ? "allowed" : "usual")",
            help: isError
                ? "use fewer captures beside literals, or say `limit width \(width)`"
                : "use fewer captures beside literals")
    }

    private func make(
        _ code: DiagnosticCode, at place: SourceRange, _ message: String, help: String, about other: Int? = nil,
        note: String = ""
    ) -> Diagnostic {
        Diagnostic(
            code: code, severity: code.severity, place: place, message: message, help: help,
            related: other.map { [.init(place: self.place($0), note: note)] } ?? [])
    }

    /// Where the route names the other after `over`.
    private func overPlace(_ rule: Int, _ other: Int) -> SourceRange {
        guard draft.routes.indices.contains(rule), let overs = draft.overs[draft.routes[rule].name] else {
            return place(rule)
        }
        let name = name(other)
        return overs.first { $0.name == name }?.place ?? place(rule)
    }

    private func place(_ rule: Int) -> SourceRange {
        draft.routes.indices.contains(rule)
            ? draft.routePlaces[Int(draft.routes[rule].name)].range : SourceRange(file: 0, offset: 0, length: 1)
    }

    private func name(_ rule: Int) -> String {
        draft.routes.indices.contains(rule) ? draft.routeNames.string(of: Int(draft.routes[rule].name)) : "?"
    }
}
