// A matrix reduced to the decisions that make a difference. A feature with eight facts has a hundred thousand permutations,
// and most of its facts matter only if others are met: on a platform that is too old a purchase makes no difference. So the
// rows are folded from the last fact to the first: settings of a fact with the same result are joined, and a fact is
// dropped if all its settings have the same result. The rest is a decision diagram, shown as a tree that fits a screen. It
// has the same content as the rows, in the same order of facts.

internal import Contract
internal import Features

/// The rows of a whole matrix, folded.
struct MatrixFold {
    /// A fact that makes a difference, or the final outcome.
    private enum Node: Hashable {
        case decided(OutcomeCode, primary: String?)
        /// For each setting, the number of the next node.
        case depends(axis: Int, [Int])
    }

    /// One path to an outcome.
    ///
    /// *Shape*: the facts on the path, each with the settings that lead there.
    typealias Leaf = (facts: [(axis: String, labels: [String])], code: OutcomeCode, primary: String?)

    private let axes: [MatrixAxis]
    private var nodes: [Node] = []
    private var numbers: [Node: Int] = [:]
    private var root = 0

    /// Folds a matrix.
    ///
    /// - Parameter matrix: a whole one, not one cut at a limit.
    /// *Cost*: computes every row.
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

    /// The nodes that follow a fact, each with the settings that lead to it.
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

    /// *Shape*: a fact and below it its settings, each with the next fact that makes a difference, `caller: permission
    /// camera`, or with an arrow and the code.
    func lines(heading: Line) -> [Line] {
        TextTree(text: heading + Self.text(nodes[root], axes), children: trees(below: root)).lines
    }

    private func trees(below number: Int) -> [TextTree] {
        guard case .depends(let axis, let next) = nodes[number] else { return [] }
        let branches = branches(axis, next)
        let usual = branches.max { $0.labels.count < $1.labels.count }
        let drawn = branches.map { branch in
            let isUsual = branch.node == usual?.node && branch.labels.count > 2
            let labels = isUsual ? "else" : branch.labels.joined(separator: ", ")
            let text = Line(labels) + Self.text(nodes[branch.node], axes)
            return (isUsual: isUsual, tree: TextTree(text: text, children: trees(below: branch.node)))
        }
        return drawn.filter { !$0.isUsual }.map(\.tree) + drawn.filter(\.isUsual).map(\.tree)
    }

    private static func text(_ node: Node, _ axes: [MatrixAxis]) -> Line {
        switch node {
        case .decided(let code, let primary): " → " + OutcomeText.verdict(code.rawValue, primary)
        case .depends(let axis, _): Line(": " + axes[axis].name)
        }
    }

    // MARK: Leaves

    /// Calls `body` with every path to an outcome, until it returns false.
    func forEachLeaf(_ body: (Leaf) -> Bool) { _ = visit(root, [], body) }

    private func visit(_ number: Int, _ facts: [(axis: String, labels: [String])], _ body: (Leaf) -> Bool) -> Bool {
        switch nodes[number] {
        case .decided(let code, let primary): body((facts, code, primary))
        case .depends(let axis, let next):
            branches(axis, next).allSatisfy { visit($0.node, facts + [(axes[axis].name, $0.labels)], body) }
        }
    }
}
