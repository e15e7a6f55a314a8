// The end of a link's path: input, gate, presenter, action, in this order. The input comes before the proof, so that of
// the program's code only the presenter's runs while there is one; and a presenter is asked last, so that nothing is shown
// for what is refused.

/// A link that a route took, on its way to the action.
struct LinkPassage {
    /// How far it came.
    enum Readiness<Binding: ActionBinding>: ~Copyable {
        case ready(
            Binding.ActionType.Input, VerifiedActionBinding<Binding.FeatureType, Binding.ActionType>,
            Binding.ActionType.Presenter)
        case stopped(LinkOutcome)
    }

    let performance: DeclaredRoute.Performance
    let action: RoutedAction
    let inputs: RouteInputs
    let dispatcher: Dispatcher
    let presenters: Presenters
    let subject: Subject

    /// Performs the route's action.
    func perform<Binding: ActionBinding>(
        _ binding: Binding.Type, with make: (RouteInputs) throws -> Binding.ActionType.Input
    ) throws -> LinkOutcome where Binding.ActionType: Action {
        switch try prepare(binding, make) {
        case .ready(let input, let proof, let presenter):
            performed(try proof.perform(with: input, presenter: presenter))
        case .stopped(let outcome): outcome
        }
    }

    /// Performs the route's action, which may suspend; it runs where the caller runs.
    nonisolated(nonsending) func perform<Binding: ActionBinding>(
        _ binding: Binding.Type, with make: (RouteInputs) throws -> Binding.ActionType.Input
    ) async throws -> LinkOutcome where Binding.ActionType: AsyncAction {
        switch try prepare(binding, make) {
        case .ready(let input, let proof, let presenter):
            performed(try await proof.perform(with: input, presenter: presenter))
        case .stopped(let outcome): outcome
        }
    }

    private func prepare<Binding: ActionBinding>(
        _ binding: Binding.Type, _ make: (RouteInputs) throws -> Binding.ActionType.Input
    ) throws -> Readiness<Binding> {
        let input: Binding.ActionType.Input
        do {
            input = try make(inputs)
        } catch let error as RouteInputError {
            return .stopped(.rejected(LinkRejection(error, route: action.route)))
        }
        do throws(Refusal) {
            let proof = try dispatcher.verify(
                binding, for: subject, showing: inputs.values, presenters.confirmed)
            guard let presenter = presenters.presenter(Binding.ActionType.Presenter.self, for: action) else {
                return .stopped(.unpresentable(action, presenter: "\(Binding.ActionType.Presenter.self)"))
            }
            return .ready(input, proof, presenter)
        } catch {
            return .stopped(.refused(error))
        }
    }

    private func performed(_ output: Any) -> LinkOutcome { .performed(PerformedLink(action: action, output: output)) }
}
