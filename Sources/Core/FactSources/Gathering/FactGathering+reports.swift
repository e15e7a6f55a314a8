package import Contract
package import Features

extension FactGathering {
    /// The runtime switches that have a source.
    package var switches: Set<FactKey> { Set(needs.host.map(\.key).filter { $0.kind == .runtime }) }

    /// Whether a source is asked for a fact, so that the store has its answer.
    package func answers(_ question: FactQuestion) -> Bool { inquiries.latest(question, nowMs: nowMs) != nil }

    /// How often to ask sources that do not announce changes, while a client waits for changes; nil where all announce them.
    package var pollingInterval: Duration? {
        let lifetimes = (needs.host.map(\.key) + needs.own).compactMap { source(of: $0)?.lifetime }
        return lifetimes.compactMap { $0.isAnnounced ? nil : $0.asksAgainAfter }.min()
    }

    /// The latest answers about the host, by the facts' names.
    package var reports: [SourceReport] {
        inquiries.latestAnswers(nowMs: nowMs).filter { $0.question.subject == nil }.map { question, latest in
            SourceReport {
                ($0.fact, $0.source) = (question.key.description, source(for: question).nameInEvidence)
                ($0.state, $0.asOfMs, $0.fault) = (latest.state, latest.asOfMs, latest.fault)
            }
        }.sorted { $0.fact < $1.fact }
    }
}
