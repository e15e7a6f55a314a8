import Features

extension Registration {
    /// Takes down the interceptors of a feature; what they are about is looked up when all features are known.
    mutating func addInterceptors(of feature: any InterceptingFeature.Type, to number: Int) {
        let builder = FeatureInterceptorsBuilder()
        feature.prepare(interceptors: builder)
        let path = drafts[number].path
        for declaration in builder.declarations {
            let name = declaration.action.name
            if ObjectIdentifier(declaration.feature) != ObjectIdentifier(feature) {
                errors.append(.intercepting(.foreignAction(feature: path, interceptor: name)))
            } else if !drafts[number].actions.contains(where: { $0.action == declaration.action }) {
                errors.append(.intercepting(.undeclaredAction(feature: path, interceptor: name)))
            } else {
                drafts[number].interceptors.append(declaration)
            }
        }
    }
}

/// Looks up what the interceptors of all features are about.
struct InterceptorRegistration {
    private var guards: [InterceptorRoster.Line<InterceptorRoster.AskGuard>] = []
    private var observers: [InterceptorRoster.Line<InterceptorRoster.TellObserver>] = []
    private var replacements: [Int: [InterceptorRoster.Line<InterceptorRoster.Replacement>]] = [:]
    private(set) var errors: [InterceptingError] = []
    private let roster: Roster
    /// By the number of an action, those that it replaces.
    private var replaced: [Int: [Int]] = [:]

    init(_ drafts: [FeatureDraft], in roster: Roster) {
        self.roster = roster
        for draft in drafts { for declaration in draft.interceptors { add(declaration, of: draft) } }
    }

    /// What was found to be right; nil if that is nothing.
    var interceptors: InterceptorRoster? {
        InterceptorRoster(guards: guards, observers: observers, replacements: replacements)
    }

    private mutating func add(_ declaration: FeatureInterceptorsBuilder.Declaration, of draft: FeatureDraft) {
        let name = declaration.action.name
        guard let number = roster.number(of: declaration.action, in: draft.type) else { return }
        let binding = roster.catalogue.binding(of: number)
        guard !roster.catalogue.constraints[binding.feature].contains(where: { $0.rule is UserConfirmation }) else {
            return errors.append(.confirmation(feature: draft.path, interceptor: name))
        }
        func record(_ features: Set<Int>? = nil) -> Interceptor {
            Interceptor(name: "\(draft.path).\(name)", binding: binding, features: features)
        }
        let count = errors.count
        switch declaration.role {
        case .observer(let features, let tell):
            let numbers = self.numbers(of: features, draft, name)
            if errors.count == count { observers.append(.init(record: record(numbers), call: tell)) }
        case .guard(let features, let ask):
            let numbers = self.numbers(of: features, draft, name)
            if errors.count == count { guards.append(.init(record: record(numbers), call: ask)) }
        case .replacement(let action, let feature, let replacement):
            guard let other = self.number(of: action, in: feature, draft, name) else { return }
            guard !reaches(number, from: other) else {
                let error = InterceptingError.circle(feature: draft.path, interceptor: name, action: action.name)
                return errors.append(error)
            }
            replaced[number, default: []].append(other)
            replacements[other, default: []].append(.init(record: record(), call: replacement))
        }
    }

    /// The numbers of features and of those inside them, without the feature that declares the line; nil for all.
    private mutating func numbers(
        of types: [any FeatureDefinition.Type], _ draft: FeatureDraft, _ name: String
    ) -> Set<Int>? {
        guard !types.isEmpty else { return nil }
        let features = roster.catalogue.features
        var found: Set<Int> = []
        for type in types {
            guard let number = number(of: type, draft, name) else { continue }
            let path = features[number].path
            found.formUnion(features.indices.filter { $0 == number || features[$0].path.hasPrefix(path + "/") })
        }
        if let own = roster.number(of: draft.type) { found.remove(own) }
        return found
    }

    private mutating func number(
        of type: any FeatureDefinition.Type, _ draft: FeatureDraft, _ name: String
    ) -> Int? {
        let error: InterceptingError
        if type == draft.type {
            error = .ownFeature(feature: draft.path, interceptor: name)
        } else if type == DeepLinkingFeature.self {
            error = .intake(feature: draft.path, interceptor: name)
        } else if let number = roster.number(of: type) {
            return number
        } else {
            error = .unknownFeature(feature: draft.path, interceptor: name, other: type.name)
        }
        errors.append(error)
        return nil
    }

    /// The number of an action that is replaced.
    private mutating func number(
        of action: any ActionDefinition.Type, in feature: any FeatureDefinition.Type, _ draft: FeatureDraft,
        _ name: String
    ) -> Int? {
        guard number(of: feature, draft, name) != nil else { return nil }
        if let number = roster.number(of: action, in: feature) { return number }
        errors.append(
            .unknownAction(feature: draft.path, interceptor: name, other: feature.name, action: action.name))
        return nil
    }

    /// True if an action replaces another one, directly or through others.
    ///
    /// The lines before have no circle.
    private func reaches(_ goal: Int, from action: Int) -> Bool {
        replaced[action, default: []].contains { $0 == goal || reaches(goal, from: $0) }
    }
}
