import Contract
import Features
import Routing

/// The replies of one table's actions that can be prepared, each put together when its first link arrives.
///
/// *Owner/thread*: the loop's thread.
final class PreparedReplies {
    /// The replies of one action.
    final class Form {
        /// Of `Open`; nil for an action that does not answer by itself.
        let performed: PreparedAnswer?
        /// Of `Verify`.
        let verified: PreparedAnswer
        /// Of `Open` with an answer that was kept, and where they are kept; nil for an action that keeps none.
        let kept: (reply: PreparedAnswer, answers: ActionAnswers)?
        /// The feature's path, the action's name, and the names of its inputs with commas between them.
        let names: (feature: [UInt8], action: [UInt8], inputs: [UInt8])

        fileprivate init?(
            _ action: Action, of feature: Feature, tableRevision: String, _ answers: ActionAnswers?
        ) {
            if case .redirect = action.performer { return nil }
            guard let verified = PreparedAnswer(verifying: action, of: feature, tableRevision: tableRevision)
            else { return nil }
            self.verified = verified
            performed = PreparedAnswer(performing: action, of: feature, tableRevision: tableRevision)
            kept = answers.flatMap { answers in
                PreparedAnswer(keeping: action, of: feature, tableRevision: tableRevision).map { ($0, answers) }
            }
            let inputs = action.inputs.lazy.map(\.name).joined(separator: ",")
            names = (Array(feature.path.utf8), Array(action.name.utf8), Array(inputs.utf8))
        }
    }

    private enum State {
        case unknown
        /// The action has a secret input.
        case none
        case prepared(Form)
    }

    /// By the action's number.
    private var states: [State]

    private let answers: AnswerCache

    init(_ ruleset: Ruleset, _ answers: AnswerCache) {
        states = Array(repeating: .unknown, count: ruleset.catalogue.actions.count)
        self.answers = answers
    }

    /// The prepared replies to a link; nil for one that needs an outcome, because of its inputs or of what its outcome says
    /// besides.
    func form(for link: borrowing ClearedLink, in ruleset: Ruleset) -> Form? {
        guard link.isPlain else { return nil }
        let binding = link.proof.binding
        switch states[binding.action] {
        case .prepared(let form): return form
        case .none: return nil
        case .unknown:
            let form = Form(
                ruleset.catalogue.actions[binding.action], of: ruleset.catalogue.features[binding.feature],
                tableRevision: ruleset.revision, answers.answers(ofAction: binding.action))
            // Taken out to be changed: so no access of the list goes on while another begins, and none is checked for it.
            var states = self.states
            self.states = []
            states[binding.action] = form.map { .prepared($0) } ?? .none
            self.states = states
            return form
        }
    }
}

extension PreparedAnswer {
    /// True if the reply to a link of so many bytes is shorter than a message may be, however its texts are escaped.
    func fits(linkBytes: Int) -> Bool { byteLimit(linkBytes: linkBytes) <= Limits.answerBytes / 2 }
}
