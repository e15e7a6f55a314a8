import Contract
import Features
import Foundation
import Ledger
import Testing

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
        let ledger = try Ledger(directory: folder.path, clock: { nowMs })
        defer { ledger.close() }
        _ = try ledger.apply(try changes.map { try LedgerChange($1, of: $0, by: Self.author) })
        return try ledger.snapshotAll()
    }

    /// Puts what a ledger says in force.
    private func take(_ snapshot: LedgerSnapshot, _ store: FactStore) {
        store.replace(
            switches: snapshot.switches, subjects: snapshot.facts(atMs: store.nowMs))
    }

    private func purchase(
        _ state: PurchaseState, _ transaction: String, asOfMs: Int64, endsMs: Int64? = nil
    ) -> LedgerFact {
        LedgerFact(
            .purchase("p"), .purchase(Purchase(state, endsMs: endsMs)), transaction: transaction, source: "store",
            asOfMs: asOfMs)
    }

    @Test func `facts of every kind are taken in with where they come from, and gone ones fall back`() throws {
        let camera = try #require(Permission("camera"))
        let store = FactStore(nowMs: 1000)
        take(
            try snapshot([
                (Self.ann, LedgerFact(.toggle("A"), .on)), (.uid(1), LedgerFact(.toggle("A"), .off)),
                (.machine, LedgerFact(.runtime("B"), .off)),
                (Self.ann, LedgerFact(.permission(camera), .permission(.authorized))),
                (Self.ann, purchase(.active, "t", asOfMs: 5)),
            ]), store)
        #expect(store.facts[.runtime("B")] == .off && store.facts.host.count == 1)
        #expect(
            store.facts.of(Self.ann)[.toggle("A")]?.value == .on && store.facts.of(.uid(1))[.toggle("A")]?.value == .off
        )
        #expect(store.facts.of(Self.ann)[.permission(camera)]?.value == .permission(.authorized))
        #expect(store.facts.of(Self.ann).purchase(of: "p")?.state == .active)
        let facts = store.facts.of(Self.ann)
        #expect(facts[.toggle("A")]?.evidence == .init(source: "ledger", asOfMs: 1000, freshness: .live))
        #expect(facts[.purchase("p")]?.evidence == .init(source: "store", asOfMs: 5, freshness: .cached))
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
            (Self.ann, purchase(.active, "t", asOfMs: 5, endsMs: 9000)),
        ])
        take(read, store)
        let before = store.revision(of: Self.ann)
        take(read, store)
        #expect(store.revision(of: Self.ann) == before)
    }

    @Test func `of several purchases of a product the one counts that grants it longest, and ends by itself`() throws {
        let store = FactStore(nowMs: 1000)
        take(
            try snapshot([
                (Self.ann, purchase(.expired, "new", asOfMs: 900)),
                (Self.ann, purchase(.active, "short", asOfMs: 100, endsMs: 2000)),
                (Self.ann, purchase(.active, "long", asOfMs: 50, endsMs: 3000)),
                (Self.ann, purchase(.active, "over", asOfMs: 800, endsMs: 999)),
            ]), store)
        #expect(store.facts.of(Self.ann).purchase(of: "p")?.state == .active)
        #expect(store.nextBoundaryMs == 3000)
        #expect(store.advance(toMs: 3000) == [Self.ann])
        #expect(store.facts.of(Self.ann).purchase(of: "p")?.state == .expired)
    }

    @Test func `a purchase in its grace period grants longer than one that ends before it`() throws {
        func grace(_ transaction: String) -> LedgerFact {
            LedgerFact(
                .purchase("p"), .purchase(Purchase(.active, endsMs: 1500, graceEndsMs: 4000)),
                transaction: transaction, source: "store", asOfMs: 50)
        }
        let store = FactStore(nowMs: 1000)
        take(
            try snapshot([(Self.ann, grace("grace")), (Self.ann, purchase(.active, "short", asOfMs: 60, endsMs: 2000))]
            ), store)
        store.advance(toMs: 2000)
        #expect(store.facts.of(Self.ann).purchase(of: "p")?.state.entitles == true)
    }
}
