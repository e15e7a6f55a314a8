package import Features

/// The sources that a host gives its dispatcher; each is asked only if a table needs it.
///
/// A fact without a source is never asked for: it is what others put into the store. A permission or purchase for which
/// they put nothing is unsupported.
package struct SourceSet {
    /// Of all facts of a kind.
    package var byKind: [FactKind: any FactSource] = [:]
    /// Of single facts, which go before those of their kind.
    package var byKey: [FactKey: any FactSource] = [:]
    /// What users said themselves, for permissions that a table has `from consent`.
    package var consents: ConsentBook?
    package var clock: any ClockSource
    /// Makes the source of a fact that an adapter of the host answers for, as polkit, the desktop's permission store or a
    /// device for a permission; nil for a host without adapters.
    ///
    /// It is called when a table needs the fact, and what it makes is closed when no table needs it any more.
    package var adapter: ((any FactOrigin) -> (any FactSource)?)?
    /// Where the host has a fact that a table names no source for; nil where it has none.
    package var usualOrigin: (FactKey) -> (any FactOrigin)? = { _ in nil }
    /// Makes the administrator's policy on permissions, by its file; nil for a host without policies.
    package var policy: ((_ path: String) -> any PermissionRuling)?
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
