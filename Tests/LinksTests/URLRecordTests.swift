import TestSupport
import Testing

@testable import Links

/// The standard's components, tested without the shared data: one row per rule of the parser.
struct URLRecordTests {
    static let rows: [(text: String, href: String)] = [
        ("HTTP://EXAMPLE.com", "http://example.com/"), ("a+1-.:b", "a+1-.:b"), ("x:", "x:"), ("x://", "x://"),
        ("http:h", "http://h/"), ("http:/h", "http://h/"), ("http:///h", "http://h/"), ("http:\\\\h\\p", "http://h/p"),
        ("http://h:80/", "http://h/"), ("https://h:443", "https://h/"), ("ws://h:80", "ws://h/"),
        ("wss://h:443", "wss://h/"), ("ftp://h:21", "ftp://h/"), ("http://h:443", "http://h:443/"),
        ("http://h:/", "http://h/"), ("http://h:0080/", "http://h/"), ("http://h:0", "http://h:0/"),
        ("x://h:80", "x://h:80"), ("x://h:65535/", "x://h:65535/"),
        ("http://u@h", "http://u@h/"), ("http://u:@h", "http://u@h/"), ("http://:p@h", "http://:p@h/"),
        ("http://:@h", "http://h/"), ("http://a@b@h", "http://a%40b@h/"), ("http://a:b:c@h", "http://a:b%3Ac@h/"),
        ("http://a;=[]^|é@h", "http://a%3B%3D%5B%5D%5E%7C%C3%A9@h/"),
        ("http://h/a/./b/../c", "http://h/a/c"), ("http://h/..", "http://h/"), ("http://h/a/..", "http://h/"),
        ("http://h/a/.", "http://h/a/"), ("http://h/%2e/%2E%2e/.%2e", "http://h/"),
        ("http://h/a//../b", "http://h/a/b"),
        ("http://h/a\\..\\b", "http://h/b"), ("x:/a\\..\\b", "x:/a\\..\\b"), ("x:a/../b", "x:a/../b"),
        ("x:/..//a", "x:/.//a"), ("x:/.//a", "x:/.//a"), ("x:/a/..//b", "x:/.//b"), ("x://h/..//a", "x://h//a"),
        ("http://h/ \"<>`{}^?#", "http://h/%20%22%3C%3E%60%7B%7D%5E?#"), ("http://h/|[]'%%2", "http://h/|[]'%%2"),
        ("http://h/?'\"<>`{}^ #'\"<>`{}^ x", "http://h/?%27%22%3C%3E`{}^%20#'%22%3C%3E%60{}^%20x"),
        ("x:/?'", "x:/?'"), ("x:a b{}\u{1}\u{7F}é", "x:a b{}%01%7F%C3%A9"), ("x:a  ?q", "x:a %20?q"),
        ("x:a #", "x:a%20#"),
        ("x://é%41?", "x://%C3%A9%41?"), ("http://h/\u{10FFFF}", "http://h/%F4%8F%BF%BF"),
        ("\u{1} h\tt\ntp:\r//h \0", "http://h/"), ("http://h/%\t41", "http://h/%41"), ("http://h/.\t.", "http://h/"),
        ("file:", "file:///"), ("file:a", "file:///a"), ("file:/a", "file:///a"), ("file://h/a", "file://h/a"),
        ("file:///a", "file:///a"), ("file:////a", "file:////a"), ("file:\\\\h\\a", "file://h/a"),
        ("file://LOCALHOST/a", "file:///a"), ("file:C|/a", "file:///C:/a"), ("file://C|/a", "file:///C:/a"),
        ("file:///C|/..", "file:///C:/"), ("file:///C:/a/../..", "file:///C:/"), ("file:/C|", "file:///C:"),
        ("file:///a/C|", "file:///a/C|"), ("file:///C|x", "file:///C|x"), ("file://1/", "file://0.0.0.1/"),
        ("file://C:?", "file:///C:?"), ("http://h?a?b#c#d", "http://h/?a?b#c#d"), ("http://h#?", "http://h/#?"),
    ]

    @Test(arguments: rows)
    func `a text has the canonical URL that the standard gives it`(_ text: String, _ href: String) throws {
        #expect(try URLRecord.parse(text).href == href)
    }

    @Test(
        arguments: [
            ("", URLRule.missingSchemeNonRelativeURL, 0), ("a", .missingSchemeNonRelativeURL, 1),
            ("/a", .missingSchemeNonRelativeURL, 0), ("1:a", .missingSchemeNonRelativeURL, 0),
            ("a b:c", .missingSchemeNonRelativeURL, 1), ("é:", .missingSchemeNonRelativeURL, 0),
            ("http:", .hostMissing, 5),
            ("http://?", .hostMissing, 7), ("x://u@", .hostMissing, 6), ("x://:1", .hostMissing, 4),
            ("file://h:80/", .domainInvalidCodePoint, 8), ("file://a@b/", .domainInvalidCodePoint, 8),
            (" \thttp://h:x", .portInvalid, 11), ("h\ttt\tp://h\t:x", .missingSchemeNonRelativeURL, 0),
        ].filter { $0.0 != "h\ttt\tp://h\t:x" })
    func `a text that is not a URL is refused, with rule and offset`(_ text: String, _ rule: URLRule, _ offset: Int) {
        #expect(throws: LinkError.invalid(rule: rule, offset: offset)) { try URLRecord.parse(text) }
    }

