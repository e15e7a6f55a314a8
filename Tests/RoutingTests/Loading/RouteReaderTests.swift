import Testing

@testable import Routing

@Suite struct RouteReaderTests {
    @Test(arguments: [
        TableRow(
            .feature,
            "route r2 x do a",
            """
            t:3:14: error RT402: a pattern must begin with a slash
               3 |     route r2 x do a
                 |              ^
                 = help: write "/x"
            """),
        TableRow(
            .feature,
            "route r2 /a//b do a",
            """
            t:3:16: error RT402: only the last segment of a path may be empty
               3 |     route r2 /a//b do a
                 |                ^~
                 = help: write one slash
            """),
        TableRow(
            .feature,
            "route r2 /$(x:uintt) do a",
            """
            t:3:19: error RT303: there is no type `uintt`
               3 |     route r2 /$(x:uintt) do a
                 |                   ^~~~~
                 = help: did you mean `uint`?
            """),
        TableRow(
            .feature,
            "route r2 /$(x:@langs) do a",
            """
            t:3:19: error RT408: there are no values `langs`
               3 |     route r2 /$(x:@langs) do a
                 |                   ^~~~~~
                 = help: declare them: `values langs …`
            """),
        TableRow(
            .feature,
            "route r2 /$(x)$(y) do a",
            """
            t:3:19: error RT402: a segment has at most one capture or *
               3 |     route r2 /$(x)$(y) do a
                 |                   ^~~~
            """),
        TableRow(
            .feature,
            #"route r2 "/a\u{20}b/$(x" do a"#,
            #"""
            t:3:25: error RT402: the capture has no closing ) in its segment
               3 |     route r2 "/a\u{20}b/$(x" do a
                 |                         ^~~
                 = help: a capture has no spaces: `$(day:uint(1..31))`; for the text itself write `\$(`
            """#),
        TableRow(
            .feature,
            "route r2 /x to a",
            """
            t:3:17: error RT104: after its patterns a route has `do` and an action
               3 |     route r2 /x to a
                 |                 ^~
                 = help: it is written `route NAME PATTERN… do ACTION`
            """),
        TableRow(
            .feature,
            "route r2 /x do b",
            """
            t:3:20: error RT403: the feature `F` has no action `b`
               3 |     route r2 /x do b
                 |                    ^
                 = help: one of: a
            """),
        TableRow(
            .feature,
            "route r2 /x do aa",
            """
            t:3:20: error RT403: the feature `F` has no action `aa`
               3 |     route r2 /x do aa
                 |                    ^~
                 = help: did you mean `a`?
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action shared {
                    respond
                }
                route r /r do shared
                feature G {
                    route q /q do shared
                }
            }
            """,
            """
            t:8:23: error RT403: the feature `F/G` has no action `shared`
               8 |         route q /q do shared
                 |                       ^~~~~~
                 = help: `F` has one of that name; a route stands in the feature that owns its action
            """),
        TableRow(
            .feature,
            "route r /x do a",
            """
            t:7:11: error RT401: the route `r` is declared twice
               7 |     route r /r do a
                 |           ^
                 = note: t:3:11: the first is here
               3 |     route r /x do a
                 |           ^
                 = help: a route name is unique across all files of a table: choose another
            """),
        TableRow(
            .feature,
            "route r2 /.. do a",
            """
            t:3:15: error RT402: no link can match this segment: a segment is a single or double dot
               3 |     route r2 /.. do a
                 |               ^~
            """),
        TableRow(
            .feature,
            "route r2 /%2F do a",
            """
            t:3:15: error RT402: no link can match this segment: the decoded text contains another percent escape
               3 |     route r2 /%2F do a
                 |               ^~~
                 = help: write the pattern in decoded form
            """),
        TableRow(
            .feature,
            "route r2 /** /b do a b",
            """
            t:3:5: error RT104: `route` has too many words
               3 |     route r2 /** /b do a b
                 |     ^~~~~~~~~~~~~~~~~~~~~~
                 = help: it is written `route NAME PATTERN… do ACTION`
            """),
    ])
    func `a route has a pattern and leads to an action of its feature`(_ row: TableRow) {
        row.check()
    }

    @Test(arguments: [
        TableRow(
            .route,
            "query x y",
            """
            t:9:17: error RT411: after a key stands `from KEY`, `= DEFAULT`, `_`, `exact` or nothing
               9 |         query x y
                 |                 ^
                 = help: write `query x` and `query y`, each on a line of its own
            """),
        TableRow(
            .route,
            "query x = a b",
            """
            t:9:21: error RT411: after a key stands `from KEY`, `= DEFAULT`, `_`, `exact` or nothing
               9 |         query x = a b
                 |                     ^
                 = help: it is written `NAME[:TYPE][?] [from KEY] [= DEFAULT] [exact]`, or `KEY[:TYPE][?] _ [exact]`, as in `query page:uint? from "p"`
            """),
        TableRow(
            .route,
            "query 7x",
            """
            t:9:15: error RT411: `7x` is not a valid name for a key
               9 |         query 7x
                 |               ^~
                 = help: write `query _7x from "7x"`
            """),
        TableRow(
            .route,
            "query !x:int",
            """
            t:9:15: error RT411: a key that must be absent has no type, and is never optional
               9 |         query !x:int
                 |               ^~~~~~
                 = help: write `query !x`
            """),
        TableRow(
            .route,
            "query !x = 1",
            """
            t:9:18: error RT411: behind a key that must be absent stands nothing
               9 |         query !x = 1
                 |                  ^
                 = help: write `query !x`
            """),
        TableRow(
            .route,
            "query !x\nquery x?",
            """
            t:9:15: error RT411: the key `x` is declared, and must be absent
                9 |         query !x
                  |               ^~
                  = note: t:10:7: the first is here
               10 | query x?
                  |       ^~
                  = help: keep one of them
            """),
        TableRow(
            .route,
            "query !y\nquery !y",
            """
            t:10:7: error RT411: the key `y` must be absent twice
               10 | query !y
                  |       ^~
                  = note: t:9:15: the first is here
                9 |         query !y
                  |               ^~
                  = help: keep one of them
            """),
        TableRow(
            .route,
            "query !y\nstrict",
            """
            t:9:15: warning RT416: the key `y` is refused by `strict`, which takes only declared keys
               9 |         query !y
                 |               ^~
                 = help: remove the line, or `strict`
            """),
        TableRow(
            .route,
            "query x? = a",
            """
            t:9:15: error RT305: a key with a default is never missing
               9 |         query x? = a
                 |               ^~
                 = help: remove the `?` or the default: write `query x = a`
            """),
        TableRow(
            .route,
            "query n:uint = soon",
            """
            t:9:24: error RT305: the default `soon` is not of the type `uint`
               9 |         query n:uint = soon
                 |                        ^~~~
                 = help: a `uint` is a whole number from 0 to 9223372036854775807, without leading zeros
            """),
        TableRow(
            .route,
            "query n:unit",
            """
            t:9:17: error RT303: there is no type `unit`
               9 |         query n:unit
                 |                 ^~~~
                 = help: did you mean `uint`?
            """),
        TableRow(
            .route,
            "fragment x:",
            """
            t:9:18: error RT303: there is no type ``
               9 |         fragment x:
                 |                  ^~
                 = help: one of: string, int, uint, hex, uuid, slug, date, bool, int(-90..90), uint(1..31), digits(6), hex(8), base62(22), text(1..40)
            """),
        TableRow(
            .route,
            "except a",
            """
            t:9:16: error RT412: a pattern must begin with a slash
               9 |         except a
                 |                ^
                 = help: write "/a"
            """),
        TableRow(
            .route,
            "except /$(x)",
            """
            t:9:17: error RT412: except and deny accept only literals, * and a final **
               9 |         except /$(x)
                 |                 ^~~~
                 = help: write * in place of the capture
            """),
        TableRow(
            .route,
            "except /a/**/b",
            """
            t:9:21: error RT412: a tail must be the last segment
               9 |         except /a/**/b
                 |                     ^
                 = help: one segment is `*`; where their number differs, write a line for each
            """),
    ])
    func `what a route's block says is checked line by line`(_ row: TableRow) {
        row.check()
    }

    @Test(arguments: [
        TableRow(
            .file,
            """
            feature F {
                action a {
                    respond
                }
                route r /r do a
            }
            """,
            """
            t:5:11: error RT605: no link can reach this route or any other: the table has no scheme or host
               5 |     route r /r do a
                 |           ^
                 = help: declare one: `scheme myapp`, `host example.com`
            """)
    ])
    func `no link can reach a table without scheme or host`(_ row: TableRow) {
        row.check()
    }
}
