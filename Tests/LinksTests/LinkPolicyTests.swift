import TestSupport
import Testing

@testable import Links

/// The policy's refusals, one per row: component, rule and offset in the text as sent.
struct LinkPolicyTests {
    typealias Row = (text: String, component: Link.Component, rule: PolicyRule, offset: Int)

    static let anywhere: [Row] = [
        ("https://h/a\tb", .path, .tabOrNewline, 11), ("https://h/a\nb", .path, .tabOrNewline, 11),
        ("https://h/a?b\rc", .query, .tabOrNewline, 13), ("https://h/#\t", .fragment, .outerBlank, 11),
        ("https://h/#a\tb", .fragment, .tabOrNewline, 12), ("ht\ttps://h/", .scheme, .tabOrNewline, 2),
        ("https://h\nh/", .host, .tabOrNewline, 9), (" https://h/\t", .scheme, .outerBlank, 0),
        (" podcast:a", .scheme, .outerBlank, 0), ("podcast:a ", .path, .outerBlank, 9),
        ("podcast:a?b\0", .query, .outerBlank, 11), ("\u{1F}podcast:a", .scheme, .outerBlank, 0),
        ("https:\\\\h/a", .host, .backslash, 6), ("https://h\\a", .path, .backslash, 9),
        ("https://h/a\\b", .path, .backslash, 11), ("https:/\\h/", .host, .backslash, 7),
        ("file:\\\\h/a", .host, .backslash, 5), ("https://h\\@evil/", .path, .backslash, 9),
        ("podcast:/a\\b", .path, .backslash, 10), ("podcast:a\\b", .path, .backslash, 9),
        ("https://@h/", .userinfo, .userinfo, 8), ("https://u@h/", .userinfo, .userinfo, 9),
        ("https://u:p@h/", .userinfo, .userinfo, 11), ("https://:@h/", .userinfo, .userinfo, 9),
        ("podcast://u@h/", .userinfo, .userinfo, 11), ("podcast://@h", .userinfo, .userinfo, 10),
        ("https://good@evil@h/", .userinfo, .userinfo, 12),
    ]

    static let hosts: [Row] = [
        ("https://example.com./", .host, .trailingDot, 19), ("https://example.com..", .host, .trailingDot, 20),
        ("https://127.0.0.1./", .host, .trailingDot, 18),
        ("https://./", .host, .trailingDot, 8), ("ftp://h./", .host, .trailingDot, 7),
        ("podcast://h:80/", .port, .customPort, 11), ("podcast://h:/", .port, .customPort, 11),
        ("ftp://h:21/", .port, .customPort, 7), ("ws://h:80", .port, .customPort, 6),
        ("podcast://[::1]/", .host, .customIPv6, 10), ("podcast://[::1]:80/", .host, .customIPv6, 10),
        ("https://[0:0:0:0:0:0:0:1]/", .host, .addressNotation, 8), ("https://[::0]/", .host, .addressNotation, 8),
        ("https://[::0.0.0.1]/", .host, .addressNotation, 8),
        ("https://[::ffff:192.0.2.1]:8443/", .host, .addressNotation, 8),
        ("https://[2001:0db8::1]/", .host, .addressNotation, 8),
        ("https://h:/", .port, .portNotation, 9), ("http://h:", .port, .portNotation, 8),
        ("https://h:0443/", .port, .portNotation, 9), ("https://h:0/", .port, .portNotation, 9),
        ("https://[::1]:0000000000000000443/", .port, .portNotation, 13),
        ("file:a", .path, .fileNotation, 5), ("file://localhost/a", .host, .fileNotation, 7),
        ("file://LOCALHOST/a", .host, .fileNotation, 7), ("file://C:/a", .path, .fileNotation, 7),
        ("file:/C|/a", .path, .fileNotation, 6), ("file:///C|/a", .path, .fileNotation, 8),
        ("file:///c:", .path, .fileNotation, 8), ("file://h/C|/a", .path, .fileNotation, 9),
        ("podcast://a%2Fb/c", .host, .encodedSeparator, 11), ("podcast://..", .host, .dotSegment, 10),
        ("podcast://%2e%2E/", .host, .dotSegment, 10), ("podcast://./x", .host, .dotSegment, 10),
        ("podcast://a%2541", .host, .decodesFurther, 11), ("podcast://a%00", .host, .nul, 11),
        ("podcast://%FF/", .host, .invalidUTF8, 10), ("podcast://a\u{202E}b/", .host, .bidiControl, 11),
        ("podcast://é\u{202E}b/", .host, .bidiControl, 12),
    ]

