/// The revision and epochs of the facts that count for one subject: what an answer was worked out under.
///
/// A call looks at it once, and verifies everything by it: no fact changes while a call is decided.
package struct FactStanding: Sendable {
    /// The subject's number; 0 stands for every subject without facts of its own.
    let number: Int
    /// How often the subject's facts, or their evidence, have moved.
    let epoch: UInt64
    /// How often the host's have.
    let hostEpoch: UInt64
    /// Whether an operator put facts in the place of what sources say.
    package let isOverridden: Bool
    /// What clients see of it.
    package let revision: StateRevision

    init(number: Int, epoch: UInt64, hostEpoch: UInt64, isOverridden: Bool, revision: StateRevision) {
        (self.number, self.epoch, self.hostEpoch) = (number, epoch, hostEpoch)
        (self.isOverridden, self.revision) = (isOverridden, revision)
    }

    /// Facts that are verified against without a cache.
    package init(_ facts: Facts, for subject: Subject) {
        self.init(
            number: 0, epoch: 0, hostEpoch: 0, isOverridden: facts.isOverridden,
            revision: facts.revision(of: subject))
    }
}
