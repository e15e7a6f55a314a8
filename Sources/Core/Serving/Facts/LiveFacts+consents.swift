// Users' own answers to permissions that the table has `from consent`: the ledger keeps them, and the ConsentBook answers.

package import Contract
import FactSources
package import Features
import Ledger

extension LiveFacts {
    /// Keeps a user's own answer; nil takes it back.
    package func set(
        consent isGranted: Bool?, to permission: Permission, for subject: Subject, by uid: UInt32,
        _ method: any Method.Type,
        then done: @escaping Changed
    ) {
        let value = isGranted.map { FactValue.permission($0 ? .authorized : .denied) }
        change(
            LedgerFact(.permission(permission), value), of: subject, Author(uid: uid, method: method.name), done)
    }

    /// Puts the answers that a ledger has in force.
    func adoptConsents(_ snapshot: LedgerSnapshot) {
        var kept: [Subject: [FactKey: ConsentBook.Consent]] = [:]
        for (subject, facts) in snapshot.subjects {
            for (key, entries) in facts where key.kind == .permission {
                guard let entry = entries.last else { continue }
                kept[subject, default: [:]][key] = entry.fact.consent(asOfMs: entry.stamp.time.milliseconds)
            }
        }
        consents.replace(kept)
    }
}

extension LedgerFact {
    /// What a user said; nil for an answer that was taken back, and for all other facts.
    func consent(asOfMs: Int64) -> ConsentBook.Consent? {
        value?.permission.map { ConsentBook.Consent(isGranted: $0 == .authorized, asOfMs: asOfMs) }
    }
}
