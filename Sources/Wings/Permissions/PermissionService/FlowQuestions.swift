import Contract
import FactSources
import Features
import PermissionRules
import PermissionWire
import Routing
import Serving

/// The questions of one flow, against the table and the facts that are in force.
struct FlowQuestions {
    private let snapshot: Snapshot
    private let stream: FlowStream
    private let audience: Audience

    /// - Parameter audience: as whom the client is told; the name of a hidden feature is for operators.
    init(_ snapshot: Snapshot, _ stream: FlowStream, _ audience: Audience) {
        (self.snapshot, self.stream, self.audience) = (snapshot, stream, audience)
    }

    // MARK: What stands in the way

    /// What stands in the way of a feature for the caller of the flow.
    ///
    /// - Parameters:
    ///   - steps: the questions of the flow so far.
    ///   - isPrompted: whether the system asks for a permission by itself.
    func standing(
        of feature: Int, after steps: [FlowStep], consents: AnswerBook, nowMs: Int64,
        isPrompted: (Permission) -> Bool
    ) -> FlowStanding {
        let caller = stream.session.caller
        let catalogue = snapshot.ruleset.catalogue
        let facts = stream.request?.confirmed?.facts(in: snapshot) ?? snapshot.store.facts
        // No link reaches a feature while the intake is off.
        let intake = Verifier.assess(
            DeepLinkingFeature.performIncomingURL.feature, in: catalogue, facts: facts, caller: caller)
        if stream.request != nil, let refusal = intake.refusal { return .blocked(refusal.code) }
        let assessment = Verifier.assess(feature, in: catalogue, facts: facts, caller: caller)
        let permissions = PermissionQuestions(
            of: feature, in: catalogue, facts.of(caller.subject), consents.answers(of: caller.subject), nowMs: nowMs,
            after: steps)
        return FlowStanding(assessment, elsewhere: permissions.elsewhere) { constraint in
            switch constraint.kind {
            case .permission: permissions.obstacle(constraint, isPrompted)
            case .confirmation: confirmation(constraint).map(FlowStanding.Obstacle.question) ?? .fixed(constraint.code)
            case .platform, .profile, .program, .runtime, .caller, .toggle, .purchase: .fixed(constraint.code)
            }
        }
    }

    /// The question about the link; nil where there is none, or where another table gave the inputs that would be shown.
    private func confirmation(_ constraint: ConstraintReport) -> OpenStep? {
        guard stream.request != nil, stream.tableRevision == snapshot.ruleset.revision else { return nil }
        return OpenStep(
            FlowStep(id: constraint.id, name: Self.confirmationName, asker: .client, record: .confirmation))
    }

    /// What `Answer` names.
    private static let confirmationName = "confirmation"

    /// The path of the feature that asks for a confirmation.
    static func feature(ofConfirmation step: FlowStep) -> String {
        String(step.id.dropFirst(ConstraintReport.Kind.confirmation.rawValue.count + 1))
    }

    // MARK: What clients are told

    /// The feature's path; nil where it is hidden from the client.
    var feature: String? {
        let number = snapshot.number(of: stream.feature)
        return number.map { snapshot.ruleset.catalogue.isShown($0, to: audience) } ?? false ? stream.feature : nil
    }

    /// A question as the client is told of it.
    func report(_ step: FlowStep) -> QuestionReport {
        QuestionReport {
            ($0.permission, $0.by) = (step.name, step.asker.rawValue)
            ($0.usage, $0.feature) = (usage(of: step), title)
            $0.title = question(of: step) ?? sentence(of: step)
        }
    }

    /// What the person is asked, in English.
    ///
    /// *Shape*: `“Clips” needs the permission microphone. To record your clip.`
    private func sentence(of step: FlowStep) -> String {
        let end = usage(of: step).map { " " + $0 + (Self.ends.contains($0.last ?? " ") ? "" : ".") } ?? ""
        return "\(title.map { "“\($0)”" } ?? "This link") needs the permission \(step.name)." + end
    }

    private static let ends: Set<Character> = [".", "!", "?", "…", "。"]

    /// What the dialogue of the system says of a permission; nil where the table does not say what it is used for.
    ///
    /// *Shape*: `“Clips”: To record your clip`.
    func dialogue(for step: FlowStep) -> String? {
        usage(of: step).map { usage in title.map { "“\($0)”: " + usage } ?? usage }
    }

    /// What the permission of a question is used for; nil for a confirmation, and where the table does not say.
    private func usage(of step: FlowStep) -> String? {
        (rule(of: step) as? PermissionRequirement)?.alternative(step.name)?.usage.map(stream.languages.text)
    }

    private func rule(of step: FlowStep) -> (any ConstraintRule)? {
        guard let number = snapshot.number(of: stream.feature) else { return nil }
        return snapshot.ruleset.catalogue.constraints[number].first { $0.id == step.id }?.rule
    }

    /// The same, with what a yes performs: once for each question, since a link can be long.
    func fullReport(_ step: FlowStep) -> QuestionReport {
        var report = report(step)
        if step.record == .confirmation { (report.action, report.inputs) = (stream.action, stream.inputs) }
        return report
    }

    /// The text of a confirmation, with the inputs of the link; nil for a permission.
    private func question(of step: FlowStep) -> String? {
        (rule(of: step) as? UserConfirmation)?.text(in: stream.languages).question(about: stream.inputs)
    }

    /// The feature by its title, its description, or its name; nil where it is hidden from the client.
    private var title: String? {
        guard let path = feature, let number = snapshot.number(of: path) else { return nil }
        let feature = snapshot.ruleset.catalogue.features[number]
        return (feature.title ?? feature.description).map(stream.languages.text) ?? feature.name
    }
}

extension Snapshot {
    /// The number of the feature of a path; nil where the table in force has none.
    func number(of path: String) -> Int? { ruleset.catalogue.features.firstIndex { $0.path == path } }
}
