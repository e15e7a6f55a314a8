import Conf
import Matching

extension TableDraft {
    /// An overlap of a route that may have several, by the other route.
    private struct Overlap {
        let partner: Int
        let diagnostic: Diagnostic
    }

    /// What the check of precedence found, with the overlaps of one route one after the other.
    ///
    /// The first of these suggests one `over` with all names, because each `over` of its own would be a line more. Two
    /// routes with several patterns are reported once.
    ///
    /// - Parameter widest: the scope with the most alternatives.
    func diagnostics(of all: [PrecedenceProblem], widest: ScopeEntry? = nil) -> [Diagnostic] {
        let problems = onceByRoute(all)
        var counts: [Int: Int] = [:]
        for case .conflict(let rule, let other, .overlapping, _, _) in problems where canOrder(rule, other) {
            for route in [rule, other] { counts[self.route(of: route), default: 0] += 1 }
        }
        var found: [Diagnostic] = []
        var overlaps: [Int: [Overlap]] = [:]
        // A warning about a route with an error waits until that is mended: it may be about what the error hides.
        for problem in problems
        where !isDuplicate(problem)
            && (problem.isError || problem.routes.allSatisfy(routes.indices.contains))
        {
            let diagnostic = diagnostic(of: problem, widest: widest)
            if case .conflict(let rule, let other, .overlapping, _, _) = problem, canOrder(rule, other) {
                let (rule, other) = (route(of: rule), route(of: other))
                let isRule = counts[rule, default: 0] >= counts[other, default: 0]
                let hub = isRule ? rule : other
                overlaps[hub, default: []].append(
                    Overlap(partner: isRule ? other : rule, diagnostic: diagnostic))
            } else {
                found.append(diagnostic)
            }
        }
        return overlaps.sorted { $0.key < $1.key }.flatMap { together($0.value, $0.key) } + found
    }

    /// Whether a route stands twice in the table, which is reported as its name.
    private func isDuplicate(_ problem: PrecedenceProblem) -> Bool {
        guard case .conflict(let rule, let other, .equal, _, _) = problem else { return false }
        return name(rule) == name(other) && route(of: rule) != route(of: other)
    }

    private func together(_ overlaps: [Overlap], _ hub: Int) -> [Diagnostic] {
        guard overlaps.count > 1 else { return overlaps.map(\.diagnostic) }
        let byPartner = overlaps.sorted { $0.partner < $1.partner }
        let line = "over " + byPartner.map { name($0.partner) }.joined(separator: " ")
        let ordered = byPartner.map(\.diagnostic).enumerated().sorted { left, right in
            (left.element.place.file, left.element.place.offset, left.offset)
                < (right.element.place.file, right.element.place.offset, right.offset)
        }
        return ordered.enumerated().map { index, overlap in
            var diagnostic = overlap.element
            diagnostic.help =
                (index == 0
                    ? "say which one wins in all \(ordered.count) overlaps of `\(name(hub))`: add `\(line)` to it, or "
                        + "`over \(name(hub))` to others"
                    : "see the first overlap of `\(name(hub))`") + (diagnostic.witness == nil ? Self.doubt : "")
            return diagnostic
        }
    }

    private static var doubt: String { " (that they overlap is not proven, only not ruled out)" }

    /// What the check of precedence found, at the places of the routes it is about.
    func diagnostic(of problem: PrecedenceProblem, widest: ScopeEntry? = nil) -> Diagnostic {
        switch problem {
        case .conflict(let rule, let other, let relation, let entry, let witness):
            conflict(rule, other, isEqual: relation == .equal, in: entry, witness)
        case .overCycle(let rules): cycle(rules)
        case .overAgainstInclusion(let rule, let other):
            over(
                .overAgainstInclusion, rule, other, "cannot hold: that route is narrower and wins",
                note: "takes only links that this route takes too")
        case .needlessOver(let rule, let other, .disjoint):
            over(.needlessOver, rule, other, "decides nothing: no link is taken by both")
        case .needlessOver(let rule, let other, _):
            over(.needlessOver, rule, other, "decides nothing: this route is narrower and wins anyway")
        case .shadowed(let rule, let by):
            make(
                .shadowedRoute, at: place(rule), "no link reaches \(subject(rule))",
                help: "remove it, or narrow the other", related: note(by, "this route gets them all"))
        case .hidden(let rule, let by):
            make(
                .hiddenRoute, at: place(rule),
                "\(subject(rule)) gets no link of the schemes or hosts that a broader route takes too",
                help: "name the same schemes or hosts after `in`, and the narrower route wins",
                related: note(by, "this broader route is looked up before it, in some of its schemes or hosts"))
        case .unreachable(let rule, let deny):
            make(
                .unreachableRoute, at: place(rule), "no link reaches \(subject(rule))",
                help: "remove it, or narrow the `deny`",
                related: denies.dropFirst(deny).prefix(1).map { .init(place: $0.place, note: "this denies them all") })
        case .excepted(let rule, let denials): excepted(rule, denials)
        case .wide(let width, let limit, let isError): wide(width, limit, isError, in: widest)
        case .tooManyComparisons(let byteLimit, let rule):
            make(
                .tooManyPairs, at: place(rule),
                "the search for overlaps was given up after comparing \(byteLimit) bytes",
                help: "most alternatives meet at this route: give the routes around it distinct literals")
        case .tooLarge:
            make(
                .tableTooLarge, at: place(lastRoute(in: nil)),
                "the patterns are longer together than an index can hold",
                help: "split the table")
        }
    }

