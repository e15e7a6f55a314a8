package import Features

/// The sources that a host gives its dispatcher; each is asked only if a table needs it.
///
/// A fact without a source is never asked for: it is what others put into the store. One that needs a source, and for which
/// they put nothing, is unsupported.
package struct SourceSet {
    /// Of all facts of a kind.
    package var byKind: [FactKind: any FactSource] = [:]
    /// Of single facts, which go before those of their kind.
    package var byKey: [FactKey: any FactSource] = [:]
    /// What users said themselves, where a table names that as a source.
    package var books: [AnswerBook] = []
    package var clock: any ClockSource
    /// Make the source of a fact that something of the host answers for; nil for an origin of which an adapter knows nothing.
    ///
    /// They are called when a table needs the fact, and what they make is closed when no table needs it any more.
    package var adapters: [(any FactOrigin, FactGathering) -> (any FactSource)?] = []
    /// Where the host has a fact that a table names no source for; nil where it has none.
    package var usualOrigin: (FactKey) -> (any FactOrigin)? = { _ in nil }
    /// The administrator's policy that a table names, by its file; nil for a table without one.
    package var ruling: ((FeatureCatalogue) -> (path: String, make: () -> any FactRuling)?)?
    /// The programs that are connected; set by what serves them.
    package let callers = CallerProcesses()

    package init(clock: any ClockSource = HostClockSource()) {
        self.clock = clock
    }

    /// The source that the host gave for a fact.
    func given(for key: FactKey) -> (any FactSource)? { byKey[key] ?? byKind[key.kind] }

    /// Every source.
    var all: [any FactSource] { Array(byKind.values) + byKey.values }
}
