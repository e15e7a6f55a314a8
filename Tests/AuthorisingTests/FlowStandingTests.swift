import Contract
import Features
import Testing

@testable import PermissionRules

/// What stands in the way of a feature, read from the assessment of its constraints.
struct FlowStandingTests {
    private static let camera = Permission.camera
    private static let photos = Permission.photos

    private func standing(_ facts: [FactKey: FactValue]) -> FlowStanding {
        var catalogue = FeatureCatalogue()
        let feature = catalogue.add(
            Feature(
                path: "Share", name: "Share", parent: nil, description: nil,
                constraints: [
                    .permission(Self.photos), .permission(Self.camera), .toggle(byDefault: true),
                    .runtime(byDefault: true),
                ]))
        var known = Facts()
        for (key, value) in facts { known[key] = value }
        let assessment = Verifier.assess(feature, in: catalogue, facts: known, caller: Caller(uid: 1, gids: []))
        return FlowStanding(assessment) { constraint in
            guard constraint.code == .permissionNotDetermined else { return .fixed(constraint.code) }
            let name = constraint.subject
            return .question(OpenStep(FlowStep(id: constraint.id, name: name, asker: .client, record: .source)))
        }
    }

    private func open(_ facts: [FactKey: FactValue]) -> [String]? {
        if case .open(let steps, _) = standing(facts) { steps.map(\.step.name) } else { nil }
    }

    @Test func `permissions that can be asked for are open, in declared order`() {
        #expect(open([:]) == ["photos", "camera"])
        #expect(open([.permission(Self.photos): .permission(.authorized)]) == ["camera"])
        let both: [FactKey: FactValue] = [
            .permission(Self.photos): .permission(.authorized), .permission(Self.camera): .permission(.authorized),
        ]
        #expect(open(both) == [])
    }

    @Test func `anything else blocks, by the code of the lowest rank`() {
        #expect(standing([.permission(Self.camera): .permission(.denied)]) == .blocked(.permissionDenied))
        #expect(standing([.permission(Self.camera): .permission(.restricted)]) == .blocked(.permissionRestricted))
        #expect(standing([.toggle("Share"): .off]) == .blocked(.toggleOff))
        #expect(
            standing([.toggle("Share"): .off, .permission(Self.camera): .permission(.restricted)])
                == .blocked(.permissionRestricted))
        #expect(standing([.runtime("Share"): .state(.unknown)]) == .blocked(.pendingUndetermined))
        #expect(standing([.permission(Self.photos): .permission(.unknown)]) == .blocked(.pendingUndetermined))
    }
}
