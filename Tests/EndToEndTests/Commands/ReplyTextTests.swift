import Contract
import Testing

/// The text that `deeplinkctl` prints for each kind of reply, with a service that sends exactly these replies.
@Suite struct ReplyTextTests {
    /// A command, the replies to its calls in order, and the result.
    ///
    /// `$SOCKET` stands for the path of the socket.
    struct Row {
        let arguments: [String]
        /// For each call its replies; a call without any finds a closed connection.
        let replies: [[String]]
        var status: Int32 = 0
        var output = ""
        /// Without `Error: ` before it.
        var error: String?
        /// The codes that the last line on standard error offers to explain.
        var more: String?
    }

    private func check(_ row: Row) throws {
        try withFolder { folder in
            let path = folder.path(of: "socket")
            let daemon = try ScriptedDaemon(at: path, script: row.replies)
            defer { daemon.stop() }
            let run = try Program.run(Products.tool, row.arguments + ["--socket", path])
            #expect(run.exit == .code(row.status), "\(row.arguments): \(run)")
            #expect(run.output.replacing(path, with: "$SOCKET") == row.output, "\(row.arguments)")
            let more = row.more.map { "more: deeplinkctl help \($0)\n" } ?? ""
            #expect(run.errors == (row.error.map { "Error: \($0)\n" } ?? "") + more, "\(row.arguments)")
        }
    }

    // MARK: Replies

    private static func reply(_ parameters: String, continues: Bool = false) -> String {
        #"{"parameters":{\#(parameters)}\#(continues ? #","continues":true"# : "")}"#
    }

    private static func error(_ name: String, _ parameters: String = "") -> String {
        #"{"error":"\#(name)","parameters":{\#(parameters)}}"#
    }

