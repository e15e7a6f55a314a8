import Contract
import Features
import Foundation
import Ledger
import PermissionRules
import TestTables
import Testing

@testable import PurchaseRules
@testable import Serving

/// What a ledger says, as the facts in force.
@Suite struct FactStoreLedgerTests {
    private static let ann = Subject.account("ann")
    private static let author = Author(uid: 7, method: "test")

    /// What a ledger says after some changes, read back from the disk.
    private func snapshot(_ changes: [(Subject, LedgerFact)], nowMs: Int64 = 1000) throws -> LedgerSnapshot {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        // ignored: what is left lies in the system's folder for temporary files.
        defer { _ = try? FileManager.default.removeItem(at: folder) }
        let ledger = try Ledger(directory: folder.path, schema: .standard, clock: { nowMs })
        defer { ledger.close() }
        _ = try ledger.apply(try changes.map { try LedgerChange($1, of: $0, by: Self.author) })
        return try ledger.snapshotAll()
    }

    /// Puts what a ledger says in force.
    private func take(_ snapshot: LedgerSnapshot, _ store: FactStore) {
        store.replace(
            switches: snapshot.switches,
            subjects: snapshot.facts.merging(snapshot.settingsInForce) { $0.merging($1) { $1 } })
    }

    private static let purchase = LedgerFact(
        setting: .purchase("p"), to: .purchase(Purchase(.active, endsMs: 9000)))

    @Test func `facts of every kind are taken in with where they come from, and gone ones fall back`() throws {
        let camera = try #require(Permission("camera"))
        let store = FactStore(nowMs: 1000)
        take(
            try snapshot([
                (Self.ann, LedgerFact(.toggle("A"), .on)), (.uid(1), LedgerFact(.toggle("A"), .off)),
                (.machine, LedgerFact(.runtime("B"), .off)),
                (Self.ann, LedgerFact(.permission(camera), .permission(.authorized))),
                (Self.ann, Self.purchase),
            ]), store)
        #expect(store.facts[.runtime("B")] == .off && store.facts.host.count == 1)
        #expect(
            store.facts.of(Self.ann)[.toggle("A")]?.value == .on && store.facts.of(.uid(1))[.toggle("A")]?.value == .off
        )
        #expect(store.facts.of(Self.ann)[.permission(camera)]?.value == .permission(.authorized))
        #expect(store.facts.of(Self.ann).purchase(of: "p")?.state == .active)
        let facts = store.facts.of(Self.ann)
        #expect(facts[.toggle("A")]?.evidence == .init(source: "ledger", asOfMs: 1000, freshness: .live))
        #expect(facts[.purchase("p")]?.evidence == .init(source: "ledger", asOfMs: 1000, freshness: .live))
        let before = store.revision(of: Self.ann)
        take(try snapshot([(Self.ann, LedgerFact(.toggle("C"), .on))]), store)
        #expect(store.facts.host.isEmpty && store.facts.subjects[.uid(1)] == nil)
        #expect(store.facts.subjects[Self.ann]?.mapValues(\.value) == [.toggle("C"): .on])
        #expect(store.revision(of: Self.ann) != before)
    }

    @Test func `reading the same again moves nothing`() throws {
        let store = FactStore(nowMs: 1000)
        let read = try snapshot([
            (Self.ann, LedgerFact(.toggle("A"), .on)), (.machine, LedgerFact(.runtime("B"), .off)),
            (Self.ann, Self.purchase),
        ])
        take(read, store)
        let before = store.revision(of: Self.ann)
        take(read, store)
        #expect(store.revision(of: Self.ann) == before)
    }
}
