import ArgumentParser
internal import Conf
internal import Contract
internal import Editing
internal import Formatting
internal import HostSystem
internal import Routing
internal import Tables

/// `lsp`: serves an editor over standard input and output.
struct LSPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lsp",
        abstract: "Serve an editor: diagnostics, hover, completion and more, as a language server.",
        discussion: """
            Example: deeplinkctl lsp < /dev/null

            An editor starts it, and speaks the Language Server Protocol 3.17 with it over standard input and output. It \
            reads tables (*.conf) with what they include and with drop-ins, and files of cases (*.cases), as the editor has \
            them. It writes no file, performs nothing, and needs no daemon. docs/authoring/editors.md has the lines for \
            Neovim, Helix, Zed, Kate and VS Code.

            Exit status: 0, or 1 if the editor went away without the request `shutdown`.
            """)

    @Flag(help: "Speak over standard input and output, which it always does; some editors say so.")
    var stdio = false

    func run() throws {
        if StandardStreams.inputIsTerminal {
            Output.error("an editor starts this, and speaks the Language Server Protocol with it; Ctrl-D ends it\n")
        }
        let server = LanguageServer(services)
        while server.exitStatus == nil {
            if !server.isFull, try Self.hasInput(waiting: !server.hasWork) {
                let bytes = try StandardStreams.readInput(byteLimit: 64 << 10)
                if bytes.isEmpty { server.end() } else { server.receive(bytes) }
            } else {
                server.step()
            }
            let output = server.takeOutput()
            if !output.isEmpty, !Output.bytesReachReader(output) { break }
        }
        if let status = server.exitStatus, status == 0 { return }
        throw ExitCode(1)
    }

    private var services: EditingServices {
        var services = EditingServices(
            disk: LoadEnvironment(host: .checking, wings: .ofThisProgram),
            manual: Manual(
                page: { word, place in
                    EditorManual.lines(word, in: place).map { $0.joined(separator: "\n") }
                },
                sentence: { word, place in EditorManual.entry(word, in: place)?.summary }),
            version: Version.text)
        services.format = { bytes in
            // ignored: a file with an error stays as it is, and its diagnostics say why.
            var diagnostics = Diagnostics()
            return FormattedText(bytes, name: "", diagnostics: &diagnostics)?.bytes
        }
        return services
    }

    /// Whether a read would not wait.
    ///
    /// - Parameter isWaiting: whether to wait until that is so.
    private static func hasInput(waiting isWaiting: Bool) throws -> Bool {
        try StandardStreams.hasInput(until: isWaiting ? nil : 0)
    }
}

/// What `deeplinkctl help` prints of a word at a place of a file.
enum EditorManual {
    /// The lines of the page; nil where the manual has none.
    static func lines(_ word: String, in place: String?) -> [String]? {
        if let entry = entry(word, in: place) { return EntryPage.lines(entry) }
        guard case .code(let code) = CodeSearch(word) else { return nil }
        return CodePage.lines(code)
    }

    /// The entry of a word: that of its block or its place, or else that of the table.
    ///
    /// - Parameter place: `route`, `require`, `with`, `limit` or `types`; nil outside of blocks.
    static func entry(_ word: String, in place: String?) -> ManualEntry? {
        if place == "types" { return EntrySearch.entries(word, in: .types).first }
        let found =
            EntrySearch.entries(word, in: .language) + EntrySearch.entries(word, in: .cases)
            + EntrySearch.entries(word, in: .limits)
        let titles = place.map { ["`\(word)` in `\($0)`", "`\($0) \(word)`"] } ?? ["`\(word)`"]
        return found.first { titles.contains($0.title) } ?? found.first { $0.title == "`\(word)`" }
            ?? borrowed(word, found)
    }

    /// A line that several blocks have, such as those of actions in `unmatched`, is described in one of them.
    private static func borrowed(_ word: String, _ found: [ManualEntry]) -> ManualEntry? {
        found.first { $0.title.hasPrefix("`\(word)` in ") }
    }
}
