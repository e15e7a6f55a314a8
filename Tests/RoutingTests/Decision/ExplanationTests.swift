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
        #expect(explanation.candidates.map(\.failure) == [nil, "the route `narrow` goes before it"])
        #expect(explanation.arguments == ["/bin/p", "--x=5", "--key=***"])
        #expect(explanation.outcome.constraints.map(\.id) == ["runtime:DeepLinking", "runtime:F"])
    }

    @Test func `a blocked link shows every constraint, the intake's first, and no arguments`() throws {
        let explanation = try explain("s://g/h")
        #expect(explanation.outcome.code == .toggleOff)
        #expect(explanation.outcome.constraints.map(\.id) == ["runtime:DeepLinking", "runtime:F", "toggle:F/G"])
        #expect(explanation.arguments == nil)
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
