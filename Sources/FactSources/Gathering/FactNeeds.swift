// Which questions a feature's constraints and those of its ancestors lead to, worked out once per table. A kind of fact
// that the table never mentions has no question, so its source is never touched.

internal import Features

/// Where a table says that a fact is to be had.
enum FactOrigin: Equatable {
    /// A runtime switch, in a file or at a service.
    case runtime(SwitchOrigin)
    /// The program at a path.
    case program(String)

    /// Where the fact of a constraint is to be had; nil if the table does not say.
    init?(of constraint: Constraint) {
        switch constraint {
        case .runtime(_, let origin?): self = .runtime(origin)
        case .program(let requirement): self = .program(requirement.path)
        case .runtime(_, nil), .platform, .profile, .toggle, .purchase, .permission, .caller: return nil
        }
    }
}

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
    /// What is asked about the host, with where the table says that it is to be had.
    private(set) var host: [FactQuestion: FactOrigin?] = [:]
    /// What would have to be asked, and has no source.
    private(set) var sourceless: Set<FactKey> = []

    /// Everything that one feature needs to know for one subject; nothing if the table has no such feature.
    func questions(of feature: Int, for subject: Subject) -> [FactQuestion] {
        guard features.indices.contains(feature) else { return [] }
        let needs = features[feature]
        return needs.own.isEmpty ? needs.host : needs.host + needs.own.map { FactQuestion($0, of: subject) }
    }

    /// What is asked about subjects, of all features together.
    var own: Set<FactKey> { Set(features.flatMap(\.own)) }

    /// Needs nothing.
    init() {}

    /// - Parameter isKnown: whether there is a source for a fact that the table names no source for.
    init(of catalogue: FeatureCatalogue, isKnown: (FactKey) -> Bool) {
        for constraints in catalogue.constraints {
            var needs = OfFeature()
            for constraint in constraints {
                let origin = FactOrigin(of: constraint.constraint)
                let rule = constraint.rule
                for key in rule.keys {
                    if origin != nil || isKnown(key) {
                        add(key, origin, to: &needs)
                    } else if type(of: rule).needsSource {
                        sourceless.insert(key)
                    }
                }
            }
            features.append(needs)
        }
    }

    private mutating func add(_ key: FactKey, _ origin: FactOrigin?, to needs: inout OfFeature) {
        if !key.isOfHost {
            if !needs.own.contains(key) { needs.own.append(key) }
        } else if !needs.host.contains(FactQuestion(key)) {
            needs.host.append(FactQuestion(key))
            host[FactQuestion(key)] = .some(origin)
        }
    }
}
