import Testing

@testable import Conf

@Suite struct EscapingTests {
    @Test(
        arguments: [
            0x00, 0x07, 0x1B, 0x7F, 0x85, 0x9F, 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202E, 0x2066, 0x2069,
            0xFEFF,
            0x00AD, 0x034F, 0x115F, 0x180E, 0x200B, 0x2060, 0x2064, 0x3164, 0xFFA0,
        ] as [UInt32])
    func `control characters and invisible characters are written as numbers`(value: UInt32) throws {
        let text = "a\(try #require(Unicode.Scalar(value)))b"
        let digits = String(value, radix: 16)
        #expect(Escaping.printable(text) == "a\\u{\(digits)}b")
        #expect(Escaping.json(text) == "a\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)b")
    }

    @Test func `JSON writes a character beyond the first plane as two code units`() {
        #expect(Escaping.printable("a\u{E0041}") == "a\\u{e0041}")
        #expect(Escaping.json("a\u{E0041}\u{1D173}") == #"a\udb40\udc41\ud834\udd73"#)
    }

    @Test(arguments: ["plain", "é ü ß", "日本語", "می\u{200C}خواهم", "👩\u{200D}💻", "❤\u{FE0F}"])
    func `letters, emoji and joiners stay unchanged`(text: String) {
        #expect(Escaping.printable(text) == text)
        #expect(Escaping.json(text) == text)
    }
}
