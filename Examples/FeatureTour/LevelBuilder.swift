import DeepLinkFeatures

let levelPack = Product("SUB0001", name: "💎 Premium Subscription", description: "Unlock the level builder")
let coins = Product("coins", name: "Coins", kind: .consumable)

/// The player's progress; a real program looks it up.
enum Training {
    static let isCompleted = true
}

/// A feature that is bought, switched on by the player, and available only after the training.
enum LevelBuilderFeature: ConditionalFeature {
    static let description = "Premium Level Builder"
    static let build = action(BuildLevel.self)
    /// Evaluated at each request.
    static var isEnabled: Bool? { Training.isCompleted }

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.userToggled(defaultValue: true)
        requirements.runtimeEnabled()
        requirements.purchases(anyOf: [.product(levelPack), .quantity(coins, 30)])
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(build)
    }
}

enum BuildLevel: Action {
    static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) -> String { "a level" }
}
