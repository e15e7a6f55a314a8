import Foundation
import TestSupport
import Testing

@testable import Links

/// The policy's refusals of web hosts: names that the DNS cannot hold, and every repair except lower-casing.
struct DomainPolicyTests {
    typealias Row = LinkPolicyTests.Row

    private static let label63 = String(repeating: "a", count: 63)
    private static let host253 = "\(label63).\(label63).\(label63)." + String(repeating: "b", count: 61)
    private static let dots = String(repeating: ".", count: 8_100)

    static let names: [Row] = [
        ("https://.example.org/", .host, .emptyLabel, 8), ("https://..example.org", .host, .emptyLabel, 8),
        ("https://a..b/", .host, .emptyLabel, 10), ("https://A..B:8443/", .host, .emptyLabel, 10),
        ("https://a.b...c/", .host, .emptyLabel, 12), ("ftp://a..b/", .host, .emptyLabel, 8),
        ("https://\(dots)example.org", .host, .hostTooLong, 8), ("https://a\(host253)/", .host, .hostTooLong, 8),
        ("https://\(label63)a.example/", .host, .labelTooLong, 8),
        ("https://a.\(label63)a/", .host, .labelTooLong, 10), ("wss://b.A\(label63).c", .host, .labelTooLong, 8),
        ("https://*.podcasts.example/", .host, .hostWildcard, 8), ("https://a*b/", .host, .hostWildcard, 9),
        ("https://A.*/", .host, .hostWildcard, 10), ("http://**.x:81/", .host, .hostWildcard, 7),
        ("https://a\"b.podcasts.example/", .host, .hostCharacter, 9),
        ("https://a.$(id).example/", .host, .hostCharacter, 10),
        ("https://a`b/", .host, .hostCharacter, 9), ("https://a&b=c/", .host, .hostCharacter, 9),
        ("https://a{b}.x/", .host, .hostCharacter, 9), ("https://A~b/", .host, .hostCharacter, 9),
        ("https://-a.example/", .host, .labelHyphen, 8), ("https://a-.example/", .host, .labelHyphen, 9),
        ("https://-/", .host, .labelHyphen, 8), ("https://a.b-/", .host, .labelHyphen, 11),
    ]

    static let slashes: [Row] = [
        ("https:/host/x", .host, .schemeSlashes, 6), ("https:host/x", .host, .schemeSlashes, 6),
        ("https:///host/x", .host, .schemeSlashes, 6), ("https:////host/x", .host, .schemeSlashes, 6),
        ("HTTP:host", .host, .schemeSlashes, 5), ("ftp:/h", .host, .schemeSlashes, 4),
        ("https:\\\\host", .host, .backslash, 6), ("https:\\host", .host, .backslash, 6),
        ("https:u@host/", .host, .schemeSlashes, 6),
    ]

    static let spellings: [Row] = [
        ("https://0xc0000201/", .host, .addressNotation, 8), ("https://3221225985/", .host, .addressNotation, 8),
        ("https://0300.0.2.1/", .host, .addressNotation, 8), ("https://192.0.513/", .host, .addressNotation, 8),
        ("https://127.1/", .host, .addressNotation, 8), ("https://192.0.2.01:80/", .host, .addressNotation, 8),
        ("https://0XC0.0.2.1/", .host, .addressNotation, 8), ("ws://1", .host, .addressNotation, 5),
        ("https://podcasts%2eexample/", .host, .encodedHost, 16), ("https://%68/", .host, .encodedHost, 8),
        ("https://192.0.2.%31/", .host, .encodedHost, 16), ("https://h%2E/", .host, .encodedHost, 9),
        ("https://%78n--a/", .host, .encodedHost, 8), ("https://a%2Exn--a/", .host, .encodedHost, 9),
        ("https://%2a.example/", .host, .encodedHost, 8), ("file://%68/a", .host, .encodedHost, 7),
    ]

