/// An action that is done when it returns.
public protocol Action: ActionDefinition {
    // Named again so that they are found in the types of `perform`.

    /// What it works on; ``NoInput`` unless another is named.
    associatedtype Input = NoInput
    /// What shows its result.
    associatedtype Presenter
    /// What performing it gives back.
    associatedtype Output

    /// Does it.
    ///
    /// Called through a verified or a static binding, on the caller's own thread or actor.
    static func perform(_ context: borrowing ActionContext<Self>, presenter: Presenter) throws -> Output
}
