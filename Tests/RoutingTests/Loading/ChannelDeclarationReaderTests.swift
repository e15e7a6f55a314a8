import ChannelRules
import Conf
import Features
import TestTables
import Testing

@testable import Routing

@Suite struct ChannelDeclarationReaderTests {
    /// A table with one channel, which one action uses.
    private static func table(_ lines: String...) -> String {
        TableRow(.channel, lines.joined(separator: "\n"), "").table
    }

    // MARK: What a table declares

    @Test func `every line of a channel is in the ruleset`() throws {
        let rules = try Tables.ruleset(
            Self.table(
                "kind held", "hold 5 for 90s", "acknowledge within 250ms", "redeliver no", "overflow refuse",
                "subscribe group audio", "subscribe user ann", "durable", #"start exec /usr/bin/player --wait "a b""#,
                "environment DISPLAY HOME"))
        let channel = try #require(rules.channels["c"])
        var expected = ChannelTerms(.held)
        (expected.capacity, expected.lifetime, expected.acknowledgeTime) = (5, .seconds(90), .milliseconds(250))
        (expected.isRedelivered, expected.overflow, expected.hasStarter) = (false, .refuse, true)
        #expect(rules.channels.count == 1 && channel.name == "c" && channel.rules == expected && channel.isDurable)
        #expect(channel.hearers.map(\.description) == ["group audio", "user ann"])
        #expect(channel.starter == ["/usr/bin/player", "--wait", "a b"])
        #expect(channel.environment == ["DISPLAY", "HOME"])
        #expect(rules.catalogue.actions.last?.performer.channel == "c")
    }

    @Test(arguments: ChannelTerms.Kind.allCases)
    func `a channel that says its kind and no more has the defaults`(_ kind: ChannelTerms.Kind) throws {
        let channel = try #require(try Tables.ruleset(Self.table("kind \(kind.rawValue)")).channels["c"])
        #expect(channel == ChannelDeclaration("c", ChannelTerms(kind)))
        #expect(!channel.isDurable && channel.starter == nil && channel.hearers.isEmpty)
    }

    @Test(arguments: ["latest", "sticky", "held"])
    func `a time to hold stands with a number or without one`(_ kind: String) throws {
        let short = try Tables.ruleset(Self.table("kind \(kind)", "hold for 1h")).channels["c"]
        #expect(short?.rules.lifetime == .seconds(3600) && short?.rules.capacity == 32)
        let long = try Tables.ruleset(Self.table("kind \(kind)", "hold 1000 for 7d")).channels["c"]
        #expect(long?.rules.lifetime == .seconds(7 * 86_400) && long?.rules.capacity == 1000)
    }

    @Test func `users and groups that hear all have the ids that this machine has for their names`() throws {
        var environment = LoadEnvironment()
        environment.groupID = { $0 == "audio" ? 29 : nil }
        environment.userID = { $0 == "ann" ? 1001 : nil }
        let table = Self.table("kind plain", "subscribe group audio", "subscribe user ann", "subscribe group gone")
        let channel = try #require(Tables.load(table, environment).ruleset?.channels["c"])
        #expect(channel.hearsAll(Caller(uid: 7, gids: [7, 29])))
        #expect(channel.hearsAll(Caller(uid: 1001)))
        #expect(!channel.hearsAll(Caller(uid: 1002, gids: [1002])))
    }

    @Test func `a channel may stand after the features that use it, and in another file`() throws {
        let feature = "scheme s\nfeature F {\n action a {\n channel c\n }\n route r /r do a\n}\n"
        let after = try Tables.ruleset(feature + "channel c {\n kind plain\n}\n")
        #expect(after.channels["c"]?.rules.kind == .plain)
        var environment = LoadEnvironment()
        environment.file = { path, _ throws(TableFault) in
            TableFile(name: path, bytes: Array("channel c {\n kind held\n}\n".utf8))
        }
        let included = Tables.load("include /etc/channels.conf\n" + feature, environment)
        #expect(included.ruleset?.channels["c"]?.rules.kind == .held, "\(Tables.printed(included))")
    }

