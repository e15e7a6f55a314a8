import Contract
import Routing

/// Takes a URL to the action that its route leads to, and performs it, if that action's feature is available too.
///
/// Its input is the text as it came in. Performed with `await` it reaches actions that may suspend; without, it throws
/// ``PerformError/suspends(feature:action:)`` for these.
public enum PerformIncomingURLAction: Action, AsyncAction {
    /// The text as it came in.
    public typealias Input = String

    /// The maximum number of nested links and their rewrites: an action can open a link that it received inside another link.
    ///
    /// *Source*: the limit of redirections in tables.
    static let hopLimit = LinkHops.most

    /// How many actions that links led to are being performed around this one, with the rewrites of these links.
    @TaskLocal private static var hops = 0

    /// Performs what can be done at once.
    public static func perform(_ context: borrowing ActionContext<Self>, presenter: Presenters) throws -> LinkOutcome {
        let watch = LinkWatch(dispatcher: context.dispatcher, subject: context.subject)
        let passage: LinkPassage
        do {
            passage = try find(context, presenter)
        } catch {
            return watch.ended(.rejected(error), error.link)
        }
        do {
            switch passage.destination.route.declared.performance {
            case .immediate(let perform):
                let outcome = try $hops.withValue(passage.hops + 1) { try perform(passage) }
                return watch.ended(outcome, passage.sight)
            case .suspending:
                throw PerformError.suspends(feature: passage.action.feature, action: passage.action.action)
            }
        } catch {
            throw watch.failed(error, passage.sight)
        }
    }

    /// Performs what may suspend, too.
    nonisolated(nonsending) public static func perform(
        _ context: borrowing ActionContext<Self>, presenter: Presenters
    ) async throws -> LinkOutcome {
        let watch = LinkWatch(dispatcher: context.dispatcher, subject: context.subject)
        let passage: LinkPassage
        do {
            passage = try find(context, presenter)
        } catch {
            return watch.ended(.rejected(error), error.link)
        }
        do {
            let outcome: LinkOutcome
            switch passage.destination.route.declared.performance {
            case .immediate(let perform): outcome = try $hops.withValue(passage.hops + 1) { try perform(passage) }
            case .suspending(let perform):
                outcome = try await $hops.withValue(passage.hops + 1) { try await perform(passage) }
            }
            return watch.ended(outcome, passage.sight)
        } catch {
            throw watch.failed(error, passage.sight)
        }
    }

    /// Takes the link through the rewrites, and finds its route.
    private static func find(
        _ context: borrowing ActionContext<Self>, _ presenters: Presenters
    ) throws(LinkRejection) -> LinkPassage {
        let hops = hops
        guard hops < hopLimit else { throw LinkRejection(Outcome(RequestError.tooManyHops)) }
        let dispatcher = context.dispatcher
        let link =
            try dispatcher.routes.rewriter?.rewrite(context.input, hops: hops, clock: dispatcher.interceptorClock)
            ?? LinkRewriter.Result(url: context.input, hops: hops)
        switch context.proof {
        case nil: preconditionFailure("the intake is a conditional feature, whose actions have a proof")
        case .some(let proof):
            let destination = try dispatcher.routes.destination(
                of: link.url, admittedBy: proof, isShown: dispatcher.interceptors != nil)
            return LinkPassage(
                destination: destination, rewrites: link.names, hops: link.hops, dispatcher: dispatcher,
                presenters: presenters, subject: context.subject)
        }
    }
}
