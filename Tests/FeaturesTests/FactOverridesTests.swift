import Contract
import Features
import Testing

@testable import PermissionRules
@testable import PurchaseRules

struct FactOverridesTests {
    @Test func `an override moves everybody's revision when it begins and when it ends, and never else`() {
        let store = FactStore()
        let made: [FactKey: Fact] = [.runtime("A"): .overriding(.off)]
        store.set(overrides: made)
        store.set(overrides: made)
        #expect(store.revision(of: .uid(1)).host == 1)
        store.set(overrides: [:])
        #expect(store.revision(of: .uid(2)).host == 2)
    }

    @Test func `an overridden switch counts in the place of what its source says`() {
        let catalogue = chain([.runtime(byDefault: true)])
        var facts = Facts()
        facts[.runtime("A")] = .on
        facts.overrides = [.runtime("A"): .overriding(.off)]
        let refusal = Verifier.assess(1, in: catalogue, facts: facts, caller: Caller(uid: 1)).refusal
        #expect(refusal?.code == .featureDisabled)
        #expect(refusal?.constraints.first?.evidence == .init(source: "override", isOverride: true))
    }

    @Test func `of a purchase that is made up there is one unit, whatever was left of the real one`() {
        var facts = Facts()
        facts[.purchase("coins")] = .purchase(Purchase(.active, units: 0))
        facts.overrides = [.purchase("coins"): .overriding(.purchase(Purchase(.active)))]
        #expect(facts.of(.uid(1)).units(of: "coins") == 1)
    }

    @Test func `an overridden permission is what it is made to be, whatever a wider one grants`() throws {
        let always = try #require(Permission("location.always"))
        let inUse = try #require(Permission("location.whenInUse"))
        let catalogue = chain([.permission(inUse)])
        var facts = Facts()
        facts[.permission(always)] = .permission(.authorized)
        for status in PermissionStatus.allCases {
            facts.overrides = [.permission(inUse): .overriding(.permission(status))]
            let report = Verifier.assess(1, in: catalogue, facts: facts, caller: Caller(uid: 1)).constraints[0]
            #expect(report.evidence.isOverride && report.evidence.source == "override")
            #expect((report.status == .satisfied) == (status == .authorized), "\(status)")
        }
    }

    @Test func `an unknown platform withholds the remedies of other constraints`() throws {
        let catalogue = chain([.platform(.init(platform: "linux", bound: .any)), .runtime(byDefault: false)])
        var facts = Facts()
        facts.unanswered = [.platform: .init(source: "host")]
        let refusal = try #require(
            Verifier.assess(1, in: catalogue, facts: facts, caller: Caller(uid: 1)).refusal)
        #expect(refusal.code == .featureDisabled && refusal.remedies.isEmpty)
        #expect(Set(refusal.constraints[1].remedies.map(\.withheldBecause)) == ["platform:linux any"])
    }
}
