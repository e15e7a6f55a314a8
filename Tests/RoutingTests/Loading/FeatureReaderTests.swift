import Testing

@testable import Routing

@Suite struct FeatureReaderTests {
    @Test(arguments: [
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    respond
                }
                route r /r do a
            }
            feature F {
                description again
            }
            """,
            """
            t:8:9: error RT201: the feature `F` is declared twice
               8 | feature F {
                 |         ^
                 = note: t:2:9: the first is here
               2 | feature F {
                 |         ^
                 = help: put everything into one of them
            """),
        TableRow(
            .file,
            """
            feature DeepLinking {
            }
            """,
            """
            t:1:9: error RT201: the feature `DeepLinking` is built in
               1 | feature DeepLinking {
                 |         ^~~~~~~~~~~
                 = help: choose another name
            """),
    ])
    func `a feature is declared once`(_ row: TableRow) {
        row.check()
    }

    @Test(arguments: [
        TableRow(
            .file,
            """
            scheme s
            values l a b
            feature F {
                action a {
                    respond
                }
                route r /r do a
            }
            """,
            """
            t:2:8: warning RT410: nothing uses the values `l`
               2 | values l a b
                 |        ^
                 = help: remove them
            """),
        TableRow(
            .file,
            """
            scheme s
            product p
            feature F {
                action a {
                    respond
                }
                route r /r do a
            }
            """,
            """
            t:2:9: warning RT209: no feature requires the product `p`
               2 | product p
                 |         ^
                 = help: remove it
            """),
        TableRow(
            .feature,
            """
            action b {
                    respond
                }
            """,
            """
            t:3:12: warning RT310: no route leads to the action `b`
               3 |     action b {
                 |            ^
                 = help: add a route with `do b`, or remove it
            """),
        TableRow(
            .file,
            """
            scheme s t
            host h.example
            deny /x
            feature F {
                action a {
                    respond
                }
                route r /r do a {
                    in s
                }
            }
            """,
            """
            t:1:10: warning RT606: no route takes links of `t`
               1 | scheme s t
                 |          ^
                 = help: add a route, or remove it
            t:2:6: warning RT606: no route takes links of `h.example`
               2 | host h.example
                 |      ^~~~~~~~~
                 = help: add a route, or remove it
            """),
    ])
    func `what is declared and never used is a warning`(_ row: TableRow) {
        row.check()
    }
}
