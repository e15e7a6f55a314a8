import Foundation

/// A page of the documentation, taken apart into what a reader copies.
struct MarkdownPage {
    /// The fenced blocks, with the word behind the fence; empty if there is none.
    private(set) var blocks: [(language: String, text: String)] = []
    /// The commands: indented lines outside fenced blocks.
    private(set) var commands: [String] = []
    let text: String

    /// - Parameter path: from the folder of Package.swift.
    init(_ path: String) throws {
        text = try String(contentsOfFile: Products.package + "/" + path, encoding: .utf8)
        var open: (language: String, lines: [Substring])?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                if let block = open {
                    blocks.append((block.language, block.lines.map { $0 + "\n" }.joined()))
                    open = nil
                } else {
                    open = (String(line.dropFirst(3)), [])
                }
            } else if open != nil {
                open?.lines.append(line)
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
