extension Picture {
    /// The picture as a graph of Graphviz: `dot -Tsvg`.
    package var dot: String {
        var lines = [
            "digraph \(Self.quoted(title)) {", "    rankdir=LR; ranksep=1.2; nodesep=0.15;",
            "    node [shape=box, style=rounded, fontname=\"monospace\", fontsize=10];", "    edge [arrowsize=0.6];",
        ]
        for column in Column.allCases {
            let own = boxes.filter { $0.column == column }
            guard !own.isEmpty else { continue }
            lines.append("    subgraph \(Self.quoted(column.heading)) {")
            lines.append("        rank=same;")
            lines += own.map { "        \(Self.quoted($0.id)) [label=\(Self.label(of: $0))];" }
            lines.append("    }")
        }
        lines += edges.map { "    \(Self.quoted($0.from)) -> \(Self.quoted($0.to));" }
        return (lines + ["}", ""]).joined(separator: "\n")
    }

    /// The lines of a box, each of which begins at the left.
    private static func label(of box: Box) -> String {
        "\"" + ([box.title] + box.lines).map { escaped($0) + "\\l" }.joined() + "\""
    }

    private static func quoted(_ text: String) -> String { "\"" + escaped(text) + "\"" }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}
