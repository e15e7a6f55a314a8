import ArgumentParser
internal import Conf
internal import Contract
import HostSystem
internal import Routing

/// `gen-cases`: writes cases for what of a table no case covers.
struct GenCases: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gen-cases",
        abstract: "Write test cases for a table, or those that its case files lack.",
        discussion: """
            Example: deeplinkctl gen-cases -f routes.conf

            The cases say what the table does now, and all of them pass: read them before you keep them. With case files, \
            only cases for what these do not cover are written, to be put behind them: \
            deeplinkctl gen-cases routes.cases >> routes.cases. Without -f the first of them names the table.

            A part of the table for which no link was found is named on standard error.
            """)

    @OptionGroup var table: TableOption
    @OptionGroup var output: FormatOption
    @Argument(help: "Case files that exist already.", completion: .file(extensions: ["cases"]))
    var files: [String] = []

    func run() throws {
        let named = table.named.count == 1 ? table.named[0] : nil
        let isOwn = !files.isEmpty && !table.isOnCommandLine
        var tables = CaseTables(isOwn ? nil : { (named ?? "the table", try table.load()) })
        let loaded = try files.map { try LoadedCases($0, &tables) }
        let tested = try loaded.first?.table ?? TestedTable(named ?? table.paths.first ?? "the table", table.load())
        guard loaded.allSatisfy({ $0.table === tested }) else {
            throw ToolFailure("the case files name different tables; name one with -f")
        }
        for (file, testCase) in loaded.flatMap({ file in file.cases.map { (file, $0) } }) {
            file.table.add(testCase.run(in: tested.ruleset))
        }
        var generator = CaseGenerator(tested.coverage)
        let drafts = generator.cover()
        var names = Set(loaded.flatMap { $0.cases.map(\.name) })
        if files.isEmpty { showHead(tested.name, isFile: table.paths.count == 1 && table.paths[0] != "-") }
        for draft in drafts { show(draft, named: Self.unique(draft.title, in: &names)) }
        let coverage = generator.coverage
        let missing = coverage.nodes.filter { !coverage.covered.contains($0) }
        for node in missing {
            Output.error("no link was found for: \(Escaping.printable(tested.title(of: node)))\n")
        }
    }

    private func showHead(_ name: String, isFile: Bool) {
        guard output.format == .text else { return }
        Output.text("# Cases made by deeplinkctl gen-cases: they say what the table does now.\n\n")
        if isFile { Output.text(CaseDraft.tableLine(name) + "\n") }
    }

    private func show(_ draft: CaseDraft, named name: String) {
        let text = draft.text(named: name)
        output.show(
            ["case": name, "url": draft.url, "code": draft.outcome.code.rawValue, "text": text] as JSONObject
        ) { Output.text(text) }
    }

    /// A name that no other case has.
    static func unique(_ title: String, in names: inout Set<String>) -> String {
        var (name, number) = (title, 2)
        while !names.insert(name).inserted {
            name = "\(title) (\(number))"
            number += 1
        }
        return name
    }
}
