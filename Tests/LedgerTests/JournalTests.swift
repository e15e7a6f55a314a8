import Contract
import Features
import Testing

@testable import Ledger

/// The journal: which links a run has begun, and which it has left.
struct JournalTests {
    private static func row(_ id: String, route: String? = "r", subject: String? = nil) -> JournalRow {
        JournalRow(outcomeId: id, uid: 1000, subject: subject, route: route, feature: "A/B", action: "go")
    }

    private static func write(_ ledger: Ledger, _ steps: JournalStep...) throws {
        #expect(try ledger.write(steps as [any LedgerStep]).allSatisfy { $0 == nil })
    }

    private static func ids(_ ledger: Ledger) throws -> [String] { try ledger.interruptedLinks().rows.map(\.outcomeId) }

    @Test func `what a run has begun and not ended is what the next one finds, the latest first`() throws {
        let directory = try StateDirectory()
        try directory.use { ledger in
            try Self.write(ledger, .begun(Self.row("a")), .begun(Self.row("b", route: nil, subject: "account:ann")))
            try Self.write(ledger, .begun(Self.row("c")), .ended(outcomeId: "a"))
            #expect(try Self.ids(ledger).isEmpty, "they are under way")
        }
        try directory.use { ledger in
            var (b, c) = (Self.row("b", route: nil, subject: "account:ann"), Self.row("c"))
            (b.startedMs, c.startedMs) = (1_000_000, 1_000_000)
            #expect(try ledger.interruptedLinks().rows == [c, b])
            // The same id of this run is another link, and its end is no end of the earlier one.
            try Self.write(ledger, .begun(Self.row("b")), .ended(outcomeId: "b"))
            #expect(try Self.ids(ledger) == ["c", "b"])
            try Self.write(ledger, .acknowledged(outcomeId: "c"))
            #expect(try Self.ids(ledger) == ["b"])
            try Self.write(ledger, .begun(Self.row("d")), .acknowledged(outcomeId: nil))
            #expect(try Self.ids(ledger).isEmpty)
        }
        let left = try directory.use { ledger in try Self.ids(ledger) }
        #expect(left == ["d"], "what is under way is not acknowledged")
    }

    @Test func `a run that opens the ledger again still has its links under way`() throws {
        let directory = try StateDirectory()
        let first = try directory.open()
        try Self.write(first, .begun(Self.row("a")))
        first.close()
        let again = try directory.open(continuing: first.run)
        defer { again.close() }
        #expect(try Self.ids(again).isEmpty)
    }

    @Test func `interrupted links are forgotten after their time, and the oldest beyond the limit`() throws {
        let directory = try StateDirectory()
        try directory.use { ledger in
            for number in 0..<(Limits.interruptedLinks + 5) { try Self.write(ledger, .begun(Self.row("\(number)"))) }
        }
        try directory.use { ledger in
            try ledger.checkpointClock()
            let ids = try Self.ids(ledger)
            #expect(ids.count == Limits.interruptedLinks && ids.last == "5")
        }
        let late = try directory.open(nowMs: 1_000_000 + Limits.interruptedTime.wholeMilliseconds)
        defer { late.close() }
        try late.checkpointClock()
        #expect(try Self.ids(late).isEmpty)
    }
}
