package import Contract
package import Features
package import Routing

/// An owner of facts that come neither from a source nor from a setting, such as `LicenceDesk`.
///
/// *Owner/thread*: the loop's thread; held by `LiveFacts`, which closes it.
package protocol FactContributor: AnyObject {
    /// Called after facts have moved; set by the owner.
    var onMove: (() -> Void)? { get set }
    /// The facts of the table in force that it can say something of: they need no source.
    var sourced: Set<FactKey> { get }
    /// Why it can say nothing, for an operator's status; nil where it can.
    var trouble: SourceReport? { get }
    /// Works out beside the loop what a table needs that will be put in force.
    func prepare(_ ruleset: Ruleset, then done: @escaping () -> Void)
    /// Follows a table that is put in force.
    func adopt(_ ruleset: Ruleset)
    /// Calls back once the facts have followed the table, or that takes too long.
    func whenRead(then done: @escaping () -> Void)
    /// Takes over what a ledger has that was opened, and calls back as `whenRead` does.
    func ledgerOpened(_ kept: WingParts, then done: @escaping () -> Void)
    /// Forgets everything that the ledger may have said.
    func forgetLedger()
    /// Ends timers, and forgets calls that wait.
    func close()
}

extension LiveFacts {
    /// Adds what puts facts into the store; before the first table is put in force.
    package func add(_ contributor: any FactContributor) {
        contributors.append(contributor)
        contributor.onMove = { [unowned self] in didMove() }
    }

    /// Has all contributors do something, and goes on once the last one calls back.
    func join(
        _ step: (any FactContributor, _ end: @escaping () -> Void) -> Void, then done: @escaping () -> Void
    ) {
        var left = contributors.count + 1
        func end() {
            left -= 1
            if left == 0 { done() }
        }
        for contributor in contributors { step(contributor, end) }
        end()
    }
}
