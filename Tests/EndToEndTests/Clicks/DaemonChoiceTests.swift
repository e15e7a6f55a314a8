import Testing

/// Which daemon gets a link that was clicked, and with what status `handle` ends.
@Suite struct DaemonChoiceTests {
    /// What the daemons do, and what follows: whose outcome it is, the status, and how often each daemon got the link.
    struct Row: CustomTestStringConvertible, Sendable {
        let user, system: ClickStage.Behaviour
        let outcome: String
        let status: Int32
        let asked: [Int]

        init(
            _ user: ClickStage.Behaviour, _ system: ClickStage.Behaviour, _ outcome: String, _ status: Int32,
            _ asked: [Int]
        ) {
            (self.user, self.system, self.outcome, self.status, self.asked) = (user, system, outcome, status, asked)
        }

        var testDescription: String { "\(user), \(system)" }
    }

    private static let ok = ClickStage.Behaviour.answering("ok.performed")
    private static let noTable = ClickStage.Behaviour.answering("pending.table.invalid")
    private static let noScheme = ClickStage.Behaviour.answering("rejected.url.schemeNotAllowed")

    static let rows = [
        Row(ok, ok, "user ok.performed", 0, [1, 0]),
        Row(.answering("rejected.route.notFound"), ok, "user rejected.route.notFound", 0, [1, 0]),
        Row(.answering("blocked.toggle.off"), ok, "user blocked.toggle.off", 0, [1, 0]),
        Row(.answering("failed.exit"), ok, "user failed.exit", 0, [1, 0]),
        // The user's does not run, or does not know the link.
        Row(.absent, ok, "system ok.performed", 0, [0, 1]),
        Row(.refusing, ok, "system ok.performed", 0, [0, 1]),
        Row(noTable, ok, "system ok.performed", 0, [1, 1]),
        Row(noScheme, ok, "system ok.performed", 0, [1, 1]),
        Row(noScheme, .answering("blocked.toggle.off"), "system blocked.toggle.off", 0, [1, 1]),
        // The system's knows it no better.
        Row(noScheme, noScheme, "user rejected.url.schemeNotAllowed", 0, [1, 1]),
        Row(noScheme, noTable, "user rejected.url.schemeNotAllowed", 0, [1, 1]),
        Row(noTable, noScheme, "user pending.table.invalid", 0, [1, 1]),
        Row(noScheme, .absent, "user rejected.url.schemeNotAllowed", 0, [1, 0]),
        Row(.absent, noScheme, "system rejected.url.schemeNotAllowed", 0, [0, 1]),
        // The link may have been taken, so it goes to no other daemon.
        Row(.closing, ok, "-", 1, [1, 0]),
        Row(.silent, ok, "-", 1, [1, 0]),
        Row(.erring("org.varlink.service.PermissionDenied"), ok, "-", 0, [1, 0]),
        Row(.absent, .absent, "-", 1, [0, 0]),
        Row(.refusing, .closing, "-", 1, [0, 1]),
    ]

    @Test(arguments: rows)
    func `the user's daemon is asked first, and the system's where the user's does not know the link`(_ row: Row) throws
    {
        guard OtherUser.isPossible(for: "the choice of the daemon") else { return }
        try ClickStage.with { stage in
            let daemons = [try stage.start(row.user, asUser: true), try stage.start(row.system, asUser: false)]
            defer { for daemon in daemons { daemon?.stop() } }
            let run = try stage.runWithSystem(["handle", "t://a"], ["DEEPLINKD_ANSWER_TIME": "200ms"])
            #expect(run.exit == .code(row.status) && run.output == "" && run.errors == "", "\(run)")
            let last = try #require(stage.lastClick)
            let code = last["code"].map { (last["outcomeId"].text) + " " + $0.text } ?? "-"
            #expect(code == row.outcome && last["scheme"].text == "t")
            #expect([stage.userCalls.all.count, stage.systemCalls.all.count] == row.asked)
        }
    }

    @Test func `the variable names the only daemon`() throws {
        guard OtherUser.isPossible(for: "the choice of the daemon") else { return }
        try ClickStage.with { stage in
            let daemons = [try stage.start(Self.noScheme, asUser: true), try stage.start(Self.ok, asUser: false)]
            defer { for daemon in daemons { daemon?.stop() } }
            for (socket, status) in [(stage.userSocket, Int32(0)), (stage.folder.path(of: "none"), 1)] {
                let run = try stage.runWithSystem(["handle", "t://a"], ["DEEPLINKD_SOCKET": socket])
                #expect(run.exit == .code(status), "\(run)")
            }
            #expect(stage.userCalls.all.count == 1 && stage.systemCalls.all.isEmpty)
        }
    }

    @Test(arguments: [
        ("ok.performed", Int32(0)), ("blocked.toggle.off", 0), ("failed.exit", 0), ("rejected.route.excluded", 0),
        ("rejected.route.notFound", 1), ("rejected.url.schemeNotAllowed", 1), ("rejected.url.hostNotAllowed", 1),
    ])
    func `with --or-fail the status is 1 where no route is for the link`(_ code: String, _ status: Int32) throws {
        try ClickStage.with { stage in
            let daemon = try stage.start(.answering(code), asUser: true)
            defer { daemon?.stop() }
            let environment = ["DEEPLINKD_SOCKET": stage.userSocket]
            #expect(try stage.run(["handle", "--or-fail", "t://a"], environment).exit == .code(status))
            #expect(try stage.run(["handle", "t://a"], environment).exit == .code(0))
        }
    }
}
