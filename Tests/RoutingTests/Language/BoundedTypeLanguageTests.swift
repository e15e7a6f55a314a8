import Conf
import Contract
import Features
import Links
import Matching
import Testing

@testable import Routing

/// Types with bounds, through whole tables: routes, inputs, links back, and what is said of wrong ones.
@Suite struct BoundedTypeLanguageTests {
    private static let bounded = [
        "digits(2)", "digits(4)", "hex(4)", "base62(4)", "text(1..4)", "text(5..9)", "uint(0..9)", "uint(10..99)",
        "int(-9..9)",
    ]

    private static func table(_ inputs: String, _ routes: String) -> String {
        "scheme s\nfeature F {\naction a {\n\(inputs)\nrespond\n}\n\(routes)\n}\n"
    }

    /// Texts that tell the types apart.
    private static let texts = [
        "7", "-7", "07", "10", "99", "100", "1234", "12ab", "12xz", "a.b", "é", "日本語", "abcde", "12345", "x-y_z",
        "0123456789",
    ]

    // MARK: Routes

    @Test func `two captures have the relation of their bounded types, and the narrower one wins`() throws {
        for row in Self.bounded + PlainType.names {
            for column in Self.bounded where row != column {
                let (mine, its) = (try language(row), try language(column))
                let relation = mine.relation(to: its)
                let routes = "route row /$(x:\(row)) do a\nroute column /$(y:\(column)) do a"
                let result = Tables.load(Self.table("input x string?\ninput y string?", routes))
                let codes = result.diagnostics.inOrder.map(\.code.rawValue)
                #expect(codes == (relation == .overlapping ? ["RT501"] : []), "\(row) \(column)")
                guard let ruleset = result.ruleset else { continue }
                for text in Self.texts {
                    let (isRow, isColumn) = (PlainType.accepts(text, row), PlainType.accepts(text, column))
                    let winner = isRow && (!isColumn || relation == .inside) ? "row x=" : "column y="
                    let expected = isRow || isColumn ? winner + text : "rejected.route.notFound"
                    let url =
                        "s:/"
                        + text.replacing("é", with: "%C3%A9").replacing("日本語", with: "%E6%97%A5%E6%9C%AC%E8%AA%9E")
                    #expect(Tables.result(url, in: ruleset) == expected, "\(row) \(column)")
                }
            }
        }
    }

    private func language(_ text: String) throws -> Language {
        if let language = Language(named: text) { return language }
        return .bounded(try #require(try BoundedType(text)))
    }

    @Test func `a parameter fits an input whose type has all its texts`() throws {
        for row in Self.bounded + PlainType.names {
            for column in Self.bounded + PlainType.names {
                let fits = try language(row).relation(to: language(column)).isInsideOrEqual
                for route in ["route r /$(x:\(row)) do a", "route r /r do a {\nquery x:\(row)\n}"] {
                    let codes = Tables.codes(Self.table("input x \(column)", route))
                    #expect(codes == (fits ? [] : ["RT404"]), "\(row) \(column)")
                }
            }
        }
    }

    @Test func `integers with bounds are integers on the wire, and digits are a string`() throws {
        let ruleset = try Tables.ruleset(
            Self.table(
                "input day uint(1..31)\ninput offset int(-12..14)\ninput code digits(6)",
                "route r /$(day:uint(1..31))/$(offset:int(-12..14)) do a {\nquery code:digits(6)\n}"))
        guard case .routed(let routed) = ruleset.decide(try .parse("s:/31/-5?code=000123")) else {
            Issue.record("the link is not routed")
            return
        }
        #expect(routed.inputs.map(\.value) == [.integer(31), .integer(-5), .string("000123")])
        #expect(Tables.result("s:/32/-5?code=000123", in: ruleset) == "rejected.route.notFound")
        #expect(Tables.result("s:/31/-5?code=00123", in: ruleset) == "rejected.input.invalid")
    }

    @Test func `a link is built from a value of the bounded type and from no other`() throws {
        let ruleset = try Tables.ruleset(
            Self.table(
                "input day uint(1..31)\ninput name text(1..3)", "route r /$(day:uint(1..31))/$(name:text(1..3)) do a"))
        let number = try #require(ruleset.routes.number(named: "r"))
        let built = try ruleset.link(
            to: number, [.init("day", .integer(31)), .init("name", .string("éa"))], scope: nil)
        #expect(built.url == "s://31/%C3%A9a")
        #expect(throws: LinkBuildError.self) {
            try ruleset.link(to: number, [.init("day", .integer(32)), .init("name", .string("a"))], scope: nil)
        }
        #expect(throws: LinkBuildError.self) {
            try ruleset.link(to: number, [.init("day", .integer(1)), .init("name", .string("abcd"))], scope: nil)
        }
    }

    // MARK: Errors

    @Test(arguments: [
        TableRow(
            .feature,
            "route r2 /$(x:digits(0)) do a",
            """
            t:3:19: error RT303: `digits(0)` is outside 1 to 1024 characters
               3 |     route r2 /$(x:digits(0)) do a
                 |                   ^~~~~~~~~
                 = help: for example `digits(6)`
            """),
        TableRow(
            .feature,
            "route r2 /$(x:digits) do a",
            """
            t:3:19: error RT303: the type `digits` needs a bound
               3 |     route r2 /$(x:digits) do a
                 |                   ^~~~~~
                 = help: for example `digits(6)`
            """),
        TableRow(
            .action,
            "respond\ninput y uint(9..1)",
            """
            t:5:9: error RT303: `uint(9..1)` ends before it begins
               5 | input y uint(9..1)
                 |         ^~~~~~~~~~
                 = help: the smaller value is first, for example `uint(1..31)`
            """),
        TableRow(
            .route,
            "query x:text(3)",
            """
            t:9:17: error RT303: `text(3)` needs a first and a last value
               9 |         query x:text(3)
                 |                 ^~~~~~~
                 = help: with two dots between, for example `text(1..40)`
            """),
    ])
    func `a wrong bound is reported at its place, with the right form as an example`(_ row: TableRow) {
        row.check()
    }

    @Test func `a default outside the bounds is refused with the bounds as help`() {
        let result = Tables.load(Self.table("input x uint(1..31) = 32", "route r /r do a"))
        #expect(
            Tables.printed(result).contains(
                "help: `uint(1..31)` is a whole number from 1 to 31, without leading zeros"))
    }
}