    @Test func `the caller of an action with detach does not wait for the app`() throws {
        let rules = try Tables.ruleset(
            "scheme s\nchannel c {\nkind held\n}\nfeature F {\naction a {\nchannel c\ndetach\n}\nroute r /r do a\n}")
        #expect(rules.catalogue.actions.last?.limits.isDetached == true)
    }

    @Test func `a secret input goes to a channel that is not durable`() {
        let action = "feature F {\naction a {\ninput t string secret\nchannel c\n}\nroute r /$(t) do a\n}"
        #expect(Tables.codes("scheme s\nchannel c {\nkind held\n}\n" + action) == [])
        #expect(Tables.codes("scheme s\nchannel c {\nkind held\ndurable\n}\n" + action) == ["RT805"])
    }

    // MARK: What is reported

    @Test(arguments: [
        TableRow(
            .file,
            """
            channel c {
                hold for 1m
            }
            """,
            """
            t:1:9: error RT804: the channel `c` has no kind
               1 | channel c {
                 |         ^
                 = help: add `kind held`, which keeps a link until an app has acknowledged it, or one of the kinds \
            plain, latest and sticky
            """),
        TableRow(
            .channel,
            "kind heldd",
            """
            t:3:10: error RT107: `heldd` is not a kind of channel
               3 |     kind heldd
                 |          ^~~~~
                 = help: did you mean `held`?
            """),
        TableRow(
            .channel,
            "kind held\n    kind plain",
            """
            t:4:5: error RT103: `kind` is given twice
               4 |     kind plain
                 |     ^~~~
                 = note: t:3:5: the first is here
               3 |     kind held
                 |     ^~~~
                 = help: keep one of them
            """),
        TableRow(
            .channel,
            "kind held plain",
            """
            t:3:5: error RT104: `kind` has too many words
               3 |     kind held plain
                 |     ^~~~~~~~~~~~~~~
                 = help: it is written `kind plain|latest|sticky|held`
            """),
        TableRow(
            .channel,
            "kind plain\n    hold 3 for 1m",
            """
            t:4:5: error RT804: a `plain` channel has no `hold`: it keeps no link
               4 |     hold 3 for 1m
                 |     ^~~~
                 = help: remove it, or write `kind latest`, `kind sticky` or `kind held`
            """),
        TableRow(
            .channel,
            "kind sticky\n    overflow refuse",
            """
            t:4:5: error RT804: a `sticky` channel has no `overflow`: it takes no link before the one it keeps is cleared
               4 |     overflow refuse
                 |     ^~~~~~~~
                 = help: remove it, or write `kind plain`, `kind latest` or `kind held`
            """),
        TableRow(
            .channel,
            "kind latest\n    durable",
            """
            t:4:5: error RT804: a `latest` channel has no `durable`: only links that wait for an app outlive a restart
               4 |     durable
                 |     ^~~~~~~
                 = help: remove it, or write `kind held`
            """),
        TableRow(
            .channel,
            "kind plain\n    start exec /usr/bin/player",
            """
            t:4:5: error RT804: a `plain` channel has no `start`: only links that wait for an app start one
               4 |     start exec /usr/bin/player
                 |     ^~~~~
                 = help: remove it, or write `kind held`
            """),
        TableRow(
            .channel,
            "kind plain\n    environment DISPLAY",
            """
            t:4:5: error RT804: a `plain` channel has no `environment`: only links that wait for an app start one
               4 |     environment DISPLAY
                 |     ^~~~~~~~~~~
                 = help: remove it, or write `kind held`
            """),
        TableRow(
            .channel,
            "kind plain\n    acknowledge within 5s\n    redeliver no",
            """
            t:4:5: error RT804: a `plain` channel has no `acknowledge`: its links are not acknowledged
               4 |     acknowledge within 5s
                 |     ^~~~~~~~~~~
                 = help: remove it, or write `kind held`
            t:5:5: error RT804: a `plain` channel has no `redeliver`: its links are not acknowledged
               5 |     redeliver no
                 |     ^~~~~~~~~
                 = help: remove it, or write `kind held`
            """),
        TableRow(
            .channel,
            "kind held\n    overflow drop-newest",
            """
            t:4:14: error RT804: a `held` channel drops no new link: its sender waits for an app
               4 |     overflow drop-newest
                 |              ^~~~~~~~~~~
                 = help: write `refuse`, so that the sender is told that there is no room
            """),
        TableRow(
            .channel,
            "kind held\n    overflow drop-old",
            """
            t:4:14: error RT107: `drop-old` is not a way to make room
               4 |     overflow drop-old
                 |              ^~~~~~~~
                 = help: one of: drop-oldest, drop-newest, refuse
            """),
    ])
    func `a line that does not fit the kind of the channel is an error that names the kinds that have it`(
        _ row: TableRow
    ) {
        row.check()
    }

