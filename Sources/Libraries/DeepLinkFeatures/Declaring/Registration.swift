// Feature types → drafts → catalogue: the same records that route tables are loaded into, so one verifier serves both.
// Like a table, features are checked as a whole, and whatever is wrong with them is found in one go.

import Contract
import ExecRules
import Features
import Links
import PermissionRules
import PurchaseRules

/// Walks the features that a dispatcher is made of.
struct Registration {
    var drafts: [FeatureDraft] = []
    var errors: [DeclarationError] = []
    /// The intake is there before any other feature, and stands by itself: no condition of another is its own.
    private var places: [ObjectIdentifier: String] = [
        ObjectIdentifier(DeepLinkingFeature.self): DeepLinkingFeature.name
    ]
    /// The products that any feature names, in the order of first mention.
    private(set) var products: [Product] = []
    private let profile: Profile

    /// Walks features and, depth first, their subfeatures.
    ///
    /// - Parameter profile: that of the dispatcher.
    init(_ features: [any FeatureDefinition.Type], for profile: Profile) {
        self.profile = profile
        add(features, under: nil)
    }

    private mutating func add(_ features: [any FeatureDefinition.Type], under parent: Int?) {
        var names: Set<String> = parent == nil ? [DeepLinkingFeature.name] : []
        for feature in features {
            let name = feature.name
            let path = parent.map { drafts[$0].path + "/" + name } ?? name
            guard Self.isName(name) else {
                errors.append(.badName(feature: path, name: name))
                continue
            }
            if !names.insert(name).inserted, feature != DeepLinkingFeature.self {
                errors.append(.duplicateName(feature: path))
            }
            add(feature, name, path, under: parent)
        }
    }

    private mutating func add(_ feature: any FeatureDefinition.Type, _ name: String, _ path: String, under parent: Int?)
    {
        if let first = places[ObjectIdentifier(feature)] {
            return errors.append(.secondPlace(feature: path, first: first))
        }
        places[ObjectIdentifier(feature)] = path
        let outer = parent.flatMap { drafts[$0].condition }
        let group = feature as? any FeatureGroup.Type
        let conditional = feature as? any ConditionalFeature.Type
        let number = drafts.count
        drafts.append(
            FeatureDraft(
                type: feature, path: path, name: name, parent: parent, condition: conditional == nil ? outer : path))
        if let conditional {
            addConstraints(of: conditional, to: number)
            addActions(to: number, isGroup: group != nil) { conditional.prepare(actions: $0) }
        } else if let always = feature as? any Feature.Type {
            if let outer { errors.append(.staticUnderConditional(feature: path, ancestor: outer)) }
            addActions(to: number, isGroup: group != nil) { always.prepare(actions: $0) }
        } else if group == nil {
            errors.append(.noFeature(feature: path))
        }
        if let routed = feature as? any RoutedFeature.Type { addRoutes(of: routed, to: number) }
        if let intercepting = feature as? any InterceptingFeature.Type { addInterceptors(of: intercepting, to: number) }
        if let group { add(group.subfeatures, under: number) }
    }

    // MARK: Actions

    private mutating func addActions(to number: Int, isGroup: Bool, prepare: (FeatureActionsBuilder) -> Void) {
        let builder = FeatureActionsBuilder()
        prepare(builder)
        let (feature, path) = (drafts[number].type, drafts[number].path)
        if builder.declarations.isEmpty, !isGroup { errors.append(.noAction(feature: path)) }
        var names: Set<String> = []
        for declaration in builder.declarations {
            let name = declaration.action.name
            if ObjectIdentifier(declaration.feature) != ObjectIdentifier(feature) {
                errors.append(.foreignAction(feature: path, action: name))
            } else if !Self.isName(name) {
                errors.append(.badName(feature: path, name: name))
            } else if !names.insert(name).inserted {
                errors.append(.duplicateAction(feature: path, action: name))
            } else {
                drafts[number].actions.append(declaration)
            }
        }
    }

    // MARK: Constraints

