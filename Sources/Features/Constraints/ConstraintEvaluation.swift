import Contract

/// The result of one constraint against the facts, before anybody asks for the full report.
struct ConstraintEvaluation {
    let status: ConstraintReport.Status
    /// One word a program can switch on.
    let reason: String
    /// The code it would give alone; nil unless unsatisfied.
    let code: OutcomeCode?
    /// *Units and range*: 10 to 90; for an undetermined one the best rank of its kind.
    let rank: Int
    /// Whether the answer came from a fact rather than a declared default.
    let isFromFact: Bool

    /// Whether the feature cannot be used because of it.
    var standsInTheWay: Bool { status == .unsatisfied || status == .undetermined }

    /// It holds.
    static func satisfied(_ reason: String, fromFact: Bool) -> Self {
        Self(status: .satisfied, reason: reason, code: nil, rank: .max, isFromFact: fromFact)
    }

    /// No source has said; it withholds at the best rank of its kind.
    static func undetermined(_ bestRank: Int) -> Self {
        Self(status: .undetermined, reason: "unknown", code: nil, rank: bestRank, isFromFact: true)
    }

    /// It does not hold; the rank is the code's unless another is given.
    static func unsatisfied(_ code: OutcomeCode, _ reason: String, fromFact: Bool, rank: Int? = nil) -> Self {
        Self(
            status: .unsatisfied, reason: reason, code: code, rank: rank ?? code.entry.rank ?? .max,
            isFromFact: fromFact)
    }

    static let inactive = Self(
        status: .inactive, reason: "otherPlatform", code: nil, rank: .max, isFromFact: true)
}

extension EffectiveConstraint {
    /// Evaluates the constraint; pure, and total over every fact.
    func evaluate(_ facts: Facts, subject: Facts.OfSubject, caller: Caller) -> ConstraintEvaluation {
        switch constraint {
        case .platform(let requirement): return requirement.evaluate(facts)
        case .runtime(let byDefault, _):
            let fact = facts.runtimeSwitch(of: path)
            switch fact ?? (byDefault ? .on : .off) {
            case .on: return .satisfied("on", fromFact: fact != nil)
            case .off: return .unsatisfied(.featureDisabled, "off", fromFact: fact != nil)
            case .unknown: return .undetermined(20)
            }
        case .toggle(let byDefault, let isShared):
            let fact = subject.toggles[path] ?? (isShared ? facts.subjects[.machine]?.toggles[path] : nil)
            return evaluateToggle(
                fact ?? (facts.unanswered.contains(.toggle) ? .unknown : nil), byDefault: byDefault)
        case .purchase(let requirement): return requirement.evaluate(subject)
        case .permission(let permission): return permission.evaluate(subject)
        case .caller(let requirement):
            return requirement.admits(caller)
                ? .satisfied("allowed", fromFact: true)
                : .unsatisfied(.callerNotAllowed, "notAllowed", fromFact: true)
        }
    }

    /// A toggle that the user switched off outranks an upsell; one that is off only by its default comes after it.
    private func evaluateToggle(_ fact: SwitchState?, byDefault: Bool) -> ConstraintEvaluation {
        switch fact {
        case .on: .satisfied("on", fromFact: true)
        case .off: .unsatisfied(.toggleOff, "off", fromFact: true)
        case .unknown: .undetermined(50)
        case nil where byDefault: .satisfied("onByDefault", fromFact: false)
        case nil: .unsatisfied(.toggleOff, "offByDefault", fromFact: false, rank: 70)
        }
    }
}

extension PlatformRequirement {
    fileprivate func evaluate(_ facts: Facts) -> ConstraintEvaluation {
        guard let fact = facts.platform(platform) else {
            return facts.unanswered.contains(.platform) ? .undetermined(10) : .satisfied("assumed", fromFact: false)
        }
        guard case .present(let text) = fact else { return evaluateAbsent() }
        switch bound {
        case .any: return .satisfied("present", fromFact: true)
        case .unsupported: return .unsatisfied(.platformUnsupported, "unsupported", fromFact: true)
        case .exactly(let name):
            return text == name
                ? .satisfied("present", fromFact: true)
                : .unsatisfied(.platformUnsupported, "otherArchitecture", fromFact: true)
        case .minimum(let version):
            // A host whose version is no number can never answer this: that is a no, not a wait for ever.
            guard let actual = PlatformVersion(prefixOf: text) else {
                return .unsatisfied(.platformUnsupported, "undeterminable", fromFact: true)
            }
            return actual < version
                ? .unsatisfied(.platformVersionTooLow, "versionTooLow", fromFact: true)
                : .satisfied("present", fromFact: true)
        }
    }

    /// A line about another distribution counts for nothing here, unless it says `only`; a component that is asked for
    /// and missing is a no.
    private func evaluateAbsent() -> ConstraintEvaluation {
        if bound == .unsupported { return .inactive }
        if isOnly || Self.components.contains(platform) {
            return .unsatisfied(.platformUnsupported, "absent", fromFact: true)
        }
        return .inactive
    }
}

extension Permission {
    fileprivate func evaluate(_ facts: Facts.OfSubject) -> ConstraintEvaluation {
        let fact =
            facts.permissions[answering(in: facts)] ?? (facts.unanswered.contains(.permission) ? .unknown : nil)
        switch fact ?? .notDetermined {
        case .authorized: return .satisfied("authorized", fromFact: true)
        case .denied: return .unsatisfied(.permissionDenied, "denied", fromFact: true)
        case .restricted: return .unsatisfied(.permissionRestricted, "restricted", fromFact: true)
        case .unsupported: return .unsatisfied(.permissionUnsupported, "unsupported", fromFact: true)
        case .notDetermined:
            return .unsatisfied(.permissionNotDetermined, "notDetermined", fromFact: fact != nil)
        case .unknown: return .undetermined(30)
        }
    }

    /// Whose fact answers for this permission: its own, or the wider one's grant where nobody refused this one itself, since
    /// sources that contradict each other grant nothing.
    ///
    /// What an operator puts in its place counts, whatever it is.
    func answering(in facts: Facts.OfSubject) -> Permission {
        if facts.evidence[.permission(self)]?.isOverride == true { return self }
        switch facts.permissions[self] {
        case .authorized, .denied, .restricted, .unsupported: return self
        case .notDetermined, .unknown, nil:
            guard let wider = includedIn, facts.permissions[wider] == .authorized else { return self }
            return wider
        }
    }
}
