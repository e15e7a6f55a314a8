// What of a table its cases show. A table is a list of nodes: each route and pattern, each value and bound of a type, each
// `except`, `deny`, `over` and `exclusive`, each constraint met and unmet. A case covers the nodes that its link touches on
// its way, provided that it passes:
//
//     podcast://episodes/7     the route `episode`, its feature's constraints met
//     podcast://episodes/x     a near miss of the route `episode`
//
// So a route whose every case is a refusal is not covered.

import Contract
import Features
import Links
import Matching

/// The nodes of a table, and those that the cases of one run cover.
package struct Coverage: Sendable {
    package let ruleset: Ruleset
    /// In the order of reports.
    package let nodes: [CoverageNode]
    /// Those that some case covers.
    package private(set) var covered: Set<CoverageNode> = []
    let states: [Int: FeatureStates]
    /// A route of each feature that has some, in the order of the table.
    let firstRoutes: [(feature: Int, route: Int)]
    private let known: Set<CoverageNode>
    /// By row.
    let parts: [Int: [CoveredPart]]

    /// Lists the nodes of a table.
    ///
    /// *Cost*: linear in its rows, and a search of the facts of each feature that has routes.
    package init(_ ruleset: Ruleset) {
        self.ruleset = ruleset
        var list = NodeList(ruleset)
        list.addRoutes()
        list.addFeatures()
        list.addDenials()
        (nodes, known, parts, states) = (list.inOrder, list.known, list.parts, list.states)
        firstRoutes = list.firstRoutes
    }

    /// Counts a case that was run.
    package mutating func add(_ result: CaseResult) { covered.formUnion(nodes(of: result)) }

    /// Counts nodes that are covered.
    mutating func add(_ nodes: Set<CoverageNode>) { covered.formUnion(nodes) }

    /// The nodes that a case covers; none if it does not pass.
    package func nodes(of result: CaseResult) -> Set<CoverageNode> {
        guard result.isPassed, let outcome = result.outcome else { return [] }
        var probe = CoverageProbe(coverage: self, outcome: outcome)
        for (number, text) in result.links.enumerated() { probe.add(text, isLast: number == result.links.count - 1) }
        if let feature = result.feature { probe.addVerdict(of: feature) }
        for name in result.testCase.near {
            if let route = ruleset.routes.number(named: name) { probe.nodes.insert(.nearMiss(route)) }
        }
        return probe.nodes.intersection(known)
    }

    /// The routes that no case shows as taken, in the order of the table.
    package var uncoveredRoutes: [Int] { ruleset.routes.indices.filter { !covered.contains(.route($0)) } }
}

/// Collects the nodes of a table.
private struct NodeList {
    let ruleset: Ruleset
    private var nodes: [CoverageKind: [CoverageNode]] = [:]
    private(set) var known: Set<CoverageNode> = []
    private(set) var parts: [Int: [CoveredPart]] = [:]
    private(set) var states: [Int: FeatureStates] = [:]
    private(set) var firstRoutes: [(feature: Int, route: Int)] = []

    init(_ ruleset: Ruleset) { self.ruleset = ruleset }

    var inOrder: [CoverageNode] { CoverageKind.allCases.flatMap { nodes[$0] ?? [] } }

    private mutating func add(_ node: CoverageNode) {
        if known.insert(node).inserted { nodes[node.kind, default: []].append(node) }
    }

    mutating func addRoutes() {
        for route in ruleset.routes {
            add(.route(route.number))
            for row in ruleset.routes.rows(of: route.number) { add(row, of: route) }
            for number in route.excepts.indices { add(.except(route: route.number, number)) }
            for loser in route.over { add(.over(route.number, loser)) }
            for number in route.absent.indices { add(.absence(route: route.number, number)) }
            add(.nearMiss(route.number))
        }
    }

    private mutating func add(_ row: Int, of route: Route) {
        if route.hasSeveralPatterns { add(.pattern(row)) }
        let found = CoveredPart.all(of: ruleset.routes[row: row], in: ruleset)
        if !found.isEmpty { parts[row] = found }
        for node in found.flatMap(\.nodes) { add(node) }
    }

    mutating func addDenials() {
        for number in ruleset.denials.indices { add(.denial(number)) }
    }

