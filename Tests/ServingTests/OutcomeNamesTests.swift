import Testing

@testable import Serving

@Suite struct OutcomeNamesTests {
    @Test func `the cipher is Speck64/128`() {
        // The example of its authors: "The Simon and Speck Families of Lightweight Block Ciphers", appendix C.
        let names = OutcomeNames(key: 0x1b1a_1918_1312_1110_0b0a_0908_0302_0100)
        #expect(names.encipher(0x3b72_6574_7475_432d) == 0x8c6f_a548_454e_028b)
    }

    @Test func `no name comes twice, fits into a string without an allocation, or tells how many came before`() {
        let names = OutcomeNames(key: 42)
        let all = (0..<10_000).map { _ in names.next().text }
        #expect(Set(all).count == all.count)
        #expect(all.allSatisfy { $0.utf8.count == 13 })
        // A count would grow; of random numbers half are larger than the one before.
        let numbers = all.compactMap { UInt64($0, radix: 32) }
        let growing = zip(numbers, numbers.dropFirst()).count { $0 < $1 }
        #expect(numbers.count == all.count && (4_700...5_300).contains(growing))
    }

    @Test func `two processes name their outcomes differently`() {
        let (one, other) = (OutcomeNames(key: 1), OutcomeNames(key: 2))
        let names = Set((0..<1000).map { _ in one.next().text })
        #expect(names.isDisjoint(with: (0..<1000).map { _ in other.next().text }))
    }
}
