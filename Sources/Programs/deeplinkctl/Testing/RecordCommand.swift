import ArgumentParser
internal import Contract
internal import Routing
internal import Varlink

/// `record`: makes cases of what a daemon has noted about links.
struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Write test cases for what a daemon's timeline has: one for each route and outcome.",
        discussion: """
            Example: deeplinkctl record --since 24h > recorded.cases

            A timeline has no links, and values only of a feature in focus. So each link is built anew with examples, and \
            facts are looked for that lead to the same outcome. Where none are found, the case says `todo`, and why. \
            Links that were performed or failed are one kind: the table let them through.

            Without a file the daemon is asked, for its table too, unless -f names one. A file has the lines that \
            `deeplinkctl timeline --format json` printed; - reads standard input.
            """)

    @OptionGroup var socket: SocketOption
    @OptionGroup var table: TableOption
    @OptionGroup var output: FormatOption
    @OptionGroup var conditions: TimelineConditions
    @Argument(help: "Lines of `timeline --format json`.", completion: .file())
    var file: String?

    func validate() throws {
        if file == "" { throw ValidationError("Name a file, or - for standard input, not an empty word.") }
        guard file != nil else { return }
        if socket.path != nil { throw ValidationError("Name a file or a daemon: leave out --socket.") }
        if conditions.isGiven {
            throw ValidationError("Conditions are for a daemon: give them to the `timeline` that writes the file.")
        }
        try TableOption.validate(table.named, and: file)
    }

    func run() throws {
        let client = try file == nil ? DaemonClient(socket) : nil
        // A table that only the environment names need not be the one that the daemon has.
        let ruleset = try client.flatMap { try table.isOnCommandLine ? nil : TableInForce.load($0) } ?? table.load()
        var recorder = CaseRecorder(ruleset)
        if let client {
            try client.stream(conditions.request(usualCount: nil)) { answer in
                for entry in answer.entries { recorder.add(entry) }
                return !answer.entries.isEmpty
            }
        } else if let file {
            try read(file, into: &recorder)
        }
        let cases = recorder.cases
        guard !cases.isEmpty || recorder.withoutLink > 0 else {
            throw ToolFailure("the timeline has no link that has ended; `deeplinkctl timeline` shows what it has")
        }
        if !cases.isEmpty { showHead(ruleset) }
        for recorded in cases { show(recorded) }
        if recorder.withoutLink > 0 {
            Output.error("left out, because actions were named without a link: \(recorder.withoutLink)\n")
        }
    }

    private func read(_ file: String, into recorder: inout CaseRecorder) throws {
        try Input.forEachLine(of: file) { number, text in
            guard text != "" else { return }
            let entry = text.flatMap { try? JSONText.value(of: $0) }.flatMap { value in
                try? GetTimeline.Answer(reply: .object([.init("entries", .array([value]))])).entries.first
            }
            guard let entry else {
                throw ToolFailure(
                    "line \(number) of \(file == "-" ? "standard input" : file) is no entry of a timeline; "
                        + "`deeplinkctl timeline --format json` prints them")
            }
            recorder.add(entry)
        }
    }

    private func showHead(_ ruleset: Ruleset) {
        guard output.format == .text else { return }
        Output.text(
            "# Cases made by deeplinkctl record: the links and facts are examples with the outcomes of a timeline.\n\n")
        if let name = ruleset.files.first?.name, ruleset.files.count == 1, name != "-" {
            Output.text(CaseDraft.tableLine(name) + "\n")
        }
    }

    private func show(_ recorded: RecordedCase) {
        output.show(
            [
                "case": recorded.name, "url": recorded.url, "code": recorded.code.rawValue, "remark": recorded.remark,
                "todo": recorded.todo, "text": recorded.text,
            ] as JSONObject
        ) { Output.text("# \(recorded.remark)\n\(recorded.text)") }
    }
}