    @Test(arguments: [
        TableRow(
            .channel,
            "kind held\n    hold 1001 for 8d",
            """
            t:4:10: error RT107: `1001` is not a valid number of links
               4 |     hold 1001 for 8d
                 |          ^~~~
                 = help: a whole number from 1 to 1000, as in `hold 32 for 10m`
            t:4:19: error RT107: `8d` is not a valid time for `hold`
               4 |     hold 1001 for 8d
                 |                   ^~
                 = help: a time from 1ms to 7d, as in `30s`, `10m`, `24h`
            """),
        TableRow(
            .channel,
            "kind held\n    hold 32 10m",
            """
            t:4:10: error RT107: before its time stands `for`, not `32`
               4 |     hold 32 10m
                 |          ^~
                 = help: as in `hold 32 for 10m`
            """),
        TableRow(
            .channel,
            "kind held\n    hold 32",
            """
            t:4:5: error RT104: `hold` has too few words
               4 |     hold 32
                 |     ^~~~~~~
                 = help: it is written `hold [COUNT] for DURATION`
            """),
        TableRow(
            .channel,
            "kind held\n    acknowledge in 30s",
            """
            t:4:17: error RT107: before its time stands `within`, not `in`
               4 |     acknowledge in 30s
                 |                 ^~
                 = help: as in `acknowledge within 30s`
            """),
        TableRow(
            .channel,
            "kind held\n    acknowledge within 30",
            """
            t:4:24: error RT107: `30` is not a valid time for `acknowledge`
               4 |     acknowledge within 30
                 |                        ^~
                 = help: a time from 1ms to 24h, as in `500ms`, `30s`, `2m`
            """),
        TableRow(
            .channel,
            "kind held\n    redeliver on",
            """
            t:4:15: error RT107: `on` is neither `yes` nor `no`
               4 |     redeliver on
                 |               ^~
                 = help: did you mean `no`?
            """),
    ])
    func `amounts and times have units and limits`(_ row: TableRow) { row.check() }

    @Test(arguments: [
        TableRow(
            .channel,
            "kind held\n    subscribe gid 29",
            """
            t:4:15: error RT107: who hears all users' links is named by user or group, not by `gid`
               4 |     subscribe gid 29
                 |               ^~~
                 = help: as in `subscribe group audio`, `subscribe user ann`
            """),
        TableRow(
            .channel,
            "kind held\n    subscribe audio",
            """
            t:4:5: error RT104: `subscribe` has too few words
               4 |     subscribe audio
                 |     ^~~~~~~~~~~~~~~
                 = help: it is written `subscribe group|user NAME`
            """),
        TableRow(
            .channel,
            "kind held\n    subscribe user \"\"",
            """
            t:4:20: error RT107: a user has a name
               4 |     subscribe user ""
                 |                    ^~
                 = help: write the name
            """),
        TableRow(
            .channel,
            "kind held\n    subscribe group audio\n    subscribe user audio\n    subscribe group audio",
            """
            t:6:21: error RT103: the group `audio` is named twice
               6 |     subscribe group audio
                 |                     ^~~~~
                 = note: t:4:21: the first is here
               4 |     subscribe group audio
                 |                     ^~~~~
                 = help: keep one of them
            """),
    ])
    func `users and groups that hear all are named one by one`(_ row: TableRow) { row.check() }

