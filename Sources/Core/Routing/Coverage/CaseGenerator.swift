// Makes a case for each node that has none: a link, the facts, and the outcome that the table gives them now. Each is run, and
// kept only if it covers the node. What has no such link, as a value that a narrower route always takes, has no case.

import Conf
import Contract
import Features
import Links
import Matching

/// Finds cases for the nodes of a table.
package struct CaseGenerator {
    /// The nodes, with those that are covered so far.
    package private(set) var coverage: Coverage
    private let ruleset: Ruleset
    private let links: SketchMaker

    /// - Parameter coverage: what other cases cover.
    package init(_ coverage: Coverage) {
        self.coverage = coverage
        ruleset = coverage.ruleset
        links = SketchMaker(ruleset: ruleset)
    }

    /// A case for each uncovered node, by the nodes; those that have none are left out.
    ///
    /// *Cost*: some links are decided for each node.
    package var drafts: [(node: CoverageNode, draft: CaseDraft)] {
        coverage.nodes.filter { !coverage.covered.contains($0) }.compactMap { node in
            draft(for: node).map { (node, $0) }
        }
    }

    /// As few cases as cover all that can be covered: one for a node counts for all that it covers.
    package mutating func cover() -> [CaseDraft] {
        var drafts: [CaseDraft] = []
        for node in coverage.nodes where !coverage.covered.contains(node) {
            guard let draft = draft(for: node) else { continue }
            coverage.add(draft.nodes)
            drafts.append(draft)
        }
        return drafts
    }

    /// A case that covers a node; nil if none was found.
    package func draft(for node: CoverageNode) -> CaseDraft? {
        switch node {
        case .route(let number): taken(number, for: node)
        case .pattern(let row): taken(rows: row..<row + 1, for: node)
        case .alternative(let number, let part, let value): taken(number, with: value, as: part, for: node)
        case .bound(let number, let part, _): bound(node, number, part)
        case .except(let number, let except): left(out: ruleset.routes[number].excepts[except], of: number, node)
        case .denial(let number): denied(by: ruleset.denials[number].pattern, node)
        case .over(let winner, let loser): common(winner, loser, node)
        case .absence(let number, let key): forbidden(ruleset.routes[number].absent[key], of: number, node)
        case .constraint(let feature, let id, let isMet):
            facts(of: feature, node) { states in
                isMet ? states.available : states.refusals[id]
            }
        case .outcome(let feature, let outcomeClass):
            facts(of: feature, node) { states in
                switch outcomeClass {
                case .ok: states.available
                case .pending: states.pending
                case .blocked, .rejected, .failed, .unknown: states.refusals.min { $0.key < $1.key }?.value
                }
            }
        case .nearMiss(let number): nearMiss(of: number, node)
        }
    }

    // MARK: Running

    /// The case of a link, if it covers the node.
    private func attempt(
        _ url: String, _ facts: [FeatureStates.Line], near: Int? = nil, for node: CoverageNode
    ) -> CaseDraft? {
        guard let (read, caller) = StateSearch.facts(facts, ruleset.catalogue) else { return nil }
        let name = near.map { ruleset.routes[$0].name }
        let testCase = RouteCase(
            name: "", place: .init(file: 0, offset: 0, length: 0), url: url, facts: read, caller: caller,
            lines: facts, code: .beginning(""), route: nil, near: name.map { [$0] } ?? [], parameters: nil,
            remedies: [], withheld: [], call: nil, answer: nil, result: [:], mark: nil, isOnly: false)
        let result = testCase.run(in: ruleset)
        let nodes = coverage.nodes(of: result)
        guard nodes.contains(node), let outcome = result.outcome else { return nil }
        return CaseDraft(
            title: node.title(in: ruleset), url: url, facts: facts, outcome: outcome, preview: result.preview,
            near: name, nodes: nodes)
    }

    /// The lines with which a route's feature is available.
    private func available(_ route: Int) -> [FeatureStates.Line] {
        coverage.states[ruleset.routes[route].binding.feature]?.available ?? []
    }

    // MARK: Links that are taken

    private func taken(_ number: Int, for node: CoverageNode) -> CaseDraft? {
        taken(rows: ruleset.routes.rows(of: number), for: node)
    }

    private func taken(rows: Range<Int>, for node: CoverageNode) -> CaseDraft? {
        for row in rows {
            let facts = available(ruleset.routes[row: row].number)
            for sketch in links.sketches(ofRow: row) {
                if let draft = attempt(sketch.url, facts, for: node) { return draft }
            }
        }
        return nil
    }

    /// A link with a text as one of its parameters.
    private func taken(_ number: Int, with text: String, as part: String, for node: CoverageNode) -> CaseDraft? {
        for row in ruleset.routes.rows(of: number) {
            guard let found = coverage.parts[row]?.first(where: { $0.name == part }) else { continue }
            for sketch in sketches(ofRow: row, found, text) {
                if let draft = attempt(sketch.url, available(number), for: node) { return draft }
            }
        }
        return nil
    }

    /// Links with a text as one of their parts.
    ///
    /// A link is built without a value that is a default, which is put in here.
    private func sketches(ofRow row: Int, _ part: CoveredPart, _ text: String) -> [LinkSketch] {
        switch part.spot {
        case .segment:
            guard let value = InputValue.value(of: text, as: part.language) else { return [] }
            return Array(links.sketches(ofRow: row, [.init(part.name, value)]))
        case .query(let number):
            let key = ruleset.routes[row: row].query[number].key
            return links.sketches(ofRow: row).map { sketch in
                sketch.with { sketch in
                    sketch.query.removeAll { $0.key == key }
                    sketch.query.append(.init(key: key, value: text))
                }
            }
        case .fragment: return links.sketches(ofRow: row).map { sketch in sketch.with { $0.fragment = text } }
        }
    }

    private func bound(_ node: CoverageNode, _ number: Int, _ part: String) -> CaseDraft? {
        for row in ruleset.routes.rows(of: number) {
            guard let found = coverage.parts[row]?.first(where: { $0.name == part }),
                let text = found.texts.first(where: { found.node(of: $0) == node })
            else { continue }
            if let draft = taken(number, with: text, as: part, for: node) { return draft }
        }
        return nil
    }

    /// A link of two routes, the first of which says `over`.
    private func common(_ winner: Int, _ loser: Int, _ node: CoverageNode) -> CaseDraft? {
        let (left, right) = (ruleset.routes[winner].alternatives, ruleset.routes[loser].alternatives)
        for (left, right) in left.flatMap({ left in right.map { (left, $0) } }) {
            for scope in ruleset.scopes(of: left) {
                guard case .link(let url) = ruleset.commonLink(of: left.rule, right.rule, in: scope) else { continue }
                let end = Route.Fragment.example(of: [left.fragment, right.fragment])
                if let draft = attempt(url + end, available(winner), for: node) { return draft }
            }
        }
        return nil
    }

    // MARK: Facts

    /// A link of a route of a feature, or of one inside it, with facts that the feature's states have.
    private func facts(
        of feature: Int, _ node: CoverageNode, _ choose: (FeatureStates) -> [FeatureStates.Line]?
    ) -> CaseDraft? {
        for (inner, route) in coverage.firstRoutes {
            guard isInside(inner, feature), let states = coverage.states[inner],
                let lines = choose(states)
            else { continue }
            for row in ruleset.routes.rows(of: route) {
                for sketch in links.sketches(ofRow: row) {
                    if let draft = attempt(sketch.url, lines, for: node) { return draft }
                }
            }
        }
        return nil
    }

    private func isInside(_ inner: Int, _ feature: Int) -> Bool {
        var next: Int? = inner
        while let number = next, number != feature { next = ruleset.catalogue.features[number].parent }
        return next != nil
    }

    // MARK: Links that are not taken

    private func left(out exclusion: ExclusionPattern, of number: Int, _ node: CoverageNode) -> CaseDraft? {
        for row in ruleset.routes.rows(of: number) {
            for sketch in links.sketches(ofRow: row) {
                for segments in exclusion.paths(like: sketch.segments) {
                    let url = sketch.with { $0.segments = segments }.url
                    if let draft = attempt(url, [], for: node) { return draft }
                }
            }
        }
        return nil
    }

    private func denied(by exclusion: ExclusionPattern, _ node: CoverageNode) -> CaseDraft? {
        for scope in ruleset.scopes {
            guard let origin = links.origin(in: scope) else { continue }
            for segments in exclusion.paths(like: []) {
                if let draft = attempt(LinkSketch(segments, origin: origin).url, [], for: node) { return draft }
            }
        }
        return nil
    }

    /// A link with a key that the route forbids.
    private func forbidden(_ key: String, of number: Int, _ node: CoverageNode) -> CaseDraft? {
        for row in ruleset.routes.rows(of: number) {
            for sketch in links.sketches(ofRow: row) {
                let url = sketch.with { $0.query.append(.init(key: key, value: "x")) }.url
                if let draft = attempt(url, [], for: node) { return draft }
            }
        }
        return nil
    }

    /// A link that one thing keeps from the route; one that no route takes, if there is one.
    private func nearMiss(of number: Int, _ node: CoverageNode) -> CaseDraft? {
        var other: CaseDraft?
        for row in ruleset.routes.rows(of: number) {
            guard let sketch = links.sketches(ofRow: row).first(where: { _ in true }) else { continue }
            for miss in sketch.misses(of: ruleset.routes[row: row]) {
                guard let draft = attempt(miss.url, [], near: number, for: node) else { continue }
                if draft.outcome.code.outcomeClass == .rejected { return draft }
                other = other ?? draft
            }
        }
        return other
    }
}

