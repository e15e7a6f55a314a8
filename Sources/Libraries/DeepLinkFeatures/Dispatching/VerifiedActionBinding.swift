// The proof that an action may be performed now, as a type. Only a dispatcher makes one (the memberwise initialiser is
// internal to this target), it cannot be copied, and performing uses it up; it wraps the verifier's own proof, which is
// made in one place for sockets and for this API.

import Contract
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
        try requireCurrent()
        return ActionContext(input: input, dispatcher: dispatcher, subject: subject, proof: proof)
    }

    private func requireCurrent() throws(PerformError) {
        guard dispatcher.isCurrent(proof) else { throw PerformError.stale(feature: FeatureType.name) }
    }

    private func watch(_ input: ActionType.Input) -> ActionWatch? {
        ActionWatch(ActionType.self, of: FeatureType.self, in: dispatcher, for: subject, with: input)
    }

    /// The proof after guards were asked: if their code has changed a fact, the feature is verified again.
    consuming func renewed() throws(PerformError) -> Self {
        if dispatcher.isCurrent(proof) { return self }
        do throws(Refusal) {
            let proof = try dispatcher.prove(proof.binding, for: subject)
            return Self(proof: proof, dispatcher: dispatcher, subject: subject)
        } catch {
            throw PerformError.stale(feature: FeatureType.name)
        }
    }
}

extension VerifiedActionBinding where ActionType: Action {
    /// Performs the action.
    ///
    /// - Throws: ``PerformError/stale(feature:)``, an ``InterceptorRefusal``, or what the action throws.
    public consuming func perform(
        with input: ActionType.Input, presenter: ActionType.Presenter
    ) throws -> ActionType.Output {
        guard var watch = watch(input) else { return try performUnobserved(with: input, presenter: presenter) }
        watch.began(with: input)
        do {
            let output = try performUnobserved(with: input, presenter: presenter)
            watch.ended(output)
            return output
        } catch {
            watch.failed(error)
            throw error
        }
    }

    /// Performs the action; what observes events learns nothing of it.
    consuming func performUnobserved(
        with input: ActionType.Input, presenter: ActionType.Presenter
    ) throws -> ActionType.Output {
        guard let interception = InterceptedPerformance(of: proof.binding, in: dispatcher, for: subject) else {
            return try ActionType.perform(use(input), presenter: presenter)
        }
        do {
            try requireCurrent()
            var names: [String] = []
            try interception.askGuards(&names)
            let output = try renewed().performGuarded(interception, with: input, presenter: presenter, &names)
            interception.tell(.okPerformed)
            return output
        } catch {
            interception.tell(OutcomeCode(of: error))
            throw error
        }
    }

    /// Performs the action, or what is in its place, after the guards have allowed it.
    consuming func performGuarded(
        _ interception: InterceptedPerformance?, with input: ActionType.Input, presenter: ActionType.Presenter,
        _ names: inout [String]
    ) throws -> ActionType.Output {
        try requireCurrent()
        if let output = try interception?.replaced(ActionType.self, with: input, presenter, &names) { return output }
        return try ActionType.perform(use(input), presenter: presenter)
    }
}

extension VerifiedActionBinding where ActionType: AsyncAction {
    /// Performs the action; it runs where the caller runs.
    ///
    /// - Throws: ``PerformError/stale(feature:)``, an ``InterceptorRefusal``, or what the action throws.
    nonisolated(nonsending) public consuming func perform(
        with input: ActionType.Input, presenter: ActionType.Presenter
    ) async throws -> ActionType.Output {
        guard var watch = watch(input) else { return try await performUnobserved(with: input, presenter: presenter) }
        watch.began(with: input)
        do {
            let output = try await performUnobserved(with: input, presenter: presenter)
            watch.ended(output)
            return output
        } catch {
            watch.failed(error)
            throw error
        }
    }

    /// Performs the action; what observes events learns nothing of it.
    nonisolated(nonsending) consuming func performUnobserved(
        with input: ActionType.Input, presenter: ActionType.Presenter
    ) async throws -> ActionType.Output {
        guard let interception = InterceptedPerformance(of: proof.binding, in: dispatcher, for: subject) else {
            return try await ActionType.perform(use(input), presenter: presenter)
        }
        do {
            try requireCurrent()
            var names: [String] = []
            try interception.askGuards(&names)
            let output = try await renewed().performGuarded(interception, with: input, presenter: presenter, &names)
            interception.tell(.okPerformed)
            return output
        } catch {
            interception.tell(OutcomeCode(of: error))
            throw error
        }
    }

    /// Performs the action, or what is in its place, after the guards have allowed it; it runs where the caller runs.
    nonisolated(nonsending) consuming func performGuarded(
        _ interception: InterceptedPerformance?, with input: ActionType.Input, presenter: ActionType.Presenter,
        _ names: inout [String]
    ) async throws -> ActionType.Output {
        try requireCurrent()
        if let output = try await interception?.replaced(ActionType.self, with: input, presenter, &names) {
            return output
        }
        return try await ActionType.perform(use(input), presenter: presenter)
    }
}
