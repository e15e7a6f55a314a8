// An operator's setting overrides a source until it is cleared: meanwhile the source's answers stay out of the store. While it
// is not known which switches operators have set, no source's answer is put into the store: a switch that may have been
// thrown is not taken for on because a file says so.

package import Features

extension FactGathering {
    /// Leaves a switch to an operator's setting, which is in the store; its source is asked as before.
    package func yield(_ key: FactKey) {
        guard case .some(let keys) = operatorOwned else { return }
        operatorOwned = .some(keys.union([key]))
    }

    /// Ends that, and puts the source's answer into the store.
    package func reclaim(_ key: FactKey) {
        guard case .some(let keys) = operatorOwned else { return }
        operatorOwned = .some(keys.subtracting([key]))
        // Whether or not it was yielded: its setting may have taken the source's answer out of the store.
        guard let latest = inquiries.latest(FactQuestion(key), nowMs: nowMs) else { return }
        put(latest, for: FactQuestion(key))
        onMove?()
    }

    /// Leaves these switches to operators' settings, and no others.
    package func yieldOnly(_ keys: Set<FactKey>) { setOperatorOwned(.some(keys)) }

    /// Leaves every switch of every table, because operators' settings cannot be read.
    ///
    /// No source's answer stays in the store.
    package func yieldEverySwitch() { setOperatorOwned(.all) }

    private func setOperatorOwned(_ owned: OperatorOwnedSwitches) {
        let before = operatorOwned
        operatorOwned = owned
        var isMoved = false
        for question in Array(inquiries.questions) where before.contains(question.key) != owned.contains(question.key) {
            if owned == .all {
                put(nil, for: question)
            } else if before.contains(question.key) {
                put(inquiries.latest(question, nowMs: nowMs), for: question)
            }
            isMoved = true
        }
        if isMoved { onMove?() }
    }
}
