/// What an action is performed with.
public struct ActionContext<Input> {
    /// What it works on.
    public let input: Input
    /// The dispatcher that verified it; ask it before performing further actions.
    public let dispatcher: Dispatcher
    /// Whose facts counted.
    public let subject: Subject

    init(input: Input, dispatcher: Dispatcher, subject: Subject) {
        self.input = input
        self.dispatcher = dispatcher
        self.subject = subject
    }
}
