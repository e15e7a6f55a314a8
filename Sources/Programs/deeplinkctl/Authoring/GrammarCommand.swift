import ArgumentParser
internal import Contract
internal import Formatting

/// `grammar`: prints a grammar of the table language for editors; the files in `editors` are made by it.
struct GrammarCommand: ParsableCommand {
    /// The editors that read it.
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case textmate, vim
    }

    static let configuration = CommandConfiguration(
        commandName: "grammar",
        abstract: "Print the grammar of the table language for editors.",
        discussion: """
            Example: deeplinkctl grammar vim

            textmate is for VS Code and other editors with TextMate's grammars, vim for Vim and Neovim. The words are those \
            of this version.
            """)

    @Argument(help: "textmate or vim.")
    var kind: Kind

    func run() {
        switch kind {
        case .textmate: Output.text(TextMateGrammar.text(.ofThisProgram))
        case .vim: Output.text(VimSyntax.text(.ofThisProgram))
        }
    }
}

extension GrammarWords {
    /// The words of tables and files of test cases, from the forms of the manual.
    static var ofThisProgram: GrammarWords {
        // The other parts of the manual explain how files are written: their headings are no forms.
        let entries = [ManualTopic.language, .cases].flatMap(\.groups).flatMap(\.entries)
        let types = ManualTopic.types.groups.flatMap(\.entries)
        return GrammarWords(
            forms: entries.flatMap(\.forms), types: types.map { $0.title.replacing("`", with: "") },
            outcomes: OutcomeClass.allCases.map(\.rawValue))
    }
}
