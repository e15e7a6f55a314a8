internal import Conf
internal import Contract

// The page docs/codes.md. It is written by `deeplinkctl help codes --markdown`, and a test compares it with the file, so
// what the page says is what the command line says.

/// All codes as one page of the documentation.
package enum CodesDocument {
    /// The page, with its line end.
    package static var text: String {
        let groups = CodeGroup.all.flatMap { group in
            [heading(of: group)] + group.codes.map(section)
        }
        return ([introduction] + groups).joined(separator: "\n\n") + "\n"
    }

    private static let introduction = """
        # Codes

        <!-- This page is written by `deeplinkctl help codes --markdown`. Change Sources/Manual, and write it again. -->

        Every report about a table has a code, such as `RT303`, and so does every outcome, such as `blocked.toggle.off`.
        Codes are stable: they are never renamed and never get another meaning. The command line explains them too:

        ```sh
        deeplinkctl help RT303                 # one code, in any case
        deeplinkctl help blocked.toggle        # the codes that begin so
        deeplinkctl help codes                 # all codes
        ```

        In the examples of diagnostics, a line with `-` is reported, and the lines with `+` mend it. [Outcomes](outcomes.md)
        explains classes, exit statuses and remedies, and [Route tables](tables.md) the language.
        """

    private static func heading(of group: CodeGroup) -> String {
        let isDiagnostic = group.prefix.hasPrefix("RT")
        return isDiagnostic ? "## \(group.prefix): \(group.subject)" : "## `\(group.prefix)`\n\n\(group.subject)"
    }

    private static func section(_ code: ManualCode) -> String {
        switch code {
        case .diagnostic(let code): section(code)
        case .outcome(let code): section(code)
        }
    }

    private static func section(_ code: DiagnosticCode) -> String {
        let help = code.help
        let head = "### \(code.rawValue): \(help.title)\n\n" + paragraph("*\(code.severity.rawValue)*. " + help.text)
        guard let example = help.example else { return head + "\n\n" + "There is no example: \(help.reason ?? "")." }
        let options = example.options.isEmpty ? "" : "\n\n" + CodePage.introduction(of: code, example)
        let changes = TextBlock.changes(from: example.wrong, to: example.right).map(Escaping.printable)
            .joined(separator: "\n")
        return head + options + "\n\n```diff\n\(changes)\n```"
    }

    private static func section(_ code: OutcomeCode) -> String {
        let rows = CodePage.rows(of: code).map { "* \($0.label): \($0.text)" }.joined(separator: "\n")
        let head = "### \(code.rawValue)\n\n" + paragraph("**\(code.sentence)** " + code.help.text) + "\n\n" + rows
        guard let example = code.help.example else { return head }
        return head + "\n\n```conf\n\(example.table)\n```\n\n```sh\n\(example.command)\n```"
    }

    private static func paragraph(_ text: String) -> String {
        TextBlock.wrapped(text).joined(separator: "\n")
    }
}
