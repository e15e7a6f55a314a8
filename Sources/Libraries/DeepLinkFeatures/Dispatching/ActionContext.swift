// An action's function is the program's own, and anything in the program could call it. What it cannot have is the context:
// only a binding makes one, it is for that action alone, and it can be neither copied nor kept. So there is no way into an
// action but through its binding, and into one of a conditional feature none but through a verified one.

public import Features

/// What one performance of an action is given.
///
/// It is lent for the call: it cannot be stored, captured by what runs later, or handed to another action.
public struct ActionContext<ActionType: ActionDefinition>: ~Copyable {
    /// What the action works on.
    public let input: ActionType.Input
    /// The dispatcher that verified it; ask it before performing further actions.
    public let dispatcher: Dispatcher
    /// Whose facts counted.
    public let subject: Subject

    /// Of an action of a conditional feature: what it was verified by.
    private(set) var proof: Features.VerifiedActionBinding? = nil
}