    /// The constraints of all features that routes lead to, and the classes of their outcomes.
    mutating func addFeatures() {
        for route in ruleset.routes where states[route.binding.feature] == nil {
            let feature = route.binding.feature
            let found = FeatureStates(of: feature, in: ruleset.catalogue)
            states[feature] = found
            firstRoutes.append((feature, route.number))
            let constraints = ruleset.catalogue.constraints[feature]
            for constraint in constraints {
                if found.available != nil {
                    add(.constraint(feature: constraint.declaredBy, id: constraint.id, isMet: true))
                }
                if found.refusals[constraint.id] != nil {
                    add(.constraint(feature: constraint.declaredBy, id: constraint.id, isMet: false))
                }
            }
            if found.available != nil, !constraints.isEmpty { add(.outcome(feature: feature, .ok)) }
            if !found.refusals.isEmpty { add(.outcome(feature: feature, .blocked)) }
            if found.pending != nil { add(.outcome(feature: feature, .pending)) }
        }
    }
}

/// Collects the nodes that the links of one case touch.
private struct CoverageProbe {
    let coverage: Coverage
    let outcome: Outcome
    var nodes: Set<CoverageNode> = []

    init(coverage: Coverage, outcome: Outcome) { (self.coverage, self.outcome) = (coverage, outcome) }

    private var ruleset: Ruleset { coverage.ruleset }
    private var isPerformed: Bool { outcome.code.outcomeClass == .ok }

    /// Adds what one link of the case touches.
    mutating func add(_ text: String, isLast: Bool) {
        guard let link = try? ruleset.parse(text) else { return }
        var match = Match()
        switch ruleset.rejection(of: link, &match) {
        case nil:
            let route = ruleset.routes[row: match.rule]
            if DistanceMeter(ruleset: ruleset).inputFault(of: link, match) != nil {
                return addFailures(of: link, .nearMiss(route.number))
            }
            if isPerformed { nodes.insert(.route(route.number)) }
            nodes.insert(.pattern(route.row))
            for part in coverage.parts[route.row] ?? [] {
                if let text = part.text(in: link, match) { nodes.insert(part.node(of: text)) }
            }
            addCandidates(of: link)
            // A redirect went on, so its feature is available.
            if !isLast { addMet(route.binding.feature) }
        case .denied:
            if case .denied(let number) = ruleset.index.match(link, into: &match) { nodes.insert(.denial(number)) }
        case .excluded(let row), .input(_, let row):
            addFailures(of: link, .nearMiss(ruleset.routes[row: row].number))
        case .notFound:
            let nearest = outcome.rejection?.nearest.flatMap(ruleset.routes.number(named:))
            if isLast, let nearest { nodes.insert(.nearMiss(nearest)) }
        case .schemeNotAllowed, .hostNotAllowed, .packageUnavailable: return
        }
    }

    private mutating func addFailures(of link: Link, _ node: CoverageNode) {
        nodes.insert(node)
        addCandidates(of: link)
    }

    /// Adds what keeps the link from routes that accept its path.
    private mutating func addCandidates(of link: Link) {
        for candidate in ruleset.index.trace(link) {
            let route = ruleset.routes[row: candidate.rule]
            switch candidate.failure {
            case .except(let number):
                nodes.formUnion([.except(route: route.number, number), .nearMiss(route.number)])
            case .query(_, let item, let fault):
                nodes.insert(.nearMiss(route.number))
                guard fault == .unexpected, let item else { continue }
                let key = link.text(link.queryItem(item).key)
                if let number = route.absent.firstIndex(of: key) {
                    nodes.insert(.absence(route: route.number, number))
                }
            case .beaten(let winner):
                let winner = ruleset.routes[row: winner]
                if winner.over.contains(route.number) { nodes.insert(.over(winner.number, route.number)) }
            case .segment, .tooShort, .tooLong, nil: continue
            }
        }
    }

    private mutating func addMet(_ feature: Int) {
        nodes.insert(.outcome(feature: feature, .ok))
        for constraint in ruleset.catalogue.constraints[feature] {
            nodes.insert(.constraint(feature: constraint.declaredBy, id: constraint.id, isMet: true))
        }
    }

    /// Adds what the facts of the case say of the feature that decided.
    mutating func addVerdict(of feature: Int) {
        switch outcome.code.outcomeClass {
        case .ok: addMet(feature)
        case .pending: nodes.insert(.outcome(feature: feature, .pending))
        case .blocked:
            nodes.insert(.outcome(feature: feature, .blocked))
            let constraints = ruleset.catalogue.constraints[feature]
            if let primary = constraints.first(where: { $0.id == outcome.primary }) {
                nodes.insert(.constraint(feature: primary.declaredBy, id: primary.id, isMet: false))
            }
        case .rejected, .failed, .unknown: return
        }
    }
}