    private static func invalid(_ parameter: String) -> String {
        error("org.varlink.service.InvalidParameter", #""parameter":"\#(parameter)""#)
    }

    private static let denied = error("org.varlink.service.PermissionDenied")

    private static func status(_ members: String) -> String {
        reply(
            #""version":"9.9","tableRevision":"t1","stateRevision":"s1","routes":1,"features":2,"calls":4,"#
                + #""overridden":false,"# + members)
    }

    private static func outcome(_ code: String, _ members: String = "", candidates: String = "") -> String {
        let outcomeClass = code.prefix { $0 != "." }
        return reply(
            #""outcome":{"outcomeId":"o1","class":"\#(outcomeClass)","code":"\#(code)","message":"Done.","#
                + #""url":"t://x","route":"r","feature":"F","action":"a"\#(members)}\#(candidates)"#)
    }

    private static func feature(
        _ path: String, _ members: String = #""status":"available""#, routes: String = #"["r"]"#
    ) -> String {
        let name = path.split(separator: "/").last ?? ""
        let parent = path.lastIndex(of: "/").map { #""parent":"\#(path[..<$0])","# } ?? ""
        return #"{"path":"\#(path)","name":"\#(name)",\#(parent)\#(members),"actions":["a"],"routes":\#(routes)}"#
    }

    private static func off(_ path: String) -> String {
        feature(path, #""status":"blocked","code":"blocked.toggle.off","primary":"toggle:\#(path)""#)
    }

    // MARK: status

    private static let statuses = [
        Row(
            arguments: ["status"],
            replies: [
                [
                    status(
                        #""connections":3,"uptimeMs":90061000,"files":[{"name":"/etc/r.conf","revision":"f1"}],"#
                            + #""profile":"development","ledger":{"state":"available","unreadable":2,"#
                            + #""aheadMs":7200000,"intake":"The intake is off."},"audience":"operator","leftovers":2,"dropped":5,"#
                            + #""timelineFault":"no room","lostLines":7,"#
                            + #""overrides":[{"fact":"toggle F on","endsAfterMs":61000}],"#
                            + #""sources":[{"fact":"runtime F","source":"file:/x","state":"stale","fault":"gone"},"#
                            + #"{"fact":"platform","source":"host","state":"current"}]"#)
                ]
            ],
            status: 6,
            output: """
                deeplinkd 9.9 at $SOCKET, up 1d 1h
                table    t1: 1 route, 2 features
                  file   f1 /etc/r.conf
                profile  development
                  override toggle F on, for 1m 1s
                ledger   on the disk, 2 of its entries from a later version
                  contains a time 2 h ahead of this machine's clock, and one of the two is wrong; \
                `timedatectl set-ntp true` corrects the clock; then restart the daemon; purchases then end up to 48 h early, once
                  The intake is off.
                timeline not written: entries stay in memory as long as there is room
                  no room
                  mend it, then run `deeplinkctl reload --socket $SOCKET`
                source   stale: runtime F, file:/x
                  gone
                load     3 connections, 4 calls answered, 5 oneway dropped over a limit, 2 left running \
                by programs, 7 lines of the log lost

                """),
        Row(
            arguments: ["status"],
            replies: [
                [
                    status(
                        #""connections":1,"uptimeMs":59999,"files":[],"ledger":{"state":"unavailable"},"#
                            + #""audience":"anyone""#)
                ]
            ],
            status: 6,
            output: """
                deeplinkd 9.9 at $SOCKET, up 59s
                table    t1: 1 route, 2 features
                ledger   unavailable
                yours    1 connection, 4 calls answered
                operators also see files, faults, overrides and the load of all users

                """),
        Row(
            arguments: ["status"],
            replies: [
                [
                    status(
                        #""connections":1,"uptimeMs":0,"files":[],"leftovers":0,"ledger":{"state":"unavailable","#
                            + #""code":"ledger.full","reason":"The disk is full."}"#)
                ]
            ],
            status: 6,
            output: """
                deeplinkd 9.9 at $SOCKET, up 0ms
                table    t1: 1 route, 2 features
                ledger   unavailable (ledger.full)
                  The disk is full.
                load     1 connection, 4 calls answered

                """),
        Row(
            arguments: ["status"],
            replies: [
                [
                    status(
                        #""connections":1,"uptimeMs":0,"files":[],"leftovers":0,"ledger":{"state":"readable","#
                            + #""code":"ledger.full","reason":"The disk is full."}"#)
                ]
            ],
            status: 6,
            output: """
                deeplinkd 9.9 at $SOCKET, up 0ms
                table    t1: 1 route, 2 features
                ledger   read, but not written (ledger.full)
                  The disk is full.
                load     1 connection, 4 calls answered

                """),
        Row(
            arguments: ["status"],
            replies: [
                [
                    status(
                        #""connections":1,"uptimeMs":0,"files":[],"table":{"state":"stale","asOfMs":1,"errors":2,"#
                            + #""firstError":{"code":"RT1","severity":"error","file":"/r","line":3,"column":5,"#
                            + #""message":"It is wrong.","help":"write right"}}"#)
                ]
            ],
            status: 6,
            output: """
                deeplinkd 9.9 at $SOCKET, up 0ms
                table    t1: 1 route, 2 features
                reload   failed: the table that was read has 2 errors, and this one stays in force
                  /r:3:5: error RT1: It is wrong.
                    help: write right
                  mend it, then run `deeplinkctl reload --socket $SOCKET`, which shows all errors
                load     1 connection, 4 calls answered

                """),
        Row(
            arguments: ["status"],
            replies: [
                [
                    status(
                        #""connections":1,"uptimeMs":0,"files":[],"table":{"state":"invalid"},"audience":"anyone""#)
                ]
            ],
            status: 6,
            output: """
                deeplinkd 9.9 at $SOCKET, up 0ms
                table    none: the one that was read has errors, and no link is opened
                yours    1 connection, 4 calls answered
                operators also see files, faults, overrides and the load of all users

                """),
        Row(
            arguments: ["status"],
            replies: [[status(#""connections":1,"uptimeMs":0,"files":[],"table":{"state":"current","asOfMs":1}"#)]],
            output: """
                deeplinkd 9.9 at $SOCKET, up 0ms
                table    t1: 1 route, 2 features
                load     1 connection, 4 calls answered

                """),
    ]

    @Test(arguments: statuses.indices)
    func `status prints every member of the report that is present, and exits with 6 if something is to be mended`(
        _ index: Int
    ) throws {
        try check(Self.statuses[index])
    }

    // MARK: features

    private static let constraints =
        #"[{"id":"toggle:F","kind":"toggle","subject":"F","status":"unsatisfied","reason":"off","#
        + #""code":"blocked.toggle.off","evidence":{"source":"table"},"remedies":["#
        + #"{"kind":"enableToggle","actor":"user","arguments":{"feature":"F"}},{"kind":"purchase","actor":"user","#
        + #""arguments":{"products":["a","b"],"mode":"any"},"withheldBecause":"toggle:F"}]},"#
        + #"{"id":"platform:linux 6","kind":"platform","subject":"linux 6","status":"inactive","#
        + #""reason":"otherPlatform","inheritedFrom":"E","evidence":{"source":"table"}},"#
        + #"{"id":"runtime:F","kind":"runtime","subject":"F","status":"undetermined","reason":"unknown","#
        + #""evidence":{"source":"file:/x","freshness":"stale","fault":"it is gone"}},"#
        + #"{"id":"permission:camera","kind":"permission","subject":"camera","status":"satisfied","#
        + #""reason":"granted","evidence":{"source":"settings","override":true}}]"#

    private static let features = [
        Row(
            arguments: ["features", "F"],
            replies: [
                [
                    reply(
                        #""feature":"#
                            + feature(
                                "F",
                                #""description":"What it is.","status":"blocked","code":"blocked.toggle.off","#
                                    + #""primary":"toggle:F","unlisted":1,"constraints":"# + constraints))
                ]
            ],
            output: """
                blocked.toggle.off  \(OutcomeCode.toggleOff.sentence)
                  feature    F
                  about      What it is.
                  because    toggle:F
                  needs      ✗ toggle:F: off
                             – platform:linux 6: otherPlatform, inherited from E
                             ? runtime:F: unknown, source file:/x (stale), it is gone
                             ✓ permission:camera: granted, source settings (override)
                  remedy     enableToggle F (user)
                  not yet    purchase any of a, b (user), only after toggle:F
                  next       deeplinkctl toggle F on --socket $SOCKET
                  actions    a
                  routes     r
                  more       1 name not listed

                """),
        Row(
            arguments: ["features", "F"],
            replies: [
                [reply(#""feature":"# + feature("F", #""status":"available","unlisted":12"#, routes: "[]"))]
            ],
            output:
                "available  The feature can be used.\n  feature    F\n  actions    a\n  more       12 names not listed\n"
        ),
        // Three pages, of which the last is empty and names a next one.
        Row(
            arguments: ["features"],
            replies: [
                [reply(#""features":[\#(feature("F"))],"next":"F""#)],
                [
                    reply(
                        #""features":[\#(off("F/G")),"#
                            + feature("H", #""status":"pending","code":"pending.undetermined""#) + #"],"next":"H""#)
                ],
                [reply(#""features":[],"next":"H""#)],
            ],
            output: "F    available\n  G  blocked.toggle.off (toggle:F/G)\nH    pending.undetermined\n"),
        Row(
            arguments: ["features", "--watch"],
            replies: [
                [
                    reply(#""features":[\#(feature("F"))],"removed":[]"#, continues: true),
                    reply(#""features":[\#(off("F/G"))],"removed":["H"]"#, continues: true),
                    reply(#""features":[],"removed":[]"#),
                ]
            ],
            status: 1, output: "F  available\nF/G  blocked.toggle.off (toggle:F/G)\nH  removed\n",
            error: "the daemon has ended; start it again to continue watching"),
        Row(
            arguments: ["features", "--watch", "G"],
            replies: [
                [reply(#""features":[\#(feature("F")),\#(feature("F/G"))]"#)],
                [reply(#""features":[\#(feature("F")),\#(feature("F/G"))],"removed":["H","F/G"]"#)],
            ],
            status: 1, output: "F/G  available\nF/G  removed\n",
            error: "the daemon has ended; start it again to continue watching"),
        Row(
            arguments: ["features", "--watch", "--format", "json"],
            replies: [[reply(#""features":[],"removed":["H"]"#)]], status: 1, output: #"{"removed":"H"}"# + "\n",
            error: "the daemon has ended; start it again to continue watching"),
    ]

    @Test(arguments: features.indices)
    func `features prints one feature in detail, all pages of the list, or the changes`(_ index: Int) throws {
        try check(Self.features[index])
    }

    // MARK: open, explain, match

    private static let link = "  url        t://x\n  route      r\n  feature    F · a\n"
    private static let id = "  id         o1\n"

    private static let outcomes = [
        Row(
            arguments: ["open", "t://x"],
            replies: [
                [
                    outcome(
                        "failed.signal",
                        #","execution":{"kind":"exec","durationMs":12,"exit":{"signal":9},"#
                            + #""stdout":{"text":"a\nb","bytes":900,"truncated":true},"#
                            + #""stderr":{"text":"","bytes":0,"truncated":false}}"#)
                ]
            ],
            status: 7,
            output: "failed.signal  Done.\n" + link
                + "  exit       signal 9 after 12 ms\n  stdout     a\n  stdout     b\n  stdout     … 900 bytes in all\n"
                + id
        ),
        Row(
            arguments: ["open", "t://x"],
            replies: [[outcome("ok.accepted", #","execution":{"kind":"exec","durationMs":1}"#)]],
            output: "ok.accepted  Done.\n" + link + "  exit       left running\n" + id),
        Row(
            arguments: ["open", "t://x"],
            replies: [[outcome("ok.accepted", #","execution":{"kind":"channel","durationMs":0,"channel":"c"}"#)]],
            output: "ok.accepted  Done.\n" + link + id),
        Row(
            arguments: ["open", "t://x"],
            replies: [
                [
                    outcome(
                        "failed.channel.refused",
                        #","execution":{"kind":"channel","durationMs":0,"channel":"c","reason":"no\u001b[31m\nok"}"#)
                ]
            ],
            status: 7,
            output: "failed.channel.refused  Done.\n" + link + "  reason     no\\u{1b}[31m\\u{a}ok\n" + id),
        Row(
            arguments: ["open", "t://x"],
            replies: [[outcome("failed.spawn", #","execution":{"kind":"exec","durationMs":1,"error":"ENOENT"}"#)]],
            status: 7, output: "failed.spawn  Done.\n" + link + "  exit       ENOENT\n" + id),
        Row(
            arguments: ["open", "t://x"],
            replies: [
                [
                    outcome(
                        "rejected.url.invalid",
                        #","rejection":{"rule":"nul","component":"path","offset":7,"expected":"a uint","nearest":"r","#
                            + #""failure":"It ends there."},"via":["t://y"],"parameters":{"a":[1,2],"b":"x y"},"#
                            + #""result":{"a":1.5}"#)
                ]
            ],
            status: 3,
            output: "rejected.url.invalid  Done.\n" + link
                + "  with       a = 1/2, b = x y\n  where      byte 7, in the path\n  rule       nul\n"
                + "  expected   a uint\n  nearest    r: It ends there.\n  via        t://y\n  answer     {\"a\":1.5}\n"
                + id),
        Row(
            arguments: ["open", "t://x"],
            replies: [[outcome("ok.replayed", #","text":"Hello, \"you\".","replayed":true"#)]],
            output: "ok.replayed  Done.\n" + link
                + "  repeated   from an earlier request with this key; nothing was performed now\n"
                + "  answer     Hello, \"you\".\n" + id),
        // A code of a later daemon has a class that this tool knows.
        Row(
            arguments: ["open", "t://x"], replies: [[outcome("blocked.moon.full")]], status: 5,
            output: "blocked.moon.full  Done.\n"),
        Row(
            arguments: ["open", "t://x"], replies: [[outcome("deferred.moon")]], status: 1,
            error: "the daemon's reply cannot be read: expected a known word at `outcome.class`; `deeplinkctl call` "
                + "prints the raw reply"),
        Row(
            arguments: ["open", "t://x"], replies: [[reply("")]], status: 1,
            error: "the daemon's reply has no outcome"),
        Row(
            arguments: ["open", "t://x", "t://y"],
            replies: [[outcome("rejected.route.notFound")], [outcome("blocked.toggle.off")]], status: 5,
            output: "rejected.route.notFound  Done.\n" + link + id + "\nblocked.toggle.off  Done.\n" + link + id),
        Row(
            arguments: ["explain", "t://x"],
            replies: [
                [
                    outcome(
                        "ok.wouldPerform",
                        candidates: #","candidates":[{"route":"r","feature":"F","action":"a"},"#
                            + #"{"route":"s","feature":"F","action":"a","failure":"The path ends."}]"#)
                ]
            ],
            output: "ok.wouldPerform  Done.\n" + link + id
                + "  routes considered\n    ✓ r: matches\n    ✗ s: The path ends.\n"),
        Row(
            arguments: ["match", "t://x"], replies: [[outcome("ok.wouldPerform")]],
            output: "t://x  →  r (F · a)\n"),
    ]

    @Test(arguments: outcomes.indices)
    func `open, explain and match print every part of an outcome, and exit with its class`(_ index: Int) throws {
        try check(Self.outcomes[index])
    }

    // MARK: Changes

    private static let changes = [
        Row(
            arguments: ["toggle", "F", "on"], replies: [[reply(#""durable":true"#)]], output: "F: toggle on\n"),
        Row(
            arguments: ["runtime", "F", "default"], replies: [[reply(#""durable":false"#)]],
            output: "F: runtime default, until the daemon ends\n"),
        Row(
            arguments: ["ledger", "backup", "-"],
            replies: [
                [
                    reply(#""bytes":"U1FMaXRlIGZv","size":18"#, continues: true),
                    reply(#""bytes":"cm1hdCAzAGxv","size":18"#),
                ]
            ], output: "SQLite format 3\0lo"),
        Row(
            arguments: ["override", "purchase", "p", "active"], replies: [[reply(#""endsAfterMs":3600000"#)]],
            output: "purchase p active, for 1h\n"),
        Row(
            arguments: ["override", "purchase", "p"], replies: [[reply("")]], output: "purchase p, from its source\n"),
        Row(
            arguments: ["reload"],
            replies: [
                [
                    reply(
                        #""tableRevision":"t2","routes":2,"files":[],"warnings":[{"code":"RT606","#
                            + #""severity":"warning","file":"a","line":1,"column":2,"message":"a doubt","help":"look"}]"#
                    )
                ]
            ],
            output: "a:1:2: warning RT606: a doubt\n  help: look\ntable t2 in force: 2 routes\n"),
        Row(
            arguments: ["reload"],
            replies: [
                [
                    error(
                        "io.deeplinkd.Monitor.BadTable",
                        #""diagnostics":[{"code":"RT501","severity":"error","file":"a","line":1,"column":2,"#
                            + #""message":"they overlap","help":"choose","witness":"t://x","#
                            + #""related":[{"file":"a","line":3,"column":4,"note":"the other"}]}]"#)
                ]
            ],
            status: 3, output: "a:1:2: error RT501: they overlap\n  both routes accept: t://x\n  help: choose\n",
            more: "RT501"),
        Row(
            arguments: ["reload"],
            replies: [
                [
                    error(
                        "io.deeplinkd.Monitor.BadTable",
                        #""diagnostics":[{"code":"RT501","severity":"error","file":"a","line":1,"column":2,"#
                            + #""message":"they overlap","help":"choose","witness":"t://x","related":[]}]"#)
                ]
            ],
            status: 3,
            output: "a:1:2: error RT501: they overlap\n  both patterns of the route accept: t://x\n  help: choose\n",
            more: "RT501"),
        Row(
            arguments: ["call", "a.b.C", #"{"x":[1,null]}"#], replies: [[reply(#""a":1"#)]], output: #"{"a":1}"# + "\n"),
        Row(
            arguments: ["call", "a.b.C"], replies: [[error("a.b.Odd", #""why":"so""#)]], status: 1,
            output: #"{"error":"a.b.Odd","parameters":{"why":"so"}}"# + "\n"),
    ]

    @Test(arguments: changes.indices)
    func `a command that changes something prints the new state`(_ index: Int) throws {
        try check(Self.changes[index])
    }

    // MARK: Errors

    private static let operators =
        "only operators may do that; ask one, or join a group that the daemon's table names with `operator group NAME`"
    private static let delegates =
        "you may not act for other subjects; leave out --subject, or join a group that the daemon's table names with "
        + "`delegate group NAME`"
    private static let override = ["override", "toggle", "F", "on"]

    private static let errors: [(arguments: [String], replies: [[String]], status: Int32, error: String)] = [
        (
            override, [[error("io.deeplinkd.Monitor.NotDevelopment")]], 1,
            "the daemon's table allows no overrides; add `profile development` to it and reload"
        ),
        (
            override, [[error("io.deeplinkd.Monitor.BadFact", #""diagnostics":[]"#)]], 1,
            #"the daemon replied io.deeplinkd.Monitor.BadFact {"diagnostics":[]}"#
        ),
        (
            override,
            [
                [
                    error(
                        "io.deeplinkd.Monitor.BadFact",
                        #""diagnostics":[{"code":"RT1","severity":"error","file":"f","line":1,"column":1,"#
                            + #""message":"there is no such thing"}]"#)
                ]
            ], 2, "there is no such thing; for example deeplinkctl override purchase premium.monthly expired"
        ),
        (
            override, [[invalid("fact")]], 1,
            "too many facts are overridden; remove some of those that `deeplinkctl status` lists"
        ),
        (["runtime", "F", "on"], [[denied]], 1, operators), (["reload"], [[denied]], 1, operators),
        (["ledger", "backup", "-"], [[denied]], 1, operators), (override, [[denied]], 1, operators),
        (["open", "t://x", "--subject", "uid:7"], [[denied]], 1, delegates),
        (["features", "--watch", "--subject", "uid:7"], [[denied]], 1, delegates),
        (["toggle", "F", "on", "--subject", "uid:7"], [[denied]], 1, delegates),
        (
            ["ledger", "backup", "-"], [[error("org.varlink.service.MethodNotFound", #""method":"x""#)]], 1,
            "the daemon has no method io.deeplinkd.Monitor.Backup; it is older than this tool"
        ),
        (
            ["features"], [[error("org.varlink.service.InterfaceNotFound", #""interface":"x""#)]], 1,
            "the daemon has no method io.deeplinkd.Features.List; it is older than this tool"
        ),
        (
            ["features"], [[error("com.example.Odd", #""a":[1,"b"]"#)]], 1,
            #"the daemon replied com.example.Odd {"a":[1,"b"]}"#
        ),
        (["features"], [[error("com.example.Odd")]], 1, "the daemon replied com.example.Odd"),
        (
            ["open", "t://x"], [[invalid("url")]], 1,
            #"the daemon replied org.varlink.service.InvalidParameter {"parameter":"url"}"#
        ),
        (
            ["features"], [[reply(#""features":[\#(feature("F"))],"next":"F""#)], [invalid("after")]], 1,
            "the daemon's table has just changed; try again"
        ),
        (
            ["features", "F"], [[invalid("feature")], [reply(#""features":[\#(feature("F"))]"#)]], 1,
            "the daemon's table has just changed; try again"
        ),
        (
            ["features", "F"], [[invalid("feature")], [reply(#""features":[]"#)]], 2,
            "there is no feature `F`; the table declares none"
        ),
        (
            ["toggle", "F", "on"],
            [[error("io.deeplinkd.Features.NotKept", #""code":"ledger.full","reason":"the disk is full""#)]], 1,
            "nothing has changed: the disk is full"
        ),
        (["status"], [], 1, "the daemon closed the connection without a reply; its log tells why"),
        (["features", "--watch"], [], 1, "the daemon closed the connection without a reply; its log tells why"),
        (
            ["status"], [[status(#""connections":"x","uptimeMs":0,"files":[]"#)]], 1,
            "the daemon's reply cannot be read: expected int at `connections`; `deeplinkctl call` prints the raw reply"
        ),
    ]

    @Test(arguments: errors.indices)
    func `an error reply is reported in the words of the command line`(_ index: Int) throws {
        let row = Self.errors[index]
        try check(Row(arguments: row.arguments, replies: row.replies, status: row.status, error: row.error))
    }
}
