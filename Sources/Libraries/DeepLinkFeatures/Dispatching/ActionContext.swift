// The argument of an action's function, without which the function cannot be called. Only a binding makes a context. It
// is for one action, and can be neither copied nor kept. So an action is performed through its binding alone, and an
// action of a conditional feature through a verified one.

public import Features

/// The input, the subject and the dispatcher of one performance of an action.
///
/// It is lent for the call: it cannot be stored, captured by what runs later, or handed to another action.
public struct ActionContext<ActionType: ActionDefinition>: ~Copyable {
    /// The value that the action works on.
    public let input: ActionType.Input
    /// The dispatcher that verified it; ask it before performing further actions.
    public let dispatcher: Dispatcher
    /// Whose facts counted.
    public let subject: Subject

    /// Of an action of a conditional feature: what it was verified by.
    private(set) var proof: Features.VerifiedActionBinding? = nil
}
