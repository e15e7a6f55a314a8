import Contract
import ExecRules
import Features
import Testing

@testable import PermissionRules
@testable import PurchaseRules

/// The sentences of refusals and remedies.
@Suite struct RefusalTextTests {
    private func refusal(
        _ constraint: Constraint, description: LocalizedText? = nil, products: [Product] = [],
        _ set: (inout Facts) -> Void = { _ in }
    ) throws -> Refusal {
        var catalogue = FeatureCatalogue(products: products)
        let feature = catalogue.add(
            Feature(path: "F", name: "F", parent: nil, description: description, constraints: [constraint]))
        var facts = Facts()
        set(&facts)
        return try #require(
            Verifier.assess(feature, in: catalogue, facts: facts, caller: Caller(uid: 1000)).refusal)
    }

    @Test func `off by default and switched off by the user are two sentences`() throws {
        let byDefault = try refusal(.toggle(byDefault: false))
        let byUser = try refusal(.toggle(byDefault: true)) { $0[.toggle("F")] = .off }
        #expect(byDefault.code == .toggleOff && byUser.code == .toggleOff)
        #expect(byDefault.sentence == "The feature is off by default, and the user has not switched it on (F).")
        #expect(byUser.sentence == "The user has the feature switched off (F).")
    }

    @Test func `a shared toggle says whether the user or the machine has it off`() throws {
        let shared = Constraint.toggle(byDefault: true, isShared: true)
        let byMachine = try refusal(shared) { $0.subjects[.machine] = [.toggle("F"): Fact(.off)] }
        #expect(
            byMachine.sentence == "The feature is switched off for all users, and the user has not switched it on (F).")
        let byUser = try refusal(shared) {
            $0.subjects[.machine] = [.toggle("F"): Fact(.on)]
            $0[.toggle("F")] = .off
        }
        #expect(byUser.sentence == "The user has the feature switched off (F).")
    }

    @Test func `a refused purchase names the titles of its products in the sentence and in the remedies`() throws {
        let products = [Product("pro", name: "Premium"), Product("one", name: "one"), Product("other", name: "Other")]
        let requirement = PurchaseRequirement(mode: .any, products: ["pro", "one"])
        let refusal = try refusal(.purchase(requirement), products: products)
        #expect(refusal.sentence == "The feature needs a purchase (any one pro \"Premium\").")
        #expect(refusal.primary == "purchase:any one pro")
        let purchase = try #require(refusal.remedies.first { $0.kind == .purchase })
        #expect(purchase.message == "The user can buy one of Premium, one.")
        #expect(purchase.arguments.contains(.init("products", .array([.string("pro"), .string("one")]))))
        #expect(purchase.arguments.contains(.init("titles", .array([.string("Premium"), .string("one")]))))
    }

    @Test func `the sentence about an operator's switch says by what it is off`() throws {
        let byDefault = try refusal(.runtime(byDefault: false))
        #expect(byDefault.sentence == "The feature is off by default, and no operator has switched it on (F).")
        let sources = [
            "ledger": "by the operator", "override": "by the operator",
            "file:/run/x": "by the file that keeps its switch",
            "varlink:/run/x": "by the service that keeps its switch",
        ]
        for (source, text) in sources {
            let off = try refusal(.runtime(byDefault: true)) {
                $0.host[.runtime("F")] = Fact(.state(.off), .init(source: source))
            }
            #expect(off.sentence == "The feature is switched off \(text) (F).")
        }
    }

    @Test func `a feature that is switched off is named with its description`() throws {
        let off = try refusal(.runtime(byDefault: false), description: "Downloads faster")
        #expect(off.sentence.hasSuffix(" (F, \"Downloads faster\")."))
        #expect(off.remedies.first?.message == "An operator can switch F, \"Downloads faster\" on.")
    }

    @Test func `every remedy has a sentence, and one that leads to the settings a target`() throws {
        var remedies: [Remedy] = []
        let platform = PlatformRequirement(platform: "linux", bound: .minimum(try #require(PlatformVersion("9"))))
        remedies += try refusal(.platform(platform)) { $0[.platform("linux")] = .platform(.present("6.1")) }.remedies
        remedies += try refusal(.profile(.init(.development, inForce: .production))).remedies
        remedies += try refusal(.program(.init("/bin/x"))) { $0[.program("/bin/x")] = .program(.absent) }.remedies
        remedies += try refusal(.runtime(byDefault: false)).remedies
        remedies += try refusal(.toggle(byDefault: false)).remedies
        remedies += try refusal(.caller(CallerRequirement(kind: .uid, values: []))).remedies
        remedies += try refusal(.confirmation(TextTemplate("Delete it?"))).remedies
        for state in PurchaseState.allCases where state.entitles == false {
            remedies += try refusal(.purchase(.product("p"))) { $0[.purchase("p")] = .purchase(Purchase(state)) }
                .remedies
        }
        let targets = [
            "location.whenInUse": "privacy/location", "polkit:org.example.act": "polkit/org.example.act",
            "store:devices/camera": "store/devices/camera",
        ]
        for (name, target) in targets {
            for status in [PermissionStatus.denied, .restricted, .notDetermined] {
                let permission = try #require(Permission(name))
                let offered = try refusal(.permission(permission)) { $0[.permission(permission)] = .permission(status) }
                    .remedies
                for remedy in offered where remedy.kind == .openSettings {
                    #expect(remedy.arguments.contains(.init("target", .string(target))))
                }
                remedies += offered
            }
        }
        #expect(Set(remedies.map(\.kind)) == Set(Remedy.Kind.allCases))
        for remedy in remedies { #expect(remedy.message.count > 10 && remedy.message.hasSuffix("."), "\(remedy)") }
    }
}
