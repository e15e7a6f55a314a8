package import Contract

/// The parameters of a reply → the reports that `Features`, `Monitor` and the service interface answer with.
///
/// *Throws*: `field`, where a member is missing or has the wrong type.
package enum ReportDecoder {
    /// The features in an answer of `List` or `Watch`.
    package static func features(_ parameters: Value) throws(FramingError) -> [FeatureReport] {
        let fields = try Fields(parameters, path: "")
        return try fields.required("features", "array", fields.objects("features", feature))
    }

    /// What an answer of `List` says to ask for next; nil where it is the last page.
    package static func next(_ parameters: Value) throws(FramingError) -> String? {
        try Fields(parameters, path: "").textIfPresent("next")
    }

    /// One answer of `Watch`.
    package static func watched(
        _ parameters: Value
    ) throws(FramingError) -> (features: [FeatureReport], removed: [String]) {
        (try features(parameters), try Fields(parameters, path: "").texts("removed"))
    }

    /// The answer of `Describe`.
    package static func feature(_ parameters: Value) throws(FramingError) -> FeatureReport {
        let fields = try Fields(parameters, path: "")
        return try fields.required("feature", "object", fields.object("feature", feature))
    }

    /// The candidates in the answer of `Explain`; nil where it has none.
    package static func candidates(_ parameters: Value) throws(FramingError) -> [CandidateReport]? {
        try Fields(parameters, path: "").objects("candidates") { fields throws(FramingError) in
            CandidateReport(
                route: try fields.text("route"), feature: try fields.text("feature"),
                action: try fields.text("action"), failure: try fields.textIfPresent("failure"))
        }
    }

    /// The answer of `Monitor.Status`.
    package static func status(_ parameters: Value) throws(FramingError) -> StatusReport {
        let fields = try Fields(parameters, path: "")
        return StatusReport(
            version: try fields.text("version"), tableRevision: try fields.text("tableRevision"),
            stateRevision: try fields.text("stateRevision"), routes: try fields.integer("routes"),
            features: try fields.integer("features"), connections: try fields.integer("connections"),
            calls: try fields.integer("calls"), uptimeMs: try fields.integer("uptimeMs"),
            overridden: try fields.flag("overridden"), files: try files(fields),
            profile: try fields.textIfPresent("profile"), ledger: try fields.object("ledger", ledger),
            overrides: try fields.objects("overrides", override), sources: try fields.objects("sources", source),
            leftovers: try fields.integerIfPresent("leftovers"), dropped: try fields.integerIfPresent("dropped"),
            audience: try fields.textIfPresent("audience").flatMap(Audience.init))
    }

    private static func ledger(_ fields: Fields) throws(FramingError) -> LedgerReport {
        LedgerReport(
            state: try fields.word("state"), code: try fields.textIfPresent("code"),
            reason: try fields.textIfPresent("reason"), unreadable: try fields.integerIfPresent("unreadable"),
            aheadMs: try fields.integerIfPresent("aheadMs"), intake: try fields.textIfPresent("intake"))
    }

    private static func override(_ fields: Fields) throws(FramingError) -> OverrideReport {
        OverrideReport(fact: try fields.text("fact"), endsAfterMs: try fields.integer("endsAfterMs"))
    }

    private static func source(_ fields: Fields) throws(FramingError) -> SourceReport {
        SourceReport(
            fact: try fields.text("fact"), source: try fields.text("source"), state: try fields.word("state"),
            asOfMs: try fields.integerIfPresent("asOfMs"), fault: try fields.textIfPresent("fault"))
    }

    /// The answer of `Reload`.
    package static func reload(_ parameters: Value) throws(FramingError) -> ReloadReport {
        let fields = try Fields(parameters, path: "")
        return ReloadReport(
            tableRevision: try fields.text("tableRevision"), routes: try fields.integer("routes"),
            files: try files(fields), warnings: try fields.objects("warnings", diagnostic) ?? [])
    }

    private static func files(_ fields: Fields) throws(FramingError) -> [TableFileReport] {
        let files = try fields.objects("files") { file throws(FramingError) in
            TableFileReport(name: try file.text("name"), revision: try file.text("revision"))
        }
        return try fields.required("files", "array", files)
    }

    /// The parameters of the error of `Reload`.
    package static func badTable(_ parameters: Value) throws(FramingError) -> [DiagnosticReport] {
        let fields = try Fields(parameters, path: "")
        return try fields.required("diagnostics", "array", fields.objects("diagnostics", diagnostic))
    }

    /// The answer of `GetInfo`, and the interfaces that it lists.
    package static func service(
        _ parameters: Value
    ) throws(FramingError) -> (service: ServiceDescription, interfaces: [String]) {
        let fields = try Fields(parameters, path: "")
        let service = ServiceDescription(
            vendor: try fields.text("vendor"), product: try fields.text("product"),
            version: try fields.text("version"), url: try fields.text("url"))
        return (service, try fields.texts("interfaces"))
    }

    private static func feature(_ fields: Fields) throws(FramingError) -> FeatureReport {
        FeatureReport(
            path: try fields.text("path"), name: try fields.text("name"),
            parent: try fields.textIfPresent("parent"), description: try fields.textIfPresent("description"),
            status: try fields.word("status"), code: try fields.wordIfPresent("code"),
            primary: try fields.textIfPresent("primary"),
            constraints: try fields.objects("constraints", OutcomeDecoder.constraint),
            actions: try fields.texts("actions"), routes: try fields.texts("routes"),
            unlisted: try fields.integerIfPresent("unlisted"))
    }

    private static func diagnostic(_ fields: Fields) throws(FramingError) -> DiagnosticReport {
        DiagnosticReport(
            code: try fields.text("code"), severity: try fields.text("severity"), file: try fields.text("file"),
            line: try fields.integer("line"), column: try fields.integer("column"),
            message: try fields.text("message"), help: try fields.textIfPresent("help"),
            witness: try fields.textIfPresent("witness"), related: try fields.objects("related", place) ?? [])
    }

    private static func place(_ fields: Fields) throws(FramingError) -> DiagnosticReport.Place {
        DiagnosticReport.Place(
            file: try fields.text("file"), line: try fields.integer("line"), column: try fields.integer("column"),
            note: try fields.text("note"))
    }
}
