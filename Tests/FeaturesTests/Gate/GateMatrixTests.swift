import Contract
import ExecRules
import Features
import TestSupport
import Testing

@testable import PurchaseRules

/// Every combination of the possible results of six kinds, with and without an ancestor's, against the oracle.
struct GateMatrixTests {
    private static let permissions = [
        "authorized", "unsupported", "sourceless", "restricted", "denied", "unasked", "unknown",
    ].map { "permission." + $0 }
    /// nil is a product that no source of the host answers.
    private static let purchases: [PurchaseState?] = PurchaseState.allCases + [nil]
    private static let toggles = ["on", "onByDefault", "off", "default", "unknown"].map { "toggle." + $0 }
    private static let runtimes = ["on", "off", "unknown", "default"].map { "runtime." + $0 }
    private static let platforms = ["ok", "low", "unsupported", "undeterminable"].map { "platform." + $0 }

    /// What an ancestor adds; its constraints are the outer feature's.
    enum Ancestor: CaseIterable {
        case saysNothing
        case isSwitchedOff
        case isOfUnknownState
        case hasARestrictedPermission
        case hasAPermissionNobodyAskedFor
        case needsAPurchase
        case needsAPurchaseNobodyKnows
        case needsAPurchaseWithoutASource
        case isOffByItsDefault
        case isForAnotherProfile
        case needsAnAbsentProgram
        case needsAProgramNobodyKnows

        func add(to gate: inout GateCase) {
            switch self {
            case .saysNothing: break
            case .isSwitchedOff: gate.addRuntime("runtime.off", at: 0)
            case .isOfUnknownState: gate.addRuntime("runtime.unknown", at: 0)
            case .hasARestrictedPermission: gate.addPermission("photos", "permission.restricted", at: 0)
            case .hasAPermissionNobodyAskedFor: gate.addPermission("photos", "permission.unasked", at: 0)
            case .needsAPurchase: gate.addPurchase("zeta", .none, at: 0)
            case .needsAPurchaseNobodyKnows: gate.addPurchase("zeta", .unknown, at: 0)
            case .needsAPurchaseWithoutASource: gate.addSourcelessPurchase("zeta", at: 0)
            case .isOffByItsDefault: gate.addToggle("toggle.default", at: 0)
            case .isForAnotherProfile: gate.addProfile("profile.other", at: 0)
            case .needsAnAbsentProgram: gate.addProgram("/bin/zeta", .absent, at: 0)
            case .needsAProgramNobodyKnows: gate.addProgram("/bin/zeta", .unknown, at: 0)
            }
        }
    }

    @Test(.enabled(if: SlowTests.run), arguments: Ancestor.allCases)
    func `every combination has the code, the remedies and the reasons that the rules ask for`(ancestor: Ancestor) {
        var mismatches: [String] = []
        var count = 0
        for platform in Self.platforms {
            for runtime in Self.runtimes {
                for isAdmitted in [true, false] {
                    for permission in Self.permissions {
                        for purchase in Self.purchases {
                            for toggle in Self.toggles {
                                var gate = GateCase(depth: 2)
                                ancestor.add(to: &gate)
                                if let purchase {
                                    gate.addPurchase("premium", purchase, at: 1)
                                } else {
                                    gate.addSourcelessPurchase("premium", at: 1)
                                }
                                gate.addToggle(toggle, at: 1)
                                gate.addPermission("camera", permission, at: 1)
                                gate.addRuntime(runtime, at: 1)
                                gate.addPlatform("linux", platform, at: 1)
                                gate.addCaller(admitted: isAdmitted, at: 1)
                                count += 1
                                if let text = gate.mismatch(in: gate.catalogue) { mismatches.append(text) }
                            }
                        }
                    }
                }
            }
        }
        #expect(count == 4 * 4 * 2 * 7 * 12 * 5)
        let first = mismatches.first
        #expect(first == nil, "\(mismatches.count) of \(count)")
    }

    @Test func `a parent's missing purchase reads as that purchase, and names the parent`() throws {
        var gate = GateCase(depth: 3)
        gate.addPurchase("premium", .none, at: 0)
        gate.addPermission("camera", "permission.unasked", at: 2)
        let catalogue = gate.catalogue
        let refusal = try #require(
            Verifier.assess(catalogue.innermost, in: catalogue, facts: gate.facts, caller: gate.caller).refusal)
        #expect(refusal.code == .purchaseRequired)
        #expect(refusal.primary == "purchase:premium")
        #expect(refusal.constraints.map(\.inheritedFrom) == ["A", nil])
        #expect(refusal.remedies.map(\.words) == ["purchase/user", "restorePurchases/user"])
        #expect(refusal.constraints[1].remedies.map(\.withheldBecause) == ["purchase:premium"])
    }

    @Test func `a constraint that is the feature's own and repeated below is inherited by the repeater alone`() throws {
        let catalogue = chain([permission("camera")], [permission("camera")])
        let of = { Verifier.assess($0, in: catalogue, facts: Facts(), caller: Caller(uid: 1)).constraints }
        #expect(of(1).map(\.inheritedFrom) == [nil])
        #expect(of(2).map(\.inheritedFrom) == ["A"])
    }

    @Test func `a platform line about another distribution counts for nothing`() {
        var gate = GateCase(depth: 1)
        gate.addPlatform("fedora", "platform.elsewhere", at: 0)
        #expect(gate.mismatch(in: gate.catalogue) == nil)
        #expect(gate.answer.outcomeClass == "ok")
        gate.addPermission("camera", "permission.denied", at: 0)
        #expect(gate.mismatch(in: gate.catalogue) == nil)
        #expect(gate.answer.primary == "permission:camera")
    }

    // MARK: Ties

    @Test func `equal ranks: the outermost ancestor's comes first, whatever its code and subject`() throws {
        var gate = GateCase(depth: 2)
        gate.addPurchase("zeta", .pendingApproval, at: 0)
        gate.addPurchase("alpha", .none, at: 1)
        #expect(gate.mismatch(in: gate.catalogue) == nil)
        #expect(gate.answer.primary == "purchase:zeta")
    }

    @Test func `equal ranks and depths: the registry's order of codes decides, then the subject's bytes`() {
        for (first, second, primary) in [
            (("zeta", PurchaseState.none), ("alpha", PurchaseState.expired), "purchase:zeta"),
            (("zeta", .expired), ("alpha", .expired), "purchase:alpha"),
            (("a", .none), ("Z", .none), "purchase:Z"), (("b", .none), ("a.b", .none), "purchase:a.b"),
            (("a", .none), ("aa", .none), "purchase:a"),
        ] {
            var gate = GateCase(depth: 1)
            gate.addPurchase(first.0, first.1, at: 0)
            gate.addPurchase(second.0, second.1, at: 0)
            #expect(gate.mismatch(in: gate.catalogue) == nil)
            #expect(gate.answer.primary == primary)
        }
    }

    @Test func `a switched-off feature comes before a caller who is not allowed`() {
        var gate = GateCase(depth: 1)
        gate.addCaller(admitted: false, at: 0)
        gate.addRuntime("runtime.off", at: 0)
        #expect(gate.mismatch(in: gate.catalogue) == nil)
        #expect(gate.answer.code == "blocked.feature.disabled")
    }
}
