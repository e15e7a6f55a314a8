import Contract
import Features
import Foundation
import SQLite
import Testing

@testable import Ledger
@testable import PurchaseService

struct LicenceTests {
    private static let ann = Author(uid: 1000, method: "io.deeplinkd.Purchases.Ingest")

    private static func licence(_ number: Int, byteCount: Int = 300, id: String = "order") -> NewLicence {
        let digits = String(number, radix: 16)
        return NewLicence(
            digest: String(repeating: "0", count: 64 - digits.utf8.count) + digits, issuer: "shop", keyID: "k1", id: id,
            issuedMs: 1000, receivedMs: 2000, token: String(repeating: "t", count: byteCount))
    }

    @Test func `a licence is kept over a restart as it came, and the same payload is kept once for each subject`()
        throws
    {
        let directory = try StateDirectory()
        try directory.use { (ledger) throws in
            let receipts = try ledger.keep(
                [Self.licence(1), Self.licence(2), Self.licence(1)], of: .uid(1000), by: Self.ann)
            #expect(receipts == [.kept, .kept, .duplicate(receivedMs: 2000)])
            #expect(try ledger.keep([Self.licence(1)], of: .uid(1001), by: Author(uid: 1001, method: "m")) == [.kept])
        }
        try directory.use { (ledger) throws in
            #expect(try ledger.keep([Self.licence(2)], of: .uid(1000), by: Self.ann) == [.duplicate(receivedMs: 2000)])
            let all = try ledger.licences(limit: 10)
            #expect(all.map(\.subject) == [.uid(1000), .uid(1000), .uid(1001)] && all.map(\.number) == [1, 2, 3])
            #expect(all.allSatisfy { $0.token == Self.licence(1).token && $0.receivedMs == 2000 })
            #expect(try ledger.licences(after: 1, limit: 1).map(\.number) == [2])
            #expect(try ledger.licences(of: .uid(1001), limit: 10).map(\.number) == [3])
            #expect(try ledger.licences(after: 3, limit: 10).isEmpty)
        }
    }

    @Test func `each row has the stamp, the author and the method of its change`() throws {
        let directory = try StateDirectory()
        try directory.use { (ledger) throws in
            let first = try ledger.apply(toggle("A", true)).stamp.sequence
            _ = try ledger.keep([Self.licence(1), Self.licence(2)], of: .uid(1000), by: Self.ann)
            _ = try ledger.start(
                KeptTrial(startedMs: 1, endsMs: 2), of: "premium", for: .uid(1000), by: Author(uid: 1000, method: "t"))
            let rows = try ledger.write { db in
                try texts(
                    db,
                    """
                    SELECT sequence || ' ' || uid || ' ' || method FROM licence
                    UNION ALL SELECT sequence || ' ' || uid || ' ' || method FROM trial
                    """)
            }
            let method = Self.ann.method
            #expect(rows == ["\(first + 1) 1000 \(method)", "\(first + 2) 1000 \(method)", "\(first + 3) 1000 t"])
            #expect(try ledger.apply(toggle("A", false)).stamp.sequence == first + 4)
        }
    }