extension ExclusionPattern {
    /// Paths that it covers, those first that are like another.
    fileprivate func paths(like segments: [[UInt8]]) -> [[[UInt8]]] {
        let own = atoms.enumerated().map { position, atom in
            if segments.indices.contains(position) {
                let segment = segments[position]
                if atom.accepts(segment.span) { return segment }
            }
            return atom.core == .literal ? atom.prefix : atom.prefix + Array("x".utf8) + atom.suffix
        }
        guard coversBelow else { return [own] }
        return [own + segments.dropFirst(own.count), own, own + [Array("x".utf8)]]
    }
}

extension LinkSketch {
    /// Links with one thing that keeps them from a route, the likeliest mistakes first.
    fileprivate func misses(of route: Route) -> [LinkSketch] {
        let atoms = route.pattern.atoms
        var misses: [LinkSketch] = []
        if route.pattern.tail != nil, !atoms.isEmpty {
            misses.append(with { $0.segments.removeSubrange(min(atoms.count, $0.segments.count)...) })
        }
        for (position, atom) in atoms.enumerated().reversed() where position < segments.count {
            if case .capture = atom.core, let text = atom.refusedText {
                misses.append(with { $0.segments[position] = text })
            }
        }
        if let condition = route.query.first(where: \.isRequired) {
            misses.append(with { $0.query.removeAll { $0.key == condition.key } })
        }
        for condition in route.query where condition.isExact || condition.isRequired {
            misses.append(
                with { sketch in
                    sketch.query.removeAll { $0.key == condition.key }
                    sketch.query += [.init(key: condition.key, value: "x"), .init(key: condition.key, value: "x")]
                })
        }
        misses.append(with { $0.segments.append(Array("x".utf8)) })
        for (position, atom) in atoms.enumerated().reversed() where atom.core == .literal && position < segments.count {
            misses.append(with { $0.segments[position] += Array("x".utf8) })
        }
        if segments.count > 1 { misses.append(with { $0.segments.removeLast() }) }
        if let key = route.absent.first { misses.append(with { $0.query.append(.init(key: key, value: "x")) }) }
        if route.isStrict { misses.append(with { $0.query.append(.init(key: "x", value: "x")) }) }
        return misses
    }
}

extension Atom {
    /// A segment like those that it accepts, and that it refuses; nil if none was found.
    fileprivate var refusedText: [UInt8]? {
        for text in ["x", "-", "1", "x.", "xyz"] {
            let bytes = prefix + Array(text.utf8) + suffix
            if !accepts(bytes.span) { return bytes }
        }
        return nil
    }
}
