import Contract
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
    static let hopLimit = LinkHops.most

    /// How many actions that links led to are being performed around this one.
    @TaskLocal private static var hops = 0

    /// Performs what can be done at once.
    public static func perform(_ context: borrowing ActionContext<Self>, presenter: Presenters) throws -> LinkOutcome {
        let passage: LinkPassage
        do {
            passage = try find(context, presenter)
        } catch {
            return .rejected(error)
        }
        switch passage.performance {
        case .immediate(let perform): return try $hops.withValue(hops + 1) { try perform(passage) }
        case .suspending:
            throw PerformError.suspends(feature: passage.action.feature, action: passage.action.action)
        }
    }

    /// Performs what may suspend, too.
    nonisolated(nonsending) public static func perform(
        _ context: borrowing ActionContext<Self>, presenter: Presenters
    ) async throws -> LinkOutcome {
        let passage: LinkPassage
        do {
            passage = try find(context, presenter)
        } catch {
            return .rejected(error)
        }
        switch passage.performance {
        case .immediate(let perform): return try $hops.withValue(hops + 1) { try perform(passage) }
        case .suspending(let perform):
            return try await $hops.withValue(hops + 1) { try await perform(passage) }
        }
    }

    /// Finds the route of the link.
    private static func find(
        _ context: borrowing ActionContext<Self>, _ presenters: Presenters
    ) throws(LinkRejection) -> LinkPassage {
        guard hops < hopLimit else { throw LinkRejection(Outcome(RequestError.tooManyHops)) }
        switch context.proof {
        case nil: preconditionFailure("the intake is a conditional feature, whose actions have a proof")
        case .some(let proof):
            let (route, action, inputs) = try context.dispatcher.routes.destination(
                of: context.input, admittedBy: proof)
            return LinkPassage(
                performance: route.performance, action: action, inputs: inputs, dispatcher: context.dispatcher,
                presenters: presenters, subject: context.subject)
        }
    }
}
