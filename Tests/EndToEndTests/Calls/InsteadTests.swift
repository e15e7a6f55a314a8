import Foundation
import TestSupport
import Testing

/// What else is performed when a feature is blocked, through the socket.
@Suite struct InsteadTests {
    /// The program `note` writes a line with its arguments and all of its environment; `fail` ends with 3, `wait` waits.
    private static func table(_ folder: TemporaryFolder) throws -> String {
        let notes = folder.path(of: "notes")
        let note = try folder.write(
            "note",
            "#!/bin/sh\nshift\necho \"$*\" $(env | grep -v -e ^PWD= -e ^SHLVL= -e ^_= -e ^DEEPLINKD_HOPS= -e ^OLDPWD=) >>\(notes)\n",
            mode: 0o755)
        let wait = try folder.write("wait", "#!/bin/sh\necho waits >>\(notes)\nexec sleep 600\n", mode: 0o755)
        let fail = try folder.write("fail", "#!/bin/sh\nexit 3\n", mode: 0o755)
        return """
            scheme t
            product pro
            feature Shop {
                action show {
                    input item slug
                    input from string = link
                    input token string? secret
                    exec \(note) -- $(item) $(from)
                }
                action fail {
                    exec \(fail)
                }
                action wait {
                    exec \(wait)
                }
                action tell {
                    respond
                }
                route show /shop/$(item:slug) do show
                route fail /fail do fail
                route wait /wait do wait
                route tell /tell do tell
            }
            feature Closed {
                require toggle off
                instead Both.open when blocked.*
                action open {
                    exec \(note) -- closed
                }
                route closed /closed do open
            }
            feature Both {
                require toggle off
                instead Closed.open when blocked.*
                action open {
                    exec \(note) -- both
                }
                route both /both do open
            }
            feature Pro {
                require purchase pro
                require toggle on
                instead Shop.show item=pro from=https://evil.example/$x when blocked.purchase.*
                instead Shop.tell when blocked.toggle.off
                action edit {
                    input id string
                    input token string secret
                    exec \(note) -- edit
                }
                route edit /edit/$(id) do edit {
                    query token
                }
                feature Inner {
                    require runtime off
                    instead Shop.fail when blocked.feature.disabled
                    action open {
                        respond
                    }
                    route inner /inner do open
                }
            }
            feature Slow {
                require toggle off
                instead Shop.wait when blocked.toggle.off
                action open {
                    respond
                }
                route slow /slow do open
            }
            feature Kind {
                require toggle off
                instead Shop.show item=kind when blocked.toggle.off
                action open {
                    respond
                }
                route kind /kind do open
            }

            """
    }

    private struct Stage {
        let daemon: RunningDaemon
        let folder: TemporaryFolder

        /// What programs have written.
        var notes: [String] {
            let text = (try? String(contentsOfFile: folder.path(of: "notes"), encoding: .utf8)) ?? ""
            return text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        }

        func toggle(_ feature: String, _ isOn: Bool) throws {
            let answer = try daemon.connect().call(
                "io.deeplinkd.Features.SetToggle", ["feature": feature, "on": isOn])
            guard answer["error"] == nil else { throw TestFailure("\(answer)") }
        }
    }

    private static func with(facts: String = "", isKept: Bool = false, _ body: (Stage) throws -> Void) throws {
        try withFolder { folder in
            try withDaemon(
                in: folder, table: try table(folder), facts: "with purchase pro none\n" + facts,
                stateDirectory: isKept ? try folder.makeFolder("state") : nil
            ) { try body(Stage(daemon: $0, folder: folder)) }
        }
    }

    private func said(_ outcome: JSONTree) -> String {
        ["code", "instead.feature", "instead.action", "instead.code"].map { outcome[$0].text }.joined(separator: " ")
    }

    // MARK: What is performed

    @Test func `a blocked link keeps its code, and says what was performed with constants of the table alone`() throws {
        try Self.with { stage in
            let url = "t://edit/7?token=s3cret"
            let outcome = try stage.daemon.connect().open(url)
            #expect(said(outcome) == "blocked.purchase.required Shop show ok.performed", "\(outcome)")
            #expect(outcome["class"].text == "blocked" && outcome["action"].text == "edit")
            #expect(outcome["instead.message"].text == "The action was performed.")
            #expect(outcome["instead.outcomeId"].text != outcome["outcomeId"].text)
            #expect(stage.notes == ["pro https://evil.example/$x"])
            // The log is written behind the reply.
            try Patience.lookFor("its own line") { stage.daemon.log.contains(outcome["instead.outcomeId"].text) }
        }
    }

