internal import Conf

/// A line with the lines below it.
struct TextTree {
    let text: String
    var children: [TextTree] = []

    /// *Shape*: its own line, then those below it, with the lines of a tree.
    var lines: [String] { [Escaping.printable(text)] + Self.lines(children, indent: "") }

    private static func lines(_ trees: [TextTree], indent: String) -> [String] {
        trees.enumerated().flatMap { index, tree in
            let isLast = index == trees.count - 1
            return [indent + (isLast ? "└─ " : "├─ ") + Escaping.printable(tree.text)]
                + lines(tree.children, indent: indent + (isLast ? "   " : "│  "))
        }
    }
}
