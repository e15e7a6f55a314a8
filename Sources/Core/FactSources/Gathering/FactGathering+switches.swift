// Settings of runtime switches that have a source. An operator's setting overrides the source until it is cleared:
// meanwhile the source's answers stay out of the store. While it is not known what operators have set, no answer of a
// file, a service or an adapter is put into the store: a switch that may have been thrown is not taken for granted
// because a file says so.

internal import Contract
package import Features

extension FactGathering {
    /// Whether a fact is left to operators, whatever its source answers.
    func isOperatorOwned(_ question: FactQuestion) -> Bool {
        operatorOwned?.contains(question) ?? (question.key.kind.rule is any SourcedRule.Type)
    }

    /// Leaves a fact to an operator's setting, which is in the store; its source is asked as before.
    package func yield(_ key: FactKey, of subject: Subject = .machine) {
        operatorOwned?.insert(FactQuestion(key, of: subject))
    }

    /// Ends that, and puts the source's answer into the store.
    package func reclaim(_ key: FactKey, of subject: Subject = .machine) {
        guard operatorOwned != nil else { return }
        let question = FactQuestion(key, of: subject)
        operatorOwned?.remove(question)
        // Whether or not it was yielded: its setting may have taken the source's answer out of the store.
        guard let latest = inquiries.latest(question, nowMs: nowMs) else { return }
        put(latest, for: question)
        onMove?()
    }

    /// Leaves these facts to operators' settings, and no others.
    package func yieldOnly(_ questions: Set<FactQuestion>) { setOperatorOwned(questions) }

    /// Leaves every fact of which a table can name a source, because operators' settings cannot be read.
    ///
    /// No source's answer stays in the store.
    package func yieldEverything() { setOperatorOwned(nil) }

    /// Puts the answers about subjects into the store again, after all facts of subjects were replaced.
    package func restoreSubjects() {
        for question in inquiries.questions where question.subject != nil && !isOperatorOwned(question) {
            guard let latest = inquiries.latest(question, nowMs: nowMs) else { continue }
            put(latest, for: question)
        }
    }

    private func setOperatorOwned(_ owned: Set<FactQuestion>?) {
        let before = Set(inquiries.questions.filter(isOperatorOwned))
        operatorOwned = owned
        let moved = inquiries.questions.filter { before.contains($0) != isOperatorOwned($0) }
        for question in moved where owned == nil || before.contains(question) {
            put(owned == nil ? nil : inquiries.latest(question, nowMs: nowMs), for: question)
        }
        if !moved.isEmpty { onMove?() }
    }
}
