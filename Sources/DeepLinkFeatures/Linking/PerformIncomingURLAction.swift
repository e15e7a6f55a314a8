import Contract
import Features
import Routing

/// Takes a URL to the action that its route leads to, and performs it, if that action's feature is available too.
///
/// Its input is the text as it came in. Performed with `await` it reaches actions that may suspend; without, it throws
/// ``PerformError/suspends(feature:action:)`` for these.
public enum PerformIncomingURLAction: Action, AsyncAction {
    /// The text as it came in.
    public typealias Input = String

    /// The maximum number of nested links: an action can open a link that it received inside another link.
    ///
    /// *Source*: the limit of redirections in tables.
    static let hopLimit = 8

    /// How many actions that links led to are being performed around this one.
    @TaskLocal private static var hops = 0

    /// How far a link came before an action is performed.
    private enum Step {
        case stopped(LinkOutcome)
        case perform(DeclaredRoute.Performance, LinkPassage)
    }

    /// Performs what can be done at once.
    public static func perform(_ context: borrowing ActionContext<Self>, presenter: Presenters) throws -> LinkOutcome {
        switch step(context, presenter) {
        case .stopped(let outcome): return outcome
        case .perform(.immediate(let perform), let passage):
            return try $hops.withValue(hops + 1) { try perform(passage) }
        case .perform(.suspending, let passage):
            throw PerformError.suspends(feature: passage.action.feature, action: passage.action.action)
        }
    }

    /// Performs what may suspend, too.
    nonisolated(nonsending) public static func perform(
        _ context: borrowing ActionContext<Self>, presenter: Presenters
    ) async throws -> LinkOutcome {
        switch step(context, presenter) {
        case .stopped(let outcome): return outcome
        case .perform(.immediate(let perform), let passage):
            return try $hops.withValue(hops + 1) { try perform(passage) }
        case .perform(.suspending(let perform), let passage):
            return try await $hops.withValue(hops + 1) { try await perform(passage) }
        }
    }

    private static func step(_ context: borrowing ActionContext<Self>, _ presenters: Presenters) -> Step {
        guard hops < hopLimit else {
            return .stopped(.rejected(LinkRejection(Outcome(RequestError.tooManyHops))))
        }
        switch context.proof {
        case nil: preconditionFailure("the intake is a conditional feature, whose actions have a proof")
        case .some(let proof):
            switch context.dispatcher.routes.destination(of: context.input, admittedBy: proof) {
            case .rejected(let rejection): return .stopped(.rejected(rejection))
            case .routed(let route, let action, let inputs):
                let passage = LinkPassage(
                    action: action, inputs: inputs, dispatcher: context.dispatcher, presenters: presenters,
                    subject: context.subject)
                return .perform(route.performance, passage)
            }
        }
    }
}
