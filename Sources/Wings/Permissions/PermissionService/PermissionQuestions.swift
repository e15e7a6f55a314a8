import Contract
import FactSources
import Features
import PermissionRules

/// The questions about permissions of one flow: one for each requirement, also where one of several permissions is enough.
///
///     require permission any camera microphone     nothing asked yet      camera?
///                                                  camera denied before   microphone?
///                                                  both denied before     camera?, where it is the user's own consent
///
/// A flow keeps to the permission that it has asked for: a no ends it, and does not lead to the next one.
struct PermissionQuestions {
    private let catalogue: FeatureCatalogue
    private let facts: SubjectFacts
    private let consents: [FactKey: AnswerBook.Answer]
    private let nowMs: Int64
    /// The questions of the flow so far.
    private let steps: [FlowStep]
    /// By the id of their constraints.
    private let requirements: [String: PermissionRequirement]
    /// By permission the id of the constraint that its question is about: of one that requires it alone, or else of the first.
    private let ids: [Permission: String]
    /// The permissions that are asked for anyway.
    private let required: Set<Permission>

    /// Reads the requirements of a feature, its own and inherited ones.
    init(
        of feature: Int, in catalogue: FeatureCatalogue, _ facts: SubjectFacts,
        _ consents: [FactKey: AnswerBook.Answer], nowMs: Int64, after steps: [FlowStep]
    ) {
        (self.catalogue, self.facts, self.consents, self.nowMs) = (catalogue, facts, consents, nowMs)
        self.steps = steps
        let all = catalogue.constraints[feature].compactMap { constraint in
            (constraint.rule as? PermissionRequirement).map { (id: constraint.id, requirement: $0) }
        }
        requirements = Dictionary(all.map { ($0.id, $0.requirement) }) { first, _ in first }
        let single = all.filter { $0.requirement.alternatives.count == 1 }
        ids = Dictionary(
            (single + all).flatMap { item in item.requirement.alternatives.map { ($0.permission, item.id) } }
        ) { first, _ in first }
        required = Set(single.map(\.requirement.alternatives[0].permission))
    }

    /// As of a standing: what was asked for and is needed no more, with the permission that is granted instead.
    var elsewhere: [String: String] {
        var names: [String: String] = [:]
        for step in steps {
            guard let requirement = requirements[step.id], let asked = requirement.alternative(step.name),
                asked.standing(facts).status != .authorized
            else { continue }
            names[step.id] = requirement.granted(facts)?.permission.description
        }
        return names
    }

    /// What can be done about a requirement that is not met.
    func obstacle(_ constraint: ConstraintReport, _ isPrompted: (Permission) -> Bool) -> FlowStanding.Obstacle {
        guard let requirement = requirements[constraint.id] else { return .fixed(constraint.code) }
        if let asked = steps.lazy.compactMap({ requirement.alternative($0.name) }).first {
            let code = asked.standing(facts).code ?? constraint.code
            return question(about: asked, isPrompted).map { .question($0) } ?? .fixed(code)
        }
        let next = requirement.asked(facts, beside: required) { refusal(of: $0) != nil }
        return next.flatMap { question(about: $0, isPrompted) }.map { .question($0) } ?? .fixed(constraint.code)
    }

    /// The question about a permission, one for all requirements that it is enough for; nil where it lifts nothing.
    private func question(about needed: NeededPermission, _ isPrompted: (Permission) -> Bool) -> OpenStep? {
        let permission = needed.permission
        guard let id = ids[permission] else { return nil }
        let step = FlowStep(
            id: id, name: permission.description, asker: isPrompted(permission) ? .system : .client,
            record: isConsent(permission) ? .consent : .source)
        switch needed.standing(facts).status {
        case .notDetermined: return OpenStep(step)
        case .denied:
            return refusal(of: needed).map { OpenStep(step, deniedAgeNs: Self.ageMs(of: $0, atMs: nowMs) * 1_000_000) }
        case .authorized, .unknown, .restricted, .unsupported: return nil
        }
    }

    private func isConsent(_ permission: Permission) -> Bool { catalogue.permissionOrigins[permission] == .consent }

    /// The user's own no, which a yes can replace; nil where there is none.
    private func refusal(of needed: NeededPermission) -> AnswerBook.Answer? {
        // An override is no consent: nothing that the person says lifts it.
        guard isConsent(needed.permission), needed.evidence(facts)?.isOverride != true,
            let consent = consents[.permission(needed.permission)], !consent.isGranted
        else { return nil }
        return consent
    }

    /// How long ago a person answered.
    ///
    /// A moment that is still to come was noted by a clock that was wrong; what was denied then would rest until it comes.
    static func ageMs(of consent: AnswerBook.Answer, atMs nowMs: Int64) -> Int64 {
        consent.asOfMs <= nowMs ? nowMs - consent.asOfMs : Limits.denialRest.wholeMilliseconds
    }
}
