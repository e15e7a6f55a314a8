// The proof that an action may be performed now, as a type. Only a dispatcher makes one (the memberwise initialiser is
// internal to this target), it cannot be copied, and performing uses it up; it wraps the verifier's own proof, which is
// made in one place for sockets and for this API.

import Features

/// Proof, made a moment ago, that an action's feature is available.
///
/// It cannot be made, copied or kept: perform it once, soon. Where anything it rests on has changed in between,
/// performing throws ``PerformError/stale(feature:)``. It belongs to the thread or actor of its dispatcher.
public struct VerifiedActionBinding<FeatureType: FeatureDefinition, ActionType: ActionDefinition>: ~Copyable {
    let proof: Features.VerifiedActionBinding
    let dispatcher: Dispatcher
    let subject: Subject

    /// Returns what the action is performed with.
    ///
    /// The proof is used up even if the proof is stale or the action fails.
    private consuming func use(_ input: ActionType.Input) throws -> ActionContext<ActionType> {
        guard dispatcher.isCurrent(proof) else { throw PerformError.stale(feature: FeatureType.name) }
        return ActionContext(input: input, dispatcher: dispatcher, subject: subject, proof: proof)
    }
}

extension VerifiedActionBinding where ActionType: Action {
    /// Performs the action.
    ///
    /// - Throws: ``PerformError/stale(feature:)``, or what the action throws.
    public consuming func perform(
        with input: ActionType.Input, presenter: ActionType.Presenter
    ) throws -> ActionType.Output {
        try ActionType.perform(use(input), presenter: presenter)
    }
}

extension VerifiedActionBinding where ActionType: AsyncAction {
    /// Performs the action; it runs where the caller runs.
    ///
    /// - Throws: ``PerformError/stale(feature:)``, or what the action throws.
    nonisolated(nonsending) public consuming func perform(
        with input: ActionType.Input, presenter: ActionType.Presenter
    ) async throws -> ActionType.Output {
        try await ActionType.perform(use(input), presenter: presenter)
    }
}
