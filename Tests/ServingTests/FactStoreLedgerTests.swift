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

    private func purchase(
        _ state: PurchaseState, _ transaction: String, asOfMs: Int64, endsMs: Int64? = nil
    ) -> LedgerFact {
        .purchase(
            PurchaseFact(
                product: "p", transaction: transaction, state: state, asOfMs: asOfMs, endsMs: endsMs, source: "store"))
    }

    @Test func `facts of every kind are taken in with where they come from, and gone ones fall back`() throws {
        let camera = try #require(Permission("camera"))
        let store = FactStore(nowMs: 1000)
        store.take(
            try snapshot([
                (Self.ann, .toggle(feature: "A", isOn: true)), (.uid(1), .toggle(feature: "A", isOn: false)),
                (.machine, .runtime(feature: "B", isOn: false)), (Self.ann, .consent(camera, isGranted: true)),
                (Self.ann, purchase(.active, "t", asOfMs: 5)),
            ]))
        #expect(store.facts.runtime == ["B": .off])
        #expect(store.facts.of(Self.ann).toggles == ["A": .on] && store.facts.of(.uid(1)).toggles == ["A": .off])
        #expect(store.facts.of(Self.ann).permissions == [camera: .authorized])
        #expect(store.facts.of(Self.ann).purchases == ["p": .active])
        let evidence = store.facts.of(Self.ann).evidence
        #expect(evidence[.toggle("A")] == .init(source: "ledger", asOfMs: 1000, freshness: .live))
        #expect(evidence[.purchase("p")] == .init(source: "store", asOfMs: 5, freshness: .cached))
        let before = store.revision(of: Self.ann)
        store.take(try snapshot([(Self.ann, .toggle(feature: "C", isOn: true))]))
        #expect(store.facts.runtime.isEmpty && store.facts.of(.uid(1)).toggles.isEmpty)
        #expect(store.facts.of(Self.ann).toggles == ["C": .on] && store.facts.of(Self.ann).permissions.isEmpty)
        #expect(store.facts.of(Self.ann).purchases["p"] == nil)
        #expect(store.revision(of: Self.ann) != before)
    }

    @Test func `reading the same again moves nothing`() throws {
        let store = FactStore(nowMs: 1000)
        let read = try snapshot([
            (Self.ann, .toggle(feature: "A", isOn: true)), (.machine, .runtime(feature: "B", isOn: false)),
            (Self.ann, purchase(.active, "t", asOfMs: 5, endsMs: 9000)),
        ])
        store.take(read)
        let before = store.revision(of: Self.ann)
        store.take(read)
        #expect(store.revision(of: Self.ann) == before)
    }

    @Test func `of several purchases of a product the one counts that grants it longest, and ends by itself`() throws {
        let store = FactStore(nowMs: 1000)
        store.take(
            try snapshot([
                (Self.ann, purchase(.expired, "new", asOfMs: 900)),
                (Self.ann, purchase(.active, "short", asOfMs: 100, endsMs: 2000)),
                (Self.ann, purchase(.active, "long", asOfMs: 50, endsMs: 3000)),
                (Self.ann, purchase(.active, "over", asOfMs: 800, endsMs: 999)),
            ]))
        #expect(store.facts.of(Self.ann).purchases == ["p": .active])
        #expect(store.nextBoundaryMs == 3000)
        #expect(store.advance(toMs: 3000) == [Self.ann])
        #expect(store.facts.of(Self.ann).purchases == ["p": .expired])
    }

    @Test func `a purchase in its grace period grants longer than one that ends before it`() throws {
        func grace(_ transaction: String) -> LedgerFact {
            .purchase(
                PurchaseFact(
                    product: "p", transaction: transaction, state: .active, asOfMs: 50, endsMs: 1500,
                    graceEndsMs: 4000, source: "store"))
        }
        let store = FactStore(nowMs: 1000)
        store.take(
            try snapshot([(Self.ann, grace("grace")), (Self.ann, purchase(.active, "short", asOfMs: 60, endsMs: 2000))])
        )
        store.advance(toMs: 2000)
        #expect(store.facts.of(Self.ann).purchases["p"]?.entitles == true)
    }
}
