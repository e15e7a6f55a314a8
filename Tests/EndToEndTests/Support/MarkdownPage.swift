import Foundation

/// A page of the documentation, taken apart into what a reader copies.
struct MarkdownPage {
    /// One fenced block.
    struct Block {
        /// The word behind the fence; empty if there is none.
        let language: String
        let text: String
        /// Why it is not run, as the comment above it says: `<!-- not run: it needs root -->`.
        let reason: String?
    }

    /// The fenced blocks, in their order.
    private(set) var blocks: [Block] = []
    /// The commands: indented lines outside fenced blocks.
    private(set) var commands: [String] = []
    let text: String

    /// - Parameter path: from the folder of Package.swift.
    init(_ path: String) throws {
        text = try String(contentsOfFile: Products.package + "/" + path, encoding: .utf8)
        var open: (language: String, lines: [Substring])?
        var reason: String?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                if let block = open {
                    let text = block.lines.map { $0 + "\n" }.joined()
                    blocks.append(Block(language: block.language, text: text, reason: reason))
                    (open, reason) = (nil, nil)
                } else {
                    open = (String(line.dropFirst(3)), [])
                }
            } else if open != nil {
                open?.lines.append(line)
            } else if let comment = line.wholeMatch(of: /<!-- not run: (.+) -->/) {
                reason = String(comment.1)
            } else if line.hasPrefix("    ") {
                commands.append(line.trimmingCharacters(in: .whitespaces))
            }
        }
    }

    /// The blocks of a language.
    func blocks(in language: String) -> [String] { blocks.filter { $0.language == language }.map(\.text) }

    /// The cells of each row of the table whose head begins with these words.
    func rows(under head: String) -> [[String]] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(where: { $0.hasPrefix("| " + head) }) else { return [] }
        return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }
}
