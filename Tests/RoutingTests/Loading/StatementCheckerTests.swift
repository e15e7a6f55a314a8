import TestTables
import Testing

@testable import Routing

@Suite struct StatementCheckerTests {
    @Test(arguments: [
        TableRow(
            .file,
            "scheem s",
            """
            t:1:1: error RT101: the directive `scheem` is not known in a table
               1 | scheem s
                 | ^~~~~~
                 = help: did you mean `scheme`?
            """),
        TableRow(
            .file,
            "frobnicate x",
            """
            t:1:1: error RT101: the directive `frobnicate` is not known in a table
               1 | frobnicate x
                 | ^~~~~~~~~~
                 = help: one of: scheme, host, values, product, issuer, permission, channel, feature, deny, limit, operator, include, delegate, grants, profile, intake, package, title, icon, instances, unmatched, rewrite, shadow, timeline, metrics, audit, tracing, reload-cases, strict-packages, user-instances
            """),
        TableRow(
            .file,
            "timeout 5s",
            """
            t:1:1: error RT102: `timeout` does not belong in a table
               1 | timeout 5s
                 | ^~~~~~~
                 = help: it belongs in `action`
            """),
        TableRow(
            .feature,
            "host example.com",
            """
            t:3:5: error RT102: `host` does not belong in `feature`
               3 |     host example.com
                 |     ^~~~
                 = help: it belongs in a table
            """),
        TableRow(
            .feature,
            "descripton x",
            """
            t:3:5: error RT101: the directive `descripton` is not known in `feature`
               3 |     descripton x
                 |     ^~~~~~~~~~
                 = help: did you mean `description`?
            """),
        TableRow(
            .feature,
            """
            description a
                description b
            """,
            """
            t:4:5: error RT103: `description` is given twice
               4 |     description b
                 |     ^~~~~~~~~~~
                 = note: t:3:5: the first is here
               3 |     description a
                 |     ^~~~~~~~~~~
                 = help: keep one of them
            """),
        TableRow(
            .file,
            "scheme",
            """
            t:1:1: error RT104: `scheme` has too few words
               1 | scheme
                 | ^~~~~~
                 = help: it is written `scheme NAME…` or `scheme NAME… { … }`
            """),
        TableRow(
            .feature,
            "description a b",
            """
            t:3:17: error RT104: `a` is not a language
               3 |     description a b
                 |                 ^
                 = help: write a tag such as de or pt-BR, or put a text of several words in quotes
            """),
        TableRow(
            .feature,
            "route x /x do a b",
            """
            t:3:5: error RT104: `route` has too many words
               3 |     route x /x do a b
                 |     ^~~~~~~~~~~~~~~~~
                 = help: it is written `route NAME PATTERN… do ACTION`
            """),
        TableRow(
            .file,
            "feature F",
            """
            t:1:1: error RT105: `feature` needs a block
               1 | feature F
                 | ^~~~~~~~~
                 = help: it is written `feature NAME { … }`
            """),
        TableRow(
            .file,
            """
            values s x {
            }
            """,
            """
            t:1:1: error RT105: `values` has no block
               1 | values s x {
                 | ^~~~~~~~~~
                 = help: it is written `values NAME MEMBER…`
            """),
        TableRow(
            .action,
            "builtin b",
            """
            t:4:9: error RT108: `builtin` comes in a later version; this one does not have it
               4 |         builtin b
                 |         ^~~~~~~
                 = help: use \(performerWords) until then
            """),
        TableRow(
            .route,
            """
            strict
                    strict
            """,
            """
            t:10:9: error RT103: `strict` is given twice
               10 |         strict
                  |         ^~~~~~
                  = note: t:9:9: the first is here
                9 |         strict
                  |         ^~~~~~
                  = help: keep one of them
            """),
        TableRow(
            .route,
            """
            in app
                    in app
            """,
            """
            t:10:9: error RT103: `in` is given twice
               10 |         in app
                  |         ^~
                  = note: t:9:9: the first is here
                9 |         in app
                  |         ^~
                  = help: keep one of them
            """),
    ])
    func `every statement has the form that its directive asks for`(_ row: TableRow) {
        row.check()
    }

    @Test func `each word of an action is one directive`() {
        let words = ActionDirective.all(in: .ofAllWings).map(\.word)
        #expect(Set(words).count == words.count, "a kind that is performed is not planned any more")
    }
}
