import Contract
import Features

/// Takes a URL to the action that its route leads to, and performs it, if that action's feature is available too.
///
/// Its input is the text as it came in. Performed with `await` it reaches actions that may suspend; without, it throws
/// ``PerformError/suspends(feature:action:)`` for these.
public enum PerformIncomingURLAction: Action, AsyncAction {
    /// The text as it came in.
    public typealias Input = String

    /// How many links may lead to each other: an action can open a link that came to it in another.
    ///
    /// *Source*: the limit of redirections in tables.
    static let hopLimit = 8

    /// How many actions that links led to are being performed around this one.
    @TaskLocal private static var hops = 0

    /// Performs what can be done at once.
    public static func perform(_ context: borrowing ActionContext<Self>, presenter: Presenters) throws -> LinkOutcome {
        guard hops < hopLimit else { return .rejected(LinkRejection(Outcome(.loop))) }
        switch context.dispatcher.routes.destination(of: context.input) {
        case .rejected(let rejection): return .rejected(rejection)
        case .routed(let route, let action, let inputs):
            let passage = passage(context, action, inputs, presenter)
            switch route.performance {
            case .immediate(let perform): return try $hops.withValue(hops + 1) { try perform(passage) }
            case .suspending: throw PerformError.suspends(feature: action.feature, action: action.action)
            }
        }
    }

    /// Performs what may suspend, too.
    nonisolated(nonsending) public static func perform(
        _ context: borrowing ActionContext<Self>, presenter: Presenters
    ) async throws -> LinkOutcome {
        guard hops < hopLimit else { return .rejected(LinkRejection(Outcome(.loop))) }
        switch context.dispatcher.routes.destination(of: context.input) {
        case .rejected(let rejection): return .rejected(rejection)
        case .routed(let route, let action, let inputs):
            let passage = passage(context, action, inputs, presenter)
            switch route.performance {
            case .immediate(let perform): return try $hops.withValue(hops + 1) { try perform(passage) }
            case .suspending(let perform): return try await $hops.withValue(hops + 1) { try await perform(passage) }
            }
        }
    }

    private static func passage(
        _ context: borrowing ActionContext<Self>, _ action: RoutedAction, _ inputs: RouteInputs,
        _ presenters: Presenters
    ) -> LinkPassage {
        LinkPassage(
            action: action, inputs: inputs, dispatcher: context.dispatcher, presenters: presenters,
            subject: context.subject)
    }
}
