import TestSupport
import Testing

@testable import OperateService

/// The entries in memory, and searches in them.
@Suite struct TimelineRingTests {
    private func found(_ search: TimelineSearch) -> [UInt32] { search.entries().map(\.entry.head.uid) }

    @Test func `numbers grow with the clock, and go on where it stands still or is set back`() {
        let ring = TimelineRing(byteLimit: 1 << 20)
        for us in [5_000_000, 5_000_000, 4_000_000, 6_000_000] as [Int64] { ring.append(.of(1), wallUs: us) }
        var search = TimelineSearch(TimelineFilter())
        search.scan(ring)
        let heads = search.entries().map(\.entry.head)
        #expect(heads.map(\.number) == [5_000_000, 5_000_001, 5_000_002, 6_000_000])
        #expect(heads.map(\.index) == [0, 1, 2, 3] && heads.map(\.wallMs) == [5000, 5000, 4000, 6000])
    }

    @Test func `a ring keeps the last entries, and says which are gone`() throws {
        let ring = TimelineRing(byteLimit: 2 * TimelineChunk.capacity)
        for place in 0..<10_000 { ring.append(.of(UInt32(place)), wallUs: Int64(1_000_000 + place)) }
        var search = TimelineSearch(TimelineFilter())
        search.scan(ring)
        let users = found(search)
        #expect(users.last == 9999 && users.count > 300 && users.count < 1500)
        #expect(users == Array((10_000 - UInt32(users.count))..<10_000))
        let evicted = try #require(ring.evicted)
        #expect(ring.firstNumber == evicted + 1)
    }

    @Test func `a search goes on behind what its caller has, and says what is missing before an entry`() {
        let ring = TimelineRing([1, 2, 3, 4], startUs: 1_000_000)
        var search = TimelineSearch(TimelineFilter(), from: TimelineCursor(after: 1_001_000))
        search.scan(ring)
        #expect(found(search) == [3, 4] && search.found.map(\.missing) == [0, 0])
        // The caller's last entry is older than all that are there.
        search = TimelineSearch(TimelineFilter(), from: TimelineCursor(after: 17))
        search.scan(ring)
        #expect(found(search) == [1, 2, 3, 4] && search.found.map(\.missing) == [1, 0, 0, 0])
        // It has a number between two entries: it is gone itself.
        search = TimelineSearch(TimelineFilter(), from: TimelineCursor(after: 1_001_500))
        search.scan(ring)
        #expect(found(search) == [3, 4] && search.found[0].missing == 1)
    }

    @Test func `what is passed over is not missing, and what is missing between is counted`() {
        let users: [UInt32] = [7, 1, 1, 7, 1, 7]
        let whole = TimelineRing(users).parts[0]
        var search = TimelineSearch(TimelineFilter(user: 7))
        search.scan(whole.span)
        #expect(found(search) == [7, 7, 7] && search.found.map(\.missing) == [0, 0, 0])
        // Without the third and the fourth record.
        let length = whole.count / users.count
        let torn = Array(whole[..<(2 * length)] + whole[(4 * length)...])
        search = TimelineSearch(TimelineFilter(user: 7))
        search.scan(torn.span)
        #expect(found(search) == [7, 7] && search.found.map(\.missing) == [0, 2])
    }

    @Test func `the last entries are found without the others`() {
        let ring = TimelineRing((0..<5000).map { UInt32($0) }, byteLimit: 4 << 20)
        for count in [0, 1, 2, 50] {
            var search = TimelineSearch(TimelineFilter(), .last(count))
            search.scan(ring)
            search.keepLast(count)
            #expect(found(search) == Array((5000 - UInt32(count))..<5000))
        }
    }

    @Test func `a long answer is found a part at a time`() {
        let ring = TimelineRing((0..<9000).map { UInt32($0) }, byteLimit: 4 << 20)
        var (users, cursor) = ([UInt32](), TimelineCursor())
        while true {
            var search = TimelineSearch(TimelineFilter(), from: cursor)
            search.scan(ring)
            if search.found.isEmpty { break }
            #expect(search.bytes.count < TimelineSearch.partBytes + TimelineRecord.mostBytes)
            users += found(search)
            cursor = search.cursor
        }
        #expect(users == Array(0..<9000))
    }

    @Test func `an entry that is taken back leaves no gap`() {
        let ring = TimelineRing([1, 2])
        ring.takeBack()
        ring.append(.of(3), wallUs: 2_000_000)
        var search = TimelineSearch(TimelineFilter())
        search.scan(ring)
        #expect(found(search) == [1, 3] && search.found.map(\.missing) == [0, 0])
        #expect(ring.parts(after: 0).map(\.count) == [search.bytes.count])
    }
}