    private mutating func addConstraints(of feature: any ConditionalFeature.Type, to number: Int) {
        let builder = FeatureConstraintsBuilder()
        feature.constraints(requirements: builder)
        let path = drafts[number].path
        var constraints = platforms(builder, path)
        var once: Set<String> = []
        func require(once requirement: String) {
            guard !once.insert(requirement).inserted else { return }
            errors.append(.repeatedRequirement(feature: path, requirement: requirement))
        }
        for declaration in builder.declarations {
            switch declaration {
            case .toggle(let byDefault):
                require(once: "userToggled")
                constraints.append(.toggle(byDefault: byDefault, isShared: false))
            case .runtime:
                require(once: "runtimeEnabled")
                // The dispatcher sets this fact from `isEnabled` before it is read; without a fact the switch is off.
                constraints.append(.runtime(byDefault: false))
            case .profile(let required):
                require(once: "profile")
                constraints.append(.profile(ProfileRequirement(required, inForce: profile, isHosted: true)))
            case .purchase(let requirement):
                if let known = known(requirement, path) { constraints.append(.purchase(known)) }
            case .permissions(let permissions, let usage):
                if let known = self.permissions(permissions, usage, path) { constraints.append(Constraint(known)) }
            case .confirmation(let question):
                require(once: "confirmation")
                if let text = template(of: question, path) { constraints.append(.confirmation(text)) }
            case .caller(let kind, let names):
                if let known = caller(kind, names, path) { constraints.append(.caller(known)) }
            case .program(let program):
                if let known = self.program(program, path) { constraints.append(.program(known)) }
            }
        }
        drafts[number].constraints = constraints
    }

    /// The question of a confirmation, with places for inputs.
    private mutating func template(of question: String, _ path: String) -> TextTemplate? {
        let count = question.utf8.count
        guard !question.isEmpty, count <= Limits.confirmationBytes else {
            let problem = "has \(count) bytes, and may have 1 to \(Limits.confirmationBytes)"
            errors.append(.badConfirmation(feature: path, problem: problem))
            return nil
        }
        do throws(TemplateError) {
            return try TextTemplate(question)
        } catch {
            switch error {
            case .unclosed(let offset):
                let problem = "has a `$(` at byte \(offset) with no name and `)` behind it; a plain one is `\\$(`"
                errors.append(.badConfirmation(feature: path, problem: problem))
            }
            return nil
        }
    }

    private mutating func platforms(_ builder: FeatureConstraintsBuilder, _ path: String) -> [Constraint] {
        var constraints: [Constraint] = []
        let only = builder.only.map { [($0.name, $0.bound, true)] } ?? []
        for (name, bound, isOnly) in builder.platforms.map({ ($0.name, $0.bound, false) }) + only {
            if let known = bound.known {
                constraints.append(
                    .platform(PlatformRequirement(platform: name, bound: known, isOnly: isOnly)))
            } else if let version = bound.version {
                errors.append(.badVersion(feature: path, platform: name, version: version))
            }
        }
        return constraints
            + builder.architectures.map { .platform(PlatformRequirement(platform: "arch", bound: .exactly($0))) }
    }

    // MARK: Purchases

    private mutating func known(_ requirement: PurchaseRequirement, _ path: String) -> KnownPurchase? {
        let errorCount = errors.count
        check(requirement, path)
        for product in requirement.products { note(product, path) }
        guard errors.count == errorCount else { return nil }
        let known = requirement.known
        if known == nil { errors.append(.deepPurchase(feature: path)) }
        return known
    }

    private mutating func check(_ requirement: PurchaseRequirement, _ path: String) {
        switch requirement {
        case .product: break
        case .quantity(let product, let quantity):
            if quantity < 1 || product.kind != .consumable {
                errors.append(.badQuantity(feature: path, product: product.id, quantity: quantity))
            }
        case .any(let parts), .all(let parts):
            if parts.isEmpty { errors.append(.emptyPurchase(feature: path)) }
            for part in parts { check(part, path) }
        }
    }

    private mutating func note(_ product: Product, _ path: String) {
        if !Self.isName(product.id) { errors.append(.badProduct(feature: path, product: product.id)) }
        guard let other = products.first(where: { $0.id == product.id }) else { return products.append(product) }
        if other != product { errors.append(.conflictingProduct(feature: path, product: product.id)) }
    }

    /// *Shape*: letters, digits, `-`, `_` and `.`, as tables have it.
    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { [0x2D, 0x2E, 0x5F].contains($0) || $0.isAlphanumeric }
    }
}
