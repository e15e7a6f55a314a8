import Testing

/// `deeplinkctl consent`, with answers that were given in a flow.
@Suite struct ConsentCommandTests {
    @Test func `the answers of a user are listed, and one that is taken back is asked for again`() throws {
        let requirements = "require permission contacts\nrequire permission photos"
        try FlowStage.with(requirements, isKept: true, hasOwnSocket: true) { stage in
            func consent(_ words: String...) throws -> Program.Run {
                try Program.run(Products.tool, ["consent"] + words + ["--socket", stage.daemon.socket])
            }
            #expect(try consent("list").output == "no answer of yours is kept\n")
            try Self.answer(stage)
            let lines = try consent("list").output.split(separator: "\n").map { $0.split(separator: " ") }
            #expect(lines.map { $0.prefix(3) } == [["contacts", "allowed", "since"], ["photos", "refused", "since"]])
            let listed = try consent("list", "--format", "json").lines
            #expect(listed.map(\.["permission"].text) == ["contacts", "photos"])
            #expect(listed.map(\.["granted"].text) == ["true", "false"])
            #expect(
                try consent("withdraw", "contacts").output
                    == "contacts: your answer is withdrawn, and programs may ask again\n")
            let again = try consent("withdraw", "contacts")
            #expect(again.exit == .code(0))
            #expect(
                again.output
                    == "contacts: nothing to withdraw, because no answer of yours is kept; programs may ask\n")
            #expect(try consent("withdraw", "photos", "--format", "json").output == "{\"durable\":true}\n")
            #expect(try consent("list").output == "no answer of yours is kept\n")
            #expect(try consent("list", "--format", "json").output == "")
            let open = try stage.daemon.tool("open", "t://go")
            #expect(open.output.hasPrefix("blocked.permission.notDetermined"))
        }
    }

    /// Answers the two questions of the flow.
    private static func answer(_ stage: FlowStage) throws {
        let flow = FlowClient(client: try stage.daemon.connect(), other: try stage.daemon.connect())
        try flow.begin(["url": "t://go"])
        #expect(try flow.next(2) == ["began contacts+photos", "asking contacts"])
        try flow.answer("granted", "contacts")
        #expect(try flow.next(2) == ["answered contacts granted", "asking photos"])
        try flow.answer("denied", "photos")
        #expect(try flow.next(2) == ["answered photos denied", "completed denied"])
    }

    @Test(arguments: [
        ("contcts", "there is no permission `contcts`; did you mean `contacts`?"),
        ("polkit:x", "there is no permission `polkit:x`; a polkit action has dots: `polkit:org.example.action`"),
    ])
    func `a permission that is none is refused with what was meant`(_ name: String, _ error: String) throws {
        for words in [["consent", "withdraw", name], ["permission", name, "denied"]] {
            let run = try Program.run(Products.tool, words + ["--socket", "/nowhere/socket"])
            #expect(run.exit == .code(2) && run.errors == "Error: \(error)\n", "\(run)")
        }
    }
}