    private func conflict(
        _ first: Int, _ second: Int, isEqual: Bool, in entry: ScopeEntry, _ witness: String?
    ) -> Diagnostic {
        let (rule, other) = isGuest(second, besides: first, in: entry) ? (second, first) : (first, second)
        let witness = witness.map { $0 + Route.Fragment.example(of: [fragment(of: rule), fragment(of: other)]) }
        if route(of: rule) == route(of: other) { return conflict(between: rule, other, isEqual: isEqual, witness) }
        let related = note(other, "the other route, in \(entry.text) too")
        if isEqual {
            return make(
                .equalRoutes, at: place(rule), "the routes `\(name(rule))` and `\(name(other))` take the same links",
                help: "remove one of them, or make one narrower", related: related, witness: witness)
        }
        let doubt = witness == nil ? Self.doubt : ""
        if package(of: rule) != package(of: other) {
            return make(
                .overlap, at: place(rule),
                "the routes `\(name(rule))` and `\(name(other))` overlap, and neither is inside the other",
                help: "make one of them narrower: `over` does not cross packages" + doubt, related: related,
                witness: witness)
        }
        return make(
            .overlap, at: place(rule),
            "the routes `\(name(rule))` and `\(name(other))` overlap, and neither is inside the other",
            help: (hasName(rule) && hasName(other)
                ? "say which one wins: add `over \(name(other))` to `\(name(rule))`, or the other way round"
                : "give each a name of its own, then say with `over` which one wins") + doubt,
            related: related, witness: witness)
    }

    /// Two patterns of one route.
    private func conflict(between rule: Int, _ other: Int, isEqual: Bool, _ witness: String?) -> Diagnostic {
        let (first, second) = (pattern(min(rule, other)), pattern(max(rule, other)))
        let subject = "the patterns `\(first)` and `\(second)` of the route `\(name(rule))`"
        guard isEqual else {
            return make(
                .overlap, at: place(rule), subject + " overlap, and neither is inside the other",
                help: "make one narrower, or use two routes, of which one says `over` the other"
                    + (witness == nil ? Self.doubt : ""), witness: witness)
        }
        return make(
            .equalRoutes, at: place(rule), subject + " take the same links", help: "remove one of them",
            witness: witness)
    }

    private func excepted(_ rule: Int, _ denials: [Int]) -> Diagnostic {
        let (subject, narrower) =
            denials.isEmpty
            ? ("its own `except` covers every path", "narrow its `except`")
            : ("its `except` and `deny` together cover every path", "narrow its `except` or the `deny`")
        return make(
            .unreachableRoute, at: place(rule), "no link reaches \(self.subject(rule)): \(subject)",
            help: "remove it, or \(narrower)",
            related: denials.prefix(4).map { .init(place: denies[$0].place, note: "this denies what `except` leaves") })
    }

    private func cycle(_ rules: [Int]) -> Diagnostic {
        // Two patterns of one route may follow each other.
        var names = rules.map { name($0) }
        for index in names.indices.dropFirst().reversed() where names[index] == names[index - 1] {
            names.remove(at: index)
        }
        return make(
            .overCycle, at: place(rules.first ?? 0),
            "these routes go before each other in a circle: "
                + (names + names.prefix(1)).map { "`\($0)`" }.joined(separator: ", "),
            help: "remove one `over`",
            related: rules.dropFirst().prefix(4).map { .init(place: place($0), note: "in the circle") })
    }

    private func over(
        _ code: DiagnosticCode, _ rule: Int, _ other: Int, _ fault: String,
        note text: String = "the other route"
    ) -> Diagnostic {
        let other = (name: name(other), note: note(other, text))
        let overs = routes.indices.contains(rule) ? overs[routes[rule].name] : faulty(rule)?.conditions.overs
        return make(
            code, at: overs?.first { $0.name == other.name }?.place ?? place(rule), "`over \(other.name)` \(fault)",
            help: "remove the `over`", related: other.note)
    }

    private func wide(_ width: Int, _ limit: Int, _ isError: Bool, in entry: ScopeEntry?) -> Diagnostic {
        make(
            isError ? .tableTooWide : .wideTable, at: place(lastRoute(in: entry)),
            "one link can have \(width) alternatives alive at one segment; "
                + "\(limit) are \(isError ? "allowed" : "usual")",
            help: "use fewer captures beside literals" + (isError ? ", or say `limit width \(width)`" : ""))
    }

    /// The route that a problem of the whole table is shown at: with packages the last one of a scope, or of all.
    private func lastRoute(in entry: ScopeEntry?) -> Int {
        guard !packages.isEmpty else { return 0 }
        return routes.indices.last { route in
            entry.map { forms[Int(routes[route].form)].entries.contains($0) } ?? true
        } ?? 0
    }

    private func make(
        _ code: DiagnosticCode, at place: SourceRange, _ message: String, help: String,
        related: [Diagnostic.Related] = [], witness: String? = nil
    ) -> Diagnostic {
        Diagnostic(
            code: code, severity: code.severity, place: place, message: message, help: help, related: related,
            witness: witness)
    }

    private func note(_ rule: Int, _ text: String) -> [Diagnostic.Related] { [.init(place: place(rule), note: text)] }
}
