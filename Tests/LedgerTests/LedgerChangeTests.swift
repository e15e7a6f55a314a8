import Features
import Ledger
import Testing

struct LedgerChangeTests {
    @Test(arguments: [
        (LedgerFact.toggle(feature: "", isOn: true), Subject.uid(1), "the name is empty or holds a NUL byte"),
        (.toggle(feature: "a\0b", isOn: nil), .uid(1), "the name is empty or holds a NUL byte"),
        (
            .toggle(feature: String(repeating: "a", count: 1025), isOn: true), .uid(1),
            "the name has 1025 bytes, the limit is 1024"
        ),
        (.toggle(feature: "A", isOn: true), .account("a\0"), "the subject is empty or holds a NUL byte"),
        (.runtime(feature: "A", isOn: true), .uid(1), "a runtime switch belongs to the machine, not to uid:1"),
        (
            .purchase(PurchaseFact(product: "p", state: .unknown, asOfMs: 1, source: "s")), .uid(1),
            "a purchase that nobody knows is no fact"
        ),
        (
            .purchase(PurchaseFact(product: "p", state: .active, asOfMs: 1, source: "")), .uid(1),
            "the source is empty or holds a NUL byte"
        ),
    ])
    func `what cannot be kept as it is is refused`(fact: LedgerFact, subject: Subject, reason: String) {
        #expect(throws: LedgerError.unusable(reason)) {
            _ = try LedgerChange(fact, of: subject, by: someone)
        }
    }

    @Test(arguments: ["ä/ö", "a'b\"c;--", "\u{FEFF}x", "a\nb", "🎧", "%_", "e\u{301}", "\u{E9}"])
    func `any other text is kept as it is`(name: String) throws {
        try StateDirectory().use { ledger in
            _ = try ledger.apply(LedgerChange(.toggle(feature: name, isOn: true), of: .account(name), by: someone))
            let found = try ledger.snapshot(of: .account(name)).subjects[.account(name)]?.toggles.keys.first
            #expect(found.map { Array($0.utf8) } == Array(name.utf8))
        }
    }
}
