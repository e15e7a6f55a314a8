internal import Contract
internal import Features

extension FactGathering {
    /// Puts the latest answer into the store; nil takes it out.
    func put(_ latest: LatestAnswer?, for question: FactQuestion) {
        store.advance(toMs: sources.clock.wallMs)
        let source = source(for: question)
        guard question.key.kind != .platform else { return putPlatforms(latest, from: source) }
        // What a policy rules stands before the source's fact, and is none.
        let fact = latest?.ruledBy == nil ? latest?.fact(for: question.key, from: source) : nil
        store.set(question.key, to: fact, of: question.holder, from: .source)
    }

    /// Platforms that no source has told yet are unknown; without a source they are what others put in.
    private func putPlatforms(_ latest: LatestAnswer?, from source: (any FactSource)?) {
        guard let evidence = latest?.evidence(from: source) else { return store.setAnswered([.platform]) }
        store.set(platforms: latest?.facts, evidence: evidence)
        if latest?.facts == nil {
            store.setUnanswered([.platform], evidence: evidence)
        } else {
            store.setAnswered([.platform])
        }
    }
}
