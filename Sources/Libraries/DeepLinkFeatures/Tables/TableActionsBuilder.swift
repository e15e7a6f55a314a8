/// Collects the Swift types that perform the actions of one feature of a table.
///
/// Each action of the table needs one: else no link to it could be performed, and loading the table is an error. What a
/// table says about how the daemon performs an action (`exec`, `channel`, `respond`) does not count here.
public final class TableActionsBuilder {
    /// One binding.
    struct Declaration: Sendable {
        let feature: any FeatureDefinition.Type
        let action: any ActionDefinition.Type
        /// In the table.
        let name: String
        let performance: DeclaredRoute.Performance
        /// Makes an input of made-up values.
        let probe: @Sendable (RouteInputs) throws -> Void
    }

    private(set) var declarations: [Declaration] = []

    // MARK: Inputs that make themselves

    /// Performs an action of the table.
    ///
    /// - Parameters:
    ///   - binding: one of this feature's actions.
    ///   - name: the action in the table; the name of the type's unless given.
    public func bind<Binding: ActionBinding>(_ binding: Binding, as name: String? = nil)
    where Binding.ActionType: Action, Binding.ActionType.Input: RoutedInput {
        bind(binding, as: name) { try Binding.ActionType.Input($0) }
    }

    /// Performs an action of the table, which may suspend.
    ///
    /// - Parameters:
    ///   - binding: one of this feature's actions.
    ///   - name: the action in the table; the name of the type's unless given.
    public func bind<Binding: ActionBinding>(_ binding: Binding, as name: String? = nil)
    where Binding.ActionType: AsyncAction, Binding.ActionType.Input: RoutedInput {
        bind(binding, as: name) { try Binding.ActionType.Input($0) }
    }

    // MARK: Inputs that are made here

    /// Performs an action of the table, whose input is made here.
    ///
    /// - Parameters:
    ///   - binding: one of this feature's actions.
    ///   - name: the action in the table; the name of the type's unless given.
    ///   - input: makes it of the inputs that the table declares, as ``RoutedInput/init(_:)`` does.
    public func bind<Binding: ActionBinding>(
        _ binding: Binding, as name: String? = nil,
        input: @escaping @Sendable (RouteInputs) throws -> Binding.ActionType.Input
    ) where Binding.ActionType: Action {
        add(Binding.self, name, input, .immediate { try $0.perform(Binding.self, with: input) })
    }

    /// Performs an action of the table, which may suspend and whose input is made here.
    ///
    /// - Parameters:
    ///   - binding: one of this feature's actions.
    ///   - name: the action in the table; the name of the type's unless given.
    ///   - input: makes it of the inputs that the table declares, as ``RoutedInput/init(_:)`` does.
    public func bind<Binding: ActionBinding>(
        _ binding: Binding, as name: String? = nil,
        input: @escaping @Sendable (RouteInputs) throws -> Binding.ActionType.Input
    ) where Binding.ActionType: AsyncAction {
        add(Binding.self, name, input, .suspending { try await $0.perform(Binding.self, with: input) })
    }

    private func add<Binding: ActionBinding>(
        _ binding: Binding.Type, _ name: String?,
        _ input: @escaping @Sendable (RouteInputs) throws -> Binding.ActionType.Input,
        _ performance: DeclaredRoute.Performance
    ) {
        declarations.append(
            Declaration(
                feature: Binding.FeatureType.self, action: Binding.ActionType.self,
                name: name ?? Binding.ActionType.name, performance: performance, probe: { _ = try input($0) }))
    }
}
