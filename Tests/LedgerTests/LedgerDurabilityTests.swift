import ChannelRules
import ChannelService
import Features
import Foundation
import TestSupport
import Testing

@testable import Ledger

@Suite(.serialized)
struct LedgerDurabilityTests {
    /// The numbers that the probe reported as durable.
    private static func numbers(_ data: Data) -> [Int] {
        // The probe was killed while it wrote a line without an end, after the change was durable; such a line is not
        // counted.
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        return lines.dropLast().compactMap { Int($0) }
    }

    @Test func `a process killed at any moment loses none of a thousand acknowledged changes`() throws {
        var random = SeededGenerator(for: "killing")
        let directory = try StateDirectory()
        var acknowledged: [Int] = []
        var kills = 0
        while acknowledged.count < 1000 {
            let first = (acknowledged.last ?? 0) + 1
            let output = try ProgramPipe()
            let victim = try probe(["change", directory.path, String(first)], output: output)
            var data = Data()
            // Some are killed while they open the ledger, most in the middle of a change.
            if Int.random(in: 0..<5, using: &random) > 0 {
                let enough = Int.random(in: 1...80, using: &random)
                while data.count(where: { $0 == 10 }) < enough {
                    let more = output.readSome()
                    guard !more.isEmpty else { break }
                    data += more
                }
            }
            usleep(UInt32.random(in: 0...8000, using: &random))
            victim.kill()
            data += output.readAll()
            kills += 1
            acknowledged += Self.numbers(data)
            let toggles = try directory.use { try $0.snapshotAll() }.subjects[.uid(1000)] ?? [:]
            let lost = acknowledged.filter {
                toggles[.toggle("Probe/\($0)")]?.fact.value != ($0.isMultiple(of: 2) ? .on : .off)
            }
            #expect(lost.isEmpty, "lost after kill \(kills)")
            guard lost.isEmpty else { return }
        }
        print("acknowledged \(acknowledged.count) changes under \(kills) kills")
    }

    @Test func `a process killed at any moment loses no accepted link, and brings back none that ended`() throws {
        var random = SeededGenerator(for: "killing deliveries")
        let directory = try StateDirectory()
        /// What is known of each link by its number: the last step that was durable, and the last that was begun.
        var durable: [Int: String] = [:]
        var begun: [Int: String] = [:]
        var kills = 0
        while durable.count < 1000 {
            let first = (begun.keys.max() ?? 0) + 1
            let output = try ProgramPipe()
            let victim = try probe(["deliver", directory.path, String(first)], output: output)
            var data = Data()
            let enough = Int.random(in: 0...150, using: &random)
            while data.count(where: { $0 == 10 }) < enough {
                let more = output.readSome()
                guard !more.isEmpty else { break }
                data += more
            }
            usleep(UInt32.random(in: 0...3000, using: &random))
            victim.kill()
            data += output.readAll()
            kills += 1
            let lines = String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            for line in lines.dropLast() {
                let words = line.split(separator: " ")
                let number = try #require(words.last.flatMap { Int($0) })
                if let word = words.first, word.hasSuffix("?") {
                    begun[number] = String(word.dropLast())
                } else {
                    durable[number] = words.first.map(String.init)
                }
            }
            let rows = try directory.use { try $0.takeLinks() }.links
            let wasTold = Dictionary(uniqueKeysWithValues: rows.map { ($0.link.description.delivery, $0.wasTold) })
            let lost = durable.filter { number, step in
                step != "ended" && begun[number] != "ended" && wasTold["\(number)"] == nil
            }
            let untold = durable.filter { number, step in step == "told" && wasTold["\(number)"] == false }
            let returned = durable.filter { number, step in step == "ended" && wasTold["\(number)"] != nil }
            #expect(lost.isEmpty && untold.isEmpty && returned.isEmpty, "after kill \(kills)")
            guard lost.isEmpty, untold.isEmpty, returned.isEmpty else { return }
        }
        print("delivered \(durable.count) links under \(kills) kills")
    }

    @Test func `each change is synced to the disk before its acknowledgement`() throws {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/strace") else {
            return print("skipped: each change is synced to the disk before its acknowledgement: strace is not there")
        }
        let directory = try StateDirectory()
        let calls = "trace=fsync,fdatasync,write,pwrite64"
        let arguments = ["-f", "-y", "-e", calls, try probeProgram(), "change", directory.path, "1"]
        let (output, errors) = (try ProgramPipe(), try ProgramPipe())
        let traced = try ChildProgram("/usr/bin/strace", arguments, output: output, errors: errors)
        var trace = ""
        while trace.split(separator: "write(1<").count < 6 {
            let more = errors.readSome()
            guard !more.isEmpty else { break }
            trace += String(decoding: more, as: UTF8.self)
        }
        traced.signal(SIGTERM)
        errors.close()
        output.close()
        try traced.wait()
        guard trace.contains("write(1<") else {
            return print(
                "skipped: each change is synced to the disk before its acknowledgement: strace may not trace")
        }
        // Between two acknowledgements the log is written and then synced, in this order.
        for part in trace.split(separator: "write(1<").dropLast() {
            let written = try #require(part.ranges(of: "ledger.db-wal>, ").last)
            let synced = try #require(part.ranges(of: /f(?:data)?sync\([^)]*ledger\.db-wal>\)\s+= 0/).last)
            #expect(written.lowerBound < synced.lowerBound)
        }
    }

    @Test func `on a full disk changes are refused and none is lost, and they succeed once there is space`() throws {
        guard let disk = try SmallDisk(kilobytes: 256, for: "a full disk") else { return }
        let ledger = try disk.directory.open()
        var kept = 0
        var refusal: LedgerError?
        while refusal == nil, kept < 10000 {
            do {
                _ = try ledger.apply(toggle("Feature/\(kept)", true))
                kept += 1
            } catch {
                refusal = error as? LedgerError
            }
        }
        #expect(refusal == .full(path: disk.directory.database))
        #expect(kept > 0)
        #expect(try ledger.snapshotAll().subjects[.uid(1000)]?.count == kept)
        ledger.close()
        // The ledger can be opened now only if closing could fold the log into the database.
        let error = openingError(disk.directory)
        #expect(error == nil || error == .full(path: disk.directory.database))
        try disk.remount("size=2048k")
        try disk.directory.use { ledger in
            let toggles = try ledger.snapshotAll().subjects[.uid(1000)]
            #expect(toggles?.count == kept)
            _ = try ledger.apply(toggle("Feature/\(kept)", true))
        }
    }

    @Test func `a first start that failed on a full disk succeeds once there is space`() throws {
        guard let disk = try SmallDisk(kilobytes: 16, for: "a first start on a full disk") else { return }
        let error = try #require(openingError(disk.directory))
        #expect(error == .full(path: disk.directory.database))
        try disk.remount("size=2048k")
        let receipt = try disk.directory.use { try $0.apply(toggle("A", true)) }
        #expect(receipt.stamp.sequence == 1)
    }
}
