import ChannelRules
import ChannelService
import Contract
import Features
import TestSupport
import Testing

/// The form in which one run leaves its links to the next.
@Suite struct LeftLinksTests {
    /// A link with everything, and one with as little as may be.
    private static let samples = [
        LeftLink(
            DurableLink(
                .init(
                    delivery: "5f3c", channel: "app:player", user: .max, owner: 1000, lifetime: .zero, route: "episode",
                    feature: "app/Play", url: "t://episode/7?x=%0A", activationToken: "t0ken", traceparent: "00-1-2-01"),
                action: "play",
                inputs: [
                    .init("id", .integer(.min)), .init("note", .string("a \"b\"\n\0é")),
                    .init("much", .array([.null, .bool(true), .number(literal: "1e400"), .object([.init("a", 1)])])),
                ],
                caller: Caller(uid: 7, gids: [7, .max], socket: "varlink", unit: "a.service", origin: .action),
                subject: .account("ann@example.org")),
            expiresNs: .max, wasTold: true),
        sample(),
    ]

    private static func sample(_ note: String = "") -> LeftLink {
        LeftLink(
            DurableLink(
                .init(
                    delivery: "90ab" + note, channel: "c", user: 0, owner: 0, lifetime: .zero, route: nil, feature: "F",
                    url: nil),
                action: "a", inputs: [], caller: Caller(uid: 0, origin: .unknown), subject: .machine),
            expiresNs: -1, wasTold: false)
    }

    /// Why bytes are refused; nil where they are read.
    private func fault(_ bytes: [UInt8]) -> LeftLinks.Fault? {
        do throws(LeftLinks.Fault) {
            _ = try LeftLinks.links(bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test func `links come back as they were, in their order`() throws {
        for links in [[], Self.samples, Self.samples.reversed()] {
            let (bytes, count) = LeftLinks.bytes(links, limit: 1 << 20)
            let found = try LeftLinks.links(bytes)
            #expect(found.links == links && found.unreadableCount == 0 && count == links.count)
        }
    }

    @Test func `a text that is cut off anywhere is refused as a whole`() {
        let (bytes, _) = LeftLinks.bytes(Self.samples, limit: 1 << 20)
        for count in bytes.indices {
            let fault = fault(Array(bytes[..<count]))
            #expect(fault != nil, "\(count) of \(bytes.count) bytes are taken for links")
        }
        #expect(fault(bytes + [10]) == .damaged, "a line too many")
    }

    @Test func `a text with a flipped bit is refused as a whole`() {
        let (bytes, _) = LeftLinks.bytes(Self.samples, limit: 1 << 20)
        for place in bytes.indices {
            for bit in 0..<8 {
                var flipped = bytes
                flipped[place] ^= 1 << bit
                let fault = fault(flipped)
                #expect(fault != nil, "bit \(bit) of byte \(place)")
            }
        }
    }

    @Test func `bytes at random are refused, and nothing traps`() {
        var random = SeededGenerator(for: "bytes at random as links of the run before")
        for _ in 0..<2000 {
            let count = Int.random(in: 0...200, using: &random)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            let faults = (fault(bytes), fault(Array("deeplinkd held links 1\n".utf8) + bytes))
            #expect(faults.0 != nil && faults.1 != nil, "\(bytes)")
        }
    }

    @Test func `a form of another version is not read, and its word is named`() {
        let (bytes, _) = LeftLinks.bytes(Self.samples, limit: 1 << 20)
        let text = String(decoding: bytes, as: UTF8.self)
        for version in ["2", "10", "0", ""] {
            let other = "deeplinkd held links \(version)\n" + text.drop { $0 != "\n" }.dropFirst()
            #expect(fault(Array(other.utf8)) == .version(version))
        }
        #expect(fault(Array("links\n".utf8)) == .foreign)
    }

    @Test func `of a value every member counts that a link needs, and a wrong one is none`() throws {
        let members = try #require(Self.samples[1].value.members)
        for place in members.indices {
            var fewer = members
            fewer.remove(at: place)
            #expect(LeftLink(.object(fewer)) == nil, "\(members[place].name)")
            for wrong: Value in [.null, .number(literal: "1.5"), ["x": 1]] where wrong != members[place].value {
                // An empty object of inputs is as good as another.
                if members[place].name == "inputs", wrong.members != nil { continue }
                var changed = members
                changed[place].value = wrong
                #expect(LeftLink(.object(changed)) == nil, "\(members[place].name): \(wrong)")
            }
        }
        for (name, wrong) in [
            ("user", Value.integer(-1)), ("caller", 4_294_967_296), ("origin", "x"), ("subject", "x"),
        ] {
            let changed = members.map { $0.name == name ? Value.Member(name, wrong) : $0 }
            #expect(LeftLink(.object(changed)) == nil, "\(name)")
        }
        for value in [Value.null, 1, "x", []] { #expect(LeftLink(value) == nil) }
    }

    @Test func `of links that do not fit the first ones are left, and no byte more than the limit`() throws {
        let links = (0..<50).map { Self.sample("\($0)") }
        let whole = LeftLinks.bytes(links, limit: 1 << 20).bytes.count
        var last = 0
        for limit in stride(from: 0, through: whole + 64, by: 7) {
            let (bytes, count) = LeftLinks.bytes(links, limit: limit)
            #expect(count == 0 || bytes.count <= limit)
            let read = try LeftLinks.links(bytes).links
            #expect(read == Array(links[..<count]) && count >= last)
            last = count
        }
        #expect(last == links.count)
    }
}
