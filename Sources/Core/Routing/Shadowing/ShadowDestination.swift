import Contract
package import Features

/// Where one of two tables sends a link, as far as it tells kinds of differences apart.
enum ShadowDestination: Hashable {
    /// To a route, by its number.
    case route(Int)
    /// It is handed on.
    case unmatched
    /// Nowhere; a route refuses its inputs, or none takes it.
    case nowhere(OutcomeCode, route: Int?)

    init(_ verdict: TableVerdict, in ruleset: Ruleset) {
        switch verdict {
        case .routed(let row, _): self = .route(ruleset.routes[row: row].number)
        case .unmatched: self = .unmatched
        case .rejected(let code, let row): self = .nowhere(code, route: row.map { ruleset.routes[row: $0].number })
        }
    }

    /// Why no route takes the link; nil where it is performed, or handed on.
    private var code: OutcomeCode? {
        if case .nowhere(let code, _) = self { code } else { nil }
    }

    /// What a report says of it.
    func report(in ruleset: Ruleset) -> ShadowedDestination {
        let route = route(in: ruleset)
        let binding = binding(in: ruleset)
        return ShadowedDestination {
            $0.code = (code ?? (self == .unmatched ? .okUnmatched : nil))?.rawValue
            $0.route = route?.name
            $0.action = (binding ?? route?.binding).map { binding in
                let (feature, action) = (ruleset.catalogue.features[binding.feature], binding.action)
                return "\(feature.path).\(ruleset.catalogue.actions[action].name)"
            }
            $0.conditions = binding.map { ruleset.catalogue.conditions(of: $0.feature) } ?? []
        }
    }

    private func route(in ruleset: Ruleset) -> Route? {
        switch self {
        case .route(let number), .nowhere(_, let number?): ruleset.routes[number]
        case .unmatched, .nowhere(_, nil): nil
        }
    }

    /// The action that is performed; nil where none is.
    func binding(in ruleset: Ruleset) -> ActionBinding? {
        switch self {
        case .route(let number): ruleset.routes.binding(of: number)
        case .unmatched: ruleset.unmatched?.binding
        case .nowhere: nil
        }
    }
}

extension FeatureCatalogue {
    /// What a feature requires, outermost first, as tables say it: `require toggle off`, `require runtime on in Playback`.
    ///
    /// Texts that decide no link are left out.
    package func conditions(of feature: Int) -> [String] {
        constraints[feature].map { constraint in
            let isOwn = constraint.declaredBy == feature
            return "require \(constraint.rule.condition)" + (isOwn ? "" : " in \(constraint.path)")
        }
    }
}
