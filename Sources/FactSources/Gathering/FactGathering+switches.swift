// An operator's setting overrides a source until it is cleared: meanwhile the source's answers stay out of the store. While it
// is not known which switches operators have set, no source's answer is put into the store: a switch that may have been
// thrown is not taken for on because a file says so.

internal import Contract
package import Features

extension FactGathering {
    /// Whether a switch is left to operators, whatever its source answers.
    func isOperatorOwned(_ key: FactKey) -> Bool { operatorOwned?.contains(key) ?? (key.kind == .runtime) }

    /// Leaves a switch to an operator's setting, which is in the store; its source is asked as before.
    package func yield(_ key: FactKey) { operatorOwned?.insert(key) }

    /// Ends that, and puts the source's answer into the store.
    package func reclaim(_ key: FactKey) {
        guard operatorOwned != nil else { return }
        operatorOwned?.remove(key)
        // Whether or not it was yielded: its setting may have taken the source's answer out of the store.
        guard let latest = inquiries.latest(FactQuestion(key), nowMs: nowMs) else { return }
        put(latest, for: FactQuestion(key))
        onMove?()
    }

    /// Leaves these switches to operators' settings, and no others.
    package func yieldOnly(_ keys: Set<FactKey>) { setOperatorOwned(keys) }

    /// Leaves every switch of every table, because operators' settings cannot be read.
    ///
    /// No source's answer stays in the store.
    package func yieldEverySwitch() { setOperatorOwned(nil) }

    /// Puts the answers about subjects into the store again, after all facts of subjects were replaced.
    package func restoreSubjects() {
        for question in inquiries.questions where question.subject != nil {
            guard let latest = inquiries.latest(question, nowMs: nowMs) else { continue }
            put(latest, for: question)
        }
    }

    private func setOperatorOwned(_ owned: Set<FactKey>?) {
        let before = Set(inquiries.questions.filter { isOperatorOwned($0.key) })
        operatorOwned = owned
        let moved = inquiries.questions.filter { before.contains($0) != isOperatorOwned($0.key) }
        for question in moved where owned == nil || before.contains(question) {
            put(owned == nil ? nil : inquiries.latest(question, nowMs: nowMs), for: question)
        }
        if !moved.isEmpty { onMove?() }
    }
}
