import ArgumentParser
internal import Conf
internal import Contract
internal import Manual

/// `help CODE`: explains the codes of reports and outcomes.
///
/// The argument parser has a command `help` of its own, which shows the help of commands. This one is not among the
/// subcommands, where it would stand twice in the completions: `main` hands it the words that are no command's name.
struct CodeHelp: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "help",
        _superCommandName: "deeplinkctl",
        abstract: "Explain the codes of reports and outcomes.",
        discussion: """
            Example: deeplinkctl help RT303 blocked.toggle.off

            A code is written in any case, and RT303 as 303 too. The beginning of codes, such as RT5 or blocked, lists \
            those codes, and `codes` lists all of them. `deeplinkctl help COMMAND` shows the help of a command.
            """)

    @OptionGroup var output: FormatOption
    @Flag(help: "Print docs/codes.md, the page about all codes; takes the word `codes` alone.")
    var markdown = false
    @Argument(help: "Codes, beginnings of codes, or `codes`.")
    var codes: [String]

    func validate() throws {
        guard markdown, codes != [Self.all] || output.format != .text else { return }
        throw ValidationError("--markdown takes the word `codes` alone: deeplinkctl help codes --markdown")
    }

    func run() throws {
        if markdown { return Output.text(CodesDocument.text) }
        for (index, word) in codes.enumerated() {
            if index > 0, output.format == .text { Output.line("") }
            try show(word)
        }
    }

    private func show(_ word: String) throws {
        switch word == Self.all ? .list(ManualCode.all) : CodeSearch(word) {
        case .code(let code): output.show(Self.object(of: code)) { CodePage(code).lines.forEach(Output.line) }
        case .list(let codes):
            switch output.format {
            case .json: for code in codes { Output.json(Self.object(of: code)) }
            case .text: CodePage.list(codes).forEach(Output.line)
            }
        case .nothing(let help): throw UsageError(no: "code", word, help: help)
        }
    }
}

extension CodeHelp {
    /// The word that means all codes.
    static let all = "codes"

    /// Whether this command, and not the argument parser's own, answers a command line.
    ///
    /// - Parameter words: the command line, without the program's name.
    static func answers(_ words: [String]) -> Bool {
        guard words.first == configuration.commandName, words.count > 1 else { return false }
        if words[1].hasPrefix("-") { return ["--format", "--json", "--markdown"].contains { words[1].hasPrefix($0) } }
        let commands = Deeplinkctl.configuration.subcommands.map { $0._commandName }
        guard !commands.contains(words[1]) else { return false }
        if case .nothing = CodeSearch(words[1]) { return words[1] == all || looksLikeCode(words[1]) }
        return true
    }

    /// Whether an unknown word was meant as a code: it has a dot or a digit, and names of commands have neither.
    private static func looksLikeCode(_ word: String) -> Bool {
        word.contains { $0 == "." || $0.isNumber }
    }

    /// What the manual says of a code, as JSON.
    private static func object(of code: ManualCode) -> JSONObject {
        switch code {
        case .diagnostic(let code):
            let help = code.help
            return [
                "code": code.rawValue, "severity": code.severity.rawValue, "title": help.title,
                "text": joined(help.text), "wrong": help.example?.wrong, "right": help.example?.right,
                "options": help.example?.options, "noExample": help.reason,
            ]
        case .outcome(let code):
            let help = code.help
            return [
                "code": code.rawValue, "class": code.outcomeClass, "exitStatus": code.exitStatuses,
                "title": code.sentence, "text": joined(help.text), "person": help.person,
                "program": help.program.rawValue, "programText": help.program.sentence,
                "remedies": help.example?.outcome?.remedies, "near": help.near.map(\.rawValue),
                "table": help.example?.table, "facts": help.example?.facts, "url": help.example?.url,
            ]
        }
    }

    private static func joined(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
