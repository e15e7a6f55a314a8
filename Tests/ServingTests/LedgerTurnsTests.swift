import EventLoop
import Features
import Ledger
import Testing

@testable import Serving

/// Changes and jobs, and the jobs of several users, take turns at the ledger.
@Suite struct LedgerTurnsTests {
    private static func toggle(_ isOn: Bool) throws(LedgerError) -> LedgerChange {
        try LedgerChange(LedgerFact(.toggle("A"), isOn ? .on : .off), of: .uid(7), by: Author(uid: 7, method: "test"))
    }

    /// Runs a body on an open ledger, and gives what was noted in order until it said that it is over.
    private func order(_ body: @escaping (LedgerQueue, Notes) throws -> Void) throws -> [String] {
        let notes = Notes()
        try withStateFolder { folder in
            let loop = try Loop()
            let queue = LedgerQueue(loop: loop, directory: folder)
            let watchdog = try Watchdog(loop) { queue.close() }
            notes.onEnd = { watchdog.finish() }
            queue.onOpen = { _, _ in
                do { try body(queue, notes) } catch { Issue.record(error) }
            }
            queue.open()
            loop.run()
            try loop.close()
        }
        return notes.lines
    }

    /// What happened, in order.
    private final class Notes {
        private(set) var lines: [String] = []
        var isOver = false
        var onEnd: (() -> Void)?

        func add(_ line: String) { lines.append(line) }

        func end() {
            isOver = true
            onEnd?()
        }
    }

    /// Changes a switch, and again as soon as that is answered, as a connection does whose client sends calls ahead.
    private func flood(_ queue: LedgerQueue, _ change: LedgerChange, _ notes: Notes) {
        queue.apply(change) { _ in
            notes.add("change")
            if !notes.isOver { flood(queue, change, notes) }
        }
    }

    @Test func `a job waits for one write, however many changes are asked for meanwhile`() throws {
        let lines = try order { queue, notes in
            // While the changes of one connection are written, those of the other wait.
            for isOn in [true, false] { flood(queue, try Self.toggle(isOn), notes) }
            queue.perform(of: 8) { (_) throws(LedgerError) in
            } then: { _ in
                notes.add("job")
                notes.end()
            }
        }
        #expect(lines.firstIndex(of: "job") == 1, "\(lines)")
    }

    @Test func `between two writes each user that waits has one job done`() throws {
        let lines = try order { queue, notes in
            for isOn in [true, false] { flood(queue, try Self.toggle(isOn), notes) }
            for name in ["ann 1", "ann 2", "ann 3", "bob 1"] {
                queue.perform(of: name.hasPrefix("ann") ? 8 : 9) { (_) throws(LedgerError) in
                } then: { _ in
                    notes.add(name)
                    if name == "ann 3" { notes.end() }
                }
            }
        }
        let jobs = lines.filter { $0 != "change" }
        #expect(jobs == ["ann 1", "bob 1", "ann 2", "ann 3"])
        let between = lines.split(separator: "change", omittingEmptySubsequences: true).map(Array.init)
        #expect(between == [["ann 1", "bob 1"], ["ann 2"], ["ann 3"]], "\(lines)")
    }

    @Test func `one user's jobs do not keep changes waiting`() throws {
        let lines = try order { queue, notes in
            func again() {
                queue.perform(of: 8) { (_) throws(LedgerError) in
                } then: { _ in
                    notes.add("job")
                    if !notes.isOver { again() }
                }
            }
            for _ in 0..<3 { again() }
            queue.apply(try Self.toggle(true)) { _ in
                notes.add("change")
                notes.end()
            }
        }
        #expect(lines.firstIndex(of: "change") == 1, "\(lines)")
    }
}
