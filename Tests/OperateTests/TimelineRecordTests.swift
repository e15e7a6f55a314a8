import TestSupport
import Testing

@testable import OperateService

/// Records, blocks and the heads of files as bytes.
@Suite struct TimelineRecordTests {
    @Test func `an entry that is written and read is the same`() {
        var random = SeededGenerator(for: "an entry that is written and read is the same")
        for _ in 0..<2000 {
            let entry = TimelineEntry.random(using: &random)
            let record = entry.record
            #expect(TimelineRecord.length(in: record.span, at: 0) == record.count)
            #expect(TimelineEntry(in: record.span, at: 0) == entry)
        }
    }

    @Test func `a text that is too long is cut`() {
        var entry = TimelineEntry.of(1)
        entry.route = String(repeating: "r", count: 600)
        let read = TimelineEntry(in: entry.record.span, at: 0)
        #expect(read.route == String(repeating: "r", count: TimelineRecord.textBytes) && read.feature == "Player")
    }

    @Test func `bytes that are cut off or flipped are no record, or one that can be read`() {
        var random = SeededGenerator(for: "bytes that are cut off or flipped are no record, or one that can be read")
        for _ in 0..<2000 {
            var record = TimelineEntry.random(using: &random).record
            if Bool.random(using: &random) { record.removeLast(Int.random(in: 1...record.count, using: &random)) }
            for _ in 0..<Int.random(in: 0...4, using: &random) where !record.isEmpty {
                record[Int.random(in: record.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let length = TimelineRecord.length(in: record.span, at: 0) else { continue }
            #expect(length <= record.count)
            _ = TimelineEntry(in: record.span, at: 0)
            _ = TimelineFilter(viewer: 1, feature: [0x61], code: [0x62], id: [0x63]).takes(record.span, at: 0)
        }
    }

    @Test func `a block shows each byte that was flipped, and each end that was cut off`() {
        let records = TimelineRing([1, 2, 3]).parts[0]
        let block = TimelineBlock.bytes(of: records, TimelineSummary(of: records.span))
        for place in block.indices {
            for bit in 0..<8 {
                var flipped = block
                flipped[place] ^= 1 << UInt8(bit)
                let head = TimelineBlock.head(in: flipped.span, at: 0)
                #expect(head.map { TimelineBlock.isIntact(flipped.span, at: 0, $0.records) } != true, "\(place)")
            }
            let cut = Array(block.prefix(place))
            #expect(TimelineBlock.head(in: cut.span, at: 0) == nil)
        }
        let head = TimelineBlock.head(in: block.span, at: 0)
        #expect(head?.summary == TimelineSummary(of: records.span) && head?.summary.count == 3)
        #expect(head.map { TimelineBlock.isIntact(block.span, at: 0, $0.records) } == true)
    }

    @Test func `the head of a file says what the file before it has`() {
        let records = TimelineRing([1, 2, 3]).parts[0]
        let summary = TimelineSummary(of: records.span)
        var head = TimelineFileHead.bytes(77, behind: summary)
        let read = TimelineFileHead.read(head.span)
        #expect(read?.firstNumber == 77 && read?.before.lastNumber == summary.lastNumber)
        #expect(read?.before.users == summary.users && read?.before.ms == summary.ms)
        head[20] ^= 1
        #expect(TimelineFileHead.read(head.span) == nil)
        head.removeLast()
        #expect(TimelineFileHead.read(head.span) == nil)
    }

    /// A filter, and which of three entries it takes: of user 1, of user 2, and the start of the daemon.
    @Test(arguments: [
        (TimelineFilter(), [true, true, true]),
        (TimelineFilter(viewer: 1), [true, false, true]),
        (TimelineFilter(user: 2), [false, true, false]),
        (TimelineFilter(viewer: 1, user: 2), [false, false, false]),
        (TimelineFilter(code: Array("blocked".utf8)), [false, true, false]),
        (TimelineFilter(code: Array("blocked.feature".utf8)), [false, true, false]),
        (TimelineFilter(code: Array("block".utf8)), [false, false, false]),
        (TimelineFilter(feature: Array("Player".utf8)), [true, true, false]),
        (TimelineFilter(feature: Array("Player/Sleep".utf8)), [false, true, false]),
        (TimelineFilter(feature: Array("Play".utf8)), [false, false, false]),
        (TimelineFilter(id: Array("b".utf8)), [false, true, false]),
        (TimelineFilter(sinceMs: 2000), [false, true, true]),
        (TimelineFilter(sinceMs: 1000, untilMs: 2000), [true, true, false]),
    ])
    func `a filter takes what was asked for, and shows a user only what is theirs`(
        _ filter: TimelineFilter, _ taken: [Bool]
    ) {
        var entries = [TimelineEntry.of(1, id: "a")]
        entries.append(.of(2, code: "blocked.feature.disabled", feature: "Player/Sleep", id: "b"))
        entries.append(TimelineEntry())
        entries[2].head.kind = .started
        for (place, ms) in [1000, 2000, 3000].enumerated() { entries[place].head.wallMs = Int64(ms) }
        let found = entries.map { entry in
            let record = entry.record
            return filter.takes(record.span, at: 0)
        }
        #expect(found == taken)
    }

    @Test func `an entry about a user is found by the subject too, and one of a hidden feature by no name`() {
        func takes(_ filter: TimelineFilter, _ entry: TimelineEntry) -> Bool {
            let record = entry.record
            return filter.takes(record.span, at: 0)
        }
        var entry = TimelineEntry.of(1)
        entry.head.subjectUser = 7
        let (mine, named) = (TimelineFilter(viewer: 7), TimelineFilter(viewer: 7, feature: Array("Player".utf8)))
        #expect(takes(mine, entry) && takes(named, entry))
        entry.head.isHidden = true
        #expect(takes(mine, entry) && !takes(named, entry))
    }
}
