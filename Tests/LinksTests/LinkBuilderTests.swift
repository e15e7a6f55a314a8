import Contract
import Testing

@testable import Links

@Suite struct LinkBuilderTests {
    private func url(
        _ origin: LinkBuilder.Origin, _ segments: [String], _ query: [(String, String)] = [], fragment: String? = nil
    ) -> String {
        var builder = LinkBuilder(origin: origin, segments: segments.map { Array($0.utf8) })
        builder.query = query.map { LinkBuilder.Item(key: $0.0, value: $0.1) }
        builder.fragment = fragment
        return builder.url
    }

    @Test func `a custom scheme's first segment is written as its host only if every program reads it unchanged`() {
        let rows: [(segments: [String], url: String)] = [
            (["favourites", "rock"], "t://favourites/rock"), (["favourites"], "t://favourites"),
            (["favourites", ""], "t://favourites/"), ([""], "t:/"), (["a.b", "c"], "t://a.b/c"),
            (["7", "c_d-e"], "t://7/c_d-e"),
            // Programs that follow RFC 3986 fold the case of a host, and many refuse escapes in one.
            (["Rock"], "t:/Rock"), (["a b", ""], "t:/a%20b/"), (["été"], "t:/%C3%A9t%C3%A9"), (["a:b"], "t:/a:b"),
            (["a@b"], "t:/a@b"), ([".a"], "t:/.a"), (["a."], "t:/a."), (["~a"], "t:/~a"), (["[x"], "t:/%5Bx"),
        ]
        for row in rows { #expect(url(.scheme("t"), row.segments) == row.url) }
    }

    @Test func `a web link has all its segments in the path`() {
        let rows: [(segments: [String], url: String)] = [
            ([""], "https://h:8/"), (["a"], "https://h:8/a"), (["a", ""], "https://h:8/a/"),
            (["Rock", "a b"], "https://h:8/Rock/a%20b"),
        ]
        for row in rows { #expect(url(.web("https://h:8"), row.segments) == row.url) }
    }

    @Test func `keys and values are escaped, so form decoders find no separator in them`() {
        let text = "a&b=c+d e%f#g;h'i?j/é"
        #expect(
            url(.scheme("t"), ["s"], [(text, text), ("k", "")])
                == "t://s?a%26b%3Dc%2Bd%20e%25f%23g%3Bh%27i?j/%C3%A9=a%26b%3Dc%2Bd%20e%25f%23g%3Bh%27i?j/%C3%A9&k=")
        #expect(url(.scheme("t"), ["s"], fragment: "a+b=c#d%e") == "t://s#a+b=c%23d%25e")
        #expect(url(.scheme("t"), ["s"], fragment: "") == "t://s#")
    }

    /// The texts that are put into every part of a link; the policy refuses some of them.
    private static let texts: [String] = {
        let bytes: [String] = (UInt8(0)..<128).map { String(UnicodeScalar($0)) }
        let others = [
            "é", "日本", "\u{1F399}", "%4", "4%", "%zz", "a%20", "..", "...", "\u{202E}x", "\u{85}", "\u{FEFF}",
        ]
        return bytes + bytes.map { "a" + $0 } + bytes.map { $0 + "a" } + bytes.map { $0 + $0 } + others
    }()

    @Test(arguments: [LinkBuilder.Origin.scheme("t"), .web("https://h"), .web("http://h:8080")])
    func `a built URL is canonical and decodes to its parts, or the policy refuses it`(
        origin: LinkBuilder.Origin
    ) throws {
        var count = 0
        for text in Self.texts {
            for segments in [[text], [text, ""], ["s", text], [text, text, "s"]] {
                let url = url(origin, segments, [(text, text), ("k", text)], fragment: text)
                guard LinkBuilder.breach(ofSegment: Array(text.utf8)) == nil else {
                    #expect(throws: LinkError.self, "\(url)") { try Link.parse(url) }
                    continue
                }
                count += 1
                let link = try Link.parse(url)
                #expect(link.href == url)
                #expect((0..<link.segmentCount).map { link.text(link.segment($0)) } == segments, "\(url)")
                let items = (0..<link.queryItemCount).map { link.queryItem($0) }
                #expect(items.map { link.text($0.key) } == [text, "k"], "\(url)")
                #expect(items.map { link.text($0.value) } == [text, text], "\(url)")
                #expect(link.fragment.map { link.text($0.value) } == text, "\(url)")
                #expect((items.allSatisfy { $0.valueBreach == nil }) == (LinkBuilder.breach(ofValue: text) == nil))
            }
        }
        #expect(count > 1000)
    }

    @Test func `a value may hold separators, dot segments and escapes, and a segment may not`() {
        let rows: [(text: String, segment: PolicyRule?, value: PolicyRule?)] = [
            ("a/b", .encodedSeparator, nil), ("a\\b", .encodedSeparator, nil), ("..", .dotSegment, nil),
            ("%41", .decodesFurther, nil), ("%4", nil, nil), ("a\u{0}", .nul, .nul),
            ("a\n", .controlCharacter, .controlCharacter), ("\u{202E}", .bidiControl, .bidiControl),
            ("\u{2028}", .lineSeparator, .lineSeparator), ("...", nil, nil), ("", nil, nil),
        ]
        for row in rows {
            #expect(LinkBuilder.breach(ofSegment: Array(row.text.utf8)) == row.segment, "\(row)")
            #expect(LinkBuilder.breach(ofValue: row.text) == row.value, "\(row)")
        }
    }
}
