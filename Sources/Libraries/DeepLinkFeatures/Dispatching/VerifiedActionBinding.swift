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
    let grant: Grant

    private func watch(_ input: ActionType.Input) -> ActionWatch? {
        ActionWatch(ActionType.self, of: FeatureType.self, in: grant.dispatcher, for: grant.subject, with: input)
    }

    private var interception: InterceptedPerformance? {
        InterceptedPerformance(of: grant.proof.binding, in: grant.dispatcher, for: grant.subject)
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
        var names: [String] = []
        guard let interception else {
            return try grant.perform(ActionType.self, nil, with: input, presenter: presenter, &names)
        }
        do {
            try grant.requireCurrent()
            try interception.askGuards(&names)
            let output = try grant.renewed().perform(
                ActionType.self, interception, with: input, presenter: presenter, &names)
            interception.tell(.okPerformed)
            return output
        } catch {
            interception.tell(OutcomeCode(of: error))
            throw error
        }
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
        var names: [String] = []
        guard let interception else {
            return try await grant.perform(ActionType.self, nil, with: input, presenter: presenter, &names)
        }
        do {
            try grant.requireCurrent()
            try interception.askGuards(&names)
            let output = try await grant.renewed().perform(
                ActionType.self, interception, with: input, presenter: presenter, &names)
            interception.tell(.okPerformed)
            return output
        } catch {
            interception.tell(OutcomeCode(of: error))
            throw error
        }
    }
}
