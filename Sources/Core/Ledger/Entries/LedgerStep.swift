package import SQLite

/// One step of something that the ledger follows to its end, on the disk before anyone hears of it.
///
/// *Example*: `LinkStep.received`, which keeps a link.
package protocol LedgerStep: Sendable {
    /// Whether it is made on a full disk too: it makes room, or is on the way to it.
    var isEssential: Bool { get }
    /// Writes it; belongs into a transaction.
    ///
    /// *Throws*: SQLite's errors, and those `LedgerError` that are about the request: then this step alone is not made.
    func write(to ledger: Ledger, _ head: inout LedgerHead, nowMs: Int64, _ db: Database) throws
}

/// Several steps as one: all that are made of it are on the disk at once, or none is.
package struct StepGroup: LedgerStep {
    private let steps: [any LedgerStep]
    private let goesOn: Bool

    /// - Parameter goesOn: whether the steps behind one that is refused are made all the same. Where they are not, only the
    ///   first one may be refused.
    package init(_ steps: [any LedgerStep], goesOnBehindRefusal goesOn: Bool) {
        (self.steps, self.goesOn) = (steps, goesOn)
    }

    /// Whether all of them are.
    package var isEssential: Bool { steps.allSatisfy(\.isEssential) }

    /// Writes them in their order.
    ///
    /// *Throws*: the first refusal, once the others are made.
    package func write(to ledger: Ledger, _ head: inout LedgerHead, nowMs: Int64, _ db: Database) throws {
        var refusal: LedgerError?
        for step in steps {
            do {
                try step.write(to: ledger, &head, nowMs: nowMs, db)
            } catch let error as LedgerError where goesOn && error.isAboutRequest {
                refusal = refusal ?? error
            }
        }
        if let refusal { throw refusal }
    }
}

extension Ledger {
    /// Makes steps durable, in their order, with one write to the disk.
    ///
    /// Returns, for each step, nil or why it alone was not made.
    /// *Throws*: `full`, `readOnly`, `corrupt`, `failed`; then none of the steps is promised.
    package func write(_ steps: [any LedgerStep]) throws(LedgerError) -> [LedgerError?] {
        let nowMs = clock()
        return try change(isEssential: steps.allSatisfy(\.isEssential)) { head, db in
            try steps.map { step throws -> LedgerError? in
                do {
                    try step.write(to: self, &head, nowMs: nowMs, db)
                    return nil
                } catch let error as LedgerError where error.isAboutRequest {
                    return error
                }
            }
        }
    }
}
