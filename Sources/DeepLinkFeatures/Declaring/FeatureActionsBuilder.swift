/// Collects the actions of one feature while a dispatcher is made.
public final class FeatureActionsBuilder {
    /// One declared action.
    struct Declaration {
        let feature: any FeatureDefinition.Type
        let action: any ActionDefinition.Type
        let isPublished: Bool
    }

    private(set) var declarations: [Declaration] = []

    /// Declares an action: the program itself can perform it.
    public func declare<Binding: ActionBinding>(_ binding: Binding) {
        add(Binding.self, isPublished: false)
    }

    /// Declares an action that may be offered to others, in menus and palettes: ``Dispatcher/publishedActions`` lists it.
    public func publish<Binding: ActionBinding>(_ binding: Binding) {
        add(Binding.self, isPublished: true)
    }

    private func add<Binding: ActionBinding>(_ binding: Binding.Type, isPublished: Bool) {
        declarations.append(
            Declaration(
                feature: Binding.FeatureType.self, action: Binding.ActionType.self, isPublished: isPublished))
    }
}
