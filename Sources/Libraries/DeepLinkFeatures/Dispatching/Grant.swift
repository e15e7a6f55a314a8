// The proof of a request without the types of its binding. A link's types are known only when it runs, and a value of a type
// that is made then costs a search for that type: so what all bindings share has none.

import Contract
import Features

/// Proof, made a moment ago, that an action's feature is available, with what performs it.
struct Grant: ~Copyable {
    let proof: Features.VerifiedActionBinding
    let dispatcher: Dispatcher
    let subject: Subject
    let feature: any FeatureDefinition.Type

    /// The argument of an action's function.
    ///
    /// The grant is used up even if it is stale or the action fails.
    consuming func context<ActionType: ActionDefinition>(
        of action: ActionType.Type, with input: ActionType.Input
    ) throws -> ActionContext<ActionType> {
        try requireCurrent()
        return ActionContext(input: input, dispatcher: dispatcher, subject: subject, proof: proof)
    }

    /// Throws if anything that the grant rests on has changed.
    func requireCurrent() throws(PerformError) {
        guard dispatcher.isCurrent(proof) else { throw PerformError.stale(feature: feature.name) }
    }

    /// The grant after guards were asked: if their code has changed a fact, the feature is verified again.
    consuming func renewed() throws(PerformError) -> Grant {
        if dispatcher.isCurrent(proof) { return self }
        do throws(Refusal) {
            let proof = try dispatcher.prove(proof.binding, for: subject)
            return Grant(proof: proof, dispatcher: dispatcher, subject: subject, feature: feature)
        } catch {
            throw PerformError.stale(feature: feature.name)
        }
    }

    /// Performs the action, or what is in its place, after the guards have allowed it.
    consuming func perform<ActionType: Action>(
        _ action: ActionType.Type, _ interception: InterceptedPerformance?, with input: ActionType.Input,
        presenter: ActionType.Presenter, _ names: inout [String]
    ) throws -> ActionType.Output {
        guard let interception else {
            return try ActionType.perform(context(of: action, with: input), presenter: presenter)
        }
        return try perform(action, orReplacedBy: interception, with: input, presenter: presenter, &names)
    }

    /// Performs the action, or what is in its place, after the guards have allowed it; it runs where the caller runs.
    nonisolated(nonsending) consuming func perform<ActionType: AsyncAction>(
        _ action: ActionType.Type, _ interception: InterceptedPerformance?, with input: ActionType.Input,
        presenter: ActionType.Presenter, _ names: inout [String]
    ) async throws -> ActionType.Output {
        guard let interception else {
            return try await ActionType.perform(context(of: action, with: input), presenter: presenter)
        }
        return try await perform(action, orReplacedBy: interception, with: input, presenter: presenter, &names)
    }

    // MARK: Actions with interceptors

    // Apart, because an output that may be missing is a further type to search for.

    @inline(never)
    private consuming func perform<ActionType: Action>(
        _ action: ActionType.Type, orReplacedBy interception: InterceptedPerformance, with input: ActionType.Input,
        presenter: ActionType.Presenter, _ names: inout [String]
    ) throws -> ActionType.Output {
        try requireCurrent()
        if let output = try interception.replaced(action, with: input, presenter, &names) { return output }
        return try ActionType.perform(context(of: action, with: input), presenter: presenter)
    }

    @inline(never)
    nonisolated(nonsending) private consuming func perform<ActionType: AsyncAction>(
        _ action: ActionType.Type, orReplacedBy interception: InterceptedPerformance, with input: ActionType.Input,
        presenter: ActionType.Presenter, _ names: inout [String]
    ) async throws -> ActionType.Output {
        try requireCurrent()
        if let output = try await interception.replaced(action, with: input, presenter, &names) { return output }
        return try await ActionType.perform(context(of: action, with: input), presenter: presenter)
    }
}
