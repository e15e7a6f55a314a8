import Links
import TestSupport
import Testing

/// Accepted texts: their segments and items, and the equivalent spellings under web and custom schemes.
struct LinkTests {
    @Test(arguments: [
        "podcast://favourites/rock", "podcast:///favourites/rock", "podcast:/favourites/rock",
        "podcast:favourites/rock", "PODCAST:favourites/rock", "https://example.com/favourites/rock",
        "http://example.com/f%61vourites/rock", "ftp://favourites/rock",
    ])
    func `web and custom schemes give the same list of segments`(_ text: String) throws {
        #expect(try segments(text) == ["favourites", "rock"])
    }

    @Test(arguments: [
        ("podcast:", [""]), ("podcast:/", [""]), ("podcast://", [""]), ("podcast:///", [""]),
        ("podcast:a", ["a"]), ("podcast://a", ["a"]), ("podcast:/a", ["a"]), ("podcast:a/", ["a", ""]),
        ("podcast://a/", ["a", ""]), ("podcast:/a/", ["a", ""]), ("podcast:///a", ["a"]),
        ("podcast://a?b", ["a"]), ("podcast:a?b", ["a"]), ("podcast:?b", [""]), ("podcast:#b", [""]),
        ("https://h", [""]), ("https://h/", [""]), ("https://h/a", ["a"]), ("https://h/a/", ["a", ""]),
        ("https://h?a", [""]), ("https://h/a%20b/%C3%A9", ["a b", "é"]), ("https://h/a b/é", ["a b", "é"]),
        ("podcast://Caf%C3%A9/é", ["Café", "é"]), ("podcast:a%zz/100%", ["a%zz", "100%"]),
        ("https://h/a+b", ["a+b"]), ("https://h/...", ["..."]), ("file:///a/b", ["a", "b"]),
        ("file:///a", ["a"]), ("file://srv/a", ["srv", "a"]), ("podcast:x?a=b#c", ["x"]),
    ])
    func `segments are the host of a custom scheme and the decoded parts of the path`(
        _ text: String, _ expected: [String]
    ) throws {
        #expect(try segments(text) == expected)
    }

    @Test(arguments: [
        ("?a=1&b=2", ["a", "1", "b", "2"]), ("?", []), ("", []), ("?a", ["a", ""]), ("?a=", ["a", ""]),
        ("?=a", ["", "a"]), ("?=", ["", ""]), ("?a=b=c", ["a", "b=c"]), ("?a&&b&", ["a", "", "b", ""]),
        ("?&", []), ("?a+b=c+d", ["a b", "c d"]), ("?a=%2B+%20", ["a", "+  "]), ("?a=%26%3D", ["a", "&="]),
        ("?a=%2541", ["a", "%41"]), ("?a='", ["a", "'"]), ("?a=/%2F..", ["a", "//.."]), ("?%61=1", ["a", "1"]),
    ])
    func `a query is split at ampersands and its items at their first equals sign, and each part is decoded once`(
        _ query: String, _ expected: [String]
    ) throws {
        for base in ["https://h/p", "podcast:p"] {
            let link = try Link.parse(base + query)
            let items = (0..<link.queryItemCount).map { link.queryItem($0) }
            #expect(items.flatMap { [link.text($0.key), link.text($0.value)] } == expected)
            #expect(items.allSatisfy { $0.keyBreach == nil && $0.valueBreach == nil })
        }
    }

    private func segments(_ text: String) throws -> [String] {
        let link = try Link.parse(text)
        return (0..<link.segmentCount).map { link.text(link.segment($0)) }
    }

    static let origins: [(text: String, isWeb: Bool, kind: Host.Kind, host: String, port: UInt16?)] = [
        ("https://EXAMPLE.com", true, .domain, "example.com", 443), ("http://h:8080", true, .domain, "h", 8080),
        ("http://h", true, .domain, "h", 80), ("https://h:443", true, .domain, "h", 443),
        ("http://h:80", true, .domain, "h", 80),
        ("https://[::1]", true, .ipv6, "[::1]", 443), ("https://127.0.0.1", true, .ipv4, "127.0.0.1", 443),
        ("PodCast://Favourites/x", false, .opaque, "Favourites", nil), ("podcast:x", false, .none, "", nil),
        ("podcast:///x", false, .none, "", nil), ("ftp://H/x", false, .domain, "h", nil),
        ("file:///x", false, .none, "", nil),
    ]

    @Test(arguments: origins)
    func `a link has the scheme, the host and the effective port of its text`(
        _ text: String, _ isWeb: Bool, _ kind: Host.Kind, _ host: String, _ port: UInt16?
    ) throws {
        let link = try Link.parse(text)
        #expect(link.text(link.scheme) == text.prefix { $0 != ":" }.lowercased())
        #expect(link.isWeb == isWeb && link.host.kind == kind && link.port == port)
        #expect(link.text(link.host.range) == host)
        #expect(try link.href == URLRecord.parse(text).href)
    }

    @Test(arguments: [
        "https://h/a?b=c#d", "HTTPS://h/a", "https://h/a%20b", "https://h/ä", "https://h:443/a", "https://h", "x:a",
        "x:/a%20b", "x://Host/a", "x:a?",
    ])
    func `the canonical URL is the same whether a text or its bytes are parsed`(_ text: String) throws {
        let bytes = Array(text.utf8)
        #expect(try Link.parse(text).href == Link.parse(bytes.span).href)
    }

    @Test func `a part without escapes is a range of the canonical URL, and decoded parts follow the URL`() throws {
        let link = try Link.parse("https://h/plain/c%61fe?a=b+c")
        #expect(link.text(ByteRange(link.hrefCount, link.bytes.count)) == "cafeb c")
        #expect(link.segment(0) == ByteRange(10, 15))
        #expect(Int(link.segment(1).start) == link.hrefCount)
    }

    @Test(.enabled(if: SharedData.has("wpt/urlencoded-parser-data.json", for: "the shared forms decode as listed")))
    func `the shared forms decode as listed`() throws {
        for row in try SharedData.rows("wpt/urlencoded-parser-data.json") {
            // A form may hold bytes that end a query; such rows are skipped. So are rows with byte order marks, which
            // Foundation's JSON drops from the expected output.
            guard let input = row["input"] as? String, let output = row["output"] as? [[String]],
                !input.contains("#"), !input.contains("\u{FEFF}"), !input.contains("%EF%BB%BF"), !input.hasPrefix("?")
            else { continue }
            let link = try Link.parse("x:?" + input)
            let items = (0..<link.queryItemCount).map { link.queryItem($0) }
            #expect(items.map { [link.text($0.key), link.text($0.value)] } == output, "\(input)")
        }
    }

    @Test func `every rule has a sentence and a name in camel case`() {
        for (name, sentence) in URLRule.allCases.map({ ($0.rawValue, $0.sentence) })
            + PolicyRule.allCases.map({ ($0.rawValue, $0.sentence) })
        {
            #expect(sentence.hasSuffix(".") && sentence.dropLast().allSatisfy { $0 != "." }, "\(name)")
            #expect(name.first?.isLowercase == true && name.allSatisfy { $0.isLetter || $0.isNumber }, "\(name)")
        }
        #expect(LinkError.tooLong(length: 9, limit: 8).sentence == "The URL is too long (9 bytes, at most 8).")
    }
}