    /// Facts, a link, and what is said of it.
    private static let rows: [(facts: String, url: String, said: String)] = [
        ("with toggle Pro off", "t://edit/7?token=a", "blocked.toggle.off Shop tell ok.performed"),
        ("with purchase pro expired", "t://edit/7?token=a", "blocked.purchase.expired Shop show ok.performed"),
        ("with purchase pro unknown", "t://edit/7?token=a", "pending.undetermined - - -"),
        ("with purchase pro active", "t://inner", "blocked.feature.disabled Shop fail failed.exit"),
        ("with runtime Pro/Inner on", "t://inner", "blocked.purchase.required Shop show ok.performed"),
        ("", "t://closed", "blocked.toggle.off Both open blocked.toggle.off"),
        ("", "t://both", "blocked.toggle.off Closed open blocked.toggle.off"),
        ("", "t://kind", "blocked.toggle.off Shop show ok.performed"),
        ("", "t://shop/pro", "ok.performed - - -"),
        ("", "t://nothing", "rejected.route.notFound - - -"),
        ("with runtime DeepLinking off", "t://kind", "blocked.feature.disabled - - -"),
    ]

    @Test(arguments: rows.indices)
    func `the first line with the code counts, and the other feature's own gate decides`(_ index: Int) throws {
        let row = Self.rows[index]
        try Self.with(facts: row.facts) { stage in
            let outcome = try stage.daemon.connect().open(row.url)
            #expect(said(outcome) == row.said, "\(outcome)")
        }
    }

    @Test func `to verify and to explain perform nothing, and an explanation says what would be performed`() throws {
        try Self.with { stage in
            let client = try stage.daemon.connect()
            let verified = try client.outcome("Verify", ["url": "t://kind"])
            #expect(said(verified) == "blocked.toggle.off - - -", "\(verified)")
            let explained = try client.outcome("Explain", ["url": "t://kind"])
            #expect(said(explained) == "blocked.toggle.off Shop show ok.wouldPerform", "\(explained)")
            let shut = try client.outcome("Explain", ["url": "t://both"])
            #expect(said(shut) == "blocked.toggle.off Closed open blocked.toggle.off", "\(shut)")
            #expect(stage.notes.isEmpty)
            let text = try Program.run(
                Products.tool, ["explain", "-f", stage.folder.path(of: "routes.conf"), "t://kind"], environment: [:])
            #expect(text.output.contains("instead    Shop · show: ok.wouldPerform"), "\(text.output)")
            let list = try Program.run(
                Products.tool, ["list", "-f", stage.folder.path(of: "routes.conf")], environment: [:])
            #expect(list.output.contains("Shop.show item=kind from=link when blocked.toggle.off"), "\(list.output)")
        }
    }

    @Test func `a key is not used up by a blocked link`() throws {
        try Self.with(isKept: true) { stage in
            let client = try stage.daemon.connect()
            let call = ["url": "t://kind", "idempotencyKey": "k"]
            for _ in 0..<2 {
                let outcome = try client.outcome("Open", call)
                #expect(said(outcome) == "blocked.toggle.off Shop show ok.performed", "\(outcome)")
            }
            #expect(stage.notes == ["kind link", "kind link"])
            try stage.toggle("Kind", true)
            #expect(try client.outcome("Open", call)["code"].text == "ok.performed")
        }
    }

    // MARK: What ends it

    @Test func `a caller that hangs up ends it, and a deadline answers with what blocks the link`() throws {
        try Self.with { stage in
            var client: RawClient? = try stage.daemon.connect()
            try client?.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://slow"]))
            try Patience.lookFor("the program") { stage.notes == ["waits"] }
            client = nil
            try Patience.lookFor("its end") { stage.daemon.log.contains("failed.cancelled") }
            let late = try stage.daemon.connect().outcome("Open", ["url": "t://slow", "deadlineMs": 300])
            #expect(said(late) == "blocked.toggle.off Shop wait failed.timeout", "\(late)")
        }
    }

    @Test func `a link that waits has it performed once, and is performed when what blocks it is lifted`() throws {
        try Self.with { stage in
            let client = try stage.daemon.connect()
            let call = ["url": "t://kind", "waitMs": 600_000] as [String: Any]
            try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", call))
            try Patience.lookFor("the program") { stage.notes == ["kind link"] }
            #expect(try !client.hasAnswer())
            try stage.toggle("Kind", true)
            let outcome = try #require(try client.receive()?["parameters.outcome"])
            #expect(said(outcome) == "ok.performed Shop show ok.performed", "\(outcome)")
            #expect(stage.notes == ["kind link"])
        }
    }

    @Test func `a link whose wait is over does not wait for what else is performed`() throws {
        try Self.with { stage in
            let outcome = try stage.daemon.connect().outcome("Open", ["url": "t://slow", "waitMs": 300])
            #expect(said(outcome) == "blocked.toggle.off Shop wait unknown.effect", "\(outcome)")
        }
    }
}
