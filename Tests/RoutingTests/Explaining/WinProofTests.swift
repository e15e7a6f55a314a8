import Contract
import Features
import Links
import Matching
import Testing

@testable import Routing

/// Why the winner of an explanation wins, with links that prove it.
@Suite struct WinProofTests {
    private static let table = """
        scheme s
        host h.example *.example
        feature F {
            action a {
                respond
            }
            route broad /** do a
            route exact /x/** do a {
                in h.example
            }
            route left /x/* do a
            route right /*/y do a {
                over left
            }
            route asks /q do a {
                query page:uint
            }
            route plain /q do a
            route some /z/*/* /z/a/* do a {
                except /z/b/c
            }
            route at /f do a {
                query k?
            }
            route other /$(_:text(1..2)) do a
        }
        """

    private static func proofs(_ url: String, in ruleset: Ruleset) -> [WinProof] {
        let explanation = Explanation(of: url, in: ruleset, facts: Facts(), caller: Caller(uid: 1))
        return WinProof.list(for: explanation.candidates, in: ruleset)
    }

    @Test(arguments: [
        ("s://x/y", ["right over left: over", "right over broad: narrower"]),
        ("https://h.example/x/z", ["exact over left: scope", "exact over broad: narrower"]),
        ("s://q?page=1", ["asks over plain: narrower", "asks over other: narrower", "asks over broad: narrower"]),
        ("s://q", ["plain over other: narrower", "plain over broad: narrower"]), ("s://none/b/c", []),
        ("https://nowhere.test/", []),
    ])
    func `each route that would take the link too has its reason`(_ url: String, _ expected: [String]) throws {
        let ruleset = try Tables.ruleset(Self.table)
        let proofs = Self.proofs(url, in: ruleset).map { proof in
            let (winner, loser) = (ruleset.routes[row: proof.meeting.winner], ruleset.routes[row: proof.meeting.loser])
            return "\(winner.name) over \(loser.name): \(proof.reason.rawValue)"
        }
        #expect(proofs == expected)
    }

    @Test(arguments: ["s://x/y", "https://h.example/x/z", "s://q?page=1", "s://q", "s://z/a/b", "s://f?k=1"])
    func `both routes take the one link, and only the loser takes the other`(_ url: String) throws {
        let ruleset = try Tables.ruleset(Self.table)
        let proofs = Self.proofs(url, in: ruleset)
        #expect(!proofs.isEmpty)
        for proof in proofs {
            let (winner, loser) = (proof.meeting.winner, proof.meeting.loser)
            let both = try ruleset.parse(try #require(proof.both))
            let takers = ruleset.index.trace(both).filter { $0.failure == nil || $0.isBeaten }.map(\.rule)
            #expect(takers.contains(winner) && takers.contains(loser))
            let only = try ruleset.parse(try #require(proof.loserOnly))
            let alone = ruleset.index.trace(only).filter { $0.failure == nil || $0.isBeaten }.map(\.rule)
            #expect(alone.contains(loser) && !alone.contains(winner), "\(only.href)")
        }
    }

    @Test func `the link of a proof is no link that a line denies`() throws {
        let ruleset = try Tables.ruleset(
            """
            scheme s
            deny /*/id
            feature F {
                action a {
                    input id string
                    respond
                }
                route any /*/$(id) do a
                route episode /e/$(id) do a
            }
            """)
        let proofs = Self.proofs("s://e/7", in: ruleset)
        #expect(proofs.count == 1)
        for proof in proofs {
            let link = try ruleset.parse(try #require(proof.loserOnly))
            guard case .routed(let routed) = ruleset.decide(link) else {
                Issue.record("\(link.href)")
                continue
            }
            #expect(routed.row == proof.meeting.loser, "\(link.href)")
        }
    }

    @Test func `a candidate has the segment or the key that failed, and why it is beaten`() throws {
        let ruleset = try Tables.ruleset(Self.table)
        func parts(_ url: String, _ candidates: CandidateChoice) -> [String] {
            let explanation = Explanation(
                of: Target(url: url), in: ruleset, facts: Facts(), caller: Caller(uid: 1), candidates: candidates)
            return explanation.candidates.map { candidate in
                let parts = [candidate.segment.map { "\($0)" }, candidate.key, candidate.because]
                return ([candidate.route] + parts.compactMap(\.self)).joined(separator: " ")
            }
        }
        #expect(parts("s://q", .accepting) == ["plain", "asks page", "other narrower", "broad narrower"])
        #expect(parts("s://q", .none).isEmpty)
        let all = parts("s://q", .all)
        #expect(all.prefix(4) == ["plain", "asks page", "other narrower", "broad narrower"])
        #expect(Set(all.dropFirst(4)) == ["left 1", "right 2", "some 1", "at 1"])
        // The route of another host is not among them.
        #expect(!all.contains { $0.hasPrefix("exact") })
    }
}

extension Candidate {
    fileprivate var isBeaten: Bool { if case .beaten = failure { true } else { false } }
}
