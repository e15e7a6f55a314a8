import Contract
import Features
import TestTables
import Testing

@testable import PermissionRules
@testable import PurchaseRules

/// What answers rest on, and facts that fall back on others.
struct EvidenceTests {
    private static func report(_ constraint: Constraint, _ set: (inout Facts) -> Void) -> ConstraintReport? {
        var facts = Facts()
        facts.source = "host"
        set(&facts)
        return Verifier.assess(1, in: chain([constraint]), facts: facts, caller: Caller(uid: 1)).constraints.first
    }

    private static let ledger = ConstraintReport.Evidence(source: "ledger", asOfMs: 5, freshness: .live)
    private static let shared = Constraint.toggle(byDefault: true, isShared: true)

    @Test func `an answer names the source of its fact, or of all facts where that is not known better`() {
        let toggle = Constraint.toggle(byDefault: true)
        #expect(Self.report(toggle) { _ in }?.evidence == .init(source: "table"))
        #expect(Self.report(toggle) { $0[.toggle("A")] = .off }?.evidence == .init(source: "host"))
        let known = Self.report(toggle) {
            $0.everyone[.toggle("A")] = Fact(.off, Self.ledger)
        }
        #expect(known?.evidence == Self.ledger)
        let runtime = Self.report(.runtime(byDefault: true)) {
            $0.host[.runtime("A")] = Fact(.off, .init(source: "operator", asOfMs: 9, isOverride: true))
        }
        #expect(runtime?.evidence == .init(source: "operator", asOfMs: 9, isOverride: true))
    }

    @Test func `several products rest on the oldest and least fresh of their facts`() {
        let report = Self.report(.purchase(.init(mode: .all, products: ["p", "q", "r"]))) {
            $0.everyone = [
                .purchase("p"): Fact(
                    .purchase(Purchase(.active)), .init(source: "store", asOfMs: 7, freshness: .live)),
                .purchase("q"): Fact(
                    .purchase(Purchase(.expired)),
                    .init(source: "store", asOfMs: 3, freshness: .stale, isOverride: true)),
            ]
        }
        #expect(report?.evidence == .init(source: "store", asOfMs: 3, freshness: .stale, isOverride: true))
    }

    @Test func `a permission that a wider one grants rests on that one`() throws {
        let (narrow, wide) = (try #require(Permission("location")), try #require(Permission("location.always")))
        let report = Self.report(.permission(narrow)) {
            $0.everyone = [
                .permission(wide): Fact(.permission(.authorized), Self.ledger),
                .permission(narrow): Fact(.permission(.notDetermined), .init(source: "other")),
            ]
        }
        #expect(report?.evidence == Self.ledger)
    }

    @Test func `a fact that an operator put in another's place says so, and no other does`() throws {
        let permission = try #require(Permission("camera"))
        let set: (inout Facts) -> Void = {
            $0.everyone[.toggle("A")] = Fact(.on, Self.ledger)
            $0[.platform("linux")] = .platform(.present("6"))
            $0[.permission(permission)] = .permission(.authorized)
            $0.overrides = [
                .toggle("A"): .overriding(.off), .platform("linux"): .overriding(.platform(.present("1"))),
            ]
        }
        let toggle = Self.report(.toggle(byDefault: true), set)
        #expect(toggle?.reason == "off" && toggle?.evidence == .init(source: "override", isOverride: true))
        #expect(Self.report(.permission(permission), set)?.evidence.isOverride == false)
        let six = try #require(PlatformVersion("6"))
        let platform = Self.report(.platform(.init(platform: "linux", bound: .minimum(six))), set)
        #expect(platform?.reason == "versionTooLow" && platform?.evidence.isOverride == true)
    }

    // MARK: What facts fall back on

    @Test(arguments: [
        (SwitchState?.none, SwitchState?.none, "onByDefault", "onByDefault"),
        (nil, .off, "offForMachine", "onByDefault"),
        (nil, .on, "onForMachine", "onByDefault"),
        (nil, .unknown, "unknown", "onByDefault"), (.on, .off, "on", "on"), (.off, .on, "off", "off"),
        (.unknown, .on, "unknown", "unknown"),
    ])
    func `a shared toggle stands where the machine's stands until the user moves it`(
        own: SwitchState?, machine: SwitchState?, sharedReason: String, plainReason: String
    ) {
        let set: (inout Facts) -> Void = { facts in
            facts.subjects[.machine] = [:]
            facts.subjects[.machine]?[.toggle("A")] = machine.map { Fact(.state($0), Self.ledger) }
            facts.subjects[.uid(1)] = [:]
            facts.subjects[.uid(1)]?[.toggle("A")] = own.map { Fact(.state($0)) }
        }
        let report = Self.report(Self.shared, set)
        #expect(report?.reason == sharedReason)
        #expect(Self.report(.toggle(byDefault: true), set)?.reason == plainReason)
        if own == nil, machine != nil { #expect(report?.evidence == Self.ledger) }
    }

    @Test func `what a source that does not answer has not said is unknown, what it last said stands`() {
        let constraints: [Constraint] = [
            .runtime(byDefault: true), .toggle(byDefault: true), permission("camera"), .purchase(.product("p")),
        ]
        let gone = ConstraintReport.Evidence(source: "ledger", fault: "gone")
        for constraint in constraints {
            let missing = Self.report(constraint) { $0.unanswered = [constraint.kind: gone] }
            #expect(missing?.status == .undetermined, "\(constraint)")
            let others = Self.report(constraint) {
                for kind in ConstraintKinds.standard.all where kind != constraint.kind { $0.unanswered[kind] = gone }
            }
            #expect(others?.status != .undetermined, "\(constraint)")
            let said = Self.report(constraint) {
                $0.unanswered = [constraint.kind: gone]
                $0[.runtime("A")] = .on
                $0[.toggle("A")] = .on
                $0.everyone.merge(status("camera", .authorized)) { $1 }
                $0[.purchase("p")] = .purchase(Purchase(.active))
            }
            #expect(said?.status == .satisfied, "\(constraint)")
        }
    }
}
