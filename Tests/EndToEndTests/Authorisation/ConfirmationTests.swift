import Foundation
import Glibc
import Testing

/// `require confirmation`: asked about each link, with its inputs, and good for that link once.
@Suite struct ConfirmationTests {
    private static func table(in folder: TemporaryFolder, _ question: String = "Delete “$(list)”?") -> String {
        """
        scheme t
        permission contacts from consent
        feature Trash {
            require confirmation "\(question)"
            require permission contacts
            action empty {
                input list string
                exec /bin/sh -c "echo . >>\(folder.path(of: "effects"))"
            }
            route empty /empty/$(list) do empty
        }

        """
    }

    private func with(_ body: (FlowStage) throws -> Void) throws {
        try withFolder { folder in
            let daemon = try RunningDaemon(in: folder, table: Self.table(in: folder))
            defer { daemon.program.kill() }
            try body(FlowStage(daemon: daemon, address: SocketAddress(daemon.socket)))
        }
    }

    @Test func `the person confirms one link, with its inputs, and once`() throws {
        try with { stage in
            let flow = try stage.authorise(["url": "t://empty/old"])
            #expect(try flow.next(2) == ["began contacts+confirmation", "asking contacts"])
            try flow.answer("granted", "contacts")
            #expect(try flow.next() == "answered contacts granted")
            let question = try flow.client.receive()?["parameters.question"]
            #expect(question?["title"].text == "Delete “old”?")
            #expect(question?["by"].text == "client")
            #expect(question?["action"].text == "empty" && question?["inputs.list"].text == "old")
            #expect(try flow.answer("granted", "confirmation") == "-")
            #expect(try flow.next(2) == ["answered confirmation granted", "completed granted ok.performed"])
            #expect(stage.effects == 1)
            for name in ["old", "new"] {
                let outcome = try stage.client().open("t://empty/" + name)
                #expect(outcome["code"].text == "blocked.confirmation.required")
                // Each link has its own question, although a refusal is remembered.
                #expect(outcome["remedies.0.arguments.question"].text == "Delete “\(name)”?")
            }
            let second = try stage.authorise(["url": "t://empty/new"])
            #expect(try second.next(2) == ["began confirmation", "asking confirmation"])
            try second.answer("denied", "confirmation")
            #expect(try second.next() == "completed denied")
            #expect(stage.effects == 1)
        }
    }

    @Test(arguments: [
        ("%E2%80%8Bold", "\\u{200b}old"),
        (String(repeating: "x", count: 7000), String(repeating: "x", count: 64) + "…"),
    ])
    func `a link cannot hide characters in its question, nor make it endless`(value: String, shown: String) throws {
        try with { stage in
            let flow = try stage.authorise(["url": "t://empty/" + value])
            #expect(try flow.next(2) == ["began contacts+confirmation", "asking contacts"])
            try flow.answer("granted", "contacts")
            #expect(try flow.next() == "answered contacts granted")
            #expect(try flow.client.receive()?["parameters.question.title"].text == "Delete “\(shown)”?")
        }
    }

    @Test func `a feature alone cannot be confirmed, and an override cannot give a confirmation`() throws {
        try with { stage in
            #expect(
                try stage.authorise(["feature": "Trash"]).next() == "completed blocked blocked.confirmation.required")
            let run = try stage.daemon.tool("override", "confirmation", "Trash", "given")
            #expect(run.exit != .code(0) && run.errors.contains("confirmation"))
        }
    }

    @Test func `another table ends the flow: the person has not seen its question`() throws {
        try with { stage in
            let flow = try stage.authorise(["url": "t://empty/old"])
            #expect(try flow.next(2) == ["began contacts+confirmation", "asking contacts"])
            try flow.answer("granted", "contacts")
            #expect(try flow.next(2) == ["answered contacts granted", "asking confirmation"])
            try stage.daemon.replaceTable(Self.table(in: stage.daemon.folder, "Shred “$(list)”?"))
            _ = try stage.client().call("io.deeplinkd.Monitor.Reload")
            #expect(try flow.next() == "completed blocked blocked.confirmation.required")
            #expect(stage.effects == 0)
        }
    }

    @Test func `an input that an action does not have is an error of the table`() throws {
        try withFolder { folder in
            let path = try folder.write("routes.conf", Self.table(in: folder, "Delete $(lst)?"))
            let run = try Program.run(Products.tool, ["check", "-f", path])
            #expect(run.errors.contains("RT308") || run.output.contains("RT308"))
            #expect((run.errors + run.output).contains("has no input `lst`"))
            for (text, code) in [("Delete $(list?", "RT"), ("", "RT"), (String(repeating: "x", count: 1025), "1024")] {
                let wrong = try folder.write("wrong.conf", Self.table(in: folder, text))
                let run = try Program.run(Products.tool, ["check", "-f", wrong])
                #expect(run.exit != .code(0) && (run.errors + run.output).contains(code))
            }
        }
    }

    @Test func `explain, matrix and test cases know it`() throws {
        try withFolder { folder in
            let path = try folder.write("routes.conf", Self.table(in: folder))
            let facts = ["--with", "permission contacts authorized"]
            let blocked = try Program.run(Products.tool, ["explain", "-f", path] + facts + ["t://empty/a"])
            #expect(blocked.output.contains("blocked.confirmation.required"))
            let given = facts + ["--with", "confirmation Trash given"]
            let run = try Program.run(Products.tool, ["explain", "-f", path] + given + ["t://empty/a"])
            #expect(run.output.contains("ok.wouldPerform"), "\(run.output)\(run.errors)")
            let matrix = try Program.run(Products.tool, ["matrix", "-f", path, "Trash"])
            #expect(matrix.output.contains("given") && matrix.output.contains("missing"))
        }
    }
}
