import Contract
import Features
import Testing

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
        #expect(Self.report(toggle) { $0.everyone.toggles["A"] = .off }?.evidence == .init(source: "host"))
        let known = Self.report(toggle) {
            $0.everyone.toggles["A"] = .off
            $0.everyone.evidence[.toggle("A")] = Self.ledger
        }
        #expect(known?.evidence == Self.ledger)
        let runtime = Self.report(.runtime(byDefault: true)) {
            $0.runtime["A"] = .off
            $0.evidence[.runtime("A")] = .init(source: "operator", asOfMs: 9, isOverride: true)
        }
        #expect(runtime?.evidence == .init(source: "operator", asOfMs: 9, isOverride: true))
    }

    @Test func `several products rest on the oldest and least fresh of their facts`() {
        let report = Self.report(.purchase(.init(mode: .all, products: ["p", "q", "r"]))) {
            $0.everyone.purchases = ["p": .active, "q": .expired]
            $0.everyone.evidence[.purchase("p")] = .init(source: "store", asOfMs: 7, freshness: .live)
            $0.everyone.evidence[.purchase("q")] = .init(
                source: "store", asOfMs: 3, freshness: .stale, isOverride: true)
        }
        #expect(report?.evidence == .init(source: "store", asOfMs: 3, freshness: .stale, isOverride: true))
    }

    @Test func `a permission that a wider one grants rests on that one`() throws {
        let (narrow, wide) = (try #require(Permission("location")), try #require(Permission("location.always")))
        let report = Self.report(.permission(narrow)) {
            $0.everyone.permissions = [wide: .authorized]
            $0.everyone.evidence = [.permission(wide): Self.ledger, .permission(narrow): .init(source: "other")]
        }
        #expect(report?.evidence == Self.ledger)
    }

    @Test func `a fact that an operator put in another's place says so, and no other does`() throws {
        let permission = try #require(Permission("camera"))
        var made = Facts()
        made.everyone.toggles["A"] = .off
        made.platforms["linux"] = .present("1")
        var overrides = FactOverrides()
        overrides.add(made)
        let set: (inout Facts) -> Void = {
            $0.everyone.toggles["A"] = .on
            $0.everyone.evidence[.toggle("A")] = Self.ledger
            $0.platforms["linux"] = .present("6")
            $0.everyone.permissions[permission] = .authorized
            $0.overrides = overrides
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
        (SwitchState?.none, SwitchState?.none, "onByDefault", "onByDefault"), (nil, .off, "off", "onByDefault"),
        (nil, .unknown, "unknown", "onByDefault"), (.on, .off, "on", "on"), (.off, .on, "off", "off"),
        (.unknown, .on, "unknown", "unknown"),
    ])
    func `a shared toggle stands where the machine's stands until the user moves it`(
        own: SwitchState?, machine: SwitchState?, sharedReason: String, plainReason: String
    ) {
        let set: (inout Facts) -> Void = { facts in
            facts.subjects[.machine] = Facts.OfSubject()
            facts.subjects[.machine]?.toggles["A"] = machine
            facts.subjects[.machine]?.evidence[.toggle("A")] = Self.ledger
            facts.subjects[.uid(1)] = Facts.OfSubject()
            facts.subjects[.uid(1)]?.toggles["A"] = own
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
        for constraint in constraints {
            let missing = Self.report(constraint) { $0.unanswered = [constraint.kind] }
            #expect(missing?.status == .undetermined, "\(constraint)")
            let others = Self.report(constraint) {
                $0.unanswered = Set(ConstraintReport.Kind.allCases).subtracting([constraint.kind])
            }
            #expect(others?.status != .undetermined, "\(constraint)")
            let said = Self.report(constraint) {
                $0.unanswered = [constraint.kind]
                $0.runtime["A"] = .on
                $0.everyone.toggles["A"] = .on
                $0.everyone.permissions = status("camera", .authorized)
                $0.everyone.purchases["p"] = .active
            }
            #expect(said?.status == .satisfied, "\(constraint)")
        }
    }
}
