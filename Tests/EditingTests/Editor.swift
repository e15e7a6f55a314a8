import Routing
import TestTables
import Testing
import Varlink

@testable import Editing
@testable import deeplinkctl

/// An editor that talks to a language server in this process, and files on a disk that there is not.
final class Editor {
    let server: LanguageServer
    private var output: [UInt8] = []
    private var nextID: Int64 = 0
    private(set) var notifications: [(method: String, parameters: Value)] = []
    private(set) var responses: [Value] = []

    /// Begins a session.
    init(_ disk: [String: String] = [:], capabilities: Value = [:], folder: String? = nil, begins: Bool = true) {
        server = LanguageServer(
            EditingServices(
                disk: Self.environment(disk),
                manual: Manual(
                    page: { word, place in EditorManual.lines(word, in: place).map { $0.joined(separator: "\n") } },
                    sentence: { word, place in EditorManual.entry(word, in: place)?.summary }),
                version: "1"))
        guard begins else { return }
        let root: Value = folder.map { .string("file://" + $0) } ?? .null
        _ = request("initialize", ["capabilities": capabilities, "rootUri": root])
        notify("initialized", [:])
    }

    private static func environment(_ disk: [String: String]) -> LoadEnvironment {
        var environment = LoadEnvironment(wings: .ofAllWings)
        let paths = disk.keys.sorted()
        environment.file = { path, _ throws(TableFault) in
            let path = FileURI.normalized(path)
            guard let text = disk[path], let inode = paths.firstIndex(of: path) else { throw .absent(path) }
            return TableFile(
                name: path, bytes: Array(text.utf8), identity: .init(device: 1, inode: UInt64(inode)))
        }
        environment.names = { folder throws(TableFault) in
            let start = folder.hasSuffix("/") ? folder : folder + "/"
            let names = paths.filter { $0.hasPrefix(start) }.map { path in
                String(path.dropFirst(start.utf8.count).prefix { $0 != "/" })
            }
            guard !names.isEmpty else { throw .absent(folder) }
            return (Array(Set(names)), nil)
        }
        return environment
    }

    // MARK: Messages

    func send(_ message: Value) { receive(RPCOutput.frame(message)) }

    func receive(_ bytes: [UInt8]) { server.receive(bytes) }

    func notify(_ method: String, _ parameters: Value) { send(RPCOutput.notification(method, parameters)) }

    /// Asks, and waits for the answer.
    @discardableResult
    func request(_ method: String, _ parameters: Value) -> Value {
        nextID += 1
        send(["jsonrpc": "2.0", "id": .integer(nextID), "method": .string(method), "params": parameters])
        run()
        return responses.last { $0["id"] == .integer(nextID) } ?? .null
    }

    /// What a request gave.
    func result(_ method: String, _ parameters: Value) -> Value { request(method, parameters)["result"] ?? .null }

    /// Lets the server do all that it has to do.
    func run() {
        while server.hasWork { server.step() }
        output += server.takeOutput()
        var frames = FrameReader()
        frames.append(output)
        output = []
        while case .body(let body)? = frames.next() {
            guard let message = try? ValueDecoder.decode(body.span) else { continue }
            if let method = message["method"]?.text {
                notifications.append((method, message["params"] ?? .null))
            } else {
                responses.append(message)
            }
        }
    }

    // MARK: Files

    func open(_ path: String, _ text: String, language: String = "deeplinkd", runs: Bool = true) {
        notify(
            "textDocument/didOpen",
            [
                "textDocument": [
                    "uri": .string("file://" + path), "languageId": .string(language), "version": 1,
                    "text": .string(text),
                ]
            ])
        if runs { run() }
    }

    func change(_ path: String, _ changes: [Value], version: Int64 = 2) {
        notify(
            "textDocument/didChange",
            [
                "textDocument": ["uri": .string("file://" + path), "version": .integer(version)],
                "contentChanges": .array(changes),
            ])
    }

    /// Puts a whole new text.
    func type(_ path: String, _ text: String) {
        change(path, [["text": .string(text)]])
        run()
    }

    /// The last diagnostics that were sent of a file: `LINE:COLUMN CODE MESSAGE`, from 1, as `check` prints them.
    func diagnostics(_ path: String) -> [String] {
        let last = notifications.last { method, parameters in
            method == "textDocument/publishDiagnostics" && parameters["uri"]?.text == "file://" + path
        }
        return (last?.parameters["diagnostics"]?.elements ?? []).map { diagnostic in
            let start = diagnostic["range"]?["start"]
            let (line, column) = ((start?["line"]?.int ?? -1) + 1, (start?["character"]?.int ?? -1) + 1)
            return "\(line):\(column) \(diagnostic["code"]?.text ?? "-") \(diagnostic["message"]?.text ?? "")"
        }
    }

    /// The parameters of a request at a mark `‸` in a text, and the text without it.
    static func place(_ path: String, _ marked: String, _ others: [Value.Member] = []) -> (
        text: String, parameters: Value
    ) {
        let before = marked.prefix { $0 != "‸" }
        let line = before.count { $0 == "\n" }
        let column = (before.split(separator: "\n", omittingEmptySubsequences: false).last ?? "").utf16.count
        let position: Value = ["line": .integer(Int64(line)), "character": .integer(Int64(column))]
        let members: [Value.Member] = [
            .init("textDocument", ["uri": .string("file://" + path)]), .init("position", position),
        ]
        return (marked.filter { $0 != "‸" }, .object(members + others))
    }
}
