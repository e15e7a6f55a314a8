internal import Conf
package import Contract

/// The manual's page about one code, for a terminal.
package struct CodePage: Sendable {
    /// *Units*: characters of the column of labels.
    private static let labelWidth = 10

    private let code: ManualCode

    package init(_ code: ManualCode) { self.code = code }

    /// The lines, of at most 80 characters where no word or example is longer; line ends are not included.
    package var lines: [String] {
        switch code {
        case .diagnostic(let code): Self.lines(code)
        case .outcome(let code): Self.lines(code)
        }
    }

    /// The lines of a list of codes: the code, and its title in a column, which diagnostics have further left.
    package static func list(_ codes: [ManualCode]) -> [String] {
        let columns = Dictionary(grouping: codes, by: \.isDiagnostic).mapValues { $0.map(\.name.count).max() ?? 0 }
        return codes.map { code in
            let blanks = (columns[code.isDiagnostic] ?? 0) - code.name.count + 2
            return code.name + String(repeating: " ", count: blanks) + code.title
        }
    }

    // MARK: Diagnostics

    private static func lines(_ code: DiagnosticCode) -> [String] {
        let help = code.help
        let head = TextBlock.wrapped("\(code.rawValue) (\(code.severity.rawValue)): \(help.title)", hanging: 2)
        let text = TextBlock.wrapped(help.text, indent: 2)
        guard let example = help.example else {
            return head + [""] + text + ["", "  There is no example: \(help.reason ?? "")."]
        }
        return head + [""] + text + ["", "  " + introduction(of: code, example), ""]
            + TextBlock.changes(from: example.wrong, to: example.right).map { "    " + $0 }
    }

    /// The sentence above the example.
    static func introduction(of code: DiagnosticCode, _ example: DiagnosticHelp.Example) -> String {
        let command = code.isOfCases ? "test" : (["check"] + example.options).joined(separator: " ")
        return "`\(command)` reports the lines with `-`; the lines with `+` mend it:"
    }

    // MARK: Outcomes

    private static func lines(_ code: OutcomeCode) -> [String] {
        let help = code.help
        var lines = TextBlock.wrapped("\(code.rawValue): \(code.sentence)", hanging: 2)
        lines += [""] + TextBlock.wrapped(help.text, indent: 2) + [""]
        for (label, text) in rows(of: code) {
            let blanks = String(repeating: " ", count: max(1, labelWidth - label.count))
            let wrapped = TextBlock.wrapped(text, indent: 2 + labelWidth)
            lines.append("  " + label + blanks + (wrapped.first.map { $0.drop { $0 == " " } } ?? ""))
            lines += wrapped.dropFirst()
        }
        guard let example = help.example else { return lines }
        lines += ["", "  With this table in routes.conf:", ""] + indented(example.table)
        return lines + ["", "  this command shows the outcome:", ""] + indented(example.command)
    }

    /// The rows about an outcome: a label, and a sentence or a list.
    static func rows(of code: OutcomeCode) -> [(label: String, text: String)] {
        let help = code.help
        let remedies = help.example?.outcome?.remedies ?? []
        var rows = [("class", classText(of: code)), ("person", help.person), ("program", help.program.sentence)]
        if !remedies.isEmpty {
            rows.append(
                ("remedies", remedies.map { "\($0.kind.rawValue) (\($0.actor.rawValue))" }.joined(separator: ", ")))
        }
        if !help.near.isEmpty { rows.append(("see also", help.near.map(\.rawValue).joined(separator: ", "))) }
        return rows
    }

    /// The class and the exit statuses, as the registry has them.
    private static func classText(of code: OutcomeCode) -> String {
        let statuses = code.exitStatuses
        let status = statuses.map { "\($0)" }
            .joined(separator: " if the client or the user can lift all that is missing, else ")
        return "\(code.outcomeClass.rawValue); exit status \(status)"
    }

    private static func indented(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { "      " + $0 }
    }
}

extension OutcomeCode {
    /// The exit statuses of the command line for the code: two where a remedy is the client's or the user's, else one.
    package var exitStatuses: [Int32] {
        (help.program.offersRemedies ? [true, false] : [false])
            .map { Self.exitStatus(of: outcomeClass, actionable: $0) }
    }
}
