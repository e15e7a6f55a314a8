internal import Contract

// What `io.deeplinkd.Features` and `io.deeplinkd.Monitor` answer, as their descriptions declare it.

extension JSONWriter {
    /// Writes a feature as an object.
    mutating func feature(_ feature: FeatureReport) {
        beginObject()
        member("path", feature.path)
        member("name", feature.name)
        member("parent", feature.parent)
        member("description", feature.description)
        member("status", feature.status.rawValue)
        member("code", feature.code?.rawValue)
        member("primary", feature.primary)
        if let constraints = feature.constraints { member("constraints", constraints) { $0.constraint($1) } }
        member("actions", feature.actions)
        member("routes", feature.routes)
        member("unlisted", feature.unlisted)
        endObject()
    }

    /// Writes a considered route as an object.
    mutating func candidate(_ candidate: CandidateReport) {
        beginObject()
        member("route", candidate.route)
        member("feature", candidate.feature)
        member("action", candidate.action)
        member("failure", candidate.failure)
        endObject()
    }

    /// Writes a diagnostic as an object.
    mutating func diagnostic(_ diagnostic: DiagnosticReport) {
        beginObject()
        member("code", diagnostic.code)
        member("severity", diagnostic.severity)
        member("file", diagnostic.file)
        member("line", diagnostic.line)
        member("column", diagnostic.column)
        member("message", diagnostic.message)
        member("help", diagnostic.help)
        member("witness", diagnostic.witness)
        if !diagnostic.related.isEmpty { member("related", diagnostic.related) { $0.place($1) } }
        endObject()
    }

    private mutating func place(_ place: DiagnosticReport.Place) {
        beginObject()
        member("file", place.file)
        member("line", place.line)
        member("column", place.column)
        member("note", place.note)
        endObject()
    }

    /// Writes members only: they are the reply's parameters themselves.
    mutating func statusMembers(_ status: StatusReport) {
        member("version", status.version)
        member("tableRevision", status.tableRevision)
        member("stateRevision", status.stateRevision)
        member("routes", status.routes)
        member("features", status.features)
        member("connections", status.connections)
        member("calls", status.calls)
        member("uptimeMs", status.uptimeMs)
        member("overridden", status.overridden)
        member("files", status.files) { $0.tableFile($1) }
        member("profile", status.profile)
        if let ledger = status.ledger {
            name("ledger")
            self.ledger(ledger)
        }
        if let overrides = status.overrides { member("overrides", overrides) { $0.override($1) } }
        if let sources = status.sources { member("sources", sources) { $0.source($1) } }
        member("leftovers", status.leftovers)
        member("dropped", status.dropped)
        member("audience", status.audience?.rawValue)
    }

    private mutating func ledger(_ ledger: LedgerReport) {
        beginObject()
        member("state", ledger.state.rawValue)
        member("code", ledger.code)
        member("reason", ledger.reason)
        member("unreadable", ledger.unreadable)
        member("aheadMs", ledger.aheadMs)
        member("intake", ledger.intake)
        endObject()
    }

    private mutating func override(_ override: OverrideReport) {
        beginObject()
        member("fact", override.fact)
        member("endsAfterMs", override.endsAfterMs)
        endObject()
    }

    private mutating func source(_ source: SourceReport) {
        beginObject()
        member("fact", source.fact)
        member("source", source.source)
        member("state", source.state.rawValue)
        member("asOfMs", source.asOfMs)
        member("fault", source.fault)
        endObject()
    }

    /// Writes members only: they are the reply's parameters themselves.
    mutating func reloadMembers(_ report: ReloadReport) {
        member("tableRevision", report.tableRevision)
        member("routes", report.routes)
        member("files", report.files) { $0.tableFile($1) }
        member("warnings", report.warnings) { $0.diagnostic($1) }
    }

    private mutating func tableFile(_ file: TableFileReport) {
        beginObject()
        member("name", file.name)
        member("revision", file.revision)
        endObject()
    }

    /// Writes members only: they are the reply's parameters themselves.
    mutating func serviceMembers(_ service: ServiceDescription) {
        member("vendor", service.vendor)
        member("product", service.product)
        member("version", service.version)
        member("url", service.url)
        member("interfaces", Interface.allCases.map(\.rawValue))
    }
}
