import Contract
import Features
import Routing
import Running

/// The replies of one table's actions that answer by themselves, each put together when its first link comes.
///
/// *Owner/thread*: the loop's thread.
final class PreparedReplies {
    /// The reply of one action.
    final class Form {
        let reply: PreparedAnswer
        /// The feature's path and the action's name, for the log.
        let names: (feature: [UInt8], action: [UInt8])

        fileprivate init?(_ action: Action, of feature: Feature, tableRevision: String) {
            guard let reply = PreparedAnswer(action, of: feature, tableRevision: tableRevision) else { return nil }
            self.reply = reply
            names = (Array(feature.path.utf8), Array(action.name.utf8))
        }
    }

    private enum State {
        case unknown
        /// The action does not answer by itself, or its answer holds a secret.
        case none
        case prepared(Form)
    }

    /// By the action's number.
    private var states: [State]

    init(_ ruleset: Ruleset) { states = Array(repeating: .unknown, count: ruleset.catalogue.actions.count) }

    /// The form of the reply to a link; nil for one that takes an outcome, because of its action or of its length.
    func form(for link: borrowing ClearedLink, in ruleset: Ruleset) -> Form? {
        guard link.isPlain, let form = form(of: link.proof.binding, in: ruleset) else { return nil }
        return form.reply.byteLimit(linkBytes: link.byteCount) <= Limits.answerBytes / 2 ? form : nil
    }

    private func form(of binding: ActionBinding, in ruleset: Ruleset) -> Form? {
        switch states[binding.action] {
        case .prepared(let form): return form
        case .none: return nil
        case .unknown:
            let form = Form(
                ruleset.catalogue.actions[binding.action], of: ruleset.catalogue.features[binding.feature],
                tableRevision: ruleset.revision)
            // Taken out to be changed: so no access of the list goes on while another begins, and none is checked for it.
            var states = self.states
            self.states = []
            states[binding.action] = form.map { .prepared($0) } ?? .none
            self.states = states
            return form
        }
    }
}
