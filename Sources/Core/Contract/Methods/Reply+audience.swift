// The members of replies that only operators get: the one place that decides it. Operators get everything. Everyone
// else gets what concerns them, and nothing about the host's files, the causes of faults, or other callers:
//
//     evidence of an operator     source "file:/run/app/switch", fault "/run/app/switch: No such file or directory"
//     evidence of anyone          source "file", fault "the source did not answer; `deeplinkctl status` tells an operator why"
//
// A source of facts that all users share is asked when a call needs it. So the time of its last answer is the time of some
// user's call, and only operators are told it.
//
// A reply passes here last, when it is written to its connection. So an outcome that was kept for an idempotency key is
// narrowed too when it is repeated.

extension Outcome {
    /// True if an audience may see all of it.
    package func isWhole(for audience: Audience) -> Bool {
        audience == .operator
            || constraints.isEmpty && code != .failedSpawn && execution?.error == nil
                && instead?.isForAnyone != false
    }

    /// Without the place of a source, the causes of faults, and what kept an action from being performed.
    package var forAnyone: Outcome {
        var outcome = self
        outcome.constraints = constraints.map(\.forAnyone)
        // Whether there is an error of the system, and which, tells whether a path exists and whether the daemon trusts it.
        // The message of a program that was not started names its path and what is wrong with it.
        outcome.execution?.error = nil
        if let instead { outcome.instead = instead.forAnyone }
        if code == .failedSpawn { outcome.message = code.sentence }
        return outcome
    }
}

extension ConstraintReport.Evidence {
    /// Without the place of its source and the cause of a fault.
    package var forAnyone: ConstraintReport.Evidence {
        var evidence = self
        evidence.source = String(source.prefix { $0 != ":" })
        if fault != nil { evidence.fault = "the source did not answer; `deeplinkctl status` tells an operator why" }
        return evidence
    }
}

extension ConstraintReport {
    /// Without the place of its source, the cause of a fault, and the time of another user's call.
    package var forAnyone: ConstraintReport {
        var report = self
        report.evidence = evidence.forAnyone
        if hasTimeOfCall { report.evidence.asOfMs = nil }
        // Whether a program exists that the daemon does not start is the operators' alone, as with `failed.spawn`.
        if kind == .program, status == .unsatisfied { report.reason = Self.absentProgram }
        return report
    }

    /// Whether the evidence is as old as the last call of any user that needed the fact.
    ///
    /// What the ledger and an operator say has the time of that change, and what the kernel says that of this call. A subject's
    /// facts are the caller's own.
    private var hasTimeOfCall: Bool {
        kind.isOfHost && !["ledger", "memory", "kernel"].contains(evidence.source)
    }
}

extension StatusReport {
    /// Without files, faults and overrides; the counts are the caller's own already.
    package var forAnyone: StatusReport {
        var report = self
        report.audience = .anyone
        report.files = []
        report.ledger = ledger.map { ledger in LedgerReport { $0.state = ledger.state } }
        report.table = table.map { table in TableReport { $0.state = table.state } }
        (report.overrides, report.sources, report.leftovers, report.dropped) = (nil, nil, nil, nil)
        (report.cache, report.interrupted, report.undecided) = (nil, nil, nil)
        (report.timelineFault, report.lostLines) = (nil, nil)
        return report
    }
}

extension ReloadReport {
    /// The same: only operators reload.
    package var forAnyone: ReloadReport { self }
}

extension TableContents {
    /// Without texts: only operators are given them.
    package var forAnyone: TableContents { with { $0.files = [] } }
}
