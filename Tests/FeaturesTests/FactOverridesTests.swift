import Contract
import Features
import Testing

struct FactOverridesTests {
    private static func overrides(_ make: (inout Facts) -> Void) -> FactOverrides {
        var (facts, overrides) = (Facts(), FactOverrides())
        make(&facts)
        overrides.add(facts)
        return overrides
    }

    @Test func `an override moves everybody's revision when it begins and when it ends, and never else`() {
        let store = FactStore()
        let made = Self.overrides { $0.runtime["A"] = .off }
        store.set(overrides: made)
        store.set(overrides: made)
        #expect(store.revision(of: .uid(1)).host == 1)
        store.set(overrides: nil)
        #expect(store.revision(of: .uid(2)).host == 2)
    }

    @Test func `an overridden switch counts in the place of what its source says`() {
        let catalogue = chain([.runtime(byDefault: true)])
        var facts = Facts()
        facts.runtime["A"] = .on
        facts.overrides = Self.overrides { $0.runtime["A"] = .off }
        let refusal = Verifier.assess(1, in: catalogue, facts: facts, caller: Caller(uid: 1)).refusal
        #expect(refusal?.code == .featureDisabled)
        #expect(refusal?.constraints.first?.evidence == .init(source: "override", isOverride: true))
    }

    @Test func `of a purchase that is made up there is one unit, whatever was left of the real one`() {
        var facts = Facts()
        facts.everyone.purchases["coins"] = .active
        facts.everyone.units["coins"] = 0
        facts.overrides = Self.overrides { $0.everyone.purchases["coins"] = .active }
        #expect(facts.of(.uid(1)).units(of: "coins") == 1)
    }

    @Test func `an overridden permission is what it is made to be, whatever a wider one grants`() throws {
        let always = try #require(Permission("location.always"))
        let inUse = try #require(Permission("location.whenInUse"))
        let catalogue = chain([.permission(inUse)])
        var facts = Facts()
        facts.everyone.permissions[always] = .authorized
        for status in PermissionStatus.allCases {
            var made = Facts()
            made.everyone.permissions[inUse] = status
            var overrides = FactOverrides()
            overrides.add(made)
            facts.overrides = overrides
            let report = Verifier.assess(1, in: catalogue, facts: facts, caller: Caller(uid: 1)).constraints[0]
            #expect(report.evidence.isOverride && report.evidence.source == "override")
            #expect((report.status == .satisfied) == (status == .authorized), "\(status)")
        }
    }

    @Test func `a platform that nobody knows withholds before all others`() throws {
        let catalogue = chain([.platform(.init(platform: "linux", bound: .any)), .runtime(byDefault: false)])
        var facts = Facts()
        facts.unanswered = [.platform]
        let refusal = try #require(
            Verifier.assess(1, in: catalogue, facts: facts, caller: Caller(uid: 1)).refusal)
        #expect(refusal.code == .featureDisabled && refusal.remedies.isEmpty)
        #expect(Set(refusal.constraints[1].remedies.map(\.withheldBecause)) == ["platform:linux any"])
    }
}
