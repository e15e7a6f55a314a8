import Contract
import EventLoop
import Features
import Ledger
import TestTables
import Testing

@testable import ChannelService
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
            let queue = LedgerQueue(loop: loop, directory: folder, schema: .standard)
            let watchdog = try Watchdog(loop) { queue.close() }
            notes.onEnd = { watchdog.finish() }
            queue.onOpen = { _, _, _ in
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

    // MARK: Steps of durable links

    /// A step that is about no link, which is as good as any to take its turn.
    private func end(_ number: Int, of user: UInt32, _ queue: LedgerQueue, then done: @escaping () -> Void) {
        queue.write(LinkStep.ended(delivery: "\(user)-\(number)", outcome: nil), of: user) { error in
            #expect(error == nil)
            done()
        }
    }

    @Test func `steps of links that wait are written together, at most so many, and users take turns`() throws {
        let most = Limits.linkStepsPerWrite
        let lines = try order { queue, notes in
            // Each write is followed by one job, so that what is between two jobs was written together.
            func job() {
                queue.perform(of: 1) { (_) throws(LedgerError) in
                } then: { _ in
                    notes.add("job")
                    if !notes.isOver { job() }
                }
            }
            job()
            for number in 0...2 * most {
                end(number, of: 8, queue) {
                    notes.add("ann")
                    if number == 2 * most { notes.end() }
                }
            }
            for number in 0..<2 { end(number, of: 9, queue) { notes.add("bob") } }
            queue.apply(try Self.toggle(true)) { _ in notes.add("change") }
        }
        let writes = lines.split(separator: "job").map(Array.init).filter { $0 != ["change"] }
        #expect(writes.map(\.count) == [most, most, 3], "\(writes.map(\.count))")
        #expect(Array(writes[0].prefix(5)) == ["ann", "bob", "ann", "bob", "ann"])
        #expect(lines.filter { $0 == "change" }.count == 1)
    }

    @Test func `neither changes nor steps of links keep the other waiting for more than one write`() throws {
        let lines = try order { queue, notes in
            for isOn in [true, false] { flood(queue, try Self.toggle(isOn), notes) }
            func step(_ number: Int) {
                end(number, of: 8, queue) {
                    notes.add("step")
                    if number == 4 { notes.end() } else { step(number + 1) }
                }
            }
            step(0)
        }
        let writes = lines.split(separator: "step", omittingEmptySubsequences: false)
        // The changes of two connections, of which each may have one answered between two steps.
        #expect(writes.dropLast().allSatisfy { (1...2).contains($0.count) }, "\(lines)")
    }

    @Test func `a step that must not be left undone is made when the ledger is there again, before later requests`()
        throws
    {
        let lines = try order { queue, notes in
            queue.perform(of: 8) { (_) throws(LedgerError) in
                throw LedgerError.locked(path: "/l")
            } then: { _ in
                queue.writeSurely(LinkStep.ended(delivery: "d", outcome: nil), of: 8) { error in
                    notes.add("\(error?.code ?? "made")")
                }
                queue.write(LinkStep.ended(delivery: "e", outcome: nil), of: 8) { notes.add("\($0?.code ?? "made")") }
                queue.onOpen = { _, _, _ in
                    queue.perform(of: 8, { (_) throws(LedgerError) in }, then: { _ in notes.end() })
                }
            }
        }
        #expect(lines == ["ledger.locked", "ledger.locked", "made"])
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