    static let segments: [Row] = [
        ("https://h//internal", .path, .emptySegment, 10), ("https://h/a//b", .path, .emptySegment, 12),
        ("https://h/a//", .path, .emptySegment, 12), ("https://h//", .path, .emptySegment, 10),
        ("podcast:////a", .path, .emptySegment, 11), ("podcast://a//b", .path, .emptySegment, 12),
        ("podcast:a//b", .path, .emptySegment, 10),
        ("https://h/./a", .path, .dotSegment, 10), ("https://h/a/..", .path, .dotSegment, 12),
        ("https://h/a/../b", .path, .dotSegment, 12), ("https://h/%2e/a", .path, .dotSegment, 10),
        ("https://h/é/.%2E/a", .path, .dotSegment, 13), ("podcast:/a/..", .path, .dotSegment, 11),
        ("podcast:a/../b", .path, .dotSegment, 10), ("podcast:%2E", .path, .dotSegment, 8),
        ("podcast:/.//a", .path, .dotSegment, 9), ("https://h/a%2Fb", .path, .encodedSeparator, 11),
        ("https://h/a%5cb", .path, .encodedSeparator, 11), ("podcast:a/b%2f", .path, .encodedSeparator, 11),
        ("https://h/%2541", .path, .decodesFurther, 10), ("https://h/%%341", .path, .decodesFurther, 10),
        ("https://h/é%25é%2561", .path, .decodesFurther, 17), ("https://h/%25%34%31", .path, .decodesFurther, 10),
        ("https://h/a%00", .path, .nul, 11), ("https://h/a%0D%0A", .path, .controlCharacter, 11),
        ("https://h/a%7F", .path, .controlCharacter, 11), ("https://h/a%C2%85", .path, .controlCharacter, 11),
        ("https://h/a%1b", .path, .controlCharacter, 11), ("https://h/a\u{7F}", .path, .controlCharacter, 11),
        ("podcast:a\u{1}b", .path, .controlCharacter, 9), ("https://h/é\u{9F}", .path, .controlCharacter, 12),
        ("https://h/%E2%80%8E", .path, .bidiControl, 10), ("https://h/é/\u{202E}", .path, .bidiControl, 13),
        ("https://h/%E2%80%A8", .path, .lineSeparator, 10), ("https://h/%E2%80%A9", .path, .lineSeparator, 10),
        ("https://h/a%FF", .path, .invalidUTF8, 11), ("https://h/a%C3", .path, .invalidUTF8, 11),
        ("https://h/a%ED%A0%80", .path, .invalidUTF8, 11), ("https://h/%C0%AF", .path, .invalidUTF8, 10),
        ("https://h/a/b%F4%90%80%80", .path, .invalidUTF8, 13),
    ]

