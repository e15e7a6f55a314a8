import TestSupport
import Testing

@testable import Matching

@Suite struct OpenTypeTests {
    private static let types: [OpenType] = [.date, .uuid, .uint, .int, .hex, .slug, .string]

    @Test func `every type accepts the texts that its automaton accepts`() {
        var generator = SeededGenerator(for: "every type accepts the texts that its automaton accepts")
        let alphabet = Array("0123456789abfxAF_--~.".utf8)
        var texts = ["", "-", "0", "-0", "00", "9223372036854775807", "9223372036854775808", "-9223372036854775808"]
        texts += ["-9223372036854775809", "99999999999999999999", "9999999999999999999", "1000000000000000000"]
        texts += [
            "2000-02-29", "1900-02-29", "00000000-0000-0000-0000-00000000000a", "a-", "-a", "18446744073709551616",
        ]
        for _ in 0..<20_000 {
            let count = Int.random(in: 1...20, using: &generator)
            let bytes = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
            texts.append(ByteText.string(bytes))
            texts.append(String(repeating: "9223372036854775807", count: 1).dropLast() + String(count))
        }
        for text in texts {
            let bytes = Array(("x" + text + "x").utf8)
            let range = 1..<bytes.count - 1
            for type in Self.types where type.accepts(bytes.span, range) != type.isRun(bytes.span, range) {
                Issue.record("\(type) \(text)")
            }
        }
    }

    @Test func `every accepted text begins with a byte that its type may begin with`() {
        var generator = SeededGenerator(for: "every accepted text begins with a byte that its type may begin with")
        let languages =
            ["string", "int", "uint", "hex", "uuid", "slug", "date", "bool"].compactMap(Language.init(named:))
            + [
                .bounded(.int(-9...9)), .bounded(.int(-20...(-3))), .bounded(.int(5...90)), .bounded(.uint(0...7)),
                .bounded(.digits(2)), .bounded(.hex(2)), .bounded(.base62(2)), .bounded(.text(1...3)),
            ]
        var accepted: Set<String> = []
        for _ in 0..<20_000 {
            let count = Int.random(in: 1...3, using: &generator)
            let text = (0..<count).map { _ in UInt8.random(in: 0x21...0x7E, using: &generator) }
            for language in languages where language.accepts(text.span) {
                accepted.insert(language.name)
                #expect(language.hasText(beginningWith: text[0]), "\(language.name) \(text)")
            }
        }
        #expect(accepted.count > 9)
        // The converse, for the byte that the check of programs asks for.
        let dashes = ["string", "int", "int(-9..9)", "int(-20..-3)", "text(1..3)"]
        let found = languages.filter { $0.hasText(beginningWith: UInt8(ascii: "-")) }
        #expect(found.map(\.name).sorted() == dashes.sorted())
    }

    @Test func `eight bytes read at once equal the bytes read one by one, at any offset`() {
        let bytes = (0..<24).map { UInt8($0 + 1) }
        for total in 0...24 {
            let text = Array(bytes.prefix(total))
            for start in 0...total {
                for count in 0...min(8, total - start) {
                    let expected = (0..<count).reduce(UInt64(0)) { $0 | UInt64(text[start + $1]) << ($1 * 8) }
                    let word = SegmentKey.word(text.span, at: start, count: count)
                    #expect(word == expected)
                }
                for count in 0...total - start {
                    let other = [0xFF] + text[start..<start + count]
                    let isEqual = SegmentKey.isEqual(text.span, start, other.span, 1, count: count)
                    #expect(isEqual)
                    guard count > 0 else { continue }
                    var changed = other
                    changed[count] ^= 1
                    let isChangedEqual = SegmentKey.isEqual(text.span, start, changed.span, 1, count: count)
                    #expect(!isChangedEqual)
                }
            }
        }
    }
}
