import Invariants
import Links
import TestSupport
import Testing

/// Random bytes and mutated URLs do not trap, and their canonical URLs are stable.
struct RandomURLTests {
    private static let seeds = [
        "https://user:pass@example.com:8080/a/b/../c%20d?x=1&y=%41+b#frag", "podcast://favourites/rock?page=2",
        "podcast:favourites/rock", "file:///C|/a/..", "http://0x7f.1/", "https://[1:2::3:1.2.3.4]:443/%2e%2E/",
        "ws://h/a\\b", "podcast:/.//a", "non-special://[::1]/é?'#`", "a:b c ?d", "https:////h", "file://localhost/x",
    ]
    private static let spice =
        Array("/\\:?#@[].%%%2eEfF0xX1|^ \t\n\r\0&=+'\"<>`{}".utf8) + [0x7F, 0x80, 0xC3, 0xA9, 0xE2, 0xFF]

    @Test func `random URLs do not trap, canonical URLs are fixed points, and ranges lie inside the bytes`() {
        var random = SeededGenerator(for: "random URLs")
        var accepted = 0
        for round in 0..<60_000 {
            let bytes = round % 8 == 0 ? Self.noise(&random) : Self.mutation(&random)
            switch LinkInvariants.check(bytes) {
            case .accepted: accepted += 1
            case .refused: continue
            case .broken(let rule): Issue.record("\(rule): \(bytes)")
            }
        }
        #expect(accepted > 1_000)
    }

    @Test func `a URL copied as a whole equals one written part by part`() {
        var random = SeededGenerator(for: "random URLs, copied and written")
        var count = 0
        for _ in 0..<60_000 {
            let bytes = Self.mutation(&random)
            // An upper-case letter in the scheme has no meaning, but prevents the copy of the whole URL.
            guard let first = bytes.first, (0x61...0x7A).contains(first),
                let copied = try? URLRecord.parse(bytes.span)
            else { continue }
            let raised = [first - 0x20] + bytes.dropFirst()
            let written = try? URLRecord.parse(raised.span)
            #expect(written?.components == copied.components, "\(bytes)")
            #expect(written?.validationErrors == copied.validationErrors, "\(bytes)")
            #expect(written?.host == copied.host && written?.path == copied.path, "\(bytes)")
            count += 1
        }
        #expect(count > 5_000)
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
