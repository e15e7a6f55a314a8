import DeepLinkFeatures

let machine = Host(linux: "6.1.0", systemd: "252", distributions: ["debian": "12"])
let gold = Product("gold", name: "Gold", kind: .oneTime)
let coins = Product("coins", name: "Coins", kind: .consumable)

/// An action that returns its input.
enum EchoAction: Action {
    typealias Input = String

    static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) -> String { context.input }
}

/// An action that suspends before it returns its input.
enum SlowEcho: AsyncAction {
    typealias Input = String

    nonisolated(nonsending) static func perform(
        _ context: borrowing ActionContext<Self>, presenter: NoPresenter
    ) async throws -> String {
        await Task.yield()
        return context.input
    }
}

enum Plain: Feature {
    static let description = ""
    static let echo = action(EchoAction.self)

    static func prepare(actions: FeatureActionsBuilder) { actions.publish(echo) }
}

enum Switched: ConditionalFeature {
    static let description = ""
    static let echo = action(EchoAction.self)
    static let slowEcho = action(SlowEcho.self)
    static let undeclared = action(Undeclared.self)

    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: false) }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(echo)
        actions.declare(slowEcho)
    }
}

enum Undeclared: Action {
    static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) {}
}

/// A group with a condition, and a feature below it with another.
enum Shop: ConditionalFeature, FeatureGroup {
    static let description = ""
    static let subfeatures: [any FeatureDefinition.Type] = [Selling.self]

    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(gold) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

enum Selling: ConditionalFeature {
    static let description = ""
    static let echo = action(EchoAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.permission(.camera) }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(echo) }
}
