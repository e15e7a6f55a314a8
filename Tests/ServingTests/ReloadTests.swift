import Contract
import EventLoop
import Foundation
import Glibc
import Routing
import Tables
import TestTables
import Testing

@testable import Serving

@Suite struct ReloadTests {
    private final class Record {
        var adopted: [Ruleset] = []
        var replies: [any Reply] = []
    }

    /// Asks for reloads on a loop, and runs it until all are answered.
    private func reload(
        _ table: String,
        _ body: (_ reload: (reload: Reload, path: String), Record, _ write: @escaping (String) throws -> Void) throws ->
            Void
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
        let source = TableSource(.files([path]), purpose: .serving(allowsPrograms: true))
        let log = Log()
        let reload = Reload(loop: loop, source: source, log: log) { record.adopted.append($0) }
        try body((reload, path), record, write)
        loop.run()
        try loop.close()
        return record
    }

    @Test func `a good table is adopted before the answer says so`() throws {
        let record = try reload(SampleTable.text) { reload, record, _ in
            reload.reload.request {
                #expect(record.adopted.count == 1)
                record.replies.append($0)
            }
        }
        let ruleset = try #require(record.adopted.first)
        #expect(ruleset.files.map(\.revision) == [ruleset.revision])
        #expect(record.replies.map { $0 as? ReloadReport } == [report(of: ruleset)])
    }

    private func report(of ruleset: Ruleset) -> ReloadReport {
        ReloadReport { ($0.tableRevision, $0.routes, $0.files) = (ruleset.revision, 1, ruleset.files) }
    }

    @Test func `a bad table is not adopted`() throws {
        let record = try reload("nonsense\nscheme\n") { reload, record, _ in
            reload.reload.request { record.replies.append($0) }
        }
        #expect(record.adopted.isEmpty)
        let error = try #require(record.replies.first as? BadTable)
        #expect(error.diagnostics.map(\.line) == [1, 2])
    }

    /// What can stand where the table was, and what the reload says of it.
    private static let ruins: [(code: String, ruin: @Sendable (String) throws -> Void)] = [
        ("RT011", { try FileManager.default.removeItem(atPath: $0) }),
        (
            "RT011",
            {
                try FileManager.default.removeItem(atPath: $0)
                try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: false)
            }
        ),
        (
            "RT011",
            {
                try FileManager.default.removeItem(atPath: $0)
                #expect(unsafe mkfifo($0, 0o600) == 0)
            }
        ),
        (
            "RT011",
            {
                try FileManager.default.removeItem(atPath: $0)
                try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: "/dev/zero")
            }
        ),
        ("RT012", { try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: $0) }),
        ("RT013", { try append("\ninclude \($0)\n", to: $0) }),
        ("RT017", { try append("\ninclude [\n", to: $0) }),
        ("RT001", { try append("#", to: $0, byte: 0xFF) }),
    ]

    private static func append(_ text: String, to path: String, byte: UInt8? = nil) throws {
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        data.append(contentsOf: Array(text.utf8) + (byte.map { [$0] } ?? []))
        try data.write(to: URL(fileURLWithPath: path))
    }

    @Test(arguments: ruins.indices)
    func `whatever stands where the table was, the old one stays, and a mended one is taken`(number: Int) throws {
        let (code, ruin) = Self.ruins[number]
        let mended = SampleTable.text + "\n# mended\n"
        let record = try reload(SampleTable.text) { reload, record, write in
            let path = reload.path
            reload.reload.request { first in
                record.replies.append(first)
                do { try ruin(path) } catch { Issue.record(error) }
                reload.reload.request { second in
                    record.replies.append(second)
                    _ = try? FileManager.default.removeItem(atPath: path)
                    do { try write(mended) } catch { Issue.record(error) }
                    reload.reload.request { record.replies.append($0) }
                }
            }
        }
        try #require(record.replies.count == 3)
        let diagnostics = try #require(record.replies[1] as? BadTable).diagnostics
        #expect(diagnostics.map(\.code) == [code], "\(diagnostics)")
        #expect(record.adopted.count == 2)
        #expect(record.adopted.last?.revision == (try SampleTable.load(mended).revision))
    }

    @Test func `who asks while a table is being read waits for the next reading, all of them for one`() throws {
        let record = try reload(SampleTable.text) { reload, record, write in
            reload.reload.request { record.replies.append($0) }
            try write(SampleTable.text + "\n# changed\n")
            for _ in 0..<3 { reload.reload.request { record.replies.append($0) } }
        }
        #expect(record.replies.count == 4 && record.adopted.count == 2)
        let last = try #require(record.adopted.last)
        #expect(last.revision != (try SampleTable.load().revision))
        for reply in record.replies.dropFirst() {
            #expect(reply as? ReloadReport == report(of: last))
        }
    }
}
