// The end of a link's path: input, gate, guards, presenter, action, in this order. The input comes before the proof, so that of
// the program's code only the guards' and the presenter's runs while there is one; and a presenter is asked last, so that
// nothing is shown for what is refused.

/// A link that a route took, on its way to the action.
struct LinkPassage {
    /// How far it came.
    enum Readiness<Binding: ActionBinding>: ~Copyable {
        case ready(
            Binding.ActionType.Input, VerifiedActionBinding<Binding.FeatureType, Binding.ActionType>,
            Binding.ActionType.Presenter, InterceptedPerformance?)
        case stopped(LinkOutcome)
    }

    let destination: RoutePlan.Destination
    /// The names of the rewrites that acted.
    let rewrites: [String]
    /// How often the link was handed on.
    let hops: Int
    let dispatcher: Dispatcher
    let presenters: Presenters
    let subject: Subject

    /// Where the link leads.
    var action: RoutedAction { destination.action }
    /// What interceptors may know of the link.
    var sight: LinkSight {
        LinkSight(url: destination.url, route: action.route, feature: action.feature, action: action.action)
    }

    /// Performs the route's action.
    func perform<Binding: ActionBinding>(
        _ binding: Binding.Type, with make: (RouteInputs) throws -> Binding.ActionType.Input
    ) throws -> LinkOutcome where Binding.ActionType: Action {
        var names = rewrites
        var watch = watch(binding)
        do {
            switch try prepare(binding, make, &names) {
            case .ready(let input, let proof, let presenter, let interception):
                watch?.granted()
                watch?.began(with: input)
                let output = try proof.performGuarded(interception, with: input, presenter: presenter, &names)
                watch?.ended(output)
                return performed(output, names)
            case .stopped(let outcome):
                watch?.refused(outcome.code)
                return outcome
            }
        } catch {
            watch?.failed(error)
            throw error
        }
    }

    /// Performs the route's action, which may suspend; it runs where the caller runs.
    nonisolated(nonsending) func perform<Binding: ActionBinding>(
        _ binding: Binding.Type, with make: (RouteInputs) throws -> Binding.ActionType.Input
    ) async throws -> LinkOutcome where Binding.ActionType: AsyncAction {
        var names = rewrites
        var watch = watch(binding)
        do {
            switch try prepare(binding, make, &names) {
            case .ready(let input, let proof, let presenter, let interception):
                watch?.granted()
                watch?.began(with: input)
                let output = try await proof.performGuarded(interception, with: input, presenter: presenter, &names)
                watch?.ended(output)
                return performed(output, names)
            case .stopped(let outcome):
                watch?.refused(outcome.code)
                return outcome
            }
        } catch {
            watch?.failed(error)
            throw error
        }
    }

    private func watch<Binding: ActionBinding>(_ binding: Binding.Type) -> ActionWatch? {
        ActionWatch(
            Binding.ActionType.self, of: Binding.FeatureType.self, in: dispatcher, for: subject, with: nil,
            bringing: destination.inputs.values, route: action.route)
    }

    private func prepare<Binding: ActionBinding>(
        _ binding: Binding.Type, _ make: (RouteInputs) throws -> Binding.ActionType.Input, _ names: inout [String]
    ) throws -> Readiness<Binding> {
        let input: Binding.ActionType.Input
        do {
            input = try make(destination.inputs)
        } catch let error as RouteInputError {
            return .stopped(.rejected(LinkRejection(error, link: sight)))
        }
        do {
            var proof = try dispatcher.verify(
                binding, for: subject, showing: destination.inputs.values, presenters.confirmed)
            let interception = InterceptedPerformance(
                of: proof.proof.binding, in: dispatcher, for: subject, url: destination.url, route: action.route)
            if let interception {
                try interception.askGuards(&names)
                proof = try proof.renewed()
            }
            guard let presenter = presenters.presenter(Binding.ActionType.Presenter.self, for: action) else {
                return .stopped(.unpresentable(action, presenter: "\(Binding.ActionType.Presenter.self)"))
            }
            return .ready(input, proof, presenter, interception)
        } catch let refusal as Refusal {
            return .stopped(.refused(refusal))
        } catch let refusal as InterceptorRefusal {
            return .stopped(.rejected(LinkRejection(refusal, link: sight)))
        }
    }

    private func performed(_ output: Any, _ names: [String]) -> LinkOutcome {
        .performed(PerformedLink(action: action, output: output, interceptors: names))
    }
}
