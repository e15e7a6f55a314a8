import Features
import Ledger
import Testing

@testable import PurchaseRules

struct LedgerChangeTests {
    @Test(arguments: [
        (LedgerFact(.toggle(""), .on), Subject.uid(1), "the name is empty or holds a NUL byte"),
        (LedgerFact(.toggle("a\0b"), nil), .uid(1), "the name is empty or holds a NUL byte"),
        (
            LedgerFact(.toggle(String(repeating: "a", count: 1025)), .on), .uid(1),
            "the name has 1025 bytes, the limit is 1024"
        ),
        (LedgerFact(.toggle("A"), .on), .account("a\0"), "the subject is empty or holds a NUL byte"),
        (LedgerFact(.runtime("A"), .on), .uid(1), "a runtime switch belongs to the machine, not to uid:1"),
        (
            LedgerFact(setting: .purchase("p"), to: .purchase(Purchase(.unknown))), .uid(1),
            "a purchase in an unknown state is not stored"
        ),
        (
            LedgerFact(.purchase("p"), .purchase(Purchase(.active))), .uid(1),
            "a purchase in an unknown state is not stored"
        ),
    ])
    func `a value that cannot be stored unchanged is refused`(fact: LedgerFact, subject: Subject, reason: String) {
        #expect(throws: LedgerError.unusable(reason)) {
            _ = try LedgerChange(fact, of: subject, by: someone)
        }
    }

    @Test(arguments: ["ä/ö", "a'b\"c;--", "\u{FEFF}x", "a\nb", "🎧", "%_", "e\u{301}", "\u{E9}"])
    func `any other text is stored unchanged`(name: String) throws {
        try StateDirectory().use { ledger in
            _ = try ledger.apply(LedgerChange(LedgerFact(.toggle(name), .on), of: .account(name), by: someone))
            let found = try ledger.snapshotAll().subjects[.account(name)]?.keys.first?.name
            #expect(found.map { Array($0.utf8) } == Array(name.utf8))
        }
    }
}
