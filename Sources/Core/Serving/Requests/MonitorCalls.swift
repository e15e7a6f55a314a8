// The methods of io.deeplinkd.Monitor and org.varlink.service.

import Conf
import Contract
import Features
import HostSystem
import Ledger
import Routing

/// The calls that show and steer the daemon.
///
/// *Owner/thread*: the loop's thread.
struct MonitorCalls: CallGroup {
    unowned let server: Server

    var handlers: [Handler] {
        [
            Handler(status), Handler(table), Handler(check), Handler(reload), Handler(override), Handler(clear),
            Handler(acknowledge), Handler(backup), Handler(ledger), Handler(shadow), Handler(info),
            Handler(description),
        ]
    }

    private func status(_ call: ServedCall<GetStatus>) {
        call.reply(server.status(for: call.caller, ownCalls: call.session.callCount))
    }

    private func table(_ call: ServedCall<GetTable>) -> any Reply {
        guard !call.request.files || server.callers.isOperator(call.caller) else {
            return VarlinkError.permissionDenied
        }
        guard server.snapshot.hasTable else { return TableContents() }
        let pages = TablePages(server.snapshot, for: server.sight(of: call.caller))
        let page = pages.page(after: call.request.after, files: call.request.files)
        return page.map { $0 as any Reply } ?? VarlinkError.refusing(.after)
    }

    private func check(_ call: ServedCall<CheckTable>) { server.reload?.check(call.reply) }

    private func reload(_ call: ServedCall<ReloadTable>) {
        server.audit.reloadTable(by: { server.audit.author(of: call) }, then: call.reply)
    }

    /// Overrides a fact, or ends its override.
    private func override(_ call: ServedCall<OverrideFact>) throws(ParameterError) {
        let answer = try overridden(call)
        guard answer is OverrideFact.Answer else { return call.reply(answer) }
        let change = AuditedChange("override", call.request.fact, to: call.request.status)
        server.audit.note(change, by: server.audit.author(of: call)) { call.reply(answer) }
    }

    private func overridden(_ call: ServedCall<OverrideFact>) throws(ParameterError) -> any Reply {
        let (facts, ruleset) = (server.facts, server.snapshot.ruleset)
        guard ruleset.profile == .development else { return BareError.notDevelopment }
        let longestMs = Limits.overrideTimeLimit.wholeMilliseconds
        let lifetimeMs = call.request.ttlMs ?? Limits.overrideTime.wholeMilliseconds
        guard (1...longestMs).contains(lifetimeMs) else { throw .invalid(.ttlMs) }
        var reader = FactReader(catalogue: ruleset.catalogue)
        var diagnostics = Diagnostics()
        let source = reader.read(fact: call.request.fact, status: call.request.status, diagnostics: &diagnostics)
        guard !diagnostics.hasErrors else {
            return BadFact { $0.diagnostics = diagnostics.inOrder.map { $0.report(in: [source]) } }
        }
        server.log.warning(
            .factOverridden,
            ["fact": call.request.fact, "status": call.request.status ?? "source", "uid": "\(call.caller.uid)"])
        guard let status = call.request.status else {
            facts.overrides.remove(reader.facts)
            facts.applyOverrides()
            return OverrideFact.Answer()
        }
        let endsNs = HostClock.monotonicNs + lifetimeMs * 1_000_000
        guard facts.overrides.add(reader.facts, text: "\(call.request.fact) \(status)", endsNs: endsNs) else {
            throw .invalid(.fact)
        }
        facts.applyOverrides()
        return OverrideFact.Answer { $0.endsAfterMs = lifetimeMs }
    }

    private func clear(_ call: ServedCall<ClearCache>) -> any Reply {
        let cleared = server.clearAnswers(because: "an operator", by: call.caller.uid)
        return ClearCache.Answer { ($0.answers, $0.bytes) = cleared }
    }

    private func acknowledge(_ call: ServedCall<AcknowledgeLinks>) {
        let (log, uid) = (server.log, call.caller.uid)
        server.journal.acknowledge(call.request.outcomeId, of: server.user(of: call.caller)) { result in
            switch result {
            case .success(let count):
                log.notice(.linksAcknowledged, ["links": "\(count)", "uid": "\(uid)"])
                call.reply(AcknowledgeLinks.Answer { $0.links = count })
            case .failure(let error):
                call.reply(NotKept(AcknowledgeLinks.interface, error, for: .operator))
            }
        }
    }

    private func shadow(_ call: ServedCall<CompareTables>) -> any Reply {
        guard let table = server.snapshot.ruleset.shadow else { return ShadowReport() }
        return server.shadow?.counted(in: table.file) ?? ShadowReport { $0.file = table.file }
    }

    private func backup(_ call: ServedCall<BackUpLedger>) {
        server.copies.send(
            to: call.session, of: server.user(of: call.caller), while: { server.mayStream(to: call.session) },
            refuse: call.reply)
    }

    private func ledger(_ call: ServedCall<InspectLedger>) {
        guard let ledger = server.facts.ledger else { return call.reply(NotKept.inMemory(InspectLedger.interface)) }
        let isVerified = call.request.isVerified
        ledger.perform(of: server.user(of: call.caller), isReading: true) { (ledger) throws(LedgerError) in
            try LedgerContents(ledger.inspect(isThorough: isVerified), of: ledger.path, isVerified: isVerified)
        } then: { result in
            switch result {
            case .success(let contents): call.reply(InspectLedger.Answer { $0.ledger = contents })
            case .failure(let error): call.reply(NotKept(InspectLedger.interface, error, for: .operator))
            }
        }
    }

    // MARK: org.varlink.service

    private func info(_ call: ServedCall<GetInfo>) -> any Reply {
        GetInfo.Answer {
            ($0.vendor, $0.product, $0.version) = ("deeplinkd", "deeplinkd", Version.text)
            $0.url = "file:///usr/share/doc/deeplinkd/README.md"
            $0.interfaces = server.wings.interfaces.map(\.name)
        }
    }

    private func description(_ call: ServedCall<GetInterfaceDescription>) -> any Reply {
        guard let text = server.descriptions[call.request.interface] else {
            return VarlinkError.interfaceNotFound(interface: call.request.interface)
        }
        return GetInterfaceDescription.Answer { $0.description = text }
    }
}