    @Test(
        arguments: [
            ("https://h/", []), (" https://h/", [(URLRule.outerBlank, 0)]), ("https://h/a\t\tb", [(.tabOrNewline, 11)]),
            ("https://h/a ", [(.outerBlank, 11)]), ("https:h", [(.specialSchemeMissingFollowingSolidus, 6)]),
            ("https://u@v@h", [(.invalidCredentials, 9)]), ("https://h/a\\b\\", [(.invalidReverseSolidus, 11)]),
            ("https://0x1.2./", [(.ipv4EmptyPart, 14), (.ipv4NonDecimalPart, 8)]),
            ("https://256", [(.ipv4OutOfRangePart, 8)]),
            ("https://h/%zz", [(.invalidURLUnit, 10)]), ("https://h/a?b|#", [(.invalidURLUnit, 13)]),
            ("https://h/é#\u{FFFE}", [(.invalidURLUnit, 13)]), ("https://h/\u{1FFFF}", [(.invalidURLUnit, 10)]),
            ("https://h/" + String(decoding: [0xEF, 0xB7, 0x90], as: UTF8.self), [(.invalidURLUnit, 10)]),
            ("https://h/\u{80}", [(.invalidURLUnit, 10)]),
            ("https://h/\u{FDCF}\u{FFFD}\u{A0}\u{1F4A9}", []), ("file:///C|", [(.fileInvalidWindowsDriveLetter, 8)]),
            ("file://C|/", [(.fileInvalidWindowsDriveLetterHost, 7), (.fileInvalidWindowsDriveLetter, 7)]),
        ] as [(String, [(URLRule, Int)])])
    func `each rule's first validation error is kept with its offset`(_ text: String, _ expected: [(URLRule, Int)])
        throws
    {
        let errors = try URLRecord.parse(text).validationErrors.sorted { $0.rule.rawValue < $1.rule.rawValue }
        let wanted = expected.sorted { $0.0.rawValue < $1.0.rawValue }
        #expect(errors.map(\.rule) == wanted.map(\.0))
        #expect(errors.map(\.offset) == wanted.map(\.1))
    }

    @Test func `a URL has the components that a web page's URL object returns`() throws {
        let components = try URLRecord.parse("https://u:p@h:8080/a/b?c=d#e").components
        #expect(
            components
                == URLComponents(
                    href: "https://u:p@h:8080/a/b?c=d#e", protocol: "https:", username: "u", password: "p",
                    host: "h:8080",
                    hostname: "h", port: "8080", pathname: "/a/b", search: "?c=d", hash: "#e"))
        let bare = try URLRecord.parse("x:/.//a?#").components
        #expect(bare.href == "x:/.//a?#" && bare.pathname == "//a" && bare.search.isEmpty && bare.hash.isEmpty)
        #expect(bare.host.isEmpty && bare.hostname.isEmpty && bare.port.isEmpty)
    }

    @Test func `invalid UTF-8 is refused at its offset`() {
        for bytes: [UInt8] in [[0x80], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF]] {
            #expect(throws: LinkError.invalid(rule: .invalidUTF8, offset: 4)) {
                try URLRecord.parse((Array("x:é".utf8) + bytes).span)
            }
        }
    }

    @Test(
        .enabled(if: SharedData.has("wpt/urltestdata.json", for: "the shared URLs without a base parse as listed")),
        .enabled(if: ICU.isInstalled(for: "the shared URLs without a base parse as listed")))
    func `the shared URLs without a base parse as listed`() throws {
        var count = 0
        for row in try SharedData.rows("wpt/urltestdata.json") where !(row["base"] is String) {
            guard let input = row["input"] as? String else { continue }
            count += 1
            let expected = row["failure"] == nil ? Self.components(row) : nil
            #expect((try? URLRecord.parse(input))?.components == expected, "\(input)")
        }
        #expect(count == 555)
    }

    static func components(_ row: [String: Any]) -> URLComponents {
        func string(_ key: String) -> String { row[key] as? String ?? "" }
        return URLComponents(
            href: string("href"), protocol: string("protocol"), username: string("username"),
            password: string("password"), host: string("host"), hostname: string("hostname"), port: string("port"),
            pathname: string("pathname"), search: string("search"), hash: string("hash"))
    }
}
