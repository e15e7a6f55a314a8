// The section of docs/codes.md about a diagnostic code: a title, a paragraph, and a small file as a list of its lines,
// of which those with `-` are reported and those with `+` mend them:
//
//     - input at number
//     + input at uint
//
// Tests load both files as `check --strict` does: the first is reported with this code and no other, the second with none.
// A code whose report takes a machine, a large file or a second file has a reason in place of the example.

package import Conf

/// The manual's text about one diagnostic code.
package struct DiagnosticHelp: Sendable {
    /// A small file with the mistake, and the same file without it.
    package struct Example: Sendable {
        /// The lines of both files, each behind its mark or two blanks.
        let lines: [String]
        /// The options of `check` that the report takes.
        package let options: [String]

        /// The file with the mistake.
        package var wrong: String { file(without: "+") }
        /// The file without it.
        package var right: String { file(without: "-") }

        private func file(without mark: Character) -> String {
            // The page shows a control character as an error of the tool shows it.
            lines.filter { $0.first != mark }.map { $0.dropFirst(2) }.joined(separator: "\n")
                .replacing("\\u{7}", with: "\u{7}")
        }
    }

    package let title: String
    /// What the code means, why the file is refused or warned about, and what to do.
    ///
    /// *Shape*: one to four sentences on one line.
    package let text: String
    /// nil where a reason stands in its place.
    package let example: Example?
    /// Why there is no example; nil where there is one.
    package let reason: String?

    fileprivate init(_ section: ManualPage.Section, of code: DiagnosticCode) {
        let paragraphs = section.paragraphs
        let first = paragraphs.first ?? ""
        title = TextBlock.rest(of: section.heading, behind: code.rawValue + ": ") ?? ""
        text = TextBlock.rest(of: first, behind: "*\(code.severity.rawValue)*. ") ?? first
        reason = paragraphs.lazy.compactMap { TextBlock.rest(of: $0, behind: "There is no example: ") }.first
            .map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
        // "`check --hidden` reports the lines with `-`; …"
        let command = paragraphs.first { $0.hasPrefix("`check --") }.map { $0.dropFirst().prefix { $0 != "`" } }
        let options = command?.split(separator: " ").dropFirst().map(String.init) ?? []
        example = section.blocks.first { $0.words == "diff" }.map { Example(lines: $0.lines, options: options) }
    }
}

extension DiagnosticCode {
    /// What the manual says of the code; nil if the page has no section for it.
    package var help: DiagnosticHelp? {
        ManualCode.diagnostic(self).section.map { DiagnosticHelp($0, of: self) }
    }

    /// Whether files of test cases are reported with it, and not tables.
    package var isOfCases: Bool { rawValue.hasPrefix("RT7") }
}
