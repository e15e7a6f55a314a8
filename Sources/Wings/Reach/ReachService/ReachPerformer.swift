import Contract
import Features
import Routing
import Serving

/// A performer of this wing: it finds its template in the proof, and the errands end what is under way.
protocol ReachPerformer: ActionPerformer {
    /// What tables say of its actions.
    associatedtype Template: PerformerTemplate
    /// Those of all performers of the wing.
    var errands: Errands { get }

    /// Performs the action that the template is of.
    ///
    /// - Parameter call: the values that the proof has.
    func perform(_ template: Template, _ call: ReachCall, then answer: @escaping (Performance) -> Void)
}

/// The rest of a proof that was used up, and its link.
struct ReachCall {
    let action: Action
    let inputs: [Value.Member]
    let caller: Caller
    let order: PerformanceOrder

    /// That of the caller.
    var uid: UInt32 { caller.uid }

    /// The link; nil where the action was called by its name.
    var link: LinkOrigin { order.draft.origin(activationToken: order.activationToken) }
}

extension ReachPerformer {
    /// True for the templates of its kind.
    func performs(_ template: any PerformerTemplate) -> Bool { template is Template }

    /// Uses the proof up.
    func perform(
        _ proof: consuming VerifiedActionBinding, _ order: PerformanceOrder,
        then answer: @escaping (Performance) -> Void
    ) {
        guard let template = proof.action.performer.template as? Template else {
            preconditionFailure("the runner hands on actions of this kind alone")
        }
        let call = ReachCall(action: proof.action, inputs: proof.members, caller: proof.caller, order: order)
        perform(template, call, then: answer)
    }

    /// Ends the errand of a ticket.
    func stop(_ ticket: Int, because cause: Interruption) { errands.stop(ticket, because: cause) }

    /// Ends all errands: those of all performers of the wing, which share them.
    func stopAll(then onIdle: @escaping () -> Void) {
        errands.stopAll()
        onIdle()
    }
}
