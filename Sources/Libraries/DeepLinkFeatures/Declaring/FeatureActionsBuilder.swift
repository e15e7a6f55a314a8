/// Collects the actions of one feature while a dispatcher is made.
///
/// ```swift
/// static func prepare(actions: FeatureActionsBuilder) {
///     actions.publish(play)
///     actions.declare(skip)
/// }
/// ```
///
/// A dispatcher has only the actions that are declared or published here. If you forget one, the program compiles. A
/// request of the action is refused with `rejected.binding.unknown`, and ``Refusal/message`` names the action.
/// Performing it without a request throws ``PerformError/undeclared(feature:action:)``. A route to it, and a feature
/// without any action, are errors when the dispatcher is made.
public final class FeatureActionsBuilder {
    /// One declared action.
    struct Declaration {
        let feature: any FeatureDefinition.Type
        let action: any ActionDefinition.Type
        let isPublished: Bool
    }

    private(set) var declarations: [Declaration] = []

    /// Declares an action: it can be requested and performed, and routes can lead to it.
    public func declare<Binding: ActionBinding>(_ binding: Binding) {
        add(Binding.self, isPublished: false)
    }

    /// Declares an action, and offers it in menus and palettes: ``Dispatcher/publishedActions`` lists it.
    public func publish<Binding: ActionBinding>(_ binding: Binding) {
        add(Binding.self, isPublished: true)
    }

    private func add<Binding: ActionBinding>(_ binding: Binding.Type, isPublished: Bool) {
        declarations.append(
            Declaration(
                feature: Binding.FeatureType.self, action: Binding.ActionType.self, isPublished: isPublished))
    }
}
