import Contract
import EventLoop
import Foundation
import Routing
import Testing

@testable import Serving

@Suite struct ReloadTests {
    private final class Record {
        var adopted: [Ruleset] = []
        var replies: [Reply] = []
    }

    /// Asks for reloads on a loop, and runs it until all are answered.
    private func reload(
        _ table: String, _ body: (Reload, Record, _ write: @escaping (String) throws -> Void) throws -> Void
    ) throws -> Record {
        let path = NSTemporaryDirectory() + "deeplinkd-serving-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        func write(_ text: String) throws {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        }
        try write(table)
        let loop = try Loop()
        let record = Record()
        let source = TableSource(candidates: [path], allowsPrograms: true)
        let reload = Reload(loop: loop, source: source) { record.adopted.append($0) }
        try body(reload, record, write)
        loop.run()
        try loop.close()
        return record
    }

    @Test func `a good table is adopted before the answer says so`() throws {
        let record = try reload(SampleTable.text) { reload, record, _ in
            reload.request {
                #expect(record.adopted.count == 1)
                record.replies.append($0)
            }
        }
        let revision = try #require(record.adopted.first?.revision)
        #expect(record.replies == [.reloaded(ReloadReport(tableRevision: revision, routes: 1))])
    }

    @Test func `a bad table is not adopted`() throws {
        let record = try reload("nonsense\nscheme\n") { reload, record, _ in
            reload.request { record.replies.append($0) }
        }
        #expect(record.adopted.isEmpty)
        guard case .badTable(let diagnostics)? = record.replies.first else {
            Issue.record("\(record.replies)")
            return
        }
        #expect(diagnostics.map(\.line) == [1, 2])
    }

    @Test func `who asks while a table is being read waits for the next reading, all of them for one`() throws {
        let record = try reload(SampleTable.text) { reload, record, write in
            reload.request { record.replies.append($0) }
            try write(SampleTable.text + "\n# changed\n")
            for _ in 0..<3 { reload.request { record.replies.append($0) } }
        }
        #expect(record.replies.count == 4 && record.adopted.count == 2)
        let last = try #require(record.adopted.last?.revision)
        #expect(last != (try SampleTable.load().revision))
        for reply in record.replies.dropFirst() {
            #expect(reply == .reloaded(ReloadReport(tableRevision: last, routes: 1)))
        }
    }
}