    @Test(arguments: names + slashes + spellings)
    func `hosts that the DNS cannot hold or the standard repairs are refused, with rule and offset`(_ row: Row) throws {
        _ = try URLRecord.parse(row.text)
        #expect(throws: LinkError.forbidden(row.component, rule: row.rule, offset: row.offset)) {
            try Link.parse(row.text)
        }
    }

    @Test(
        .enabled(if: ICU.isInstalled(for: "a host with mapped characters is refused")),
        arguments: [
            ("https://\u{FF50}odcasts.example/", PolicyRule.mappedHost, 8),
            ("https://a.examp\u{2113}e/", .mappedHost, 10),
            ("https://podcasts.\u{FF45}xample/", .mappedHost, 17), ("https://日本。jp/", .mappedHost, 8),
            ("https://\u{FF11}27.1/", .mappedHost, 8), ("https://a\u{AD}b/", .mappedHost, 8),
            ("https://bü\u{AD}cher/", .mappedHost, 8), ("https://é\u{212A}/", .mappedHost, 8),
            ("https://\u{212A}/", .mappedHost, 8), ("https://x.\u{F9D1}/", .mappedHost, 10),
            ("https://\u{2460}é/", .mappedHost, 8), ("https://é.\u{2167}/", .mappedHost, 11),
            ("https://é.\u{FB01}é/", .mappedHost, 11), ("https://\u{212B}ngström/", .mappedHost, 8),
            ("https://é.a\u{FF0E}b/", .mappedHost, 8), ("ftp://\u{FF50}/", .mappedHost, 6),
            ("https://\u{212A}\u{301}/", .mappedHost, 8), ("https://sho\u{212A}\u{327}/", .mappedHost, 8),
            ("https://\u{1FBE}\u{301}/", .mappedHost, 8), ("https://\u{2126}\u{301}/", .mappedHost, 8),
            ("https://\u{212B}\u{323}/", .mappedHost, 8), ("https://a\u{341}/", .mappedHost, 8),
            ("https://x.a\u{340}b/", .mappedHost, 10), ("https://\u{3B9}\u{344}/", .mappedHost, 8),
            ("https://b%C3%BCcher/", .encodedHost, 9), ("https://é..b/", .emptyLabel, 11),
            ("https://é.*é/", .hostWildcard, 11), ("https://é.b./", .trailingDot, 12),
            ("https://é.\(String(repeating: "é", count: 63))/", .labelTooLong, 11),
        ])
    func `a host with mapped characters is refused`(_ text: String, _ rule: PolicyRule, _ offset: Int) throws {
        _ = try URLRecord.parse(text)
        #expect(throws: LinkError.forbidden(.host, rule: rule, offset: offset)) { try Link.parse(text) }
    }

    @Test func `the replaced code points are those canonically equivalent to one other, and U+0344`() {
        for value in UInt32(0x80)...0x2FFFF {
            guard let scalar = UnicodeScalar(value) else { continue }
            let composed = String(scalar).precomposedStringWithCanonicalMapping.unicodeScalars
            let isReplaced = composed.count == 1 && composed.first != scalar || value == 0x344
            if HostSpelling.isReplaced(scalar) != isReplaced { Issue.record("U+\(String(value, radix: 16))") }
        }
    }

    @Test(
        .enabled(if: ICU.isInstalled(for: "an international host in its ordinary form is accepted")),
        arguments: [
            ("müller.example", "xn--mller-kva.example"), ("MÜLLER.EXAMPLE", "xn--mller-kva.example"),
            ("mu\u{308}ller.example", "xn--mller-kva.example"), ("MU\u{308}LLER.example", "xn--mller-kva.example"),
            ("xn--bcher-kva.é", "xn--bcher-kva.xn--9ca"), ("XN--BCHER-KVA.É", "xn--bcher-kva.xn--9ca"),
            ("straße", "xn--strae-oqa"), ("STRA\u{1E9E}E", "xn--strae-oqa"), ("日本.jp", "xn--wgv71a.jp"),
            ("пример.рф", "xn--e1afmkfd.xn--p1ai"), ("ПРИМЕР.РФ", "xn--e1afmkfd.xn--p1ai"), ("☃", "xn--n3h"),
            ("\u{10A0}", "xn--rkj"), ("\u{4C0}", "xn--s5a"), ("क्\u{200D}ष", "xn--11b2ezcw70k"),
            ("\u{13A0}\u{13A1}", "xn--58dc"), ("\u{AB70}\u{13A1}", "xn--58dc"),
            ("ΣΊΣΥΦΟΣ.gr", "xn--kxa6akbbkh.gr"), ("ς", "xn--3xa"), ("ångström", "xn--ngstrm-hua5l"),
            ("ÅNGSTRÖM", "xn--ngstrm-hua5l"), ("\u{1112}\u{1161}\u{11AB}", "xn--6q8b"),
        ])
    func `an international host in its ordinary form is accepted`(_ host: String, _ ascii: String) throws {
        let link = try Link.parse("https://\(host)/a")
        #expect(link.text(link.host.range) == ascii)
        #expect(try Link.parse(link.href).href == link.href)
    }

    @Test func `a host of 253 bytes and a label of 63 bytes are accepted`() throws {
        let link = try Link.parse("https://\(Self.host253.uppercased())/")
        #expect(link.text(link.host.range) == Self.host253)
        #expect(link.host.range.count == 253)
    }

    @Test func `the host of a custom scheme is a segment, to which the rules for domains do not apply`() throws {
        for host in ["*.a", "a..b", ".a", "0xc0000201", "a%2Eb", "\u{FF50}", Self.dots + "a"] {
            #expect(try Link.parse("podcast://\(host)/x").segmentCount == 2, "\(host)")
        }
    }

    @Test func `the message for a refused host gives the correction`() {
        let rules: [PolicyRule] = [
            .schemeSlashes, .hostTooLong, .labelTooLong, .hostWildcard, .hostCharacter, .labelHyphen, .encodedHost,
            .mappedHost, .addressNotation,
        ]
        for rule in rules { #expect(rule.sentence.contains(": write "), "\(rule)") }
        #expect(PolicyRule.emptyLabel.sentence.contains(": remove "))
    }

    @Test(arguments: [
        ("bcher-kva", "bücher"), ("9ca", "é"), ("wgv71a", "日本"), ("---bja", "-é-"), ("n3h", "☃"), ("ls8h", "\u{1F4A9}"),
        ("ihqwcrb4cv8a8dqg056pqjye", "\u{4ED6}\u{4EEC}\u{4E3A}\u{4EC0}\u{4E48}\u{4E0D}\u{8BF4}\u{4E2D}\u{6587}"),
        ("Proprostnemluvesky-uyb24dma41a", "Pročprostěnemluvíčesky"), ("", ""), ("ascii-", "ascii"),
        ("a", "\u{80}"), ("ls8h=", nil), ("99999999", nil), ("zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz", nil),
        ("999999999999b", nil),
    ])
    func `Punycode decodes to its code points, and invalid Punycode to nil`(_ label: String, _ expected: String?) {
        let decoded = Punycode.decode(Array(label.utf8)[...])
        #expect(decoded.map { $0.reduce(into: "") { $0.unicodeScalars.append($1) } } == expected)
    }
}
