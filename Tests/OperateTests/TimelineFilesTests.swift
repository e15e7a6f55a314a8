import Contract
import Foundation
import TestSupport
import Testing

@testable import OperateService

/// The timeline on the disk: what is written, found, removed, and left by a crash.
@Suite struct TimelineFilesTests {
    private static let nowMs: Int64 = 1_795_000_000_000

    private func ring(_ users: some Sequence<UInt32>, fromMs ms: Int64 = nowMs, byteLimit: Int = 4 << 20)
        -> TimelineRing
    {
        let ring = TimelineRing(byteLimit: byteLimit)
        for (place, user) in users.enumerated() { ring.append(.of(user), wallUs: (ms + Int64(place)) * 1000) }
        return ring
    }

    private func users(_ files: TimelineFiles, _ filter: TimelineFilter = .init()) -> [UInt32] {
        var (users, cursor) = ([UInt32](), TimelineCursor())
        while true {
            var search = TimelineSearch(filter, from: cursor)
            files.search(&search)
            if search.found.isEmpty { return users }
            users += search.entries().map(\.entry.head.uid)
            cursor = search.cursor
        }
    }

    @Test func `what is written is found again, also by the next start`() throws {
        try withFolder { folder in
            var files = try TimelineFiles(in: folder, days: 7)
            #expect(files.lastNumber == 0 && users(files).isEmpty)
            for part in ring(0..<3000).parts { try files.append([part], nowMs: Self.nowMs) }
            #expect(users(files) == Array(0..<3000))
            let again = try TimelineFiles(in: folder, days: 7)
            #expect(again.segments == files.segments && again.lastNumber == files.lastNumber)
            #expect(users(again) == Array(0..<3000))
            let attributes = try FileManager.default.attributesOfItem(
                atPath: "\(folder)/\(files.segments[0].number)")
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test func `a file grows to its limit, and the oldest goes where all are too large`() throws {
        try withFolder { folder in
            var files = try TimelineFiles(in: folder, days: 7, byteLimit: 3 * TimelineFiles.segmentBytes)
            var written = 0
            for batch in 0..<Int64(60) {
                let parts = ring((0..<9000).map { _ in 1 }, fromMs: Self.nowMs + batch * 10_000).parts
                try files.append(parts, nowMs: Self.nowMs)
                written += parts.reduce(0) { $0 + $1.count }
            }
            #expect(written > 5 * TimelineFiles.segmentBytes)
            #expect(files.byteCount <= 3 * TimelineFiles.segmentBytes && files.segments.count >= 3)
            #expect(files.segments.allSatisfy { $0.byteCount <= TimelineFiles.segmentBytes })
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.count == files.segments.count)
        }
    }

    @Test func `files are removed when all in them is too old`() throws {
        try withFolder { folder in
            var files = try TimelineFiles(in: folder, days: 2)
            let dayMs: Int64 = 86_400_000
            for day in 0..<5 {
                let ms = Self.nowMs + Int64(day) * dayMs
                try files.append(ring([UInt32(day)], fromMs: ms).parts, nowMs: ms)
            }
            #expect(users(files) == [2, 3, 4] && files.segments.count == 3)
            files.keep(days: 1, nowMs: Self.nowMs + 4 * dayMs)
            #expect(users(files) == [3, 4])
        }
    }

    @Test func `a torn end is cut off, and what was written before it is there`() throws {
        try withFolder { folder in
            var files = try TimelineFiles(in: folder, days: 7)
            for user in 0..<5 as Range<UInt32> {
                try files.append(ring([user], fromMs: Self.nowMs + Int64(user)).parts, nowMs: Self.nowMs)
            }
            let path = "\(folder)/\(files.segments[0].number)"
            let whole = try Data(contentsOf: URL(filePath: path))
            let blockBytes = (whole.count - TimelineFileHead.byteCount) / 5
            for cut in stride(from: 0, to: whole.count, by: 7) {
                try whole.prefix(cut).write(to: URL(filePath: path))
                var torn = try TimelineFiles(in: folder, days: 7)
                let count = max(0, (cut - TimelineFileHead.byteCount) / blockBytes)
                #expect(users(torn) == Array(0..<UInt32(count)))
                let last = torn.lastNumber
                try torn.append(ring([9], fromMs: Self.nowMs + 60_000).parts, nowMs: Self.nowMs + 60_000)
                #expect(users(torn) == Array(0..<UInt32(count)) + [9] && torn.lastNumber > last)
                #expect(users(try TimelineFiles(in: folder, days: 7)) == users(torn))
                for segment in torn.segments where segment.number != files.segments[0].number {
                    try FileManager.default.removeItem(atPath: "\(folder)/\(segment.number)")
                }
            }
        }
    }

    @Test func `bytes that were flipped cost the blocks that they are in, and the gap is seen`() throws {
        var random = SeededGenerator(for: "bytes that were flipped cost the blocks that they are in")
        try withFolder { folder in
            var files = try TimelineFiles(in: folder, days: 7)
            let all = ring(0..<40)
            let record = all.parts[0].count / 40
            for place in 0..<40 {
                try files.append(
                    [Array(all.parts[0][(place * record)..<((place + 1) * record)])], nowMs: Self.nowMs)
            }
            let path = "\(folder)/\(files.segments[0].number)"
            let whole = try Data(contentsOf: URL(filePath: path))
            for _ in 0..<60 {
                var bytes = whole
                // Each at most once: a bit that is flipped twice is as it was.
                let flipped = Set(
                    (0..<Int.random(in: 1...3, using: &random)).map { _ in
                        Int.random(in: TimelineFileHead.byteCount..<whole.count, using: &random)
                    })
                for place in flipped { bytes[place] ^= 0x40 }
                try bytes.write(to: URL(filePath: path))
                let damaged = try TimelineFiles(in: folder, days: 7)
                var search = TimelineSearch(TimelineFilter())
                damaged.search(&search)
                let found = search.entries()
                #expect(found.count >= 37 && found.count < 40)
                #expect(found.map(\.entry.head.number) == found.map(\.entry.head.number).sorted())
                let missing = found.reduce(0) { $0 + Int($1.missing) }
                // What is missing at the beginning or at the end is not between two entries.
                let inner = Int(found.last?.entry.head.index ?? 0) - Int(found.first?.entry.head.index ?? 0) + 1
                #expect(missing == inner - found.count)
            }
        }
    }

    @Test func `files of any bytes are read without an end of the process`() throws {
        var random = SeededGenerator(for: "files of any bytes are read without an end of the process")
        try withFolder { folder in
            var files = try TimelineFiles(in: folder, days: 7)
            try files.append(ring(0..<300).parts, nowMs: Self.nowMs)
            let path = "\(folder)/\(files.segments[0].number)"
            let whole = try Array(Data(contentsOf: URL(filePath: path)))
            for _ in 0..<200 {
                var bytes = Array(whole.prefix(Int.random(in: 0...whole.count, using: &random)))
                for _ in 0..<Int.random(in: 0...20, using: &random) where !bytes.isEmpty {
                    bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                try Data(bytes).write(to: URL(filePath: path))
                let damaged = try TimelineFiles(in: folder, days: 7)
                _ = users(damaged)
            }
        }
    }

    @Test func `a write that fails adds nothing, and the next one is behind what was there`() throws {
        try withFolder { folder in
            var files = try TimelineFiles(in: folder, days: 7)
            try files.append(ring([1]).parts, nowMs: Self.nowMs)
            let path = "\(folder)/\(files.segments[0].number)"
            try FileManager.default.removeItem(atPath: path)
            #expect(throws: (any Error).self) { try files.append(ring([2]).parts, nowMs: Self.nowMs) }
            // The file is gone, so another one is begun.
            try files.append(ring([3], fromMs: Self.nowMs + 5).parts, nowMs: Self.nowMs)
            #expect(users(files) == [3])
        }
    }

    @Test func `a million entries are searched by user and hour`() throws {
        try withFolder { folder in
            var files = try TimelineFiles(in: folder, days: 7)
            let count = SlowTests.run ? 1_000_000 : 50_000
            // Over two days, of a hundred users.
            let stepUs = 2 * 86_400_000_000 / Int64(count)
            var ring = TimelineRing(byteLimit: 2 << 20)
            for place in 0..<count {
                ring.append(.of(UInt32(place % 100)), wallUs: Self.nowMs * 1000 + Int64(place) * stepUs)
                guard place % 9000 == 8999 || place == count - 1 else { continue }
                try files.append(ring.parts, nowMs: Self.nowMs + Int64(place) * stepUs / 1000)
                let (last, index) = (ring.lastNumber, ring.nextIndex)
                ring = TimelineRing(byteLimit: 2 << 20)
                ring.goOn(after: last, index: index)
            }
            let hourMs: Int64 = 3_600_000
            var filter = TimelineFilter(sinceMs: Self.nowMs + 14 * hourMs, untilMs: Self.nowMs + 15 * hourMs, user: 42)
            for name in ["an hour", "all"] {
                let clock = ContinuousClock()
                var found = 0
                let time = clock.measure { found = users(files, filter).count }
                print(
                    "searched \(count) entries, \(files.byteCount >> 20) MiB, by user and \(name): \(found) in \(time)")
                #expect(found == (name == "all" ? count / 100 : count / 100 / 48) || found == count / 100 / 48 + 1)
                (filter.sinceMs, filter.untilMs) = (nil, nil)
            }
        }
    }
}
