import Contract
import Dispatch
import EventLoop
import Features
import Ledger
import SQLite
import Synchronization
import TestTables
import Testing

@testable import Serving

@Suite struct LedgerQueueTests {
    @Test func `what is asked for by the answer to a failure does not keep the ledger from being opened again`() throws
    {
        try withStateFolder { folder in
            let loop = try Loop()
            let queue = LedgerQueue(loop: loop, directory: folder, schema: .standard)
            let gate = DispatchSemaphore(value: 0)
            let watchdog = try Watchdog(loop) {
                gate.signal()
                queue.close()
            }
            var openings = 0
            var answers: [LedgerError?] = []
            queue.onOpen = { _, _, _ in
                openings += 1
                guard openings == 1 else { return watchdog.finish() }
                queue.perform(of: nil) { (_) throws(LedgerError) -> Int in
                    throw .locked(path: "first")
                } then: { result in
                    answers.append(result.failure)
                    // A call that was sent behind the first one; on the failed ledger it would outlast the pause.
                    queue.perform(of: nil) { (_) throws(LedgerError) -> Int in
                        gate.wait()
                        return 1
                    } then: {
                        answers.append($0.failure)
                    }
                    try? watchdog.after(.milliseconds(300), loop) { gate.signal() }
                }
            }
            queue.open()
            loop.run()
            try loop.close()
            #expect(openings == 2)
            #expect(answers == [.locked(path: "first"), .locked(path: "first")])
        }
    }

    @Test func `an opening that is asked for during one that fails is tried at once`() throws {
        try withStateFolder { folder in
            let loop = try Loop()
            let gate = DispatchSemaphore(value: 0)
            let isDamaged = Mutex(true)
            let queue = LedgerQueue(loop: loop, directory: folder, schema: .standard) {
                (directory, schema, _) throws(LedgerError) in
                gate.wait()
                // The queue does not try a damaged file again by itself.
                if isDamaged.withLock({ $0 }) { throw .corrupt(path: directory, detail: "") }
                return try Ledger(directory: directory, schema: schema)
            }
            let watchdog = try Watchdog(loop) {
                gate.signal()
                queue.close()
            }
            var codes: [String] = []
            queue.onFailure = { error in
                codes.append(error.code)
                isDamaged.withLock { $0 = false }
                gate.signal()
            }
            queue.onOpen = { _, _, _ in
                codes.append("open")
                watchdog.finish()
            }
            queue.open()
            queue.open()
            gate.signal()
            loop.run()
            try loop.close()
            #expect(codes == ["ledger.corrupt", "open"])
        }
    }

    @Test func `a ledger that is opened too late to be used is closed`() throws {
        try withStateFolder { folder in
            let loop = try Loop()
            let queue = LedgerQueue(loop: loop, directory: folder, schema: .standard)
            queue.onOpen = { _, _, _ in Issue.record("opened") }
            queue.open()
            queue.close()
            let watchdog = try Watchdog(loop) { queue.close() }
            try watchdog.after(.milliseconds(100), loop) { watchdog.finish() }
            loop.run()
            try loop.close()
            try Ledger(directory: folder, schema: .standard).close()
        }
    }

    @Test func `changes that a failing ledger refuses are answered in the order in which they came`() throws {
        try withStateFolder { folder in
            let loop = try Loop()
            let queue = LedgerQueue(loop: loop, directory: folder, schema: .standard)
            let watchdog = try Watchdog(loop) { queue.close() }
            var answers: [String] = []
            func change(_ name: String) throws {
                let author = Author(uid: 0, method: "test")
                queue.apply(try LedgerChange(LedgerFact(.runtime(name), .on), of: .machine, by: author)) { result in
                    answers.append(name + (result.failure == nil ? " kept" : " refused"))
                    if answers.count == 3 { watchdog.finish() }
                }
            }
            queue.onOpen = { _, _, _ in
                queue.perform(of: nil) { (ledger) throws(LedgerError) -> Int in
                    ledger.close()
                    return 0
                } then: { _ in
                    // The first is on its way to the disk when the others come.
                    do { for name in ["A", "B", "C"] { try change(name) } } catch { Issue.record(error) }
                }
            }
            queue.open()
            loop.run()
            try loop.close()
            #expect(answers == ["A refused", "B refused", "C refused"])
        }
    }

    @Test func `of changes that go to the disk together the one that cannot be kept is refused alone`() throws {
        try withStateFolder { folder in
            try Ledger(directory: folder, schema: .standard).close()
            let database = try Database(path: folder + "/ledger.db")
            try database.run("INSERT INTO caller (uid, subjects) VALUES (7, ?)", [Limits.subjectsPerDelegate])
            try database.close()
            let loop = try Loop()
            let queue = LedgerQueue(loop: loop, directory: folder, schema: .standard)
            let watchdog = try Watchdog(loop) { queue.close() }
            var answers: [String] = []
            queue.onOpen = { _, _, _ in
                for (number, uid) in [(1, 8), (2, 7), (3, 8), (4, 8)] as [(Int, UInt32)] {
                    let author = Author(uid: uid, method: "test")
                    let change = try? LedgerChange(
                        LedgerFact(.toggle("A"), .on), of: .account("\(number)"), by: author)
                    guard let change else { return }
                    queue.apply(change) { result in
                        answers.append("\(number) " + (result.failure?.code ?? "kept"))
                        if answers.count == 4 { watchdog.finish() }
                    }
                }
            }
            // The first goes alone and the others wait for it, together.
            queue.open()
            loop.run()
            try loop.close()
            #expect(answers == ["1 kept", "2 ledger.tooManySubjects", "3 kept", "4 kept"])
            #expect(queue.error == nil)
        }
    }
}

extension Result {
    /// The error, if there is one.
    var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
