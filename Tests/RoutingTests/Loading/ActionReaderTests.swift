import Conf
import Features
import TestTables
import Testing

@testable import Routing

@Suite struct ActionReaderTests {
    @Test(arguments: [
        TableRow(
            .feature,
            """
            action a {
                    respond
                }
            """,
            """
            t:6:12: error RT301: the action `a` is declared twice
               6 |     action a {
                 |            ^
                 = note: t:3:12: the first is here
               3 |     action a {
                 |            ^
                 = help: keep one of them
            """),
        TableRow(
            .action,
            "timeout 5s",
            """
            t:3:12: error RT302: nothing performs the action `a`
               3 |     action a {
                 |            ^
                 = help: add a line that does, with \(performerWords)
            """),
        TableRow(
            .action,
            """
            input x slugg = a
                    respond
            """,
            """
            t:4:17: error RT303: there is no type `slugg`
               4 |         input x slugg = a
                 |                 ^~~~~
                 = help: did you mean `slug`?
            """),
        TableRow(
            .action,
            """
            input x a||b = a
                    respond
            """,
            """
            t:4:17: error RT303: a choice has distinct members that are not empty
               4 |         input x a||b = a
                 |                 ^~~~
                 = help: as in `a|b|c`
            """),
        TableRow(
            .action,
            """
            input x @langs = a
                    respond
            """,
            """
            t:4:17: error RT408: there are no values `langs`
               4 |         input x @langs = a
                 |                 ^~~~~~
                 = help: declare them: `values langs …`
            """),
        TableRow(
            .action,
            """
            input x string = a
                    input x uint = 1
                    respond
            """,
            """
            t:5:15: error RT304: the input `x` is declared twice
               5 |         input x uint = 1
                 |               ^
                 = note: t:4:15: the first is here
               4 |         input x string = a
                 |               ^
                 = help: keep one of them
            """),
        TableRow(
            .action,
            """
            input x uint = soon
                    respond
            """,
            """
            t:4:24: error RT305: the default `soon` is not of the type `uint`
               4 |         input x uint = soon
                 |                        ^~~~
                 = help: a `uint` is a whole number from 0 to 9223372036854775807, without leading zeros
            """),
        TableRow(
            .action,
            """
            input x ** = a
                    respond
            """,
            """
            t:4:22: error RT305: a list has no default
               4 |         input x ** = a
                 |                      ^
                 = help: remove the default; a list that may be missing has the type `**?`
            """),
        TableRow(
            .action,
            """
            input x uint? = 1
                    respond
            """,
            """
            t:4:17: error RT305: an input with a default is never missing
               4 |         input x uint? = 1
                 |                 ^~~~~
                 = help: remove the `?` or the default
            """),
        TableRow(
            .action,
            """
            input x uint 5
                    respond
            """,
            """
            t:4:22: error RT104: after its type an input has `= DEFAULT`, then `secret`
               4 |         input x uint 5
                 |                      ^
                 = help: it is written `input NAME TYPE[?] [= DEFAULT] [secret]`
            """),
        TableRow(
            .action,
            """
            input x bool = yes
                    respond
            """,
            """
            t:4:24: error RT305: the default `yes` is not of the type `bool`
               4 |         input x bool = yes
                 |                        ^~~
                 = help: a `bool` is `true` or `false`
            """),
        TableRow(
            .action,
            """
            input x a|b = c
                    respond
            """,
            """
            t:4:23: error RT305: the default `c` is not of the type `a|b`
               4 |         input x a|b = c
                 |                       ^
                 = help: one of: a, b
            """),
        TableRow(
            .action,
            """
            input d date = 2026-02-30
                    input u uuid = 1
                    input h hex = x
                    input s slug = -a
                    input i int = 01
                    input t string = ""
                    respond
            """,
            """
            t:4:24: error RT305: the default `2026-02-30` is not of the type `date`
               4 |         input d date = 2026-02-30
                 |                        ^~~~~~~~~~
                 = help: a `date` is a day of the calendar, as in 2026-01-31
            t:5:24: error RT305: the default `1` is not of the type `uuid`
               5 |         input u uuid = 1
                 |                        ^
                 = help: a `uuid` has 8-4-4-4-12 hexadecimal digits
            t:6:23: error RT305: the default `x` is not of the type `hex`
               6 |         input h hex = x
                 |                       ^
                 = help: `hex` is one or more of 0-9, a-f and A-F
            t:7:24: error RT305: the default `-a` is not of the type `slug`
               7 |         input s slug = -a
                 |                        ^~
                 = help: a `slug` has letters, digits, `_` and `-`, and does not begin with `-`
            t:8:23: error RT305: the default `01` is not of the type `int`
               8 |         input i int = 01
                 |                       ^~
                 = help: an `int` is a whole number of 64 bits, without leading zeros
            t:9:26: error RT305: the default is empty
               9 |         input t string = ""
                 |                          ^~
                 = help: a `string` has one character or more
            """),
        TableRow(
            .file,
            """
            scheme s
            values lang en de fr
            feature F {
                action a {
                    input x @lan = en
                    respond
                }
                route r /r/$(x:@lang) do a
            }
            """,
            """
            t:5:17: error RT408: there are no values `lan`
               5 |         input x @lan = en
                 |                 ^~~~
                 = help: did you mean `@lang`?
            """),
    ])
    func `inputs have a name, a type and perhaps a default`(_ row: TableRow) {
        row.check()
    }

