internal import Conf
internal import Routing

/// One table of a test run, with the nodes that its cases cover.
final class TestedTable {
    /// A node that no case covers, with a case that would.
    typealias Uncovered = (node: CoverageNode, draft: CaseDraft)

    /// As the case files or the command line name it.
    let name: String
    let ruleset: Ruleset
    private(set) lazy var coverage = Coverage(ruleset)
    /// The nodes that a case could cover, and none does.
    private(set) lazy var uncovered: [Uncovered] = CaseGenerator(coverage).drafts
    private lazy var places = NodePlaces(ruleset.texts)
    private lazy var sources = ruleset.texts.map { SourceText(name: $0.name, bytes: $0.bytes) }

    init(_ name: String, _ ruleset: Ruleset) { (self.name, self.ruleset) = (name, ruleset) }

    /// Counts a case that was run.
    func add(_ result: CaseResult) { coverage.add(result) }

    /// *Units*: nodes that some case covers.
    var coveredCount: Int { coverage.covered.count }
    /// *Units*: nodes that some case covers or could cover.
    var nodeCount: Int { coveredCount + uncovered.count }

    /// The names of the nodes for which no case was found.
    var unreached: [String] {
        let known = Set(uncovered.map(\.node)).union(coverage.covered)
        return coverage.nodes.filter { !known.contains($0) }.map { "\($0.kind.rawValue) \($0.name(in: ruleset))" }
    }

    /// Whether the covered nodes are at least this share of all.
    ///
    /// It compares counts, never rounded percentages: 99.99 % is not 100 %.
    func isCovered(_ percent: Int) -> Bool { coveredCount * 100 >= nodeCount * percent }

    /// By kind, how many nodes there are and are covered, and those that are not.
    var kinds: [(kind: CoverageKind, nodes: Int, covered: Int, uncovered: [Uncovered])] {
        let missing = Dictionary(grouping: uncovered, by: \.node.kind)
        let covered = Dictionary(grouping: coverage.covered, by: \.kind).mapValues(\.count)
        return CoverageKind.allCases.compactMap { kind in
            let (missing, covered) = (missing[kind] ?? [], covered[kind] ?? 0)
            guard !missing.isEmpty || covered > 0 else { return nil }
            return (kind, missing.count + covered, covered, missing)
        }
    }

    /// The name of a node with its kind.
    func title(of node: CoverageNode) -> String { "\(node.kind.rawValue) \(node.name(in: ruleset))" }

    /// The sentence that sums it up: `routes.conf: 12 of 57 nodes covered`.
    var summary: String { "\(name): \(coveredCount) of \(DiagnosticSummary.count(nodeCount, "node")) covered" }

    /// Where the table says what a node is about; nil for what no file says.
    func position(of node: CoverageNode) -> (file: String, line: Int)? {
        places.place(of: node, in: ruleset).map { place in
            (sources[place.file].name, sources[place.file].position(of: place.offset).line)
        }
    }
}