    @Test(arguments: [
        TableRow(
            .channel,
            "kind held\n    start /usr/bin/player",
            """
            t:4:5: error RT104: `start` has too few words
               4 |     start /usr/bin/player
                 |     ^~~~~~~~~~~~~~~~~~~~~
                 = help: it is written `start exec PROGRAM ARG…`
            """),
        TableRow(
            .channel,
            "kind held\n    start unit player.service",
            """
            t:4:11: error RT107: a channel cannot start its app by `unit`
               4 |     start unit player.service
                 |           ^~~~
                 = help: as in `start exec /usr/bin/player --background`
            """),
        TableRow(
            .channel,
            "kind held\n    start exec player",
            """
            t:4:16: error RT306: a program is named by its absolute path, without placeholders
               4 |     start exec player
                 |                ^~~~~~
                 = help: as in `start exec /usr/bin/player --background`
            """),
        TableRow(
            .channel,
            "kind held\n    start exec /usr/bin/player --id=$(id)",
            """
            t:4:37: error RT307: the program of a channel gets no inputs as arguments
               4 |     start exec /usr/bin/player --id=$(id)
                 |                                     ^~~~~
                 = help: remove it: the program reads each link's inputs from its subscription; a plain `$(` is `\\$(`
            """),
        TableRow(
            .channel,
            "kind held\n    environment DISPLAY",
            """
            t:4:5: error RT804: no program is started that would get these variables
               4 |     environment DISPLAY
                 |     ^~~~~~~~~~~
                 = help: remove it, or add a line such as `start exec /usr/bin/player --background`
            """),
        TableRow(
            .channel,
            "kind held\n    start exec /usr/bin/player\n    environment DISPLAY=:0",
            """
            t:5:17: error RT107: `DISPLAY=:0` is not a valid value for `environment`
               5 |     environment DISPLAY=:0
                 |                 ^~~~~~~~~~
                 = help: the name of an environment variable
            """),
        TableRow(
            .channel,
            "kind held\n    start exec /bin/open",
            """
            t:4:16: error RT306: `/bin/open` is writable by others
               4 |     start exec /bin/open
                 |                ^~~~~~~~~
                 = help: run `chmod go-w /bin/open`
            """),
        TableRow(
            .channel,
            "kind held\n    start exec /bin/absent",
            """
            t:4:16: warning RT314: cannot start /bin/absent
               4 |     start exec /bin/absent
                 |                ^~~~~~~~~~~
                 = help: install it
            """),
    ])
    func `what starts the app is a program as that of exec is, with literal words`(_ row: TableRow) {
        var environment = LoadEnvironment()
        environment.programFault = { program in
            switch program {
            case "/bin/absent": HostFault(.unavailableProgram, "cannot start \(program)", help: "install it")
            case "/bin/open":
                HostFault(.badProgram, "`\(program)` is writable by others", help: "run `chmod go-w \(program)`")
            default: nil
            }
        }
        row.check(environment)
    }

    @Test func `an instance without programs refuses a channel that starts one`() {
        var environment = LoadEnvironment()
        environment.allowsPrograms = false
        let result = Tables.load(Self.table("kind held", "start exec /usr/bin/player"), environment)
        #expect(result.diagnostics.kept.map(\.code) == [.programsNotAllowed])
    }

    // MARK: Actions and channels

