package import Contract

extension FactGathering {
    /// The features whose runtime switch a source tells, by path.
    package var switches: Set<String> {
        Set(needs.common.keys.compactMap { if case .runtime(let path) = $0 { path } else { nil } })
    }

    /// How often somebody who waits for changes asks sources that do not tell of them; nil where all do.
    package var pollingInterval: Duration? {
        let lifetimes = needs.common.keys.compactMap { source(for: $0)?.lifetime }
        return lifetimes.compactMap { $0.isAnnounced ? nil : $0.asksAgainAfter }.min()
    }

    /// What the sources of everybody's facts say, by the facts' names.
    package var reports: [SourceReport] {
        inquiries.standings(nowMs: nowMs).compactMap { question, standing in
            let fact: String
            switch question {
            case .platforms: fact = "platform"
            case .runtime(let path): fact = "runtime " + path
            case .permission, .purchase: return nil
            }
            return SourceReport(
                fact: fact, source: source(for: question)?.name ?? "nobody", state: standing.trust.state,
                asOfMs: standing.asOfMs, fault: standing.fault)
        }.sorted { $0.fact < $1.fact }
    }
}
