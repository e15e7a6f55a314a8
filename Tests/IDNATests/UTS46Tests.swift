import Foundation
import TestSupport
import Testing

@testable import IDNA

/// Compares the conversion with the rows below and with the shared rows, using the ICU that is installed.
@Suite(.enabled(if: ICU.isInstalled(for: "the conversion of domains")))
struct UTS46Tests {
    private static func ascii(_ domain: String) -> String? {
        guard case .ascii(let bytes) = UTS46.toASCII(Array(domain.utf8)) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("bücher.example", "xn--bcher-kva.example"), ("BÜCHER.Example", "xn--bcher-kva.example"),
        ("bu\u{308}cher", "xn--bcher-kva"), ("straße", "xn--strae-oqa"), ("ẞ", "xn--zca"), ("ς", "xn--3xa"),
        ("ａｂｃ．ｄｅ", "abc.de"), ("日本。jp", "xn--wgv71a.jp"), ("日本｡jp.", "xn--wgv71a.jp."), ("a\u{AD}b", "ab"),
        ("１２７.１", "127.1"), ("☃", "xn--n3h"), ("ﬁ", "fi"), ("\u{FEFF}é", "xn--9ca"),
        ("é..é", "xn--9ca..xn--9ca"), ("-é-", "xn-----bja"), ("ab--é", "xn--ab---epa"), ("é_!", "xn--_!-9ia"),
        ("ⅷ", "viii"), ("क्\u{200D}ष", "xn--11b2ezcw70k"), ("Ⴀ", "xn--rkj"), ("Ӏ", "xn--s5a"),
        ("a\u{180E}\u{206B}b", "ab"),
        ("xn--bcher-kva.é", "xn--bcher-kva.xn--9ca"), ("XN--BCHER-KVA", "xn--bcher-kva"), ("", ""), ("a.b", "a.b"),
    ])
    func `a domain has the ASCII form of the standard`(_ domain: String, _ expected: String) {
        #expect(Self.ascii(domain) == expected)
    }

    @Test(
        "a domain with a label that UTS #46 forbids has no ASCII form",
        arguments: [
            "\u{301}a", "١٢٣", "a\u{200D}b", "a\u{200C}b", "אa", "1א.é", "\u{E000}", "\u{FFFD}", "\u{2028}", "\u{FFFE}",
            "xn--a", "xn--", "xn--ascii-", "xn--zca-", "xn--xn---epa", "xn--é", "xn--ls8h=", "xn--a.é",
            "xn--BCHER-\u{212A}va.xn--0", "a.xn--xn---epa.é", "xn--u-ccb", "xn--4ca0bs.xn--99999999", "é\u{202E}",
        ])
    func hasNone(_ domain: String) {
        #expect(UTS46.toASCII(Array(domain.utf8)) == .refused)
    }

    @Test func `a label that decodes to an A-label is refused, and other double hyphens are accepted`() {
        #expect(Self.ascii("ab--c.é") == "ab--c.xn--9ca")
        #expect(Self.ascii("xn--xn---epa.ab--c") == nil)
        #expect(Self.ascii("éxn--.ab--c") == "xn--xn---9oa.ab--c")
    }

    @Test func `invalid UTF-8 has no ASCII form`() {
        for bytes: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0x61, 0xC0, 0xAE]] {
            #expect(UTS46.toASCII(bytes) == .refused)
        }
    }

    @Test func `a domain as long as the limit is converted, and a longer one is not`() {
        let label = String(repeating: "é", count: UTS46.maximumBytes / 2)
        #expect(Self.ascii(label) != nil)
        #expect(Self.ascii(label + "a") == nil)
    }

    @Test func `random bytes do not trap, and an ASCII form converts to itself`() {
        var random = SeededGenerator(for: "random domains")
        let parts = [
            "xn--", "é", "ß", "日", ".", "。", "-", "a", "א", "\u{200D}", "\u{AD}", "1", "bcher-kva", "ẞ", "\u{301}", "ﷺ",
        ]
        var converted = 0
        for round in 0..<20_000 {
            let domain =
                round % 4 == 0
                ? (0..<Int.random(in: 0...30, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
                : Array(
                    (0..<Int.random(in: 0...8, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
                        .joined().utf8)
            guard case .ascii(let ascii) = UTS46.toASCII(domain) else { continue }
            converted += 1
            #expect(ascii.allSatisfy { $0 < 0x80 }, "\(domain)")
            // Empty labels are allowed, so a label that maps to nothing is allowed too.
            #expect(UTS46.toASCII(ascii) == .ascii(ascii), "\(domain)")
        }
        #expect(converted > 1_000)
    }

    @Test(
        .enabled(if: SharedData.has("wpt/IdnaTestV2.json", for: "the shared domains have their listed ASCII forms")),
        arguments: [("IdnaTestV2.json", 2_671), ("toascii.json", 87)])
    func `the shared domains have their listed ASCII forms`(_ file: String, _ expectedCount: Int) throws {
        let rows = try Self.rows(file)
        #expect(rows.count == expectedCount)
        var compared = 0
        for row in rows {
            // The parser never passes an ASCII domain to this conversion.
            guard let input = row["input"] as? String, !input.utf8.allSatisfy({ $0 < 0x80 }) else { continue }
            compared += 1
            // The URL standard refuses an empty result and some ASCII bytes that UTS #46 accepts.
            let ascii = Self.ascii(input).flatMap { $0.isEmpty || $0.utf8.contains(where: Self.isForbidden) ? nil : $0 }
            if ascii == nil, input.unicodeScalars.contains(where: Self.isOfUnicode17) { continue }
            #expect(ascii == row["output"] as? String, "\(input)")
        }
        #expect(compared > 60)
    }

    /// True for the ideographs of extension J; three rows of IdnaTestV2.json have one, and an older ICU refuses them.
    private static func isOfUnicode17(_ scalar: Unicode.Scalar) -> Bool { (0x323B0...0x33479).contains(scalar.value) }

    /// The objects of a file of domains; its lone surrogates, which UTF-8 cannot encode, become U+FFFD.
    private static func rows(_ file: String) throws -> [[String: Any]] {
        let folder = try #require(SharedData.folder)
        let text = try String(contentsOf: folder.appendingPathComponent("wpt/" + file), encoding: .utf8)
        let repaired = text.replacing(/\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])/, with: "\\ufffd")
        let rows = try JSONSerialization.jsonObject(with: Data(repaired.utf8)) as? [Any] ?? []
        return rows.compactMap { $0 as? [String: Any] }
    }

    private static func isForbidden(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == 0x7F || "#/:<>?@[\\]^|%".utf8.contains(byte)
    }
}
