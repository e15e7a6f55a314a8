// The questions that a feature's constraints and those of its ancestors lead to, worked out once per table. A kind of
// fact that the table never mentions has no question, so its source is never touched.

internal import Contract
internal import Features

/// What one table needs to know, by feature.
struct FactNeeds {
    /// What one feature needs to know.
    struct OfFeature {
        var host: [FactQuestion] = []
        /// Of the subject that calls.
        var own: [FactKey] = []
    }

    /// By the feature's number.
    private(set) var features: [OfFeature] = []
    /// What is asked about the host.
    private(set) var host: Set<FactQuestion> = []
    /// What is asked about subjects, of all features together.
    private(set) var own: Set<FactKey> = []
    /// Where facts are to be had, for those of which the table says it.
    private(set) var origins: [FactKey: any FactOrigin] = [:]
    /// What would have to be asked, and has no source.
    private(set) var sourceless: Set<FactKey> = []

    /// Everything that one feature needs to know for one subject; nothing if the table has no such feature.
    func questions(of feature: Int, for subject: Subject) -> [FactQuestion] {
        guard features.indices.contains(feature) else { return [] }
        let needs = features[feature]
        return needs.own.isEmpty ? needs.host : needs.host + needs.own.map { FactQuestion($0, of: subject) }
    }

    /// Whether what a feature needs to know differs from subject to subject.
    func dependsOnSubject(_ feature: Int) -> Bool {
        features.indices.contains(feature) && !features[feature].own.isEmpty
    }

    /// Needs nothing.
    init() {}

    /// - Parameters:
    ///   - ruled: the kind that a policy is asked about, so that its facts without a source are asked for too.
    ///   - usualOrigin: where the host has a fact that the table names no source for.
    ///   - isKnown: whether there is a source for a fact that the table names no source for.
    init(
        of catalogue: FeatureCatalogue, usualOrigin: (FactKey) -> (any FactOrigin)? = { _ in nil },
        ruled: FactKind? = nil, isKnown: (FactKey) -> Bool
    ) {
        for constraints in catalogue.constraints {
            var needs = OfFeature()
            for constraint in constraints {
                let rule = constraint.rule
                for key in rule.keys {
                    let origin = rule.origin(of: key, in: catalogue) ?? usualOrigin(key)
                    if origin != nil || isKnown(key) {
                        origins[key] = origin
                        add(key, to: &needs)
                    } else if type(of: rule).needsSource {
                        sourceless.insert(key)
                        if key.kind == ruled { add(key, to: &needs) }
                    }
                }
            }
            features.append(needs)
        }
    }

    private mutating func add(_ key: FactKey, to needs: inout OfFeature) {
        if !key.isOfHost {
            own.insert(key)
            if !needs.own.contains(key) { needs.own.append(key) }
        } else if !needs.host.contains(FactQuestion(key)) {
            needs.host.append(FactQuestion(key))
            host.insert(FactQuestion(key))
        }
    }
}
