import Testing

@testable import Conf

/// How far one word is from another.
@Suite struct EditDistanceTests {
    @Test(arguments: [
        ("artifacts", "artifacts", 0), ("artifacts", "ARTIFACTS", 0), ("artifacts", "artifcts", 1),
        ("artifacts", "artiffacts", 1), ("artifacts", "artefacts", 1), ("artifacts", "aritfacts", 1),
        ("artifacts", "aritfcts", 2), ("a", "", 1), ("a", "b", 1), ("ab", "ba", 1), ("kitten", "sitting", 3),
        ("größe", "grösse", 2), ("abc", "cab", 2), ("ca", "abc", 3),
    ])
    func `letters that are missing, added, replaced or swapped count once each`(
        _ word: String, _ other: String, _ mistakes: Int
    ) {
        #expect(Self.distance(word, other) == mistakes)
    }

    @Test func `a word is compared if it has one to sixty-four bytes`() {
        #expect(Self.distance("", "a") == nil)
        #expect(Self.distance(String(repeating: "a", count: 65), "a") == nil)
        let longest = String(repeating: "a", count: 64)
        #expect(Self.distance(longest, longest + "b") == 1)
        #expect(Self.distance(longest, "b" + longest.dropFirst()) == 1)
        #expect(Self.distance(longest, "") == 64)
    }

    /// The distance by the type under test; nil for a word that it does not compare.
    private static func distance(_ word: String, _ other: String) -> Int? {
        let distance = EditDistance(from: word.utf8.span)
        return distance.map { $0(to: other.utf8.span) }
    }

    @Test func `columns of bits find what a table of numbers finds`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let (left, right) = (Self.word(&random), Self.word(&random))
            let found = Self.distance(String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self))
            #expect(found == Self.mistakes(left, right), "\(left) \(right)")
        }
    }

    private static func word(_ random: inout SystemRandomNumberGenerator) -> [UInt8] {
        (0..<Int.random(in: 1...12, using: &random)).map { _ in UInt8.random(in: 0x61...0x64, using: &random) }
    }

    /// The textbook's recurrence: each prefix of one word against each prefix of the other.
    private static func mistakes(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var table = Array(repeating: Array(repeating: 0, count: right.count + 1), count: left.count + 1)
        for row in 0...left.count {
            for column in 0...right.count {
                guard row > 0, column > 0 else {
                    table[row][column] = max(row, column)
                    continue
                }
                let isEqual = left[row - 1] == right[column - 1]
                var best = min(
                    table[row - 1][column - 1] + (isEqual ? 0 : 1), table[row - 1][column] + 1,
                    table[row][column - 1] + 1
                )
                if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                    best = min(best, table[row - 2][column - 2] + 1)
                }
                table[row][column] = best
            }
        }
        return table[left.count][right.count]
    }
}