    @Test(arguments: anywhere + hosts + segments)
    func `a URL that only the policy refuses is refused with component, rule and offset`(_ row: Row) throws {
        _ = try URLRecord.parse(row.text)
        #expect(throws: LinkError.forbidden(row.component, rule: row.rule, offset: row.offset)) {
            try Link.parse(row.text)
        }
    }

    @Test(arguments: [
        UInt32(0x61C), 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069,
    ])
    func `every bidi control is refused in a segment, raw or escaped`(_ value: UInt32) throws {
        let scalar = try #require(UnicodeScalar(value))
        let escaped = String(scalar).utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
        for text in ["podcast:/\(scalar)", "podcast:/\(escaped)"] {
            #expect(throws: LinkError.forbidden(.path, rule: .bidiControl, offset: 9)) { try Link.parse(text) }
        }
    }

    @Test func `a segment refuses controls, bidi controls and line separators, and no other scalar above ASCII`() {
        for value in UInt32(0x80)...0x2FFFF {
            guard let scalar = UnicodeScalar(value) else { continue }
            let refused = (try? Link.parse("podcast:/\(scalar)")) == nil
            let properties = scalar.properties
            let category = properties.generalCategory
            let expected =
                properties.isBidiControl || category == .control || category == .lineSeparator
                || category == .paragraphSeparator
            if refused != expected { Issue.record("U+\(String(value, radix: 16))") }
        }
    }

    static let items: [(query: String, key: PolicyRule?, value: PolicyRule?, offset: Int)] = [
        ("a=%00", nil, .nul, 12), ("a=b%0A", nil, .controlCharacter, 13),
        ("a=é%C2%80", nil, .controlCharacter, 14),
        ("%FF=1", .invalidUTF8, nil, 10), ("a+%E2%80%AE=1", .bidiControl, nil, 12),
        ("a=\u{2028}", nil, .lineSeparator, 12),
        ("a=x%C3", nil, .invalidUTF8, 13), ("a=%2F%5C..%2541", nil, nil, 0), ("%25%34%31=..", nil, nil, 0),
        ("a=\\", nil, nil, 0),
    ]

    @Test(arguments: items)
    func `a breach in a query item is stored with the item, and separators and escapes are no breach`(
        _ query: String, _ key: PolicyRule?, _ value: PolicyRule?, _ offset: Int
    ) throws {
        let text = "https://h?" + query
        for link in [try Link.parse(text), try Link.parse(Array(text.utf8).span)] {
            let item = link.queryItem(0)
            #expect(item.keyBreach?.rule == key && item.valueBreach?.rule == value)
            for breach in [item.keyBreach, item.valueBreach] {
                #expect(breach.map { link.offset(of: $0) } ?? offset == offset)
            }
        }
    }

    @Test(arguments: [1, 2, 127])
    func `the offset of a breach counts bytes of the text as sent`(_ number: Int) throws {
        let items = (0..<number).map { "é\($0)=\u{FC}+%0A" }
        for start in ["https://h/", "HTTPS://h/é", "podcast:é/a"] {
            let text = start + "?" + items.joined(separator: "&") + "#é?%00"
            let link = try Link.parse(text)
            var offset = start.utf8.count + 1
            for (index, item) in items.enumerated() {
                let breach = try #require(link.queryItem(index).valueBreach)
                #expect(breach.rule == .controlCharacter)
                #expect(link.offset(of: breach) == offset + item.utf8.count - 3)
                offset += item.utf8.count + 1
            }
            let breach = try #require(link.fragment?.breach)
            #expect(link.offset(of: breach) == offset + 3)
        }
    }

    static let fragments: [(text: String, expected: String, rule: PolicyRule?, offset: Int?)] = [
        ("", "", nil, nil), ("a%20b+c", "a b+c", nil, nil), ("%2541", "%41", nil, nil),
        ("a%0Ab", "a\nb", .controlCharacter, 12), ("é\u{202E}", "é\u{202E}", .bidiControl, 13),
        ("a/b?c#d", "a/b?c#d", nil, nil),
    ]

    @Test(arguments: fragments)
    func `a fragment is decoded once, keeps plus signs and stores its breach`(
        _ text: String, _ expected: String, _ rule: PolicyRule?, _ offset: Int?
    ) throws {
        let link = try Link.parse("podcast:a?#" + text)
        let fragment = try #require(link.fragment)
        #expect(link.text(fragment.value) == expected)
        #expect(fragment.breach?.rule == rule)
        #expect(fragment.breach.map { link.offset(of: $0) } == offset)
    }

    @Test(
        .enabled(if: ICU.isInstalled(for: "a label that begins xn-- and is not an A-label is refused")),
        arguments: [
            ("https://xn--a/", 8), ("https://a.XN--A.b/", 10), ("https://xn--/", 8),
            ("https://xn--9ca.xn--ascii-/", 16), ("https://xn--xn---epa/", 8),
            ("https://xn--ls8h=/", 8),
            ("http://xn--a:80/", 7), ("ftp://xn--a/", 6), ("wss://b.xn--u-ccb/", 8), ("https://u.xn--0/", 10),
            ("https://xn--1-zhc.xn--a-0hc/", 18), ("file://xn--a/", 7),
        ])
    func `a label that begins xn-- and is not an A-label is refused`(_ text: String, _ offset: Int) throws {
        _ = try URLRecord.parse(text)
        #expect(throws: LinkError.forbidden(.host, rule: .invalidALabel, offset: offset)) { try Link.parse(text) }
    }

    @Test(
        .enabled(if: ICU.isInstalled(for: "A-labels are accepted, and labels without xn-- or of custom schemes")),
        arguments: [
            ("https://xn--bcher-kva.example/", "xn--bcher-kva.example"),
            ("https://bücher.example/", "xn--bcher-kva.example"),
            ("https://XN--BCHER-KVA/", "xn--bcher-kva"), ("https://ab--c/", "ab--c"), ("https://xn-a/", "xn-a"),
            ("https://axn--a/", "axn--a"), ("https://x.xn/", "x.xn"), ("podcast://xn--a/", "xn--a"),
        ])
    func `A-labels are accepted, and labels without xn-- or of custom schemes`(_ text: String, _ host: String) throws {
        let link = try Link.parse(text)
        #expect(link.text(link.host.range) == host)
    }

    @Test func `without ICU a label that begins xn-- is refused, and the message names the package`() throws {
        #expect(throws: LinkError.forbidden(.host, rule: .uncheckedALabel, offset: 10)) {
            try Link.parse("https://b.xn--bcher-kva/", toASCII: HostParserTests.withoutICU)
        }
        _ = try Link.parse("https://ab--c/", toASCII: HostParserTests.withoutICU)
        #expect(PolicyRule.uncheckedALabel.sentence.contains("libicu72"))
    }

    @Test(arguments: [
        "https://h/a?u=x@y:z\\w", "https://h/a@b", "podcast:a@b", "https://h/a|b", "https://h/a:b", "podcast://é.",
        "https://h:443/", "https://h:8443/", "https://[::1]/", "https://[2001:DB8::1]/", "file:///a/C:/b", "file://h/a",
        "https://192.0.2.1/",
        "podcast://UPPER/Case", "HTTPS://EXAMPLE.COM/", "https://0a.b_c/", "https://a-b.c--d/",
        "podcast://*/", "podcast://a..b/", "podcast://.a/", "podcast://0x7f.1/", "podcast://%61/",
        "file:/a/b", "file:///a",
        "https://h/%", "https://h/%2", "https://h/..a", "https://h/.a.", "mailto:a",
    ])
    func `a URL that breaks no rule is accepted`(_ text: String) throws {
        _ = try Link.parse(text)
    }

    @Test func `a text that is not a URL is invalid, even if it also breaks the policy`() {
        #expect(throws: LinkError.invalid(rule: .hostMissing, offset: 9)) { try Link.parse(" https://") }
        #expect(throws: LinkError.invalid(rule: .missingSchemeNonRelativeURL, offset: 2)) {
            try Link.parse("\t\t//u@h")
        }
        #expect(throws: LinkError.invalid(rule: .domainInvalidCodePoint, offset: 11)) {
            try Link.parse("ht\ntps://h\t<")
        }
        #expect(throws: LinkError.invalid(rule: .invalidUTF8, offset: 10)) {
            try Link.parse((Array("https://h/".utf8) + [0xFF]).span)
        }
    }
}
