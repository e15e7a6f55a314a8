// Actions of features that are always available are performed at once, with as few words as the action needs:
//
//     try dispatcher.perform(Player.pause)
//     try dispatcher.perform(Player.play, with: episode)
//     try dispatcher.perform(Player.showQueue, presenter: window)
//
// The same call with an action of a conditional feature does not compile, and the compiler says what to do instead.

public import Features

extension Dispatcher {
    /// Performs an action of a feature that is always available.
    ///
    /// - Parameters:
    ///   - binding: the action.
    ///   - input: what it is performed with.
    ///   - presenter: where it shows something.
    ///   - subject: for whom it is performed; the dispatcher's own unless given.
    /// - Throws: ``PerformError/undeclared(feature:action:)``, an ``InterceptorRefusal``, or what the action throws.
    public func perform<FeatureType, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>, with input: ActionType.Input,
        presenter: ActionType.Presenter, for subject: Subject? = nil
    ) throws -> ActionType.Output {
        let context = try context(binding, input, subject)
        var watch = ActionWatch(ActionType.self, of: FeatureType.self, in: self, for: context.subject, with: input)
        let interception = InterceptedPerformance(performing: binding, in: self, for: context.subject)
        return try watch.observe(input) {
            try interception?.perform(context, presenter: presenter)
                ?? ActionType.perform(context, presenter: presenter)
        }
    }

    /// Performs an action of a feature that is always available; it runs where the caller runs.
    ///
    /// - Parameters:
    ///   - binding: the action.
    ///   - input: what it is performed with.
    ///   - presenter: where it shows something.
    ///   - subject: for whom it is performed; the dispatcher's own unless given.
    /// - Throws: ``PerformError/undeclared(feature:action:)``, an ``InterceptorRefusal``, or what the action throws.
    nonisolated(nonsending) public func perform<FeatureType, ActionType: AsyncAction>(
        _ binding: StaticActionBinding<FeatureType, ActionType>, with input: ActionType.Input,
        presenter: ActionType.Presenter, for subject: Subject? = nil
    ) async throws -> ActionType.Output {
        let context = try context(binding, input, subject)
        var watch = ActionWatch(ActionType.self, of: FeatureType.self, in: self, for: context.subject, with: input)
        let interception = InterceptedPerformance(performing: binding, in: self, for: context.subject)
        return try await watch.observe(input) {
            guard let interception else { return try await ActionType.perform(context, presenter: presenter) }
            return try await interception.perform(context, presenter: presenter)
        }
    }

    private func context<FeatureType, ActionType>(
        _ binding: StaticActionBinding<FeatureType, ActionType>, _ input: ActionType.Input, _ subject: Subject?
    ) throws(PerformError) -> ActionContext<ActionType> {
        guard roster.binding(StaticActionBinding<FeatureType, ActionType>.self) != nil else {
            throw .undeclared(feature: FeatureType.name, action: ActionType.name)
        }
        return ActionContext(input: input, dispatcher: self, subject: subject ?? self.subject)
    }
}

// MARK: Actions without input, without presenter, or without both

extension Dispatcher {
    /// Performs an action that shows nothing.
    public func perform<FeatureType, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>, with input: ActionType.Input,
        for subject: Subject? = nil
    ) throws -> ActionType.Output where ActionType.Presenter == NoPresenter {
        try perform(binding, with: input, presenter: NoPresenter(), for: subject)
    }

    /// Performs an action that needs no input.
    public func perform<FeatureType, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>, presenter: ActionType.Presenter,
        for subject: Subject? = nil
    ) throws -> ActionType.Output where ActionType.Input == NoInput {
        try perform(binding, with: NoInput(), presenter: presenter, for: subject)
    }

    /// Performs an action that needs no input and shows nothing.
    public func perform<FeatureType, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>, for subject: Subject? = nil
    ) throws -> ActionType.Output where ActionType.Input == NoInput, ActionType.Presenter == NoPresenter {
        try perform(binding, with: NoInput(), presenter: NoPresenter(), for: subject)
    }

    /// Performs an action that shows nothing; it runs where the caller runs.
    nonisolated(nonsending) public func perform<FeatureType, ActionType: AsyncAction>(
        _ binding: StaticActionBinding<FeatureType, ActionType>, with input: ActionType.Input,
        for subject: Subject? = nil
    ) async throws -> ActionType.Output where ActionType.Presenter == NoPresenter {
        try await perform(binding, with: input, presenter: NoPresenter(), for: subject)
    }

    /// Performs an action that needs no input; it runs where the caller runs.
    nonisolated(nonsending) public func perform<FeatureType, ActionType: AsyncAction>(
        _ binding: StaticActionBinding<FeatureType, ActionType>, presenter: ActionType.Presenter,
        for subject: Subject? = nil
    ) async throws -> ActionType.Output where ActionType.Input == NoInput {
        try await perform(binding, with: NoInput(), presenter: presenter, for: subject)
    }

    /// Performs an action that needs no input and shows nothing; it runs where the caller runs.
    nonisolated(nonsending) public func perform<FeatureType, ActionType: AsyncAction>(
        _ binding: StaticActionBinding<FeatureType, ActionType>, for subject: Subject? = nil
    ) async throws -> ActionType.Output where ActionType.Input == NoInput, ActionType.Presenter == NoPresenter {
        try await perform(binding, with: NoInput(), presenter: NoPresenter(), for: subject)
    }
}

// MARK: What does not compile

extension Dispatcher {
    /// Cannot be called: an action of a conditional feature is requested first, with ``request(_:for:)``.
    @available(
        *, unavailable,
        message:
            "the feature is conditional: request the action first, `dispatcher.request(…)`, and perform the binding"
    )
    public func perform<FeatureType, ActionType>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>, with input: ActionType.Input? = nil,
        presenter: ActionType.Presenter? = nil, for subject: Subject? = nil
    ) throws -> ActionType.Output {
        preconditionFailure("no call of this function compiles")
    }
}

extension ConditionalActionBinding {
    /// Cannot be called: a ``Dispatcher`` is asked for the action first, with ``Dispatcher/request(_:for:)``.
    @available(
        *, unavailable,
        message:
            "the feature is conditional: request the action first, `dispatcher.request(…)`, and perform the binding"
    )
    public func perform(
        with input: ActionType.Input? = nil, presenter: ActionType.Presenter? = nil
    ) throws -> ActionType.Output {
        preconditionFailure("no call of this function compiles")
    }
}
