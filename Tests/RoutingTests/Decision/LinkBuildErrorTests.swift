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
            (.repeatedParameter("x"), "repeatedParameter", nil, ["`x`", "twice"], ["once"]),
            (.missingParameter("x", expected: "a `uint`"), "missingParameter", nil, ["`x`", "a `uint`"], ["value"]),
            (.invalidValue("x", text: "-1", .uint), "invalidValue", nil, ["`-1`", "`x`", "`uint`"], ["0"]),
            (.wrongShape("x", expectsList: true), "wrongShape", nil, ["`x`", "list"], ["list of its segments"]),
            (.wrongShape("x", expectsList: false), "wrongShape", nil, ["`x`", "one value"], ["one text"]),
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
