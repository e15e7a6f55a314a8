import Conf
import TestTables
import Testing

@testable import Routing

/// Cases that say what an action would call, and what it gets as an answer.
@Suite struct AnswerCaseTests {
    private static let table = """
        scheme t
        feature F {
            action get {
                input n uint
                input key string = k secret
                varlink unix:/run/l io.example.L.Get n=$(n) "title=a b" key=$(key)
                result {
                    title string
                    tags  string[]?
                }
            }
            action run {
                input n uint
                exec /bin/p --n=$(n)
            }
            action order {
                input n uint
                input note string?
                input key string = k secret
                http POST unix:/run/s /orders/$(n)?note=$(note)&from=x
                header X-Note $(note)
                json n=$(n) key=$(key) "title=a b"
                result {
                    title string
                }
            }
            action show {
                exec /bin/p --from $(url)
            }
            route show /show do show
            route order /order/$(n:uint) do order {
                query note?
            }
            route get /get/$(n:uint) do get
            route run /run/$(n:uint) do run
        }
        """

    /// The lines of a case, and what is wrong with it: reports of reading, or differences of the run.
    struct Row: CustomTestStringConvertible {
        let lines: String
        let faults: [String]

        init(_ lines: String, _ faults: [String] = []) { (self.lines, self.faults) = (lines, faults) }

        var testDescription: String { lines }
    }

    @Test(arguments: [
        Row(
            """
            url t://get/7
            would call varlink unix:/run/l io.example.L.Get n=7 "title=a b" key=***
            expect ok.wouldPerform
            """),
        Row(
            """
            url t://order/7
            would call http POST unix:/run/s /orders/7?from=x json n=7 key=*** "title=a b"
            expect ok.wouldPerform
            """),
        Row(
            """
            url t://order/7?note=a%26b
            would call http POST unix:/run/s /orders/7?note=a%26b&from=x header X-Note a&b json n=7 key=*** "title=a b"
            returns {
                title "7"
            }
            expect ok.performed
            result title 7
            """),
        Row(
            """
            url t://order/7?note=%C3%A9
            expect rejected.input.invalid
            """),
        Row(
            """
            url t://run/7
            would start /bin/p --n=7
            expect ok.wouldPerform
            """),
        Row(
            """
            url t://run/7
            would call /bin/p --n=7
            expect ok.wouldPerform
            """, ["expected that it would call `/bin/p --n=7`, got nothing"]),
        Row(
            """
            url t://show?x=a%20b
            would start /bin/p --from t://show?x=a%20b
            expect ok.wouldPerform
            """),
        Row(
            """
            url t://show?x=y
            would start /bin/p --from $(url)
            expect ok.wouldPerform
            """),
        Row(
            """
            url t://show
            would start /bin/p --from t://other
            expect ok.wouldPerform
            """, ["expected that it would start `/bin/p --from t://other`, got `/bin/p --from t://show`"]),
        Row(
            """
            url t://get/7
            would start varlink unix:/run/l io.example.L.Get n=8
            expect ok.wouldPerform
            """,
            [
                "expected that it would start `varlink unix:/run/l io.example.L.Get n=8`, got `varlink unix:/run/l "
                    + #"io.example.L.Get n=7 "title=a b" key=***`"#
            ]),
        Row(
            """
            url t://get/7
            would open varlink
            expect ok.wouldPerform
            """, ["RT702: an action would `call` or `start` something; one of: call, start"]),
        Row(
            """
            url t://get/7
            returns {
                title "7"
                tags [] a b
                more null
            }
            expect ok.performed
            result title 7
            result tags a/b
            """),
        Row(
            """
            url t://get/7
            returns {
                title 7
            }
            expect failed.decode
            """),
        Row(
            """
            url t://get/7
            returns {
            }
            expect ok.performed
            result title x
            """,
            [
                "expected ok.performed, got failed.decode: The action was performed, but `title` of its answer is "
                    + "missing and not string.", "expected the result title to be `x`, got none",
            ]),
        Row(
            """
            url t://run/7
            returns {
                title x
            }
            expect ok.performed
            """, ["the action run has no `result`, so it leaves the answer out"]),
        Row(
            """
            url t://get/x
            returns {
                title x
            }
            expect ok.performed
            """, ["expected ok.performed, got rejected.route.notFound: No route takes this URL."]),
        Row(
            """
            url t://get/7
            expect ok.performed
            """,
            [
                "RT702: a case without `returns` performs nothing, so its outcome is never `ok.performed`; the outcome of "
                    + "a link that gets through is `ok.wouldPerform`"
            ]),
        Row(
            """
            url t://get/7
            returns {
                title x
            }
            expect ok.wouldPerform
            """,
            [
                "RT702: a case with `returns` is not `ok.wouldPerform`; expect `ok.performed`, or `failed.decode` for an "
                    + "answer that the table does not take"
            ]),
        Row(
            """
            url t://get/7
            expect ok.wouldPerform
            result title x
            """,
            [
                "RT702: only an outcome `ok.performed` has a result; remove the `result` lines, or expect `ok.performed`"
            ]),
        Row(
            """
            url t://get/7
            returns {
                title a b
            }
            expect ok.performed
            """,
            [
                #"RT701: a member of an answer is a name and a value; as in `title "Dune"`; a list is written "#
                    + "`tags [] a b`"
            ]),
    ])
    func `a case compares the call and the answer`(_ row: Row) throws {
        let table = TableFile(name: "t", bytes: Array((Self.table + "\n").utf8))
        let ruleset = try #require(RulesetLoader.load(table).ruleset)
        var diagnostics = Diagnostics()
        let text = "case c {\n\(row.lines)\n}\n"
        let document = ConfParser.parse(Array(text.utf8), name: "c", file: 0, diagnostics: &diagnostics)
        let cases = CaseFile(document, ruleset: ruleset, diagnostics: &diagnostics).cases
        let reports = diagnostics.kept.map { "\($0.code.rawValue): \($0.message)" + ($0.help.map { "; " + $0 } ?? "") }
        #expect(reports + cases.flatMap { $0.run(in: ruleset).failures } == row.faults)
    }
}
