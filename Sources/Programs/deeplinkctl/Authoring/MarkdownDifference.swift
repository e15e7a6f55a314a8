import Authoring
internal import Contract
internal import Routing

/// A difference as Markdown, for the description of a pull request.
struct MarkdownDifference {
    /// The text, with a line end.
    let text: String

    /// Writes the summary, a table of links, and the lines that differ.
    init(_ difference: TableDifference, summary: String) {
        var links: [String] = []
        var blocks: [String] = []
        for change in difference.changes {
            switch change.subject {
            case .links(let found):
                let conditions = found.conditionLines.map { "<br>" + Self.code($0) }.joined()
                links.append(
                    "| \(change.kind.rawValue) | \(Self.code(found.route ?? "")) | \(Self.code(found.link)) "
                        + "| \(Self.code(found.before.sentence)) | \(Self.code(found.after.sentence))\(conditions) |")
            case .lines(let block):
                let lines = block.removed.map { "- " + $0 } + block.added.map { "+ " + $0 }
                blocks.append(
                    "**\(change.kind.rawValue)** \(Self.code(block.block.isEmpty ? "the table" : block.block))"
                        + (block.link.map { ", for example " + Self.code($0) } ?? "") + "\n\n```diff\n"
                        + lines.joined(separator: "\n") + "\n```")
            }
        }
        var parts = ["**Route table:** \(summary)."]
        if !links.isEmpty {
            parts.append(
                "| change | route | link | before | after |\n|---|---|---|---|---|\n" + links.joined(separator: "\n"))
        }
        text = (parts + blocks).joined(separator: "\n\n") + "\n"
    }

    /// A text as code in a cell of a table; nothing of it is read as Markdown or HTML.
    private static func code(_ text: String) -> String {
        guard !text.isEmpty else { return "" }
        var text = text.replacing("\n", with: " ").replacing("|", with: "\\|")
        // Code may hold backquotes between longer runs of them.
        if text.contains("`") { text = " \(text) " }
        let fence = String(repeating: "`", count: (text.split { $0 != "`" }.map(\.count).max() ?? 0) + 1)
        return fence + text + fence
    }
}