    @Test(arguments: [
        TableRow(
            .action,
            """
            respond
                    exec /bin/true
            """,
            """
            t:5:9: error RT103: an action has one performer
               5 |         exec /bin/true
                 |         ^~~~
                 = note: t:4:9: the first is here
               4 |         respond
                 |         ^~~~~~~
                 = help: keep \(performerWords)
            """),
        TableRow(
            .action,
            """
            respond
                    timeout 5s
            """,
            """
            t:5:9: error RT102: `timeout` is a line of \(Tables.performers { $0.limits.contains(.timeout) })
               5 |         timeout 5s
                 |         ^~~~~~~
                 = help: remove it: `respond` does not have it
            """),
        TableRow(
            .action,
            """
            exec /bin/true
                    timeout 5
            """,
            """
            t:5:17: error RT107: `5` is not a valid value for `timeout`
               5 |         timeout 5
                 |                 ^
                 = help: a time from 1ms to 24h, as in `500ms`, `5s`, `2m`
            """),
        TableRow(
            .action,
            """
            exec /bin/true
                    timeout 25h
            """,
            """
            t:5:17: error RT107: `25h` is not a valid value for `timeout`
               5 |         timeout 25h
                 |                 ^~~
                 = help: a time from 1ms to 24h, as in `500ms`, `5s`, `2m`
            """),
        TableRow(
            .action,
            """
            exec /bin/true
                    output 17m
            """,
            """
            t:5:16: error RT107: `17m` is not a valid value for `output`
               5 |         output 17m
                 |                ^~~
                 = help: bytes up to 16m, as in `4096`, `64k`
            """),
        TableRow(
            .action,
            """
            exec /bin/true
                    output 64k or failure
            """,
            """
            t:5:20: error RT107: `or` is not a valid value for `output`
               5 |         output 64k or failure
                 |                    ^~
                 = help: `or fail` may stand after the bytes, as in `output 64k or fail`
            """),
        TableRow(
            .action,
            """
            exec /bin/true
                    output 64k or fail
                    detach
            """,
            """
            t:5:9: error RT102: the output of a program that outlives the call is not read, so it is never over the limit
               5 |         output 64k or fail
                 |         ^~~~~~~~~~~~~~~~~~
                 = help: remove `output` or `detach`
            """),
        TableRow(
            .action,
            """
            exec /bin/true
                    success 0 256 x
            """,
            """
            t:5:19: error RT107: `256` is not a valid value for `success`
               5 |         success 0 256 x
                 |                   ^~~
                 = help: an exit status from 0 to 255, or several, as in `0..3`
            t:5:23: error RT107: `x` is not a valid value for `success`
               5 |         success 0 256 x
                 |                       ^
                 = help: an exit status from 0 to 255, or several, as in `0..3`
            """),
        TableRow(
            .action,
            """
            exec /bin/true
                    environment HOME 7UP
            """,
            """
            t:5:26: error RT107: `7UP` is not a valid value for `environment`
               5 |         environment HOME 7UP
                 |                          ^~~
                 = help: the name of an environment variable
            """),
        TableRow(
            .action,
            #"respond "a $(b c""#,
            #"""
            t:4:20: error RT307: this placeholder has no name or no `)`
               4 |         respond "a $(b c"
                 |                    ^~
                 = help: it is written `$(name)`; a plain `$(` is `\$(`
            """#),
        TableRow(
            .action,
            "respond $()",
            #"""
            t:4:17: error RT307: this placeholder has no name or no `)`
               4 |         respond $()
                 |                 ^~
                 = help: it is written `$(name)`; a plain `$(` is `\$(`
            """#),
        TableRow(
            .action,
            """
            input list string = x
                    respond "“$(lst)” and $(page)"
            """,
            """
            t:5:19: error RT308: the action has no input `lst`
               5 |         respond "“$(lst)” and $(page)"
                 |                   ^~~~~~
                 = help: did you mean `list`?
            t:5:31: error RT308: the action has no input `page`
               5 |         respond "“$(lst)” and $(page)"
                 |                               ^~~~~~~
                 = help: one of: list
            """),
        TableRow(
            .action,
            "respond $(x)",
            """
            t:4:17: error RT308: the action has no input `x`
               4 |         respond $(x)
                 |                 ^~~~
                 = help: declare it: `input x TYPE`
            """),
    ])
    func `performers have limits, and texts name inputs`(_ row: TableRow) {
        row.check()
    }

    /// Lines of an action, and what is wrong with them.
    private static let lanes: [(lines: String, message: String, help: String)] = [
        (
            "exec /bin/p\nconcurrency 0", "`0` is not a valid value for `concurrency`",
            "a number from 1 to 256, as in `concurrency 2`"
        ),
        (
            "exec /bin/p\nconcurrency 257", "`257` is not a valid value for `concurrency`",
            "a number from 1 to 256, as in `concurrency 2`"
        ),
        (
            "exec /bin/p\nconcurrency 1\nqueue 0 for 1s", "`0` is not a valid value for `queue`",
            "a number from 1 to 1024, as in `queue 8 for 10s`"
        ),
        (
            "exec /bin/p\nconcurrency 1\nqueue 2 within 1s", "`within` is not a valid value for `queue`",
            "`for` and a time follow the number, as in `queue 8 for 10s`"
        ),
        (
            "exec /bin/p\nconcurrency 1\nqueue 2 for 2h", "`2h` is not a valid value for `queue`",
            "a time from 1ms to 1h, as in `queue 8 for 10s`"
        ),
        (
            "exec /bin/p\nqueue 2 for 1s", "no link waits for its turn without `concurrency`",
            "add the line `concurrency 1`, or another number, or remove `queue`"
        ),
        (
            "exec /bin/p\nconcurrency 2\ndetach",
            "a program that outlives the call is not counted, so as many run as links start",
            "remove `concurrency` or `detach`"
        ),
        (
            "respond\nconcurrency 2", "`concurrency` is a line of `exec`, ",
            "remove it: `respond` does not have it"
        ),
        (
            "respond\nqueue 2 for 1s", "`queue` is a line of `exec`, ",
            "remove it: `respond` does not have it"
        ),
    ]

    @Test(arguments: lanes)
    func `how many are performed at once has a number, and who waits a time`(
        _ lines: String, _ message: String, _ help: String
    ) {
        let found = Tables.load(TableRow(.action, lines, "").table).diagnostics.kept.filter {
            $0.severity == .error && $0.code != .noPerformer
        }
        #expect(found.first?.message.hasPrefix(message) == true && found.first?.help == help, "\(found)")
    }

    @Test func `an action says how many of it are performed at once, and how many wait how long`() throws {
        for kind in ["exec /bin/p", "varlink unix:/s io.example.A.B", "unit a.service start", "launch a.b"] {
            let text = TableRow(.action, kind + "\nconcurrency 2\nqueue 5 for 30s", "").table
            let action = try #require(try Tables.ruleset(text).catalogue.actions.first { $0.name == "a" })
            #expect(action.limits.concurrency == 2)
            #expect(action.limits.queue == .init(count: 5, longestWait: .seconds(30)))
            #expect(action.limits.queue?.countPerUser == 3)
        }
    }
}
