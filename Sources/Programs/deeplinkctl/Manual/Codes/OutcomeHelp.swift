// The section of docs/codes.md about an outcome code: the sentence of the registry and what it means, rows, and often a
// table with a command that shows the outcome. Tests compare the class, the exit statuses and the remedies of the rows
// with the registry and with what the command prints.

package import Contract

/// The manual's text about one outcome code.
package struct OutcomeHelp: Sendable {
    /// What has happened, or stands in the way.
    ///
    /// *Shape*: one to three sentences on one line.
    package let text: String
    /// All rows, in the order of the page.
    package let rows: [ManualPage.Row]
    /// A table and a link with this outcome; nil where it takes a daemon.
    package let example: OutcomeExample?

    fileprivate init(_ section: ManualPage.Section, of code: OutcomeCode) {
        let first = section.paragraphs.first ?? ""
        text = TextBlock.rest(of: first, behind: "**\(code.sentence)** ") ?? first
        rows = section.rows
        let (table, command) = (
            section.blocks.first { $0.words == "conf" }, section.blocks.first { $0.words == "sh" }
        )
        example = table.flatMap { table in command.map { OutcomeExample(table: table.text, command: $0.text) } }
    }

    /// The text of a row; nil if there is none.
    package func row(_ label: String) -> String? { rows.first { $0.label == label }?.text }

    /// What a program does; nil for a text that is no step.
    package var program: ProgramStep? {
        ProgramStep.allCases.first { $0.sentence == row("program") }
    }

    /// The codes of "see also": those that are easily taken for this one, or follow it.
    package var near: [OutcomeCode] {
        (row("see also") ?? "").split(separator: ", ").compactMap { OutcomeCode(rawValue: String($0)) }
    }
}

extension OutcomeCode {
    /// What the manual says of the code; nil if the page has no section for it.
    package var help: OutcomeHelp? {
        ManualCode.outcome(self).section.map { OutcomeHelp($0, of: self) }
    }

    /// The exit statuses of the command line for the code: two where a remedy is the client's or the user's, else one.
    package var exitStatuses: [Int32] {
        (help?.program?.offersRemedies == true ? [true, false] : [false])
            .map { Self.exitStatus(of: outcomeClass, actionable: $0) }
    }
}