    @Test func `past the number that a subject may have, a licence is refused and those before it are kept`() throws {
        let directory = try StateDirectory()
        try directory.use { (ledger) throws in
            let limit = Limits.licencesPerSubject
            _ = try ledger.start(KeptTrial(startedMs: 1, endsMs: 2), of: "p", for: .uid(1000), by: Self.ann)
            let receipts = try ledger.keep((1...limit).map { Self.licence($0) }, of: .uid(1000), by: Self.ann)
            #expect(receipts.dropLast().allSatisfy { $0 == .kept })
            #expect(receipts.last == .refused(.tooManyLicences(found: limit, limit: limit)))
            #expect(throws: LedgerError.tooManyLicences(found: limit, limit: limit)) {
                _ = try ledger.start(KeptTrial(startedMs: 1, endsMs: 2), of: "q", for: .uid(1000), by: Self.ann)
            }
            #expect(try ledger.keep([Self.licence(1)], of: .uid(1000), by: Self.ann) == [.duplicate(receivedMs: 2000)])
            #expect(try ledger.keep([Self.licence(1)], of: .uid(1001), by: Self.ann) == [.kept])
        }
    }

    @Test func `past the bytes that a subject may have, a licence is refused, and a shorter one still fits`() throws {
        let directory = try StateDirectory()
        try directory.use { (ledger) throws in
            let long = Limits.licenceBytes
            let receipts = try ledger.keep(
                (1...600).map { Self.licence($0, byteCount: long) }, of: .uid(1000), by: Self.ann)
            let kept = receipts.count { $0 == .kept }
            let limit = Limits.licenceBytesPerSubject
            let found = Int(try ledger.write { try $0.number("SELECT sum(bytes) FROM licence") } ?? 0)
            #expect(receipts.last == .refused(.tooManyLicenceBytes(found: found, limit: limit)))
            #expect(found <= limit && limit - found < 2 * long)
            let file = try FileManager.default.attributesOfItem(atPath: directory.database)[.size] as? Int ?? 0
            let wal = try FileManager.default.attributesOfItem(atPath: directory.database + "-wal")[.size] as? Int ?? 0
            #expect(kept * long < limit && max(file, wal) < limit + (1 << 20), "\(kept) kept, \(file) and \(wal) bytes")
            #expect(try ledger.keep([Self.licence(1000, byteCount: 10)], of: .uid(1000), by: Self.ann) == [.kept])
        }
    }

    @Test func `a text that cannot be kept is refused before anything is written`() throws {
        let directory = try StateDirectory()
        try directory.use { (ledger) throws in
            for licence in [
                Self.licence(1, byteCount: Limits.licenceBytes + 1), Self.licence(1, id: ""),
                Self.licence(1, id: String(repeating: "i", count: Limits.ledgerTextBytes + 1)),
                NewLicence(digest: "d", issuer: "s\0", keyID: "k", id: "i", issuedMs: 0, receivedMs: 0, token: "t"),
                NewLicence(digest: "d", issuer: "s", keyID: "k", id: "i", issuedMs: 0, receivedMs: 0, token: "t\0"),
            ] {
                let error = #expect(throws: LedgerError.self) {
                    _ = try ledger.keep([Self.licence(9), licence], of: .uid(1000), by: Self.ann)
                }
                #expect(error?.code == "ledger.unusable")
            }
            let kept = try ledger.licences(limit: 10)
            #expect(kept.isEmpty)
        }
    }

    @Test func `a trial is started once for a product and a subject, whatever its length is later`() throws {
        let directory = try StateDirectory()
        let first = KeptTrial(startedMs: 1000, endsMs: 2000)
        try directory.use { (ledger) throws in
            #expect(try ledger.start(first, of: "premium", for: .uid(1000), by: Self.ann) == .started)
        }
        try directory.use { (ledger) throws in
            let later = KeptTrial(startedMs: 5000, endsMs: 9000)
            #expect(try ledger.start(later, of: "premium", for: .uid(1000), by: Self.ann) == .before(first))
            #expect(try ledger.start(later, of: "other", for: .uid(1000), by: Self.ann) == .started)
            #expect(try ledger.start(later, of: "premium", for: .account("a"), by: Self.ann) == .started)
            let trials = try ledger.trials().bySubject
            #expect(
                trials == [
                    .uid(1000): ["premium": first, "other": later], .account("a"): ["premium": later],
                ])
        }
    }

    @Test func `a subject that a user gives licences counts as one that the user gives facts`() throws {
        let directory = try StateDirectory()
        try directory.use { (ledger) throws in
            _ = try ledger.keep([Self.licence(1)], of: .account("a"), by: Self.ann)
            _ = try ledger.start(KeptTrial(startedMs: 1, endsMs: 2), of: "p", for: .account("b"), by: Self.ann)
            _ = try ledger.keep([Self.licence(2)], of: .uid(1000), by: Self.ann)
            let delegated = try ledger.write {
                try texts($0, "SELECT text FROM subject WHERE delegate = 1000 ORDER BY text")
            }
            #expect(delegated == ["account:a", "account:b"])
        }
    }

    @Test func `a copy has the licences and the trials`() throws {
        let directory = try StateDirectory()
        let trial = KeptTrial(startedMs: 1, endsMs: 2)
        try directory.use { (ledger) throws in
            _ = try ledger.keep([Self.licence(1)], of: .uid(1000), by: Self.ann)
            _ = try ledger.start(trial, of: "premium", for: .uid(1000), by: Self.ann)
            try ledger.backup(to: directory.path + "/copy.db")
        }
        let other = try StateDirectory()
        try FileManager.default.moveItem(atPath: directory.path + "/copy.db", toPath: other.database)
        try other.use { (ledger) throws in
            #expect(try ledger.licences(limit: 9).map(\.token) == [Self.licence(1).token])
            #expect(try ledger.trials().bySubject == [.uid(1000): ["premium": trial]])
        }
    }
}
