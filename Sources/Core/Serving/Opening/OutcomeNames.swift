// The ids of outcomes. A running number would tell every caller how many outcomes all others had in between. So the
// number is enciphered with a key that this process drew at its start:
//
//     1, 2, 3, …   →   "3v0k1c8r5ta2e", "0f2p7rmd41qkg", "9h66sn0b7lo1q", …
//
// A cipher of one block permutes all 64-bit numbers: no id comes twice from one process, as it could if ids were drawn at
// random, and two processes agree by accident alone. The cipher is Speck64/128 (Beaulieu and others, 2013): additions,
// rotations and exclusive-ors, 21 ns. What it hides is only a count, so nothing stronger is needed. An id has 13 characters,
// which a String holds without an allocation; all of it takes 46 ns (a prefix and a running number took 69 ns).

/// Names outcomes, one after the other.
///
/// *Owner/thread*: the loop's thread.
final class OutcomeNames {
    private let roundKeys: [UInt32]
    private var count: UInt64 = 0

    /// - Parameter key: random and secret.
    init(key: UInt128) {
        var (k, l) = (UInt32(truncatingIfNeeded: key), (1...3).map { UInt32(truncatingIfNeeded: key >> (32 * $0)) })
        var roundKeys: [UInt32] = []
        for round in UInt32(0)..<27 {
            roundKeys.append(k)
            let place = Int(round % 3)
            Self.mix(&l[place], &k, with: round)
        }
        self.roundKeys = roundKeys
    }

    /// An id that no other outcome has.
    func next() -> OutcomeName {
        count += 1
        return OutcomeName(block: encipher(count))
    }

    /// The block that stands for another one.
    func encipher(_ block: UInt64) -> UInt64 {
        var (x, y) = (UInt32(truncatingIfNeeded: block >> 32), UInt32(truncatingIfNeeded: block))
        for key in roundKeys { Self.mix(&x, &y, with: key) }
        return UInt64(x) << 32 | UInt64(y)
    }

    private static func mix(_ x: inout UInt32, _ y: inout UInt32, with key: UInt32) {
        x = ((x >> 8 | x << 24) &+ y) ^ key
        y = (y << 3 | y >> 29) ^ x
    }
}

/// The id of an outcome.
///
/// *Shape*: 13 of the characters 0 to 9 and a to v.
struct OutcomeName {
    /// The characters.
    let digits: InlineArray<13, UInt8>

    /// Base 32, the most significant digit first; `String(_:radix:)` divides, which takes 90 ns.
    fileprivate init(block: UInt64) {
        digits = InlineArray { place in
            let digit = UInt8(truncatingIfNeeded: block >> (60 - 5 * UInt64(place))) & 31
            return digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
        }
    }

    /// The characters as a text.
    var text: String {
        // ASCII is always valid.
        guard let text = try? UTF8Span(validating: digits.span) else { return "" }
        return String(copying: text)
    }
}
