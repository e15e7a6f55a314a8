import TestSupport
import Testing

@testable import Matching

/// The tables of types, compared with the automata that they are made of.
@Suite struct AutomatonTableTests {
    private static let types: [OpenType] = [
        .string, .slug, .hex, .uuid, .date, .uint, .int, .integer(-90, 90), .integer(95, 120), .integer(1, 31),
        .fixed(.digits, 6), .fixed(.base62, 22), .fixed(.hex, 1024), .text(1, 40), .text(3, 3), .text(1, 1024),
    ]

    /// A run of the table, as the script of the page makes it.
    private static func accepts(_ table: AutomatonTable, _ text: [UInt8]) -> Bool {
        var state = 0
        for byte in text {
            guard let move = table.rows[table.states[state]].moves[table.classes[Int(byte)]] else { return false }
            state += move
        }
        return table.rows[table.states[state]].isAccepting
    }

    @Test(arguments: types)
    func `a table accepts what its type does`(_ type: OpenType) {
        let table = AutomatonTable(type)
        var generator = SeededGenerator(for: "tables of types")
        let sample = Array(type.sample.utf8)
        let letters = Array("0123456789-abcfxyzF_ é€𐍈".utf8)
        for length in [0, 1, 2, 3, 5, 10, 19, 20, 36, 40] {
            for _ in 0..<200 {
                let text = (0..<length).map { _ in letters.randomElement(using: &generator) ?? 0 }
                #expect(Self.accepts(table, text) == type.isRun(text.span, text.indices))
            }
        }
        for index in sample.indices.prefix(40) {
            for byte in letters {
                var text = sample
                text[index] = byte
                #expect(Self.accepts(table, text) == type.isRun(text.span, text.indices))
            }
        }
        #expect(Self.accepts(table, sample))
    }

    @Test func `a type with many states has few rows`() {
        let table = AutomatonTable(.text(1, 1024))
        #expect(table.states.count == 4 * 1024 + 1 && table.rows.count < 12)
    }
}
