internal import Conf
internal import Contract

/// The manual's page about one code, for a terminal.
package enum CodePage {
    /// The lines, of at most 80 characters where no word or example is longer; line ends are not included.
    package static func lines(_ code: ManualCode) -> [String] {
        switch code {
        case .diagnostic(let code): code.help.map { lines(code, $0) } ?? [code.rawValue] + none
        case .outcome(let code): code.help.map { lines(code, $0) } ?? [code.rawValue] + none
        }
    }

    /// What stands for a text that the page does not have, which a test excludes.
    private static let none = ["", "  The manual has no text about it."]

    /// The lines of a list of codes: the code, and its title in a column, which diagnostics have further left.
    package static func list(_ codes: [ManualCode]) -> [String] {
        let columns = Dictionary(grouping: codes, by: \.isDiagnostic).mapValues { $0.map(\.name.count).max() ?? 0 }
        return codes.map { code in
            let blanks = (columns[code.isDiagnostic] ?? 0) - code.name.count + 2
            return code.name + String(repeating: " ", count: blanks) + code.title
        }
    }

    private static func lines(_ code: DiagnosticCode, _ help: DiagnosticHelp) -> [String] {
        let head = TextBlock.wrapped("\(code.rawValue) (\(code.severity.rawValue)): \(help.title)", hanging: 2)
        let text = TextBlock.wrapped(help.text, indent: 2)
        guard let example = help.example else {
            return head + [""] + text + ["", "  There is no example: \(help.reason ?? "")."]
        }
        let command = code.isOfCases ? "test" : (["check"] + example.options).joined(separator: " ")
        return head + [""] + text
            + ["", "  `\(command)` reports the lines with `-`; the lines with `+` mend it:", ""]
            + example.lines.map { "    " + $0 }
    }

    private static func lines(_ code: OutcomeCode, _ help: OutcomeHelp) -> [String] {
        let lines =
            TextBlock.wrapped("\(code.rawValue): \(code.sentence)", hanging: 2)
            + [""] + TextBlock.wrapped(help.text, indent: 2) + [""] + help.rows.flatMap(TextBlock.lines)
        guard let example = help.example else { return lines }
        return lines + ["", "  With this table in routes.conf:", ""] + TextBlock.indented(example.table)
            + ["", "  this command shows the outcome:", ""] + TextBlock.indented(example.command)
    }
}
