import Foundation
import Testing

/// Actions by their names, through the socket and the command line.
@Suite struct NamedActionCallTests {
    @Test func `an action by its name is performed as by its link, and the outcome and the log name it`() throws {
        try withDaemon(table: CodeTable.text()) { daemon in
            let client = try daemon.connect()
            let outcome = try client.outcome("Open", ["action": "Plain.print", "inputs": ["word": "a b"]])
            #expect(outcome["code"].text == "ok.performed" && outcome["execution.stdout.text"].text == "a b")
            #expect(outcome["feature"].text == "Plain" && outcome["action"].text == "print")
            #expect(outcome["url"] == nil && outcome["route"] == nil, "\(outcome)")
            try daemon.awaitLog(
                "outcome action=Plain.print code=ok.performed id=\(outcome["outcomeId"].text) route=- uid=")
            let secret = try client.outcome("Open", ["action": "Plain.keep", "inputs": ["key": "pssst"]])
            #expect(secret["parameters.key"].text == "***" && !daemon.log.contains("pssst"))
            let explained = try client.outcome("Explain", ["action": "Plain.say", "candidates": true])
            #expect(explained["code"].text == "ok.wouldPerform" && explained["constraints.0.kind"].text == "runtime")
            let verified = try client.call("io.deeplinkd.Dispatch.Verify", ["action": "Plain.say"])
            let binding = try #require(verified["parameters.binding"]?.text)
            #expect(try client.outcome("Perform", ["binding": binding])["text"].text == "You said hello.")
        }
    }

    @Test(arguments: [
        ("{}", "url"), (#"{"url":"t://say","action":"Plain.say"}"#, "action"),
        (#"{"url":"t://say","inputs":{"word":"x"}}"#, "inputs"), (#"{"inputs":{"word":"x"}}"#, "url"),
        (#"{"action":7}"#, "action"), (#"{"action":"Plain.say","inputs":[]}"#, "inputs"),
        (#"{"action":"Plain.say","inputs":"x"}"#, "inputs"), (#"{"url":null,"action":null}"#, "url"),
    ])
    func `a call has either a URL or an action`(_ parameters: String, _ refused: String) throws {
        try withDaemon(table: CodeTable.text()) { daemon in
            let client = try daemon.connect()
            for method in ["Open", "Verify", "Explain"] {
                try client.send(#"{"method":"io.deeplinkd.Dispatch.\#(method)","parameters":\#(parameters)}"#)
                let answer = try #require(try client.receive())
                #expect(answer["error"].text == "org.varlink.service.InvalidParameter", "\(answer)")
                #expect(answer["parameters.parameter"].text == refused)
            }
        }
    }

    @Test func `a key tells actions apart by name and inputs, in any order`() throws {
        try withFolder { folder in
            try withDaemon(table: CodeTable.text(), stateDirectory: folder.makeFolder("state")) { daemon in
                let client = try daemon.connect()
                func open(_ action: String, _ inputs: [String: Any]) throws -> String {
                    try client.outcome("Open", ["action": action, "inputs": inputs, "idempotencyKey": "k"])["code"].text
                }
                #expect(try open("Plain.print", ["word": "x"]) == "ok.performed")
                #expect(try open("Plain.print", ["word": "x"]) == "ok.replayed")
                #expect(try open("Plain.print", ["word": "y"]) == "rejected.idempotency.conflict")
                #expect(try open("Plain.say", ["word": "x"]) == "rejected.idempotency.conflict")
                let url = try client.outcome("Open", ["url": "t://print/x", "idempotencyKey": "k"])
                #expect(url["code"].text == "rejected.idempotency.conflict")
            }
        }
    }

    @Test func `hostile inputs are refused, and other callers are served`() throws {
        try withDaemon(table: CodeTable.text()) { daemon in
            let other = try daemon.connect()
            let long = String(repeating: "a", count: 300_000)
            let many = Dictionary(uniqueKeysWithValues: (0..<15_000).map { ("input\($0)", $0) })
            let deep = String(repeating: "[", count: 50) + String(repeating: "]", count: 50)
            let inputs: [Any] = [
                ["word": long], [long: 1], many, ["word": Array(repeating: 1, count: 100_000)],
                ["word": try JSONSerialization.jsonObject(with: Data(deep.utf8))],
            ]
            for inputs in inputs {
                let client = try daemon.connect()
                let outcome = try client.outcome("Open", ["action": "Plain.say", "inputs": inputs])
                #expect(outcome["code"].text.hasPrefix("rejected.input."), "\(outcome["code"].text)")
                #expect(try other.open("t://say")["code"].text == "ok.performed")
            }
            let client = try daemon.connect()
            try client.send(bytes: Array(#"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"inputs":""#.utf8))
            try client.send(bytes: Array(repeating: 97, count: 1 << 20) + [0])
            #expect(try client.isClosedByPeer(), "a call of a mebibyte is longer than any")
        }
    }

    @Test func `open --action and explain --action take the inputs as name=value`() throws {
        try withDaemon(table: CodeTable.text()) { daemon in
            let run = try daemon.tool("open", "--action", "Plain.print", "word=a=b")
            #expect(
                run.exit == .code(0) && run.output.contains("a=b") && run.output.contains("Plain · print"), "\(run)")
            let refused = try daemon.tool("open", "--action", "Plain.print", "wrod=x")
            #expect(refused.exit == .code(3) && refused.output.contains("did you mean `word`?"), "\(refused)")
            #expect(try daemon.tool("explain", "--action", "Plain.say").output.contains("ok.wouldPerform"))
            let offline = try Program.run(
                Products.tool, ["explain", "-f", "-", "--action", "Plain.print", "word=x"], input: CodeTable.text())
            #expect(offline.exit == .code(0) && offline.output.contains("/usr/bin/printf %s x"), "\(offline)")
            for words in [["word"], ["=x"], ["word=x", "word=y"], ["--stdin"]] {
                #expect(try Program.run(Products.tool, ["open", "--action", "A.b"] + words).exit == .code(2))
            }
        }
    }
}
