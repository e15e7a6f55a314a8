import Contract
import Links
import Matching
import Testing

@testable import Routing

/// What the errors of building a link are called and say.
@Suite struct LinkBuildErrorTests {
    /// Every case, its stable name, the link that was refused, and parts of its sentence and of its help.
    private static let errors: [(error: LinkBuildError, code: String, url: String?, says: [String], helps: [String])] =
        [
            (.unknownRoute("r", nearest: "q"), "unknownRoute", nil, ["`r`"], ["`q`?"]),
            (.unknownRoute("r", nearest: nil), "unknownRoute", nil, ["`r`"], ["deeplinkctl list"]),
            (.unknownParameter("x", known: ["a", "b"]), "unknownParameter", nil, ["`x`"], ["a, b"]),
            (.unknownParameter("x", known: []), "unknownParameter", nil, ["`x`"], ["none", "leave it out"]),
            (.noPattern(["a", "b"]), "noPattern", nil, ["a, b"], ["`deeplinkctl list`"]),
            (.repeatedParameter("x"), "repeatedParameter", nil, ["`x`", "twice"], ["once"]),
            (.missingParameter("x", expected: "a `uint`"), "missingParameter", nil, ["`x`", "a `uint`"], ["value"]),
            (.invalidValue("x", text: "-1", .uint), "invalidValue", nil, ["`-1`", "`x`", "`uint`"], ["0"]),
            (.wrongShape("x", expectsList: true), "wrongShape", nil, ["`x`", "list"], ["list of its segments"]),
            (.wrongShape("x", expectsList: false), "wrongShape", nil, ["`x`", "one value"], ["one text"]),
            (.valueTooLong("x"), "valueTooLong", nil, ["`x`", "longer"], ["shorter"]),
            (.emptyEntry("x"), "emptyEntry", nil, ["`x`", "empty entry"], ["last"]),
            (.forbiddenValue("x", .nul), "forbiddenValue", nil, ["`x`", PolicyRule.nul.sentence], ["encoded"]),
            (.fixedValue("x", .integer(7)), "fixedValue", nil, ["`x`", "`7`"], ["leave it out, or"]),
            (.fixedValue("x", nil), "fixedValue", nil, ["`x`"], ["leave it out"]),
            (.unknownScope("s", choices: ["t", "u"]), "unknownScope", nil, ["`s`"], ["t, u"]),
            (.unknownScope("s", choices: []), "unknownScope", nil, ["`s`"], ["no scope"]),
            (.hostNeeded(wildcard: "*.a.example"), "hostNeeded", nil, ["`*.a.example`"], ["`*.a.example`", "scope"]),
            (.noScope, "noScope", nil, ["no scheme or host"], ["scheme or host"]),
            (.denied(by: "/a/**", url: "t://a"), "denied", "t://a", ["`deny /a/**`"], ["`deny`"]),
            (.excluded(by: "/a", url: "t://a"), "excluded", "t://a", ["`except /a`"], ["`except`"]),
            (.taken(by: "q", url: "t://a"), "taken", "t://a", ["`q`"], ["`q`"]),
            (.refusedInput("x", sentence: "So.", url: "t://a"), "refusedInput", "t://a", ["So."], ["another value"]),
            (.refusedInput(nil, sentence: "So.", url: "t://a"), "refusedInput", "t://a", ["So."], ["another value"]),
            (.notReproduced("So.", url: "t://a"), "notReproduced", "t://a", ["So."], ["another scope"]),
        ]

    @Test(arguments: errors.indices)
    func `each error has a stable name, a sentence about the culprit, and a way out`(_ index: Int) {
        let row = Self.errors[index]
        #expect(row.error.code == row.code && row.error.url == row.url)
        for part in row.says { #expect(row.error.sentence.contains(part), "\(row.error.sentence)") }
        for part in row.helps { #expect(row.error.help.contains(part), "\(row.error.help)") }
        #expect(row.error.sentence.hasSuffix(".") && row.error.sentence.first?.isUppercase == true)
        #expect(!row.error.help.hasSuffix(".") && !row.error.sentence.contains("\n"))
    }

    @Test func `an error names the parameter at fault for clients, as its sentence does`() {
        for row in Self.errors {
            let report = row.error.report
            #expect((report.code, report.message, report.help) == (row.code, row.error.sentence, row.error.help))
            #expect(report.url == row.url)
            if let parameter = report.parameter { #expect(parameter == "x") }
            if row.error.sentence.contains("`x`") { #expect(report.parameter == "x", "\(row.error)") }
        }
    }

    @Test func `a value that no link can carry is refused before a link is built of it`() throws {
        let table = """
            scheme t
            feature F {
                action a {
                    input x string
                    input y **
                    respond
                }
                route r /r/$(x)/$(y:**) do a
            }
            """
        let ruleset = try Tables.ruleset(table)
        func code(_ x: Value, _ y: Value) -> String {
            do throws(LinkBuildError) {
                return try ruleset.link(to: "r", [.init("x", x), .init("y", y)]).url
            } catch {
                return error.code
            }
        }
        let (long, fitting) = (String(repeating: "a", count: 65_537), String(repeating: "a", count: 65_536))
        #expect(code(.string(long), .array([])) == "valueTooLong")
        #expect(code(.string(fitting), .array([])) == "refusedLink")
        #expect(code(.string("x"), .array([.string(long)])) == "valueTooLong")
        #expect(code(.string("x"), .array(Array(repeating: .string("y"), count: 1025))) == "valueTooLong")
        #expect(code(.string("x"), .array([.string("y")])) == "t://r/x/y")
    }

    @Test func `no more scopes are tried than the caller allows`() throws {
        let table = """
            host h1.example h2.example h3.example
            feature F {
                action a {
                    respond
                }
                route r /$(x) do a
                route q /q do a {
                    in h1.example h2.example
                }
            }
            """
        let ruleset = try Tables.ruleset(table)
        let values = [Value.Member("x", .string("q"))]
        #expect(try ruleset.link(to: "r", values, scopeLimit: 3).url == "https://h3.example/q")
        #expect(throws: LinkBuildError.taken(by: "q", url: "https://h1.example/q")) {
            try ruleset.link(to: "r", values, scopeLimit: 2)
        }
    }

    @Test func `a link over a limit keeps the link and the limit's sentence`() throws {
        let table = """
            scheme t
            limit url 20
            feature F {
                action a {
                    input x string
                    respond
                }
                route r /r/$(x) do a
            }
            """
        let ruleset = try Tables.ruleset(table)
        do throws(LinkBuildError) {
            let built = try ruleset.link(to: "r", [.init("x", .string(String(repeating: "a", count: 30)))])
            Issue.record("\(built)")
        } catch {
            #expect(error.code == "refusedLink" && error.help.contains("shorter"))
            #expect(error.url == "t://r/" + String(repeating: "a", count: 30))
            #expect(error.sentence.contains("20"))
        }
    }
}
