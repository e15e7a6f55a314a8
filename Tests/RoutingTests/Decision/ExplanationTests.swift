import Contract
import Features
import Testing

@testable import Routing

@Suite struct ExplanationTests {
    private static let table = """
        scheme s
        feature F {
            require runtime on
            action a {
                input x string
                input key string = K secret
                exec /bin/p --x=$(x) --key=$(key)
            }
            route wide /$(x) do a
            route narrow /n$(x:uint) do a {
                query key?
            }
            feature G {
                require toggle off
                action b {
                    respond
                }
                route toggled /g/h do b
            }
        }
        """

    private func explain(_ url: String, _ facts: Facts = Facts()) throws -> Explanation {
        Explanation(of: url, in: try Tables.ruleset(Self.table), facts: facts, caller: Caller(uid: 1000))
    }

    @Test func `the winner stands first and the beaten say by whom`() throws {
        let explanation = try explain("s://n5")
        #expect(explanation.candidates.map(\.route) == ["narrow", "wide"])
        #expect(explanation.candidates.map(\.failure) == [nil, "the route `narrow` wins: it is narrower"])
        #expect(explanation.preview.arguments == ["/bin/p", "--x=5", "--key=***"])
        #expect(explanation.outcome.constraints.map(\.id) == ["runtime:DeepLinking", "runtime:F"])
    }

    @Test func `a route that takes the link too says why the winner wins`() throws {
        let table = """
            scheme s
            host h.example *.example
            feature F {
                action a {
                    respond
                }
                route broad /** do a
                route exact /x/y do a {
                    in h.example
                }
                route left /x/* do a
                route right /*/y do a {
                    over left
                }
            }
            """
        let ruleset = try Tables.ruleset(table)
        func reasons(_ url: String) -> [String] {
            Explanation(of: url, in: ruleset, facts: Facts(), caller: Caller(uid: 1)).candidates.map {
                $0.route + ": " + ($0.failure ?? "wins")
            }
        }
        #expect(
            reasons("s://x/y") == [
                "right: wins", "left: the route `right` wins: it says `over left`",
                "broad: the route `right` wins: it is narrower",
            ])
        #expect(reasons("https://h.example/x/y").contains("left: the route `exact` wins: it is narrower"))
        let scopes = table.replacing("route exact /x/y", with: "route exact /x/**")
        let byScope = Explanation(
            of: "https://h.example/x/z", in: try Tables.ruleset(scopes), facts: Facts(), caller: Caller(uid: 1))
        #expect(
            byScope.candidates.first { $0.route == "left" }?.failure
                == "the route `exact` wins: its scope is more specific")
    }

    @Test func `the winner stands first, also before a narrower route that does not take the link`() throws {
        let table = """
            scheme w
            feature F {
                action go {
                    respond
                }
                route any /c/$(_:uint) do go
                route few /c/$(_:uint(1..9)) do go {
                    query z _
                }
            }
            """
        let explanation = Explanation(
            of: "w:c/5", in: try Tables.ruleset(table), facts: Facts(), caller: Caller(uid: 1))
        #expect(
            explanation.candidates.map { $0.route + ": " + ($0.failure ?? "wins") } == [
                "any: wins", "few: the link lacks the query key `z`",
            ])
    }

    @Test(arguments: ["w:a/b", "https://h.example/a/b", "https://x.h.example/a/b"])
    func `a route that stands in several entries is named once`(url: String) throws {
        let table = """
            scheme w
            host h.example *.h.example
            feature F {
                action go {
                    respond
                }
                route one /a/$(_) do go {
                    in w app h.example *.h.example
                }
                route two /a/b do go {
                    in w app h.example *.h.example
                    query z _
                }
            }
            """
        let explanation = Explanation(of: url, in: try Tables.ruleset(table), facts: Facts(), caller: Caller(uid: 1))
        #expect(explanation.candidates.map(\.route) == ["one", "two"])
    }

    @Test func `a route that says over and is narrower than the pattern beside it wins because it is narrower`() throws
    {
        let table = """
            scheme w
            feature F {
                action go {
                    respond
                }
                route wide /** /a/** do go
                route two /*/* do go {
                    over wide
                }
            }
            """
        let ruleset = try Tables.ruleset(table)
        func failures(_ url: String) -> [String?] {
            Explanation(of: url, in: ruleset, facts: Facts(), caller: Caller(uid: 1)).candidates.map(\.failure)
        }
        #expect(failures("w:b/c") == [nil, "the route `two` wins: it is narrower"])
        #expect(
            failures("w:a/c") == [
                nil, "the route `two` wins: it says `over wide`", "the route `two` wins: it is narrower",
            ])
    }

    @Test func `a blocked link shows every constraint, the intake's first, and no arguments`() throws {
        let explanation = try explain("s://g/h")
        #expect(explanation.outcome.code == .toggleOff)
        #expect(explanation.outcome.constraints.map(\.id) == ["runtime:DeepLinking", "runtime:F", "toggle:F/G"])
        #expect(explanation.preview == ActionPreview())
        #expect(explanation.route != nil)
    }

    @Test func `with the intake off the URL is not read`() throws {
        var facts = Facts()
        facts[.runtime(DeepLinkingFeature.name)] = .off
        let explanation = try explain("s://n5", facts)
        #expect(explanation.candidates.isEmpty)
        #expect(explanation.route == nil)
        #expect(explanation.outcome.constraints.map(\.id) == ["runtime:DeepLinking"])
    }

    @Test func `a text that is no link has no candidates`() throws {
        #expect(try explain("n5").candidates.isEmpty)
        #expect(try explain("u://n5").candidates.isEmpty)
    }
}
