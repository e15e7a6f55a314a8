package import Contract

/// The value of a reply's `outcome` → `ReceivedOutcome`.
package enum OutcomeDecoder {
    /// Decodes an outcome.
    ///
    /// *Shape*: members that this program does not know are ignored; a word that it does not know leaves the typed
    /// outcome nil. Words are codes, statuses, kinds and actors; a class that is not known could not be handled at all.
    ///
    /// *Throws*: `field`, where class, code or message is missing, or a member has the wrong type.
    package static func decode(_ value: Value) throws(FramingError) -> ReceivedOutcome {
        let fields = try Fields(value, path: "outcome")
        let code = try fields.text("code")
        let message = try fields.text("message")
        let outcomeClass: OutcomeClass = try fields.word("class")
        let typed: Outcome?
        do throws(FramingError) {
            typed = try outcome(fields)
        } catch .field(_, Fields.knownWord) {
            typed = nil
        }
        return ReceivedOutcome(value: value, outcomeClass: outcomeClass, code: code, message: message, outcome: typed)
    }

    private static func outcome(_ fields: Fields) throws(FramingError) -> Outcome {
        var outcome = Outcome(try fields.word("code"), message: try fields.text("message"))
        outcome.outcomeId = try fields.textIfPresent("outcomeId")
        outcome.url = try fields.textIfPresent("url")
        outcome.route = try fields.textIfPresent("route")
        outcome.feature = try fields.textIfPresent("feature")
        outcome.action = try fields.textIfPresent("action")
        outcome.parameters = try fields.members("parameters")
        outcome.primary = try fields.textIfPresent("primary")
        outcome.constraints = try fields.objects("constraints", constraint) ?? []
        outcome.remedies = try fields.objects("remedies", remedy) ?? []
        outcome.rejection = try fields.object("rejection", rejection)
        outcome.execution = try fields.object("execution", execution)
        outcome.result = fields.value("result")
        outcome.via = try fields.texts("via")
        outcome.tableRevision = try fields.textIfPresent("tableRevision")
        outcome.stateRevision = try fields.textIfPresent("stateRevision")
        outcome.timings = try fields.object("timings", timings)
        return outcome
    }

    /// One constraint's report.
    ///
    /// *Throws*: `field`, for the first member that is missing or of another type.
    static func constraint(_ fields: Fields) throws(FramingError) -> ConstraintReport {
        ConstraintReport(
            id: try fields.text("id"), kind: try fields.word("kind"), subject: try fields.text("subject"),
            inheritedFrom: try fields.textIfPresent("inheritedFrom"), status: try fields.word("status"),
            reason: try fields.text("reason"), code: try fields.wordIfPresent("code"),
            evidence: try fields.required("evidence", "object", fields.object("evidence", evidence)),
            remedies: try fields.objects("remedies", remedy) ?? [])
    }

    private static func evidence(_ fields: Fields) throws(FramingError) -> ConstraintReport.Evidence {
        ConstraintReport.Evidence(
            source: try fields.text("source"), asOfMs: try fields.integerIfPresent("asOfMs"),
            freshness: try fields.wordIfPresent("freshness"), isOverride: try fields.flagIfPresent("override") ?? false,
            fault: try fields.textIfPresent("fault"))
    }

    private static func remedy(_ fields: Fields) throws(FramingError) -> Remedy {
        Remedy(
            kind: try fields.word("kind"), actor: try fields.word("actor"),
            arguments: try fields.members("arguments"),
            withheldBecause: try fields.textIfPresent("withheldBecause"))
    }

    private static func rejection(_ fields: Fields) throws(FramingError) -> Rejection {
        var rejection = Rejection()
        rejection.rule = try fields.textIfPresent("rule")
        rejection.component = try fields.textIfPresent("component")
        rejection.offset = try fields.integerIfPresent("offset")
        rejection.limit = try fields.integerIfPresent("limit")
        rejection.amount = try fields.integerIfPresent("amount")
        rejection.retryAfterMs = try fields.integerIfPresent("retryAfterMs")
        rejection.route = try fields.textIfPresent("route")
        rejection.key = try fields.textIfPresent("key")
        rejection.expected = try fields.textIfPresent("expected")
        rejection.nearest = try fields.textIfPresent("nearest")
        rejection.failure = try fields.textIfPresent("failure")
        return rejection
    }

    private static func execution(_ fields: Fields) throws(FramingError) -> Execution {
        Execution(
            kind: try fields.text("kind"), durationMs: try fields.integer("durationMs"),
            exit: try fields.object("exit", exit) ?? nil, stdout: try fields.object("stdout", stream),
            stderr: try fields.object("stderr", stream), error: try fields.textIfPresent("error"))
    }

    private static func exit(_ fields: Fields) throws(FramingError) -> Execution.Exit? {
        if let code: Int32 = try fields.integerIfPresent("code") { return .code(code) }
        if let signal: Int32 = try fields.integerIfPresent("signal") { return .signal(signal) }
        return nil
    }

    private static func stream(_ fields: Fields) throws(FramingError) -> Execution.Stream {
        Execution.Stream(
            text: try fields.text("text"), bytes: try fields.integer("bytes"),
            truncated: try fields.flag("truncated"))
    }

    private static func timings(_ fields: Fields) throws(FramingError) -> Outcome.Timings {
        Outcome.Timings(
            parseNs: try fields.integer("parseNs"), matchNs: try fields.integer("matchNs"),
            verifyNs: try fields.integer("verifyNs"))
    }
}
