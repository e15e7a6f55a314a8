// Whether there is an audit: the table in force has the block, and the daemon's own user meets what it requires. This is judged
// anew when a table is in force and when facts have moved. A requirement whose fact is not known is not met, and nothing is
// asked for it.

import Contract
import Features
import Ledger
import OperateRules
import Routing
import Serving

/// The audit of a server.
///
/// *Owner/thread*: the loop's thread.
struct AuditBook {
    unowned let server: Server

    /// What serves its method.
    var handlers: [Handler] { [Handler(list)] }

    /// Judges anew whether there is an audit.
    func settle() {
        let terms = server.snapshot.ruleset.audit
        guard let feature = terms.feature else { return server.facts.auditKeepMs = nil }
        let isOn = server.snapshot.hasAvailable(feature, to: .daemon)
        server.facts.auditKeepMs = isOn ? Int64(terms.days) * 86_400_000 : nil
    }

    private func list(_ call: ServedCall<ListAudit>) {
        guard server.snapshot.ruleset.audit.feature != nil else { return call.reply(NoAudit(reason: Self.missing)) }
        guard let ledger = server.facts.ledger else { return call.reply(NotKept.inMemory(ListAudit.interface)) }
        let request = call.request
        ledger.perform(of: server.user(of: call.caller), isReading: true) { (ledger) throws(LedgerError) in
            try ledger.audit(
                after: max(0, request.after ?? 0), sinceMs: request.sinceMs, uid: request.uid, limit: Limits.auditPage)
        } then: { result in
            switch result {
            case .success(let page): call.reply(ListAudit.Answer(page))
            case .failure(let error): call.reply(NotKept(ListAudit.interface, error, for: .operator))
            }
        }
    }

    private static let missing =
        "the table has no audit: add `audit { keep \(Limits.auditDays) days }` on lines of its own, and reload"
}

extension ListAudit.Answer {
    /// Reports some rows.
    fileprivate init(_ page: AuditPage) {
        self.init()
        (first, last, next) = (page.first, page.last, page.next)
        rows = page.rows.map { row in
            AuditRowReport {
                ($0.number, $0.timeMs, $0.uid) = (row.number, row.timeMs, row.author.uid)
                $0.pid = row.author.origin.flatMap { $0.processID > 0 ? Int($0.processID) : nil }
                ($0.unit, $0.program) = (row.author.origin?.unit, row.author.origin?.program)
                ($0.method, $0.subject) = (row.author.method, row.change.subject)
                ($0.kind, $0.name, $0.old, $0.new) = (
                    row.change.kind, row.change.name, row.change.old, row.change.new
                )
                $0.chain = row.chain.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            }
        }
    }
}
