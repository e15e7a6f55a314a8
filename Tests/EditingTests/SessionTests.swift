import Testing
import Varlink

@testable import Editing

/// The session of an editor: its order, its errors and its end.
@Suite struct SessionTests {
    private static func code(_ answer: Value) -> Int64? { answer["error"]?["code"]?.int }

    @Test func `a session begins with initialize, and ends with shutdown and exit`() {
        let editor = Editor(begins: false)
        #expect(Self.code(editor.request("textDocument/hover", [:])) == -32002)
        let abilities = editor.result("initialize", ["capabilities": [:]])["capabilities"]
        #expect(abilities?["positionEncoding"] == "utf-16")
        #expect(abilities?["documentFormattingProvider"] == nil)
        #expect(Self.code(editor.request("initialize", [:])) == -32600)
        #expect(editor.request("shutdown", .null)["result"] == .null)
        #expect(Self.code(editor.request("textDocument/hover", [:])) == -32600)
        editor.notify("exit", .null)
        editor.run()
        #expect(editor.server.exitStatus == 0)
    }

    @Test func `an editor that goes without shutdown is a failure`() {
        let gone = Editor()
        gone.server.end()
        #expect(gone.server.exitStatus == 1)
        let hasty = Editor()
        hasty.notify("exit", .null)
        hasty.run()
        #expect(hasty.server.exitStatus == 1)
    }

    @Test(
        arguments: [
            ("{", -32700), ("\"\\ud800\"", -32700), ("[]", -32600), ("3", -32600), ("{}", -32600),
            (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600),
            (#"{"jsonrpc":"2.0","id":[],"method":"shutdown"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1.5,"method":"shutdown"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":9,"method":"textDocument/fly"}"#, -32601),
            (#"{"jsonrpc":"2.0","id":9,"method":"textDocument/hover"}"#, -32602),
            (#"{"jsonrpc":"2.0","id":9,"method":"textDocument/hover","params":[1]}"#, -32602),
            (
                #"{"jsonrpc":"2.0","id":9,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///none"},"#
                    + #""position":{"line":0,"character":0}}}"#, -32602
            ),
            (#"{"jsonrpc":"2.0","id":9,"method":"workspace/executeCommand","params":{"command":"rm"}}"#, -32602),
        ] as [(String, Int64)])
    func `what cannot be served is answered by an error, and the session goes on`(_ body: String, _ code: Int64) {
        let editor = Editor()
        editor.receive(Array("Content-Length: \(body.utf8.count)\r\n\r\n".utf8) + Array(body.utf8))
        editor.run()
        #expect(editor.responses.last.flatMap(Self.code) == code)
        editor.open("/t.conf", "scheme s")
        #expect(!editor.diagnostics("/t.conf").isEmpty)
    }

    @Test(arguments: [
        "textDocument/didOpen", "textDocument/didChange", "textDocument/didClose", "textDocument/didSave",
        "workspace/didChangeWatchedFiles", "workspace/didChangeWorkspaceFolders", "$/setTrace", "none",
    ])
    func `a notification of any form is no trap`(_ method: String) {
        let editor = Editor(["/t.conf": "scheme s"])
        editor.open("/t.conf", "scheme s")
        let position: Value = ["line": -1, "character": 4_000_000_000_000]
        let forms: [Value] = [
            .null, [], [:], ["textDocument": [:]], ["textDocument": ["uri": "file:///t.conf"]],
            ["textDocument": ["uri": "file:///t.conf"], "contentChanges": [[:]]],
            [
                "textDocument": ["uri": "file:///t.conf", "version": "x"],
                "contentChanges": [["range": ["start": position, "end": position], "text": "x"]],
            ],
            ["textDocument": ["uri": "", "text": ""]], ["event": ["added": [["uri": "file://x"]], "removed": 3]],
        ]
        for form in forms {
            editor.notify(method, form)
            editor.run()
        }
        editor.open("/u.conf", "scheme u")
        #expect(!editor.diagnostics("/u.conf").isEmpty)
    }

    @Test func `a request that waits can be cancelled, and is answered with that`() {
        let editor = Editor()
        editor.open("/t.conf", "scheme s")
        let place = Editor.place("/t.conf", "‸scheme s").parameters
        for id in [71, 72] as [Int64] {
            editor.send(["jsonrpc": "2.0", "id": .integer(id), "method": "textDocument/hover", "params": place])
        }
        editor.notify("$/cancelRequest", ["id": 72])
        editor.notify("$/cancelRequest", ["id": 73])
        editor.run()
        #expect(editor.responses.first { $0["id"] == 72 }.flatMap(Self.code) == -32800)
        #expect(editor.responses.first { $0["id"] == 71 }?["result"] != nil)
    }

    @Test func `of several changes in a row the last alone is checked`() {
        let editor = Editor()
        editor.open("/t.conf", "scheme s")
        let before = editor.notifications.count
        for version in 2...40 as ClosedRange<Int64> {
            editor.change("/t.conf", [["text": .string("scheme s\nfoo\(version)")]], version: version)
        }
        editor.run()
        let sent = editor.notifications[before...].filter { $0.method == "textDocument/publishDiagnostics" }
        #expect(sent.map { $0.parameters["version"] } == [40])
        #expect(editor.diagnostics("/t.conf").contains { $0.hasPrefix("2:1 RT101 the directive `foo40`") })
    }

    @Test func `columns are bytes for an editor that asks for them first`() {
        let editor = Editor(capabilities: ["general": ["positionEncodings": ["utf-8", "utf-16"]]])
        editor.open("/t.conf", "title \"ä🎧\" more\nscheme s")
        #expect(editor.diagnostics("/t.conf").first?.hasPrefix("1:7 RT104") == true)
        editor.type("/t.conf", "scheme s\nvalues \"ä🎧\" b")
        #expect(editor.diagnostics("/t.conf").contains { $0.hasPrefix("2:8 RT106") })
        editor.change(
            "/t.conf",
            [["range": ["start": ["line": 1, "character": 8], "end": ["line": 1, "character": 14]], "text": "kind"]])
        editor.run()
        #expect(!editor.diagnostics("/t.conf").contains { $0.contains("RT106") })
    }

    @Test func `no more than the limit of texts is held`() {
        let editor = Editor()
        for number in 0...EditingLimits.openFiles {
            editor.open("/t\(number).conf", "scheme s\(number)", runs: false)
        }
        editor.run()
        #expect(editor.server.workspace.files.files.count == EditingLimits.openFiles)
        #expect(editor.notifications.contains { $0.method == "window/logMessage" })
    }
}
