/// An action that may suspend.
///
/// It runs where its caller runs, unless it goes elsewhere itself.
public protocol AsyncAction: ActionDefinition {
    // Named again so that they are found in the types of `perform`.

    /// What it works on; ``NoInput`` unless another is named.
    associatedtype Input = NoInput
    /// What shows its result.
    associatedtype Presenter
    /// What performing it gives back.
    associatedtype Output

    /// Does it.
    nonisolated(nonsending) static func perform(
        _ context: borrowing ActionContext<Self>, presenter: Presenter
    ) async throws -> Output
}
