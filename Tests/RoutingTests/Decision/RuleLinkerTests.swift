import Testing

@testable import Routing

@Suite struct RuleLinkerTests {
    @Test(arguments: [
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    input x slug = a
                    input y hex = b
                    respond
                }
                route episode /$(x:slug) do a
                route q /$(y:hex) do a {
                    over episod
                }
            }
            """,
            """
            t:10:14: error RT413: there is no route `episod`
               10 |         over episod
                  |              ^~~~~~
                  = help: did you mean `episode`?
            """),
        TableRow(
            .route,
            "over r",
            """
            t:9:14: error RT413: a route does not go before itself
               9 |         over r
                 |              ^
                 = help: name the other route
            """),
        TableRow(
            .route,
            "over absent",
            """
            t:9:14: error RT413: there is no route `absent`
               9 |         over absent
                 |              ^~~~~~
                 = help: `over` takes the name that follows `route`
            """),
    ])
    func `over names another route`(_ row: TableRow) {
        row.check()
    }
}
