internal import Contract

// The envelope of `io.deeplinkd.Dispatch` as its description declares it: a test holds the two together.

extension JSONWriter {
    /// Writes an outcome as an object.
    mutating func outcome(_ outcome: borrowing Outcome) {
        beginObject()
        member("outcomeId", outcome.outcomeId)
        code(outcome.code.rawValue)
        member("message", outcome.message)
        member("url", outcome.url)
        member("route", outcome.route)
        member("feature", outcome.feature)
        member("action", outcome.action)
        if !outcome.parameters.isEmpty {
            name("parameters")
            object(outcome.parameters)
        }
        member("primary", outcome.primary)
        if !outcome.constraints.isEmpty { member("constraints", outcome.constraints) { $0.constraint($1) } }
        if !outcome.remedies.isEmpty { member("remedies", outcome.remedies) { $0.remedy($1) } }
        if let rejection = outcome.rejection { self.rejection(rejection) }
        if let execution = outcome.execution { self.execution(execution) }
        if let result = outcome.result {
            name("result")
            value(result)
        }
        if !outcome.via.isEmpty { member("via", outcome.via) }
        member("tableRevision", outcome.tableRevision)
        member("stateRevision", outcome.stateRevision)
        if let timings = outcome.timings { self.timings(timings) }
        endObject()
    }

    /// Writes the class, which is the code's first word, and the code.
    private mutating func code(_ code: String) {
        let bytes = code.utf8.span
        var dot = 0
        while dot < bytes.count, bytes[dot] != UInt8(ascii: ".") { dot += 1 }
        member("class", bytes.extracting(..<dot))
        member("code", bytes)
    }

    /// Writes a constraint as an object.
    mutating func constraint(_ constraint: ConstraintReport) {
        beginObject()
        member("id", constraint.id)
        member("kind", constraint.kind.rawValue)
        member("subject", constraint.subject)
        member("inheritedFrom", constraint.inheritedFrom)
        member("status", constraint.status.rawValue)
        member("reason", constraint.reason)
        member("code", constraint.code?.rawValue)
        name("evidence")
        beginObject()
        member("source", constraint.evidence.source)
        member("asOfMs", constraint.evidence.asOfMs)
        member("freshness", constraint.evidence.freshness?.rawValue)
        if constraint.evidence.isOverride { member("override", true) }
        member("fault", constraint.evidence.fault)
        endObject()
        if !constraint.remedies.isEmpty { member("remedies", constraint.remedies) { $0.remedy($1) } }
        endObject()
    }

    private mutating func remedy(_ remedy: Remedy) {
        beginObject()
        member("kind", remedy.kind.rawValue)
        member("actor", remedy.actor.rawValue)
        if !remedy.arguments.isEmpty {
            name("arguments")
            object(remedy.arguments)
        }
        member("withheldBecause", remedy.withheldBecause)
        endObject()
    }

    private mutating func rejection(_ rejection: Rejection) {
        name("rejection")
        beginObject()
        member("rule", rejection.rule)
        member("component", rejection.component)
        member("offset", rejection.offset)
        member("limit", rejection.limit)
        member("amount", rejection.amount)
        member("retryAfterMs", rejection.retryAfterMs)
        member("route", rejection.route)
        member("key", rejection.key)
        member("expected", rejection.expected)
        member("nearest", rejection.nearest)
        member("failure", rejection.failure)
        endObject()
    }

    private mutating func execution(_ execution: Execution) {
        name("execution")
        beginObject()
        member("kind", execution.kind)
        member("durationMs", execution.durationMs)
        if let exit = execution.exit {
            name("exit")
            beginObject()
            switch exit {
            case .code(let code): member("code", code)
            case .signal(let signal): member("signal", signal)
            }
            endObject()
        }
        stream("stdout", execution.stdout)
        stream("stderr", execution.stderr)
        member("error", execution.error)
        endObject()
    }

    private mutating func stream(_ name: String, _ stream: Execution.Stream?) {
        guard let stream else { return }
        self.name(name)
        beginObject()
        member("text", stream.text)
        member("bytes", stream.bytes)
        member("truncated", stream.truncated)
        endObject()
    }

    private mutating func timings(_ timings: Outcome.Timings) {
        name("timings")
        beginObject()
        member("parseNs", timings.parseNs)
        member("matchNs", timings.matchNs)
        member("verifyNs", timings.verifyNs)
        endObject()
    }
}
