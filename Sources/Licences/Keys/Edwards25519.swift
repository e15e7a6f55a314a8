// Which 32 bytes are a public key of Ed25519 that can be trusted. The library that verifies signatures takes any bytes as a
// key: with some no signature is ever valid, which looks like a forged licence; with a few others a signature is valid for
// many items, so that anybody could make one. Both are found when the key is read.
//
// The bytes are a number, little-endian: 255 bits are y, the last bit is the sign of x. They are a key if y is below
// p = 2²⁵⁵ − 19 and there is an x with x² = (y² − 1) / (d·y² + 1), where d = −121665/121666. With both sides multiplied
// by 121666 that is u/v for u = 121666·(y² − 1) and v = 121666 − 121665·y², and u/v is a square where u·v is one: where
// (u·v) to the power of (p − 1)/2 is 1 or 0, as Euler found. All of it is public, so it takes no care to be constant in
// time.

/// Checks public keys of the curve edwards25519.
///
/// *Source*: RFC 8032, section 5.1.3; the points of small order are those of section 5.1 whose eightfold is the neutral one.
enum Edwards25519 {
    /// The y of the points of order 1, 2, 4 and 8, least byte first.
    private static let smallOrders: [[UInt8]] = [
        [1] + Array(repeating: 0, count: 31),
        [0xEC] + Array(repeating: 0xFF, count: 30) + [0x7F],
        Array(repeating: 0, count: 32),
        [
            0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98, 0xF0,
            0xD5, 0xDF, 0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53, 0xFC, 0x05,
        ],
        [
            0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67, 0x0F,
            0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC, 0x03, 0x7A,
        ],
    ]

    /// Checks that 32 bytes are a point of the curve, canonically written, and not one of small order.
    ///
    /// *Throws*: `notOnCurve`, `weak`.
    static func check(_ bytes: [UInt8]) throws(KeyFault) {
        precondition(bytes.count == 32, "a point has 32 bytes")
        var y = bytes
        y[31] &= 0x7F
        guard let number = FieldElement(y) else { throw .notOnCurve }
        guard !smallOrders.contains(y) else { throw .weak(reason: "it is a point of small order") }
        let square = number * number
        let product =
            (FieldElement(121_666) * (square - FieldElement(1)))
            * (FieldElement(121_666) - FieldElement(121_665) * square)
        guard product.isSquare else { throw .notOnCurve }
    }
}

/// A number modulo 2²⁵⁵ − 19.
struct FieldElement: Equatable {
    /// *Shape*: four words, the least first; always below the modulus.
    private var words: [UInt64]

    private static let modulus: [UInt64] = [~18, .max, .max, .max >> 1]

    init(_ number: UInt64) { words = [number, 0, 0, 0] }

    /// Reads 32 bytes, the least first; nil for a number that is not below the modulus.
    init?(_ bytes: [UInt8]) {
        words = (0..<4).map { place in
            bytes[8 * place..<8 * place + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        guard !Self.isAtLeastModulus(words) else { return nil }
    }

    /// Whether it is the square of some number, as zero is.
    var isSquare: Bool {
        // (p − 1)/2 = 2²⁵⁴ − 10: its bits are 1 from 253 down to 4, and then 0110.
        var power = FieldElement(1)
        for bit in (0..<254).reversed() {
            power = power * power
            if bit >= 4 || bit == 2 || bit == 1 { power = power * self }
        }
        return power == FieldElement(1) || power == FieldElement(0)
    }

    /// The product modulo 2²⁵⁵ − 19.
    static func * (left: Self, right: Self) -> Self {
        var product = [UInt64](repeating: 0, count: 8)
        for (place, word) in left.words.enumerated() {
            var carry: UInt64 = 0
            for (other, factor) in right.words.enumerated() {
                let (high, low) = word.multipliedFullWidth(by: factor)
                let sum = add(low, product[place + other], carry)
                product[place + other] = sum.word
                carry = high + sum.carry
            }
            product[place + 4] = carry
        }
        return Self(reducing: product)
    }

    /// The difference modulo 2²⁵⁵ − 19.
    static func - (left: Self, right: Self) -> Self {
        // The sum of the modulus and the left is below 2²⁵⁶, so that nothing is lost.
        var (carry, borrow): (UInt64, UInt64) = (0, 0)
        var words = left.words
        for place in 0..<4 {
            let sum = add(words[place], modulus[place], carry)
            let (first, isBelow) = sum.word.subtractingReportingOverflow(right.words[place])
            let (second, isStillBelow) = first.subtractingReportingOverflow(borrow)
            words[place] = second
            carry = sum.carry
            borrow = isBelow || isStillBelow ? 1 : 0
        }
        return Self(reducing: words + [0, 0, 0, 0])
    }

    /// Takes a number of eight words modulo 2²⁵⁵ − 19: what lies above bit 256 counts 38-fold below it.
    private init(reducing number: [UInt64]) {
        var words = Array(number[..<4])
        var high = Array(number[4...])
        while high.contains(where: { $0 != 0 }) {
            var carry: UInt64 = 0
            for place in 0..<4 {
                let (top, low) = high[place].multipliedFullWidth(by: 38)
                let sum = Self.add(low, words[place], carry)
                words[place] = sum.word
                carry = top + sum.carry
            }
            high = [carry, 0, 0, 0]
        }
        self.words = words
        while Self.isAtLeastModulus(self.words) { subtractModulus() }
    }

    private mutating func subtractModulus() {
        var borrow: UInt64 = 0
        for place in 0..<4 {
            let (first, isBelow) = words[place].subtractingReportingOverflow(Self.modulus[place])
            let (second, isStillBelow) = first.subtractingReportingOverflow(borrow)
            words[place] = second
            borrow = isBelow || isStillBelow ? 1 : 0
        }
    }

    private static func add(_ left: UInt64, _ right: UInt64, _ carry: UInt64) -> (word: UInt64, carry: UInt64) {
        let (first, isOver) = left.addingReportingOverflow(right)
        let (second, isStillOver) = first.addingReportingOverflow(carry)
        return (second, (isOver ? 1 : 0) + (isStillOver ? 1 : 0))
    }

    private static func isAtLeastModulus(_ words: [UInt64]) -> Bool {
        for place in (0..<4).reversed() where words[place] != modulus[place] { return words[place] > modulus[place] }
        return true
    }
}
