import TestSupport
import Testing

@testable import Links

/// Random bytes and mutated URLs: nothing traps, and what comes out is stable.
struct RandomURLTests {
    private static let seeds = [
        "https://user:pass@example.com:8080/a/b/../c%20d?x=1&y=%41+b#frag", "podcast://favourites/rock?page=2",
        "podcast:favourites/rock", "file:///C|/a/..", "http://0x7f.1/", "https://[1:2::3:1.2.3.4]:443/%2e%2E/",
        "ws://h/a\\b", "podcast:/.//a", "non-special://[::1]/é?'#`", "a:b c ?d", "https:////h", "file://localhost/x",
    ]
    private static let spice =
        Array("/\\:?#@[].%%%2eEfF0xX1|^ \t\n\r\0&=+'\"<>`{}".utf8) + [0x7F, 0x80, 0xC3, 0xA9, 0xE2, 0xFF]

    @Test func `no bytes trap, canonical URLs are fixed points, and ranges lie inside the bytes`() {
        var random = SeededGenerator(for: "random URLs")
        var accepted = 0
        for round in 0..<60_000 {
            let bytes = round % 8 == 0 ? Self.noise(&random) : Self.mutation(&random)
            if Self.holds(bytes) { accepted += 1 }
        }
        #expect(accepted > 1_000)
    }

    /// Checks what must hold for every text; true if it is a link.
    private static func holds(_ bytes: [UInt8]) -> Bool {
        guard let record = try? URLRecord.parse(bytes.span) else {
            #expect((try? Link.parse(bytes.span)) == nil, "\(bytes)")
            return false
        }
        #expect(record.bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, "\(bytes)")
        let again = try? URLRecord.parse(record.bytes.span)
        #expect(again?.components == record.components, "\(bytes)")
        do throws(LinkError) {
            let link = try Link.parse(bytes.span, limits: LinkLimits(urlBytes: 1 << 16))
            check(link, bytes)
            return true
        } catch {
            if case .forbidden(_, _, let offset) = error { #expect(offset <= bytes.count, "\(bytes)") }
            return false
        }
    }

    private static func check(_ link: Link, _ bytes: [UInt8]) {
        #expect(link.segmentCount >= 1)
        for index in 0..<link.segmentCount {
            let range = link.segment(index)
            #expect(range.start <= range.end && Int(range.end) <= link.bytes.count, "\(bytes)")
            #expect(!range.isEmpty || index == link.segmentCount - 1, "\(bytes)")
            #expect(Array(link.text(range).utf8) == Array(link.bytes[range.indices]), "\(bytes)")
        }
        for index in 0..<link.queryItemCount {
            let item = link.queryItem(index)
            #expect(Int(item.key.end) <= link.bytes.count && Int(item.value.end) <= link.bytes.count, "\(bytes)")
            for breach in [item.keyBreach, item.valueBreach] { #expect((breach?.offset ?? 0) < bytes.count) }
        }
        let again = try? Link.parse(link.href, limits: LinkLimits(urlBytes: 1 << 16))
        #expect(again.map(texts) == texts(link), "\(bytes)")
    }

    private static func texts(_ link: Link) -> [String] {
        (0..<link.segmentCount).map { link.text(link.segment($0)) }
            + (0..<link.queryItemCount).flatMap {
                [link.text(link.queryItem($0).key), link.text(link.queryItem($0).value)]
            }
    }

    private static func noise(_ random: inout SeededGenerator) -> [UInt8] {
        let head = Bool.random(using: &random) ? Array("https://".utf8) : []
        return head
            + (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    private static func mutation(_ random: inout SeededGenerator) -> [UInt8] {
        var bytes = Array((seeds.randomElement(using: &random) ?? "").utf8)
        for _ in 0..<Int.random(in: 0...5, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0...3, using: &random) {
            case 0: bytes.insert(spice.randomElement(using: &random) ?? 0, at: place)
            case 1 where place < bytes.count: bytes[place] = spice.randomElement(using: &random) ?? 0
            case 2 where place < bytes.count: bytes.remove(at: place)
            default: bytes.insert(contentsOf: bytes.suffix(Int.random(in: 0...4, using: &random)), at: place)
            }
        }
        return bytes
    }
}
