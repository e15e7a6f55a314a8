// A matrix as the decisions that make a difference. A feature with eight facts has a hundred thousand permutations, and
// most of its facts matter only where others are met: on a platform that is too old nobody asks what was bought. So the
// rows are folded from the last fact to the first: settings of a fact that lead to the same stand together, and a fact whose
// settings all lead to the same is left out. What is left is a decision diagram, shown as a tree that fits a screen; it
// says what the rows say, in the same order of facts.

internal import Contract
internal import Features

/// The rows of a whole matrix, folded.
struct MatrixFold {
    /// A fact that makes a difference, or what it has come to.
    private enum Node: Hashable {
        case decided(OutcomeCode, primary: String?)
        /// The number of the node that each setting leads to.
        case depends(axis: Int, [Int])
    }

    /// One way to an outcome.
    struct Leaf {
        /// The facts that make a difference, each with the settings that lead here.
        let facts: [(axis: String, labels: [String])]
        let code: OutcomeCode
        let primary: String?
    }

    private let axes: [MatrixAxis]
    private var nodes: [Node] = []
    private var numbers: [Node: Int] = [:]
    private var root = 0

    /// Folds.
    ///
    /// - Parameter matrix: one that is not cut.
    /// *Cost*: every row is worked out.
    init(_ matrix: Matrix) {
        axes = matrix.axes
        var level = (0..<matrix.count).map { index in
            let row = matrix.row(index)
            return number(of: .decided(row.code, primary: row.primary))
        }
        for axis in axes.indices.reversed() {
            let width = axes[axis].labels.count
            level = stride(from: 0, to: level.count, by: width).map { start in
                let next = level[start..<min(start + width, level.count)]
                return Set(next).count == 1 ? level[start] : number(of: .depends(axis: axis, Array(next)))
            }
        }
        root = level.first ?? 0
    }

    private mutating func number(of node: Node) -> Int {
        if let number = numbers[node] { return number }
        numbers[node] = nodes.count
        nodes.append(node)
        return nodes.count - 1
    }

    /// The settings of a fact that lead to the same node, for each such node.
    private func branches(_ axis: Int, _ next: [Int]) -> [(labels: [String], node: Int)] {
        var branches: [(labels: [String], node: Int)] = []
        for (label, node) in zip(axes[axis].labels, next) {
            if let index = branches.firstIndex(where: { $0.node == node }) {
                branches[index].labels.append(label)
            } else {
                branches.append(([label], node))
            }
        }
        return branches
    }

    // MARK: Text

    /// *Shape*: a fact and below it its settings, each with the fact that makes a difference then, `caller: permission
    /// camera`, or after an arrow the code.
    func lines(heading: String) -> [String] {
        TextTree(text: heading + Self.text(nodes[root], axes), children: trees(below: root)).lines
    }

    private func trees(below number: Int) -> [TextTree] {
        guard case .depends(let axis, let next) = nodes[number] else { return [] }
        let branches = branches(axis, next)
        let usual = branches.max { $0.labels.count < $1.labels.count }
        let drawn = branches.map { branch in
            let isUsual = branch.node == usual?.node && branch.labels.count > 2
            let labels = isUsual ? "else" : branch.labels.joined(separator: ", ")
            let text = labels + Self.text(nodes[branch.node], axes)
            return (isUsual: isUsual, tree: TextTree(text: text, children: trees(below: branch.node)))
        }
        return drawn.filter { !$0.isUsual }.map(\.tree) + drawn.filter(\.isUsual).map(\.tree)
    }

    private static func text(_ node: Node, _ axes: [MatrixAxis]) -> String {
        switch node {
        case .decided(let code, let primary): " → " + code.rawValue + (primary.map { " (\($0))" } ?? "")
        case .depends(let axis, _): ": " + axes[axis].name
        }
    }

    // MARK: Leaves

    /// Hands over every way to an outcome until `body` wants no more.
    func forEachLeaf(_ body: (Leaf) -> Bool) { _ = visit(root, [], body) }

    private func visit(_ number: Int, _ facts: [(axis: String, labels: [String])], _ body: (Leaf) -> Bool) -> Bool {
        switch nodes[number] {
        case .decided(let code, let primary): body(Leaf(facts: facts, code: code, primary: primary))
        case .depends(let axis, let next):
            branches(axis, next).allSatisfy { visit($0.node, facts + [(axes[axis].name, $0.labels)], body) }
        }
    }
}