    @Test(arguments: [
        TableRow(
            .action,
            "channel player",
            """
            t:4:17: error RT802: there is no channel `player`
               4 |         channel player
                 |                 ^~~~~~
                 = help: declare it: `channel player {`, then `kind held` on a line of its own, then `}` on the next, \
            outside of any feature
            """),
        TableRow(
            .file,
            """
            scheme s
            channel player {
                kind plain
            }
            feature F {
                action a {
                    channel plaier
                }
                route r /r do a
            }
            """,
            """
            t:7:17: error RT802: there is no channel `plaier`
               7 |         channel plaier
                 |                 ^~~~~~
                 = help: did you mean `player`?
            """),
        TableRow(
            .file,
            """
            channel player {
                kind plain
            }
            channel player {
                kind held
            }
            """,
            """
            t:4:9: error RT801: the channel `player` is declared twice
               4 | channel player {
                 |         ^~~~~~
                 = note: t:1:9: the first is here
               1 | channel player {
                 |         ^~~~~~
                 = help: keep one of them
            """),
        TableRow(
            .file,
            """
            channel player {
                kind plain
            }
            """,
            """
            t:1:9: warning RT803: no action sends links to the channel `player`
               1 | channel player {
                 |         ^~~~~~
                 = help: remove it, or add `channel player` to an action
            """),
        TableRow(
            .file,
            """
            channel a.b {
                kind plain
            }
            """,
            """
            t:1:9: error RT106: `a.b` is not a valid name for a channel
               1 | channel a.b {
                 |         ^~~
                 = help: a name has letters, digits, `-` and `_`, and begins with a letter or `_`
            """),
        TableRow(
            .file,
            """
            scheme s
            channel c {
                kind held
                durable
            }
            feature F {
                action a {
                    input token string secret
                    channel c
                }
                route r /$(token) do a
            }
            """,
            """
            t:8:28: error RT805: the input `token` is secret, and the links of the channel `c` are written to disk
               8 |         input token string secret
                 |                            ^~~~~~
                 = note: t:4:5: the channel is durable here
               4 |     durable
                 |     ^~~~~~~
                 = help: remove `durable`, or send the links of this action to another channel
            """),
    ])
    func `actions send their links to channels that are declared once`(_ row: TableRow) { row.check() }

    @Test(arguments: [
        TableRow(
            .file,
            """
            scheme s
            channel c {
                kind plain
            }
            feature F {
                action a {
                    channel c
                    detach
                }
                route r /r do a
            }
            """,
            """
            t:8:9: error RT102: the sender of a link of the `plain` channel `c` does not wait for an app
               8 |         detach
                 |         ^~~~~~
                 = help: remove it: `detach` is for channels of `kind held`
            """),
        TableRow(
            .file,
            """
            scheme s
            channel c {
                kind held
            }
            feature F {
                action a {
                    channel c
                    timeout 5s
                }
                route r /r do a
            }
            """,
            """
            t:8:9: error RT102: `timeout` is a line of \(Tables.performers { $0.limits.contains(.timeout) })
               8 |         timeout 5s
                 |         ^~~~~~~
                 = help: remove it: how long an app may take is said by `acknowledge within 30s` in a channel of `kind held`
            """),
        TableRow(
            .action,
            "channel c {\n            kind held\n        }",
            """
            t:4:9: error RT105: `channel` has no block
               4 |         channel c {
                 |         ^~~~~~~~~
                 = help: in `action` it is written `channel NAME`; its block stands in a table
            """),
        TableRow(
            .feature,
            "channel c {\n        kind held\n    }",
            """
            t:3:5: error RT102: `channel` does not belong in `feature`
               3 |     channel c {
                 |     ^~~~~~~
                 = help: it belongs in a table or `action`
            """),
        TableRow(
            .file,
            "channel c kind held",
            """
            t:1:1: error RT104: `channel` has too many words
               1 | channel c kind held
                 | ^~~~~~~~~~~~~~~~~~~
                 = help: it has a block: write `channel c {`, then `kind held` on a line of its own, then `}` on the next
            """),
    ])
    func `every misuse of the word shows its form`(_ row: TableRow) { row.check() }

    @Test func `an action that names a channel with an error is not reported too`() {
        #expect(Tables.codes(Self.table("kind heldd")) == ["RT107"])
        #expect(Tables.codes(Self.table("kind held", "frobnicate")) == ["RT101"])
        #expect(Tables.codes(Self.table("hold for 1m")) == ["RT804"])
        #expect(
            Tables.codes(
                "scheme s\nchannel c d {\nkind held\n}\nfeature F {\naction a {\nchannel c\n}\nroute r /r do a\n}")
                == ["RT104"])
    }
}
