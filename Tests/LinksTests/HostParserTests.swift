import TestSupport
import Testing

@testable import Links

/// Hosts of special schemes in every notation, and the conversion of domains that are not ASCII.
struct HostParserTests {
    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("127.1", "127.0.0.1"), ("1", "0.0.0.1"), ("0x7f.1", "127.0.0.1"),
        ("0X7F000001", "127.0.0.1"), ("017700000001", "127.0.0.1"), ("0", "0.0.0.0"), ("0x", "0.0.0.0"),
        ("1.2.3.4.", "1.2.3.4"), ("1.2.0x304", "1.2.3.4"), ("4294967295", "255.255.255.255"),
        ("%31%2e2.3%2E4", "1.2.3.4"), ("256", "0.0.1.0"), ("1.2.65535", "1.2.255.255"), ("00.0x0.0.0", "0.0.0.0"),
        ("EXAMPLE.com", "example.com"), ("a.0b", "a.0b"), ("0xg", "0xg"), ("1.2.3.4.5a", "1.2.3.4.5a"),
        ("a..b", "a..b"), (".", "."), ("..", ".."), ("1..", "1.."), ("XN--Zca", "xn--zca"), ("a_b!$&'()*+,;=~", nil),
        ("%41%62", "ab"), ("[::1]", "[::1]"), ("[1:0:0:2:0:0:0:3]", "[1:0:0:2::3]"), ("[::]", "[::]"),
        ("[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7:8]"), ("[1::8]", "[1::8]"), ("[1:2:3::]", "[1:2:3::]"),
        ("[0:0:1:0:0:1:0:0]", "[::1:0:0:1:0:0]"), ("[1:0:2:0:3:0:4:0]", "[1:0:2:0:3:0:4:0]"),
        ("[::1.2.3.4]", "[::102:304]"), ("[ABCD::00ef]", "[abcd::ef]"), ("[::ffff:0.0.0.0]", "[::ffff:0:0]"),
        ("[1:2:3:4:5:6:7::]", "[1:2:3:4:5:6:7:0]"), ("[::2:3:4:5:6:7:8]", "[0:2:3:4:5:6:7:8]"),
    ])
    func `a host is written in its one canonical form`(_ host: String, _ expected: String?) throws {
        #expect(try URLRecord.parse("https://\(host)/").components.hostname == expected ?? host)
    }

    @Test(arguments: [
        ("1.2.3.4.5", URLRule.ipv4TooManyParts, 8), ("a.1", .ipv4NonNumericPart, 8),
        ("1.2.3.09", .ipv4NonNumericPart, 14),
        ("1..2", .ipv4NonNumericPart, 10), ("256.1.1.1", .ipv4OutOfRangePart, 8), ("1.2.3.256", .ipv4OutOfRangePart, 8),
        ("4294967296", .ipv4OutOfRangePart, 8), ("99999999999999999999999", .ipv4OutOfRangePart, 8),
        ("a.0x", .ipv4NonNumericPart, 8), ("[1", .ipv6Unclosed, 10), ("[", .ipv6Unclosed, 9),
        ("[:1]", .ipv6InvalidCompression, 9), ("[1:2:3:4:5:6:7:8:9]", .ipv6TooManyPieces, 25),
        ("[1::2::3]", .ipv6MultipleCompression, 14), ("[1:x]", .ipv6InvalidCodePoint, 11),
        ("[1:]", .ipv6InvalidCodePoint, 11), ("[12345::]", .ipv6InvalidCodePoint, 13), ("[]", .ipv6TooFewPieces, 9),
        ("[1:2]", .ipv6TooFewPieces, 12), ("[::%31]", .ipv6InvalidCodePoint, 11),
        ("[::1%eth0]", .ipv6InvalidCodePoint, 12),
        ("[1:2:3:4:5:6:7:1.2.3.4]", .ipv4InIPv6TooManyPieces, 23), ("[::1.2.3.256]", .ipv4InIPv6OutOfRangePart, 19),
        ("[::1.2.3.04]", .ipv4InIPv6InvalidCodePoint, 18), ("[::1.2.3.4.5]", .ipv4InIPv6InvalidCodePoint, 18),
        ("[::1.2.3]", .ipv4InIPv6TooFewParts, 16), ("[::.1]", .ipv4InIPv6InvalidCodePoint, 11),
        ("[::1.2.3.4x]", .ipv4InIPv6InvalidCodePoint, 18), ("a b", .domainInvalidCodePoint, 9),
        ("a%00b", .domainInvalidCodePoint, 9), ("a%2Fb", .domainInvalidCodePoint, 9),
        ("a%", .domainInvalidCodePoint, 9),
        ("a%2541", .domainInvalidCodePoint, 9), ("a|b", .domainInvalidCodePoint, 9),
        ("a^b", .domainInvalidCodePoint, 9),
        ("a<b", .domainInvalidCodePoint, 9), ("a\u{7F}", .domainInvalidCodePoint, 9),
        ("a]", .domainInvalidCodePoint, 9),
        ("", .hostMissing, 8),
        ("u@", .hostMissing, 10), (":80", .hostMissing, 8), ("h:x", .portInvalid, 10), ("h:65536", .portOutOfRange, 10),
        ("h:8 0", .portInvalid, 11), ("h:99999999999999999999", .portOutOfRange, 10), ("[::1]x", .ipv6Unclosed, 14),
    ])
    func `an invalid host is refused, with rule and offset`(_ host: String, _ rule: URLRule, _ offset: Int) {
        #expect(throws: LinkError.invalid(rule: rule, offset: offset)) { try URLRecord.parse("https://\(host)") }
    }

    @Test func `an opaque host refuses exactly the forbidden bytes`() throws {
        for byte in UInt8(0x20)...0x7E where !"/?#@:[]".utf8.contains(byte) {
            let record = try? URLRecord.parse("podcast://a\(Character(UnicodeScalar(byte)))b/")
            #expect((record == nil) == ByteSet.forbiddenInHost.contains(byte), "\(byte)")
        }
    }

    @Test(arguments: [
        ("bücher", "xn--bcher-kva", "xn--bcher-kva"), ("１２７.１", "127.1", "127.0.0.1"),
    ])
    func `a converted domain is checked like a domain in the text`(
        _ host: String, _ converted: String, _ expected: String
    ) throws {
        let conversion = DomainToASCII { domain in
            #expect(domain == Array(host.utf8))
            return .domain(Array(converted.utf8))
        }
        #expect(try URLRecord.parse("https://\(host)/", toASCII: conversion).components.hostname == expected)
    }

    @Test(arguments: [
        ("", URLRule.domainToASCII), ("a/b", .domainInvalidCodePoint), ("é", .domainInvalidCodePoint),
        ("a.256.256.0.0.1", .ipv4TooManyParts),
    ])
    func `the output of a conversion is checked`(_ converted: String, _ rule: URLRule) {
        let conversion = DomainToASCII { _ in .domain(Array(converted.utf8)) }
        #expect(throws: LinkError.invalid(rule: rule, offset: 8)) {
            try URLRecord.parse("https://é/", toASCII: conversion)
        }
    }

    @Test func `a trailing dot that a conversion makes is refused like a written one`() {
        let conversion = DomainToASCII { _ in .domain(Array("127.0.0.1.".utf8)) }
        #expect(throws: LinkError.forbidden(.host, rule: .trailingDot, offset: 8)) {
            try Link.parse("https://１２７.０.０.１。/", toASCII: conversion)
        }
    }

    @Test(
        .enabled(if: ICU.isInstalled(for: "a domain that is not ASCII is converted as the standard converts it")),
        arguments: [
            ("bücher.example", "xn--bcher-kva.example"), ("b%C3%BCcher", "xn--bcher-kva"),
            ("BU\u{308}CHER", "xn--bcher-kva"),
            ("faß", "xn--fa-hia"), ("ẞ", "xn--zca"), ("日本。ｊｐ", "xn--wgv71a.jp"), ("％ef%bc%8e", nil),
            ("１２７.１", "127.0.0.1"),
            ("0x7f。1", "127.0.0.1"), ("%EF%BC%91", "0.0.0.1"), ("１.2.3.4.5", nil), ("a\u{AD}b", "ab"), ("\u{AD}", nil),
            ("\u{FEFF}", nil), ("a％b", nil), ("a／b", nil), ("a\u{3000}b", nil), ("é|", nil), ("é%00", nil), ("é^", nil),
            ("a<\u{338}", "xn--a-ngo"), ("<é", nil), (">%CC%B8", "xn--hdh"),
            ("xn--a", "xn--a"), ("XN--A.B", "xn--a.b"), ("xn--a.é", nil), ("xn--é", nil),
            ("xn--bcher-kva.é", "xn--bcher-kva.xn--9ca"),
            ("xn--ls8h=", "xn--ls8h="), ("xn--.b", "xn--.b"), ("xn--xn---epa", "xn--xn---epa"), ("xn--xn---epa.é", nil),
            ("א1", "xn--1-zhc"), ("אa", nil), ("a\u{200D}", nil), ("-é-", "xn-----bja"), ("é..", "xn--9ca.."),
            ("a%FF", nil),
            ("a%C3", nil), ("\u{301}", nil), ("é:80", "xn--9ca"), ("ＬＯＣＡＬＨＯＳＴ", "localhost"),
        ])
    func `a domain that is not ASCII is converted as the standard converts it`(
        _ host: String, _ expected: String?
    ) {
        #expect((try? URLRecord.parse("https://\(host)/"))?.components.hostname == expected)
    }

    @Test(arguments: ["é", "a%C3%A9", "a%FF", "xn--9ca.é"])
    func `without ICU a host that is not ASCII is refused, and the message names the package`(_ host: String) {
        #expect(throws: LinkError.invalid(rule: .hostNotASCII, offset: 8)) {
            try URLRecord.parse("https://\(host)/", toASCII: HostParserTests.withoutICU)
        }
        #expect(URLRule.hostNotASCII.sentence.contains("libicu72"))
    }

    /// The conversion on a machine without ICU.
    static let withoutICU = DomainToASCII { _ in .refused(.hostNotASCII) }

    @Test(
        .enabled(if: SharedData.has("wpt/toascii.json", for: "the shared hosts have their listed ASCII forms")),
        .enabled(if: ICU.isInstalled(for: "the shared hosts have their listed ASCII forms")))
    func `the shared hosts have their listed ASCII forms`() throws {
        var count = 0
        for row in try SharedData.rows("wpt/toascii.json") {
            guard let input = row["input"] as? String else { continue }
            count += 1
            // Escapes the characters that would end the host.
            let host = input.map { ":/?#\\".contains($0) ? "%" + String($0.asciiValue ?? 0, radix: 16) : String($0) }
                .joined()
            let components = (try? URLRecord.parse("https://\(host)/x"))?.components
            #expect(components?.host == row["output"] as? String, "\(input)")
            #expect(components == nil || components?.pathname == "/x")
        }
        #expect(count == 87)
    }
}
