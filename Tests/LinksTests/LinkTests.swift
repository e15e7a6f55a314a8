import Links
import Testing

/// From text to segments and items: the happy paths and the equivalences of both families of schemes.
struct LinkTests {
    @Test(arguments: [
        "podcast://favourites/rock", "podcast:///favourites/rock", "podcast:/favourites/rock",
        "podcast:favourites/rock", "PODCAST:favourites/rock", "https://example.com/favourites/rock",
        "http://example.com/f%61vourites/rock", "ftp://favourites/rock",
    ])
    func `web and custom schemes come to one list of segments`(_ text: String) throws {
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
        ("file://localhost/a", ["a"]), ("file://srv/a", ["srv", "a"]), ("podcast:x?a=b#c", ["x"]),
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
    func `a query is split at ampersands and first equals signs and decoded once`(
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
}
