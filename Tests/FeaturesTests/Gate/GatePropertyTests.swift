import Contract
import ExecRules
import Features
import TestSupport
import Testing

@testable import PurchaseRules

/// The laws of the gate over random features and facts.
struct GatePropertyTests {
    /// Two or three features inside each other with any number of constraints of each kind.
    private static func random(_ random: inout SeededGenerator) -> GateCase {
        var gate = GateCase(depth: Int.random(in: 1...4, using: &random))
        let permissions = [
            "authorized", "authorized", "unsupported", "sourceless", "restricted", "denied", "unasked", "unknown",
        ]
        var names = ["camera", "photos", "microphone", "contacts", "motion", "polkit:org.example.a"]
        var products = ["p", "a.b", "Zeta", "zeta", "q-1"]
        var platforms = ["linux", "systemd", "debian"]
        var programs = ["/bin/a", "/usr/bin/b"]
        for depth in gate.declared.indices {
            if Bool.random(using: &random) {
                gate.addRuntime(
                    "runtime." + pick(["on", "on", "off", "unknown", "default"], &random),
                    byDefault: Bool.random(using: &random), at: depth)
            }
            if Bool.random(using: &random) {
                gate.addToggle(
                    "toggle." + pick(["on", "onByDefault", "off", "default", "unknown"], &random), at: depth)
            }
            while !names.isEmpty, Int.random(in: 0..<3, using: &random) > 0 {
                gate.addPermission(
                    names.remove(at: names.indices.randomElement(using: &random) ?? 0),
                    "permission." + pick(permissions, &random), at: depth)
            }
            while !products.isEmpty, Int.random(in: 0..<3, using: &random) > 1 {
                let product = products.remove(at: products.indices.randomElement(using: &random) ?? 0)
                if let state = (PurchaseState.allCases + [nil]).randomElement(using: &random) ?? nil {
                    gate.addPurchase(product, state, at: depth)
                } else {
                    gate.addSourcelessPurchase(product, at: depth)
                }
            }
            if !programs.isEmpty, Int.random(in: 0..<4, using: &random) == 0 {
                let state = ProgramState.allCases.randomElement(using: &random) ?? .present
                gate.addProgram(programs.removeLast(), Bool.random(using: &random) ? .present : state, at: depth)
            }
            if !platforms.isEmpty, Int.random(in: 0..<4, using: &random) == 0 {
                let row = pick(["ok", "ok", "low", "unsupported", "undeterminable"], &random)
                gate.addPlatform(platforms.removeLast(), "platform." + row, at: depth)
            }
        }
        if Int.random(in: 0..<6, using: &random) == 0 {
            let depth = gate.declared.indices.randomElement(using: &random) ?? 0
            gate.addProfile(pick(["profile.same", "profile.other"], &random), at: depth)
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
            gate.addCaller(admitted: Bool.random(using: &random), at: gate.declared.count - 1)
        }
        return gate
    }

    private static func pick(_ words: [String], _ random: inout SeededGenerator) -> String {
        words.randomElement(using: &random) ?? words[0]
    }

    /// The constraints of each feature in another order; what they are stays.
    private static func shuffled(_ gate: GateCase, _ random: inout SeededGenerator) -> GateCase {
        var other = gate
        for depth in gate.declared.indices {
            let order = gate.declared[depth].indices.shuffled(using: &random)
            other.declared[depth] = order.map { gate.declared[depth][$0] }
            other.expected[depth] = order.map { gate.expected[depth][$0] }
        }
        return other
    }

    private static func verdict(_ gate: GateCase) -> Assessment {
        let catalogue = gate.catalogue
        return Verifier.assess(catalogue.innermost, in: catalogue, facts: gate.facts, caller: gate.caller)
    }

    @Test func `the oracle agrees on random features`() {
        var random = SeededGenerator(for: "the oracle agrees on random features")
        for _ in 0..<4000 {
            let gate = Self.random(&random)
            if let text = gate.mismatch(in: gate.catalogue) {
                Issue.record("\(text)")
                return
            }
        }
    }

    @Test func `the order of declaration changes what people see and nothing else`() {
        var random = SeededGenerator(for: "the order of declaration changes what people see and nothing else")
        for _ in 0..<2000 {
            let gate = Self.random(&random)
            let first = OracleAnswer(Self.verdict(gate))
            let second = OracleAnswer(Self.verdict(Self.shuffled(gate, &random)))
            if first != second {
                Issue.record("\(first) became \(second)")
                return
            }
        }
    }

