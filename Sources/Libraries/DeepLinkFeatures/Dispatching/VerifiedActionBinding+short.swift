// Shorter forms for actions without input, without presenter, or without both.

extension VerifiedActionBinding where ActionType: Action {
    /// Performs an action that shows nothing.
    public consuming func perform(with input: ActionType.Input) throws -> ActionType.Output
    where ActionType.Presenter == NoPresenter {
        try perform(with: input, presenter: NoPresenter())
    }

    /// Performs an action that needs no input.
    public consuming func perform(presenter: ActionType.Presenter) throws -> ActionType.Output
    where ActionType.Input == NoInput {
        try perform(with: NoInput(), presenter: presenter)
    }

    /// Performs an action that needs no input and shows nothing.
    public consuming func perform() throws -> ActionType.Output
    where ActionType.Input == NoInput, ActionType.Presenter == NoPresenter {
        try perform(with: NoInput(), presenter: NoPresenter())
    }
}

extension VerifiedActionBinding where ActionType: AsyncAction {
    /// Performs an action that shows nothing.
    nonisolated(nonsending) public consuming func perform(with input: ActionType.Input) async throws
        -> ActionType.Output
    where ActionType.Presenter == NoPresenter {
        try await perform(with: input, presenter: NoPresenter())
    }

    /// Performs an action that needs no input.
    nonisolated(nonsending) public consuming func perform(
        presenter: ActionType.Presenter
    ) async throws -> ActionType.Output where ActionType.Input == NoInput {
        try await perform(with: NoInput(), presenter: presenter)
    }

    /// Performs an action that needs no input and shows nothing.
    nonisolated(nonsending) public consuming func perform() async throws -> ActionType.Output
    where ActionType.Input == NoInput, ActionType.Presenter == NoPresenter {
        try await perform(with: NoInput(), presenter: NoPresenter())
    }
}
