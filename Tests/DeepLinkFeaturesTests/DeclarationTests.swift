import DeepLinkFeatures
import Testing

@Suite struct DeclarationTests {
    @Test(
        arguments: [
            (Bad.Twice.self, [.repeatedRequirement(feature: "Twice", requirement: "userToggled")]),
            (Bad.TwiceOn.self, [.repeatedRequirement(feature: "TwiceOn", requirement: "runtimeEnabled")]),
            (Bad.TwoProfiles.self, [.repeatedRequirement(feature: "TwoProfiles", requirement: "profile")]),
            (Bad.Nothing.self, [.emptyPurchase(feature: "Nothing")]),
            (
                Bad.Counting.self,
                [
                    .badQuantity(feature: "Counting", product: "gold", quantity: 2),
                    .badQuantity(feature: "Counting", product: "coins", quantity: 0),
                ]
            ),
            (
                Bad.Products.self,
                [
                    .badProduct(feature: "Products", product: "a b"),
                    .conflictingProduct(feature: "Products", product: "gold"),
                ]
            ),
            (Bad.Version.self, [.badVersion(feature: "Version", platform: "linux", version: "6.x")]),
            (Bad.Contacts.self, [.badPermission(feature: "Contacts", permission: "contacts.a b")]),
            (Bad.Foreign.self, [.foreignAction(feature: "Foreign", action: "echo")]),
            (Bad.Same.self, [.duplicateAction(feature: "Same", action: "echo")]),
            (Bad.Idle.self, [.noAction(feature: "Idle")]),
            (Bad.IdleToo.self, [.noAction(feature: "IdleToo")]),
            (Bad.Named.self, [.badName(feature: "a/b", name: "a/b")]),
            (Bad.Cycle.self, [.secondPlace(feature: "Cycle/Cycle", first: "Cycle")]),
            (Bad.Gate.self, [.staticUnderConditional(feature: "Gate/Plain", ancestor: "Gate")]),
            (Bad.Neither.self, [.noFeature(feature: "Neither")]),
            (Bad.Namesakes.self, [.duplicateName(feature: "Namesakes/Plain")]),
        ] as [(any FeatureDefinition.Type, [DeclarationError])])
    func `an error in a feature's declaration is found when a dispatcher is created`(
        feature: any FeatureDefinition.Type, errors: [DeclarationError]
    ) {
        #expect(Self.errors(feature) == errors)
        for error in errors { #expect(error.description.contains(": ") && !error.description.hasSuffix(".")) }
    }

    @Test func `all errors in declarations are found at once`() {
        #expect(Self.errors(Bad.Twice.self, Bad.Nothing.self, Bad.Version.self)?.count == 3)
    }

    @Test func `default names are the names of types, without a suffix such as Feature`() throws {
        let dispatcher = try Dispatcher(PlainFeature.self, on: machine)
        #expect(dispatcher.publishedActions.map { $0.feature + " " + $0.name } == ["Plain echo"])
    }

    private static func errors(_ features: any FeatureDefinition.Type...) -> [DeclarationError]? {
        do throws(DeclarationErrors) {
            switch features.count {
            case 1: _ = try Dispatcher(features[0], on: machine)
            default: _ = try Dispatcher(features[0], features[1], features[2], on: machine)
            }
            return nil
        } catch {
            return error.errors
        }
    }
}

private enum PlainFeature: Feature {
    static let description = ""
    static func prepare(actions: FeatureActionsBuilder) { actions.publish(action(EchoAction.self)) }
}

/// Features for which a dispatcher cannot be created.
private enum Bad {
    enum Twice: ConditionalFeature {
        static let description = ""
        static func prepare(actions: FeatureActionsBuilder) { actions.declare(action(EchoAction.self)) }
        static func constraints(requirements: FeatureConstraintsBuilder) {
            requirements.userToggled(defaultValue: true)
            requirements.userToggled(defaultValue: false)
        }
    }
    enum TwoProfiles: ConditionalFeature {
        static let description = ""
        static func prepare(actions: FeatureActionsBuilder) { actions.declare(action(EchoAction.self)) }
        static func constraints(requirements: FeatureConstraintsBuilder) {
            requirements.profile(.development)
            requirements.profile(.production)
        }
    }
    enum TwiceOn: ConditionalFeature {
        static let description = ""
        static func prepare(actions: FeatureActionsBuilder) { actions.declare(action(EchoAction.self)) }
        static func constraints(requirements: FeatureConstraintsBuilder) {
            requirements.runtimeEnabled()
            requirements.runtimeEnabled()
        }
    }
    enum Nothing: ConditionalFeature {
        static let description = ""
        static func prepare(actions: FeatureActionsBuilder) { actions.declare(action(EchoAction.self)) }
        static func constraints(requirements: FeatureConstraintsBuilder) {
            requirements.purchases(anyOf: [Product]())
        }
    }
    enum Counting: ConditionalFeature {
        static let description = ""
        static func prepare(actions: FeatureActionsBuilder) { actions.declare(action(EchoAction.self)) }
        static func constraints(requirements: FeatureConstraintsBuilder) {
            requirements.purchase(gold, quantity: 2)
            requirements.purchase(coins, quantity: 0)
        }
    }
    enum Products: ConditionalFeature {
        static let description = ""
        static func prepare(actions: FeatureActionsBuilder) { actions.declare(action(EchoAction.self)) }
        static func constraints(requirements: FeatureConstraintsBuilder) {
            requirements.purchases(allOf: [Product("a b", name: ""), gold, Product("gold", name: "Other")])
        }
    }
    enum Version: ConditionalFeature {
        static let description = ""
        static func prepare(actions: FeatureActionsBuilder) { actions.declare(action(EchoAction.self)) }
        static func constraints(requirements: FeatureConstraintsBuilder) { requirements.linux = "6.x" }
    }
    enum Contacts: ConditionalFeature {
        static let description = ""
        static func prepare(actions: FeatureActionsBuilder) { actions.declare(action(EchoAction.self)) }
        static func constraints(requirements: FeatureConstraintsBuilder) {
            requirements.permission(.contacts(entity: "a b"))
        }
    }
    enum Foreign: Feature {
        static let description = ""
        static func prepare(actions: FeatureActionsBuilder) { actions.declare(Plain.echo) }
    }
    enum Same: Feature {
        static let description = ""
        static func prepare(actions: FeatureActionsBuilder) {
            actions.declare(action(EchoAction.self))
            actions.publish(action(EchoAction.self))
        }
    }
    /// Its action was bound, and never declared.
    enum Idle: ConditionalFeature {
        static let description = ""
        static let echo = action(EchoAction.self)
        static func prepare(actions: FeatureActionsBuilder) {}
        static func constraints(requirements: FeatureConstraintsBuilder) {}
    }
    enum IdleToo: Feature {
        static let description = ""
        static let echo = action(EchoAction.self)
        static func prepare(actions: FeatureActionsBuilder) {}
    }
    enum Named: Feature {
        static let name = "a/b"
        static let description = ""
        static func prepare(actions: FeatureActionsBuilder) { actions.declare(action(EchoAction.self)) }
    }
    enum Cycle: FeatureGroup {
        static let description = ""
        static var subfeatures: [any FeatureDefinition.Type] { [Cycle.self] }
    }
    enum Gate: ConditionalFeature, FeatureGroup {
        static let description = ""
        static let subfeatures: [any FeatureDefinition.Type] = [Plain.self]
        static func prepare(actions: FeatureActionsBuilder) {}
        static func constraints(requirements: FeatureConstraintsBuilder) {}
    }
    enum Neither: FeatureDefinition {
        static let description = ""
    }
    enum Namesakes: FeatureGroup {
        static let description = ""
        static let subfeatures: [any FeatureDefinition.Type] = [Plain.self, PlainFeature.self]
    }
}
