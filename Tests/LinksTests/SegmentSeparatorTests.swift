import Contract
import TestSupport
import Testing

@testable import Links

@Suite struct SegmentSeparatorTests {
    private static let separators = {
        var separators = SegmentSeparators()
        (separators["spotify"], separators["c"], separators["s"]) = (.colon, .comma, .semicolon)
        return separators
    }()

    private static func segments(_ text: String) throws(LinkError) -> [String] {
        let link = try Link.parse(text, separators: separators)
        return (0..<link.segmentCount).map { link.text(link.segment($0)) }
    }

    private static func error(_ text: String) -> LinkError? {
        do throws(LinkError) {
            _ = try segments(text)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("spotify:track:7", ["track", "7"]), ("spotify:/track/7", ["track", "7"]),
        ("spotify://track/7", ["track", "7"]),
        ("spotify:///track/7", ["track", "7"]), ("SPOTIFY:track:7", ["track", "7"]), ("spotify:track:", ["track", ""]),
        ("spotify:", [""]), ("spotify:?x=1", [""]), ("spotify:a", ["a"]), ("spotify:a,b;c", ["a,b;c"]),
        ("spotify:track:7?a:b=/#c:/d", ["track", "7"]), ("spotify:a#b:c", ["a"]), ("spotify:a%20b:é", ["a b", "é"]),
        // With a slash after the colon, the separator is text.
        ("spotify:/a:b", ["a:b"]), ("spotify:///a:b/c", ["a:b", "c"]), ("spotify://x/a%3Ab", ["x", "a:b"]),
        ("c:a,b:c", ["a", "b:c"]), ("c:/a,b", ["a,b"]), ("s:a;b", ["a", "b"]), ("s:a,b", ["a,b"]),
        ("t:a:b", ["a:b"]), ("t:a/b:c", ["a", "b:c"]),
    ])
    func `the opaque form of a scheme is cut at its separator, and every other form at slashes`(
        _ text: String, _ segments: [String]
    ) throws {
        #expect(try Self.segments(text) == segments)
    }

    @Test(arguments: [
        ("spotify:track/7", PolicyRule.slashInOpaqueForm, 13), ("spotify:a:b/", .slashInOpaqueForm, 11),
        ("spotify:é:b/c", .slashInOpaqueForm, 12), ("c:/", nil, 0), ("c:a/b", .slashInOpaqueForm, 3),
        ("spotify::a", .emptySegment, 8), ("spotify:a::b", .emptySegment, 10), ("spotify:a::", .emptySegment, 10),
        ("spotify:a%3Ab", .encodedSeparator, 9), ("spotify:a:b%3a", .encodedSeparator, 11),
        ("spotify:é%3A", .encodedSeparator, 10), ("c:a%2Cb", .encodedSeparator, 3), ("s:%3B", .encodedSeparator, 2),
        ("c:a%3Ab", nil, 0), ("spotify:a%2Fb", .encodedSeparator, 9), ("spotify:a%5Cb", .encodedSeparator, 9),
        ("spotify:a\\b", .backslash, 9), ("spotify:..:a", .dotSegment, 8), ("spotify:a:.", .dotSegment, 10),
        ("spotify:a:%2E%2e", .dotSegment, 10), ("spotify:a:%2541", .decodesFurther, 10), ("spotify:a:%00", .nul, 10),
        ("spotify:a:%0A", .controlCharacter, 10), ("spotify:a:\u{202E}", .bidiControl, 10),
        ("spotify:a:%FF", .invalidUTF8, 10),
    ])
    func `an opaque form that another program could cut elsewhere is refused with rule and offset`(
        _ text: String, _ rule: PolicyRule?, _ offset: Int
    ) throws {
        let error = rule.map { LinkError.forbidden(.path, rule: $0, offset: offset) }
        #expect(Self.error(text) == error)
    }

    @Test func `the segments of an opaque form count against the limit`() {
        var limits = LinkLimits()
        limits.segments = 3
        #expect(throws: Never.self) {
            try Link.parse("spotify:a:b:c", limits: limits, separators: Self.separators)
        }
        #expect(throws: LinkError.tooManySegments(count: 5, limit: 3)) {
            try Link.parse("spotify:a:b:c:d:e", limits: limits, separators: Self.separators)
        }
    }

    @Test(arguments: [
        (["track", "7"], "spotify:track:7"), (["Rock"], "spotify:Rock"), (["a", ""], "spotify:a:"), ([""], "spotify:"),
        (["a b", "é,;"], "spotify:a%20b:%C3%A9,;"), (["a?b#c"], "spotify:a%3Fb%23c"),
        // No opaque form has such a segment, so it is written with slashes, where the separator is text.
        (["a:b", "c"], "spotify:/a:b/c"), (["x", "a:b"], "spotify://x/a:b"),
    ])
    func `a link of a scheme with a separator is built in the opaque form`(_ segments: [String], _ url: String) throws {
        let builder = LinkBuilder(origin: .opaque("spotify", .colon), segments: segments.map { Array($0.utf8) })
        #expect(builder.url == url)
        #expect(try Self.segments(url) == segments)
    }

    @Test func `all forms of a link have the same segments, and each canonical URL is parsed again to them`() throws {
        var generator = SeededGenerator(for: "all forms of a link have the same segments")
        let texts = ["a", "7", "a b", "é", "x.y", "-", "a=b", "~", "%4", "a,b", "a;b", "a:b"]
        var (same, refused) = (0, 0)
        for _ in 0..<2000 {
            let (scheme, separator) = [("spotify", SegmentSeparator.colon), ("c", .comma), ("s", .semicolon)]
                .randomElement(using: &generator)!
            var segments = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                texts.randomElement(using: &generator) ?? "a"
            }
            if Int.random(in: 0..<5, using: &generator) == 0 { segments.append("") }
            let parts = segments.map { segment in
                segment.utf8.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            }
            let slashed = try Link.parse("\(scheme):/" + parts.joined(separator: "/"), separators: Self.separators)
            #expect((0..<slashed.segmentCount).map { slashed.text(slashed.segment($0)) } == segments)
            let opaque = "\(scheme):" + parts.joined(separator: separator.rawValue)
            if segments.contains(where: { separator.isHeld(by: Array($0.utf8)) }) {
                refused += 1
                #expect(throws: LinkError.self) { try Self.segments(opaque) }
            } else {
                same += 1
                #expect(try Self.segments(opaque) == segments)
                #expect(try Self.segments(Link.parse(opaque, separators: Self.separators).href) == segments)
            }
        }
        #expect(same > 500 && refused > 100)
    }
}
