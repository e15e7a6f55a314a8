import Invariants
import TestSupport
import Testing

/// Texts that once broke a rule, texts at error-prone limits, and changes of both.
struct UntrustedTextTests {
    @Test(arguments: UntrustedText.allCases)
    func `every text that once broke a rule keeps the rules, and some are accepted`(_ kind: UntrustedText) throws {
        var (accepted, refused) = (0, 0)
        for text in try Regressions.texts(of: kind.rawValue) {
            switch kind.check(text.bytes) {
            case .accepted: accepted += 1
            case .refused: refused += 1
            case .broken(let rule): Issue.record("\(text.name): \(rule)")
            }
        }
        #expect(accepted > 0)
        #expect(refused > 0)
    }

    @Test(arguments: UntrustedText.allCases)
    func `a text with any change keeps the rules`(_ kind: UntrustedText) throws {
        var random = SeededGenerator(for: "\(kind.rawValue) with any change")
        let texts = try Regressions.texts(of: kind.rawValue).map(\.bytes)
        for text in texts {
            for _ in 0..<100 {
                let bytes = Self.changed(text, with: texts, &random)
                guard case .broken(let rule) = kind.check(bytes) else { continue }
                Issue.record("\(rule): \(String(decoding: bytes, as: UTF8.self))")
            }
        }
    }

    /// The text with one to four changes: a byte of any value, a part that is lost, a part of any of the texts.
    private static func changed(
        _ text: [UInt8], with texts: [[UInt8]], _ random: inout SeededGenerator
    ) -> [UInt8] {
        var bytes = text
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            let end = min(bytes.count, place + Int.random(in: 0...8, using: &random))
            switch Int.random(in: 0..<3, using: &random) {
            case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
            case 1: bytes.removeSubrange(place..<end)
            default:
                bytes.replaceSubrange(place..<end, with: part(of: texts.randomElement(using: &random) ?? [], &random))
            }
        }
        return bytes
    }

    private static func part(of text: [UInt8], _ random: inout SeededGenerator) -> ArraySlice<UInt8> {
        let start = Int.random(in: 0...text.count, using: &random)
        return text[start..<min(text.count, start + Int.random(in: 0...24, using: &random))]
    }
}
