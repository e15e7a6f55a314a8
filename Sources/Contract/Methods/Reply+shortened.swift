// An answer is at most as long as `Limits.answerBytes`. Lists come in pages that are far shorter, so what follows is for
// the rest: the output of a program that printed megabytes, a table whose texts are endless, a table with a thousand
// errors. Such a reply is shortened step by step until it fits; each step leaves out what can best be done without.

extension Reply {
    /// A reply that says less; nil where there is nothing left that could be left out.
    package var shortened: Reply? {
        switch self {
        case .outcome(let outcome): outcome.shortened.map(Reply.outcome)
        case .verified(let outcome, let binding, let expiresAfterMs):
            outcome.shortened.map { .verified($0, binding: binding, expiresAfterMs: expiresAfterMs) }
        case .explained(let outcome, let candidates?) where !candidates.isEmpty:
            .explained(outcome, candidates: candidates.firstHalf)
        case .explained(let outcome, let candidates): outcome.shortened.map { .explained($0, candidates: candidates) }
        case .features(let features, _) where features.count > 1:
            .features(features.firstHalf, next: features.firstHalf.last?.path)
        case .features(let features, let next): features.first?.shortened.map { .features([$0], next: next) }
        case .feature(let feature): feature.shortened.map(Reply.feature)
        case .watched(let features, let removed): Self.shortened(features, removed)
        case .reloaded(let report): report.shortened.map(Reply.reloaded)
        case .status(let status): status.shortened.map(Reply.status)
        case .badTable(let diagnostics) where diagnostics.count > 1: .badTable(diagnostics.firstHalf)
        case .badFact(let diagnostics) where diagnostics.count > 1: .badFact(diagnostics.firstHalf)
        case .switched, .overridden, .backedUp, .service, .interface, .badTable, .badFact, .notDevelopment, .notKept,
            .failure:
            nil
        }
    }

    private static func shortened(_ features: [FeatureReport], _ removed: [String]) -> Reply? {
        let shorter = features.compactMap(\.shortened)
        return shorter.count == features.count && !features.isEmpty ? .watched(shorter, removed: removed) : nil
    }
}

extension Outcome {
    /// *Units*: characters kept of each output stream of a program; escaped, both fit into an answer.
    private static let streamCharacters = 32 << 10

    /// First with less of what the program printed, then without what can be had otherwise.
    fileprivate var shortened: Outcome? {
        var outcome = self
        outcome.execution?.stdout?.cut(to: Self.streamCharacters)
        outcome.execution?.stderr?.cut(to: Self.streamCharacters)
        if outcome != self { return outcome }
        (outcome.parameters, outcome.constraints, outcome.remedies) = ([], [], [])
        (outcome.result, outcome.url, outcome.primary) = (nil, nil, nil)
        return outcome == self ? nil : outcome
    }
}

extension Execution.Stream {
    fileprivate mutating func cut(to count: Int) {
        guard text.unicodeScalars.count > count else { return }
        text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
        truncated = true
    }
}

extension FeatureReport {
    /// Without constraints and description, then without names.
    fileprivate var shortened: FeatureReport? {
        var feature = self
        if constraints != nil || description != nil {
            (feature.constraints, feature.description) = (nil, nil)
            return feature
        }
        guard !actions.isEmpty || !routes.isEmpty else { return nil }
        feature.unlisted = (unlisted ?? 0) + actions.count + routes.count
        (feature.actions, feature.routes) = ([], [])
        return feature
    }
}

extension ReloadReport {
    fileprivate var shortened: ReloadReport? {
        var report = self
        if !warnings.isEmpty { report.warnings = warnings.firstHalf } else { report.files = files.firstHalf }
        return report == self ? nil : report
    }
}

extension StatusReport {
    fileprivate var shortened: StatusReport? {
        var status = self
        (status.files, status.sources) = (files.firstHalf, sources?.firstHalf)
        return status == self ? nil : status
    }
}

extension Array {
    /// The first half, rounded down.
    fileprivate var firstHalf: [Element] { Array(prefix(count / 2)) }
}
