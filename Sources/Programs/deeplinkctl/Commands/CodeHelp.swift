import ArgumentParser
internal import Conf
internal import Contract
import Routing

/// `help CODE` and `help WORD`: explains codes, and the words of the language and of the protocol.
///
/// The argument parser has a command `help` of its own, which shows the help of commands. This one is not among the
/// subcommands, where it would stand twice in the completions: `main` hands it the words that are no command's name.
struct CodeHelp: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "help",
        _superCommandName: "deeplinkctl",
        abstract: "Explain the codes of reports and outcomes, and the words of the language and the protocol.",
        discussion: """
            Example: deeplinkctl help RT303 blocked.toggle.off

            A code is written in any case, and RT303 as 303 too. The beginning of codes, such as RT5 or blocked, lists \
            those codes. A word of a table, such as query or uint, is explained with an example, and so is a method of the \
            daemon, such as Subscribe. A topic lists its words: language, types, limits, cases, protocol, codes. With a \
            topic before it, a word is looked up there: deeplinkctl help language permission. `deeplinkctl help COMMAND` \
            shows the help of a command.
            """)

    @OptionGroup var output: FormatOption
    @Flag(help: "Print docs/codes.md or docs/language.md; takes the word `codes` or `language` alone.")
    var markdown = false
    @Argument(help: "Codes, beginnings of codes, words of tables, methods, or a topic.")
    var words: [String]

    func validate() throws {
        guard markdown, page == nil || output.format != .text else { return }
        throw ValidationError(
            "--markdown takes the word `codes` or `language` alone: deeplinkctl help codes --markdown")
    }

    /// The page of the documentation that `--markdown` prints; nil for words that have none.
    private var page: String? {
        switch words.count == 1 ? ManualTopic(word: words[0]) : nil {
        case .codes: ManualPage.codes.text
        case .language: ManualPage.language.text
        case .types, .limits, .cases, .protocol, nil: nil
        }
    }

    func run() throws {
        if markdown { return Output.text(page ?? "") }
        let (subjects, errors) = HelpSubject.all(words)
        for (index, subject) in subjects.enumerated() {
            if index > 0, output.format == .text { Output.line("") }
            show(subject)
        }
        for error in errors.dropLast() { Output.error(ErrorText.text(of: error, arguments: [])) }
        if let last = errors.last { throw last }
    }

    private func show(_ subject: HelpSubject) {
        switch subject {
        case .topic(let topic):
            output.show(each: topic.groups.flatMap(\.entries).map(Self.object(of:))) {
                Self.show(EntryPage.lines(topic))
            }
        case .entry(let entry): output.show(Self.object(of: entry)) { Self.show(EntryPage.lines(entry)) }
        case .code(let code): output.show(Self.object(of: code)) { Self.show(CodePage.lines(code)) }
        case .codes(let codes):
            output.show(each: codes.map(Self.object(of:))) { Self.show(CodePage.list(codes)) }
        }
    }

    /// The pages have examples to copy, whose lines stay as they are.
    private static func show(_ lines: [String]) { Output.lines(lines.map { Line(whole: $0) }) }
}

extension CodeHelp {
    /// Whether this command, and not the argument parser's own, answers a command line.
    ///
    /// - Parameter words: the command line, without the program's name.
    static func answers(_ words: [String]) -> Bool {
        guard words.first == configuration.commandName, words.count > 1 else { return false }
        if words[1].hasPrefix("-") { return ["--format", "--json", "--markdown"].contains { words[1].hasPrefix($0) } }
        let commands = Deeplinkctl.configuration.subcommands.map { $0._commandName }
        guard !commands.contains(words[1]) else { return false }
        return HelpSubject.looksLikeCode(words[1])
            || words.dropFirst().prefix { !$0.hasPrefix("-") }.contains { HelpSubject.found($0) != nil }
    }

    /// What the manual says of a word, as JSON.
    private static func object(of entry: ManualEntry) -> JSONObject {
        [
            "topic": entry.topic.rawValue, "group": entry.group, "name": entry.name,
            "title": entry.title.replacing("`", with: ""), "forms": entry.forms, "text": entry.text,
            "default": entry.row("default"), "limits": entry.row("limits"), "bounds": entry.row("bounds"),
            "block": entry.row("block"), "fact": entry.row("fact"), "words": entry.row("words"),
            "takes": entry.row("takes"), "refuses": entry.row("refuses"), "beyond": entry.row("beyond"),
            "setting": entry.row("table"), "callers": entry.row("callers"), "example": entry.example,
            "file": entry.file,
        ]
    }

    /// What the manual says of a code, as JSON.
    private static func object(of code: ManualCode) -> JSONObject {
        switch code {
        case .diagnostic(let code):
            let help = code.help
            return [
                "code": code.rawValue, "severity": code.severity.rawValue, "title": help?.title, "text": help?.text,
                "wrong": help?.example?.wrong, "right": help?.example?.right, "options": help?.example?.options,
                "noExample": help?.reason,
            ]
        case .outcome(let code):
            let help = code.help
            return [
                "code": code.rawValue, "class": code.outcomeClass, "exitStatus": code.exitStatuses,
                "title": code.sentence, "text": help?.text, "person": help?.row("person"),
                "program": help?.program?.rawValue, "programText": help?.row("program"),
                "remedies": help?.example?.outcome?.remedies, "near": help?.near.map(\.rawValue),
                "table": help?.example?.table, "facts": help?.example?.facts, "url": help?.example?.url,
            ]
        }
    }
}
