// The end of a link's path: input, gate, guards, presenter, action, in this order. The input comes before the proof, so that of
// the program's code only the guards' and the presenter's runs while there is one; and a presenter is asked last, so that
// nothing is shown for what is refused.

/// A link that a route took, on its way to the action.
struct LinkPassage {
    /// A link that may perform its action, with the interceptors that are about that.
    private struct Admission: ~Copyable {
        let grant: Grant
        let interception: InterceptedPerformance?
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
    var action: RoutedAction { destination.route.action }
    /// What interceptors may know of the link.
    var sight: LinkSight {
        LinkSight(url: destination.url, route: action.route, feature: action.feature, action: action.action)
    }

    /// Performs the route's action.
    func perform<Binding: ActionBinding>(
        _ binding: Binding.Type, with make: (RouteInputs) throws -> Binding.ActionType.Input
    ) throws -> LinkOutcome where Binding.ActionType: Action {
        var names = rewrites
        var watch = watch
        do {
            let input = try input(of: binding, make)
            let admission = try admit(&names)
            let presenter = try presenters.presenter(Binding.ActionType.Presenter.self, for: action)
            watch?.granted()
            watch?.began(with: input)
            let output = try admission.grant.perform(
                Binding.ActionType.self, admission.interception, with: input, presenter: presenter, &names)
            watch?.ended(output)
            return .performed(PerformedLink(action: action, output: output, interceptors: names))
        } catch let hindrance as LinkHindrance {
            watch?.refused(hindrance.outcome.code)
            return hindrance.outcome
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
        var watch = watch
        do {
            let input = try input(of: binding, make)
            let admission = try admit(&names)
            let presenter = try presenters.presenter(Binding.ActionType.Presenter.self, for: action)
            watch?.granted()
            watch?.began(with: input)
            let output = try await admission.grant.perform(
                Binding.ActionType.self, admission.interception, with: input, presenter: presenter, &names)
            watch?.ended(output)
            return .performed(PerformedLink(action: action, output: output, interceptors: names))
        } catch let hindrance as LinkHindrance {
            watch?.refused(hindrance.outcome.code)
            return hindrance.outcome
        } catch {
            watch?.failed(error)
            throw error
        }
    }

    private var watch: ActionWatch? {
        ActionWatch(
            destination.route.declared.action, of: destination.route.declared.feature, in: dispatcher, for: subject,
            with: nil, bringing: destination.inputs.values, route: action.route)
    }

    private func input<Binding: ActionBinding>(
        of _: Binding.Type, _ make: (RouteInputs) throws -> Binding.ActionType.Input
    ) throws -> Binding.ActionType.Input {
        do {
            return try make(destination.inputs)
        } catch let error as RouteInputError {
            throw LinkHindrance.rejected(LinkRejection(error, link: sight))
        }
    }

    /// The gate and the guards.
    private func admit(_ names: inout [String]) throws -> Admission {
        do {
            let route = destination.route
            let grant = try dispatcher.grant(
                route.binding, route.declared.feature, route.declared.action, for: subject,
                showing: destination.inputs.values, presenters.confirmed)
            guard
                let interception = InterceptedPerformance(
                    of: route.binding, in: dispatcher, for: subject, url: destination.url, route: route.action.route)
            else { return Admission(grant: grant, interception: nil) }
            try interception.askGuards(&names)
            return Admission(grant: try grant.renewed(), interception: interception)
        } catch let refusal as Refusal {
            throw LinkHindrance.refused(refusal)
        } catch let refusal as InterceptorRefusal {
            throw LinkHindrance.rejected(LinkRejection(refusal, link: sight))
        }
    }
}
