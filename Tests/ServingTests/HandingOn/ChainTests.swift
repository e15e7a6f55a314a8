import Contract
import EventLoop
import Features
import HostSystem
import Routing
import Tables
import TestSupport
import TestTables
import Testing

@testable import Serving

/// A service that hands links on: it is called for each link of other apps, and says with how many hops.
private final class Browser: WingService, ActionPerformer {
    /// The links that it got, with the hops that it was told.
    var starts: [(url: String, hops: Int)] = []

    init(_ server: Server) {}

    var performers: [any ActionPerformer] { [self] }

    func performs(_ template: any PerformerTemplate) -> Bool { true }

    func perform(
        _ proof: consuming VerifiedActionBinding, _ order: PerformanceOrder,
        then answer: @escaping (Performance) -> Void
    ) {
        starts.append((proof.members.first?.value.text ?? order.draft.url, order.hops))
        answer(FakeService.success("started"))
    }

    func stop(_ ticket: Int, because cause: Interruption) {}

    func stopAll(then onIdle: @escaping () -> Void) { onIdle() }
}

/// Links that lead to links by redirects, rewrites and other apps, at random.
@Suite struct ChainTests {
    private static let count = 24

    private enum Kind: CaseIterable {
        case redirect, rewrite, handOff
    }

    /// A node of each kind is a link of its own scheme; values from 2 on lead to the next node, and 1 ends.
    private static func link(_ node: Int, _ kinds: [Kind], value: Int = 2) -> String {
        guard node < kinds.count else { return "t://end" }
        return switch kinds[node] {
        case .redirect: "t://n\(node)/\(value)"
        case .rewrite: "s://n\(node)/\(value)"
        case .handOff: "u://n\(node)/\(value)"
        }
    }

    private static func table(_ kinds: [Kind], _ targets: [Int]) -> String {
        var (features, rewrites) = ("", "")
        for (node, kind) in kinds.enumerated() {
            let next = link(targets[node], kinds)
            switch kind {
            case .redirect:
                let target = next.replacingLast("2", with: "$(k)")
                features += "    action a\(node) {\n        input k uint\n        redirect \(target)\n    }\n"
                features += "    route r\(node) /n\(node)/$(k:uint(2..9)) do a\(node)\n"
                features += "    route e\(node) /n\(node)/1 do end\n"
            case .rewrite: rewrites += "rewrite w\(node) {\n    from s://n\(node)/2\n    to \(next)\n}\n"
            case .handOff: continue
            }
        }
        return """
            scheme t
            feature F {
                action end {
                    respond
                }
                route end /end do end
            \(features)}
            \(rewrites)unmatched {
                schemes s u
                varlink unix:/run/browser io.example.Browser.Open url=$(url)
            }

            """
    }

    @Test func `a thousand random chains of redirects, rewrites and other apps end within eight hops`() throws {
        var random = SeededGenerator(for: "random chains of links")
        let kinds = (0..<Self.count).map { _ in Kind.allCases.randomElement(using: &random) ?? .redirect }
        // An eighth of the nodes ends at once and an eighth leads to itself, so that both ends occur in each graph.
        let targets = (0..<Self.count).map { node in
            switch node * 8 / Self.count {
            case 0: Self.count
            case 1: node
            default: Int.random(in: 0..<(Self.count + 4), using: &random)
            }
        }
        let loop = try Loop()
        let server = try Server(
            loop: loop, ruleset: try SampleTable.load(Self.table(kinds, targets)), facts: Facts(),
            source: TableSource(.files([]), purpose: .serving(allowsPrograms: true)), environment: [:], log: Log(),
            services: [Browser.self] + .ofAllWings)
        let browser = try #require(server.service(Browser.self))
        var ends: [OutcomeCode: Int] = [:]
        for user in UInt32(0)..<1000 {
            // Some browsers lose the number.
            let isLost = user % 4 == 0
            var (url, hops, total) = (Self.link(Int.random(in: 0..<Self.count, using: &random), kinds), 0, 0)
            var handOffs: Set<String> = []
            while true {
                browser.starts = []
                let outcome = try open(url, hops: hops, by: user, in: server)
                total += outcome.via.count + outcome.interceptors.count
                guard let start = browser.starts.first else {
                    ends[outcome.code, default: 0] += 1
                    break
                }
                #expect(outcome.code == .okUnmatched && browser.starts.count == 1)
                #expect(handOffs.insert(start.url).inserted, "\(start.url) was handed on twice")
                total += 1
                // What the browser makes of the link: the next node.
                guard let node = Int(start.url.dropFirst(5).prefix { $0 != "/" }) else { break }
                (url, hops) = (Self.link(targets[node], kinds), isLost ? 0 : start.hops + 1)
            }
            if !isLost { #expect(total <= 8, "\(total) hops") }
        }
        #expect(Set(ends.keys) == [.okPerformed, .loop], "\(ends)")
        #expect(ends.values.allSatisfy { $0 > 50 }, "\(ends)")
        server.shutDown {}
        server.close()
        loop.run()
        try loop.close()
    }

    private func open(_ url: String, hops: Int, by user: UInt32, in server: Server) throws -> Outcome {
        var request = LinkRequest(Target(url: url), caller: Caller(uid: 10_000 + user), subject: nil)
        request.trail.hops = hops
        var found: Outcome?
        PendingLink(request, .pass, of: server).begin { outcome, _ in found = outcome }
        return try #require(found)
    }
}

extension String {
    /// The text with its last occurrence of a text replaced.
    fileprivate func replacingLast(_ text: String, with other: String) -> String {
        hasSuffix(text) ? dropLast(text.count) + other : self
    }
}
