// Shortens replies: an answer is at most as long as `Limits.answerBytes`. Lists come in pages that are far shorter, so
// what follows is for the rest: the output of a program that printed megabytes, a table whose texts are endless, a
// table with a thousand errors. Such a reply is shortened step by step until it fits; each step leaves out what can
// best be done without.

extension Outcome {
    /// *Units*: characters kept of each output stream of a program; escaped, both fit into an answer.
    private static let streamCharacters = 32 << 10

    /// First with less of what the program printed, then without what can be had otherwise.
    package var shortened: Outcome? {
        var outcome = self
        outcome.execution?.stdout?.cut(to: Self.streamCharacters)
        outcome.execution?.stderr?.cut(to: Self.streamCharacters)
        if outcome != self { return outcome }
        (outcome.parameters, outcome.ignored, outcome.constraints, outcome.remedies) = ([], [], [], [])
        (outcome.result, outcome.text) = (nil, nil)
        (outcome.url, outcome.primary) = (nil, nil)
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
    package var shortened: FeatureReport? {
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

extension TableContents {
    /// With half of the routes, or with less of the only one.
    ///
    /// Texts come in parts that are far shorter.
    package var shortened: TableContents? {
        var report = self
        switch routes.count {
        case 0: return nil
        case 1:
            guard let route = routes[0].shortened else { return nil }
            report.routes = [route]
        default:
            report.routes = routes.firstHalf
            report.next = report.routes.last.map { TableCursor(tableRevision, .route($0.name)).text }
        }
        return report
    }
}

extension ReloadReport {
    /// With half of the warnings, or else of the files.
    package var shortened: ReloadReport? {
        var report = self
        if !warnings.isEmpty { report.warnings = warnings.firstHalf } else { report.files = files.firstHalf }
        return report == self ? nil : report
    }
}

extension StatusReport {
    /// With half of the files, sources, warnings and interrupted links.
    package var shortened: StatusReport? {
        var status = self
        (status.files, status.sources) = (files.firstHalf, sources?.firstHalf)
        status.table?.firstWarnings = table?.firstWarnings?.firstHalf
        status.interrupted = interrupted?.firstHalf
        return status == self ? nil : status
    }
}

extension Array {
    /// The first half, rounded down.
    package var firstHalf: [Element] { Array(prefix(count / 2)) }
}