    @Test func `any unsatisfied blocks, else any undetermined makes it pending, else it is available`() {
        var random = SeededGenerator(
            for: "any unsatisfied blocks, else any undetermined makes it pending, else it is available")
        for _ in 0..<2000 {
            let verdict = Self.verdict(Self.random(&random))
            let statuses = Set(verdict.constraints.map(\.status))
            let expected: OutcomeClass? =
                statuses.contains(.unsatisfied) ? .blocked : statuses.contains(.undetermined) ? .pending : nil
            if verdict.refusal?.code.outcomeClass != expected {
                Issue.record("\(verdict)")
                return
            }
        }
    }

    /// The ranks up to 40 by their codes.
    private static let beforePurchases: Set<String> = [
        "blocked.platform.unsupported", "blocked.platform.versionTooLow", "blocked.profile.notAllowed",
        "blocked.feature.disabled",
        "blocked.caller.notAllowed", "blocked.program.missing", "blocked.permission.unsupported",
        "blocked.permission.restricted", "blocked.purchase.unsupported",
    ]
    private static let asking: Set<String> = [
        "purchase/user", "restorePurchases/user", "updatePayment/user", "resumeSubscription/user", "contactVendor/user",
        "requestPermissions/client", "openSettings/user",
    ]

    @Test func `no purchase or permission is offered that may be useless`() {
        var random = SeededGenerator(for: "no purchase or permission is offered that may be useless")
        for _ in 0..<4000 {
            let verdict = Self.verdict(Self.random(&random))
            guard let refusal = verdict.refusal else { continue }
            let codes = Set(verdict.constraints.compactMap { $0.code?.rawValue })
            let mustNotAsk =
                !codes.isDisjoint(with: Self.beforePurchases)
                || refusal.code == .pendingUndetermined
                || verdict.constraints.contains {
                    $0.status == .undetermined && [.permission, .runtime, .program].contains($0.kind)
                }
            if mustNotAsk, !Self.asking.isDisjoint(with: refusal.remedies.map(\.words)) {
                Issue.record("offers \(refusal.remedies) in \(verdict)")
            }
            if refusal.code == .pendingUndetermined, !refusal.remedies.isEmpty {
                Issue.record("\(refusal)")
                return
            }
        }
    }

    @Test func `one thing at a time: only the primary's remedies are offered, all others say what withholds them`() {
        var random = SeededGenerator(
            for: "one thing at a time: only the primary's remedies are offered, all others say what withholds them")
        for _ in 0..<2000 {
            let verdict = Self.verdict(Self.random(&random))
            guard let refusal = verdict.refusal else { continue }
            let ids = Set(verdict.constraints.filter { $0.status != .satisfied }.map(\.id))
            for report in verdict.constraints {
                for remedy in report.remedies {
                    let isOffered = remedy.withheldBecause == nil
                    if isOffered, report.id != refusal.primary {
                        Issue.record("\(report)")
                        return
                    }
                    if isOffered, !refusal.remedies.contains(remedy) {
                        Issue.record("\(report)")
                        return
                    }
                    if let because = remedy.withheldBecause, !ids.contains(because) || because == report.id {
                        Issue.record("\(report)")
                    }
                }
            }
            if verdict.constraints.first(where: { $0.id == refusal.primary }) == nil {
                Issue.record("\(refusal)")
                return
            }
        }
    }

    @Test func `the proof is minted exactly where there is no refusal`() {
        var random = SeededGenerator(for: "the proof is minted exactly where there is no refusal")
        var minted = 0
        for _ in 0..<3000 {
            let gate = Self.random(&random)
            var catalogue = gate.catalogue
            let action = catalogue.add(
                Action(
                    name: "go", feature: catalogue.innermost, inputs: [], performer: .respond(nil),
                    limits: ActionLimits()))
            let refusal = Self.verdict(gate).refusal
            switch Verifier.verify(
                catalogue.binding(of: action), inputs: [], in: catalogue, facts: gate.facts, caller: gate.caller,
                tableRevision: "t")
            {
            case .verified(let proof):
                minted += 1
                if refusal != nil {
                    Issue.record("proof beside \(String(describing: refusal))")
                    return
                }
                if proof.caller != gate.caller {
                    Issue.record("of another caller")
                    return
                }
            case .refused(let other):
                if other != refusal {
                    Issue.record("\(other) and \(String(describing: refusal))")
                    return
                }
            }
        }
        #expect(minted > 50)
    }
}
