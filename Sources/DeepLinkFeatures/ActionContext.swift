import Features

/// What an action is performed with.
public struct ActionContext<Input> {
    /// What it works on.
    public let input: Input
    /// The dispatcher that verified it; ask it before performing further actions.
    public let dispatcher: Dispatcher
    /// Whose facts counted.
    public let subject: Subject

    /// What it was made for: a context says so, since one action could hand its own to another.
    let binding: Features.ActionBinding

    init(input: Input, dispatcher: Dispatcher, subject: Subject, binding: Features.ActionBinding) {
        self.input = input
        self.dispatcher = dispatcher
        self.subject = subject
        self.binding = binding
    }
}
