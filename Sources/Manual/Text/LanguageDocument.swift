// The page docs/language.md, written by `deeplinkctl help language --markdown` as docs/codes.md is; a test compares both.

/// The language, the types, the limits and the test cases as one page of the documentation.
package enum LanguageDocument {
    /// The page, with its line end.
    package static var text: String {
        let parts =
            ManualTopic.language.groups.map { section($0, "##") }
            + [types, "## Limits\n\n" + limitsIntroduction]
            + ManualTopic.limits.groups.enumerated().map { $0 == 0 ? section($1, "###") : limits($1) }
            + ["## Test cases\n\n" + casesIntroduction] + ManualTopic.cases.groups.map { section($0, "###") }
        return ([introduction] + parts).joined(separator: "\n\n") + "\n"
    }

    private static let introduction = """
        # The language: reference

        <!-- This page is written by `deeplinkctl help language --markdown`. Change Sources/Manual, and write it again. -->

        This page has every directive, type and limit of route tables and of files of test cases. [Route tables](tables.md)
        explains the language task by task, and [Features and facts](facts.md) what features require. The command line has
        the same texts:

        ```sh
        deeplinkctl help language              # all directives
        deeplinkctl help query                 # one directive or type
        deeplinkctl help language permission   # one whose word is a command, too
        ```

        In forms, words in capitals stand for words of yours, `…` for more of them, and `[ ]` for what may be left out. A `|`
        between two words leaves the choice. An example stands in a table that a test loads.
        """

    private static let limitsIntroduction = """
        Each limit bounds what one link, table, caller or program can take of the machine. `deeplinkctl help limits` prints
        these tables.
        """

    private static let casesIntroduction = """
        [Testing a table](testing.md) shows how cases are written and run. `deeplinkctl help cases` prints these texts.
        """

    private static var types: String {
        let entries = ManualTopic.types.groups.flatMap(\.entries)
        let note = """
            A type stands in a capture, `$(day:uint(1..31))`, behind a query key, `query page:uint`, and behind the name of an
            input, `input page uint`. The types of routes and actions are compared when the table is loaded.
            """
        return "## Types\n\n" + note + "\n\n" + entries.map { section($0, "###") }.joined(separator: "\n\n")
    }

    private static func section(_ group: ManualGroup, _ mark: String) -> String {
        ([mark + " " + group.heading] + group.entries.map { section($0, mark + "#") }).joined(separator: "\n\n")
    }

    private static func section(_ entry: ManualEntry, _ mark: String) -> String {
        var parts = [mark + " " + entry.title]
        if !entry.forms.isEmpty { parts.append("    " + entry.forms.joined(separator: "\n    ")) }
        parts.append(TextBlock.wrapped(entry.paragraph).joined(separator: "\n"))
        if !entry.rows.isEmpty { parts.append(entry.rows.map(line).joined(separator: "\n")) }
        if let example = entry.example { parts.append("```conf\n\(example)\n```") }
        return parts.joined(separator: "\n\n")
    }

    private static func line(_ row: ManualEntry.Row) -> String {
        TextBlock.wrapped("* \(row.label): \(row.text)", hanging: 2).joined(separator: "\n")
    }

    private static func limits(_ group: ManualGroup) -> String {
        let rows = group.entries.map { entry in
            let beyond = entry.rows.first { $0.label == "beyond" }?.text ?? ""
            let setting = entry.rows.first { $0.label == "table" }?.text ?? ""
            return "| \(entry.title) | \(entry.summary) | \(beyond) | \(setting) |"
        }
        return "### \(group.heading)\n\n| what | limit | beyond it | set by |\n|---|---|---|---|\n"
            + rows.joined(separator: "\n")
    }
}
