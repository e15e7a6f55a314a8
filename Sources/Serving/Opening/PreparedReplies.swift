import Contract
import Features
import Routing
import Running

/// The replies of one table's actions that answer by themselves, each put together when its first link comes.
///
/// *Owner/thread*: the loop's thread.
final class PreparedReplies {
    /// The reply and the answer of one action.
    final class Form {
        let reply: PreparedReply
        let answer: PreparedAnswer
        /// The feature's path and the action's name, for the log.
        let names: (feature: [UInt8], action: [UInt8])

        fileprivate init?(_ action: Action, feature: String, tableRevision: String) {
            guard let answer = PreparedAnswer(action),
                let reply = PreparedReply(
                    feature: feature, action: action.name, hasInputs: !action.inputs.isEmpty, answer: answer.kind,
                    tableRevision: tableRevision)
            else { return nil }
            (self.reply, self.answer) = (reply, answer)
            names = (Array(feature.utf8), Array(action.name.utf8))
        }
    }

    /// By the action's number.
    private var forms: [Form?]
    /// Of which actions it is known that they have none, by their numbers.
    private var without: [Bool]

    init(_ ruleset: Ruleset) {
        forms = Array(repeating: nil, count: ruleset.catalogue.actions.count)
        without = Array(repeating: false, count: forms.count)
    }

    /// The form of the reply to a link; nil for one that takes an outcome, because of its action or of its length.
    func form(for link: borrowing ClearedLink, in ruleset: Ruleset) -> Form? {
        guard link.isPlain, let form = form(of: link.proof.binding, in: ruleset) else { return nil }
        let limit = form.reply.byteCount + form.answer.byteLimit(linkBytes: link.byteCount)
        return limit <= Limits.answerBytes / 2 ? form : nil
    }

    private func form(of binding: ActionBinding, in ruleset: Ruleset) -> Form? {
        if let form = forms[binding.action] { return form }
        guard !without[binding.action] else { return nil }
        let form = Form(
            ruleset.catalogue.actions[binding.action], feature: ruleset.catalogue.features[binding.feature].path,
            tableRevision: ruleset.revision)
        forms[binding.action] = form
        without[binding.action] = form == nil
        return form
    }
}
