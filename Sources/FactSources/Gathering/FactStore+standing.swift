internal import Contract
internal import Features

extension FactStore {
    /// Puts what stands about a question in force, with where it comes from; nil takes it out.
    func put(_ standing: Standing?, for question: Question, from source: (any FactSource)?) {
        let evidence = standing.map { Self.evidence(of: $0, from: source) }
        switch question {
        case .platforms: put(standing, evidence)
        case .runtime(let feature):
            set(runtime: standing.flatMap(Self.state), of: feature, evidence: evidence)
        case .permission(let permission, let subject):
            let status: PermissionStatus? = standing.map { standing in
                if case .permission(let status) = standing.answer { status } else { .unknown }
            }
            set(permission: status, of: permission, for: subject, evidence: evidence)
        case .purchase(let product, let subject):
            let holding: Holding? = standing.map { standing in
                if case .purchase(let holding) = standing.answer { holding } else { Holding(.unknown) }
            }
            set(holding: holding, of: product, for: subject, evidence: evidence)
        }
    }

    /// Platforms nobody has told yet are unknown; without a source they are what others put in.
    private func put(_ standing: Standing?, _ evidence: ConstraintReport.Evidence?) {
        switch standing?.answer {
        case .platforms(let platforms):
            set(platforms: platforms, evidence: evidence)
            setAnswered([.platform])
        case nil where standing == nil: setAnswered([.platform])
        default:
            forgetPlatforms()
            setUnanswered([.platform], evidence: evidence)
        }
    }

    /// nil where the declared default counts.
    private static func state(_ standing: Standing) -> SwitchState? {
        guard case .runtime(let isOn) = standing.answer else { return .unknown }
        return isOn.map { $0 ? .on : .off }
    }

    private static func evidence(of standing: Standing, from source: (any FactSource)?) -> ConstraintReport.Evidence {
        let freshness: ConstraintReport.Freshness? =
            switch standing.trust {
            case .current: source?.lifetime.freshness
            case .stale: .stale
            case .undetermined: nil
            }
        return .init(
            source: source?.name ?? "nobody", asOfMs: standing.asOfMs, freshness: freshness, fault: standing.fault)
    }
}
