// The proof that an action's feature is available. A moment ago every constraint of the feature was satisfied, for this
// caller, under this revision of table and facts. Only the verifier can make one (the memberwise initialiser is
// internal to this target), it cannot be copied, and performing consumes it: what was verified once is performed once.
// Nothing performs an action without one.

package import Contract

/// Proof that an action's feature is available to a caller.
package struct VerifiedActionBinding: ~Copyable {
    package let binding: ActionBinding
    /// What is performed, resolved when the proof was made.
    package let action: Action
    /// The action's inputs after defaults: what was verified is what is performed.
    package let inputs: BoundInputs
    package let caller: Caller
    /// Whose facts it rests on.
    package let subject: Subject
    package let tableRevision: String
    package let stateRevision: StateRevision
}

extension VerifiedActionBinding {
    /// The inputs as values.
    package var members: [Value.Member] { inputs.members(of: action) }
}
