// The size of a set of texts, so that routes can be ordered without comparing each pair.
//
// The order of precedence needs a number for each atom that grows strictly with inclusion and is equal for equal sets,
// however they are written: `digits(1)`, `uint(0..9)` and the choice of the ten digits. The class of a type is no such
// number: `uint(100..150)` is inside `1$(n:digits(2))`, and that is inside `uint(0..999)`.
//
// The number of texts is one: a proper part of a finite set has fewer members. Affixes do not change it. Numbers past
// 64 bits belong only to texts of a fixed length over one alphabet, and to uuids. If such a set contains another one,
// they differ by a factor of two at least for each character, so a logarithm orders them.
//
// `text(a..b)` has texts with characters that no smaller type has, so it is above these. Of two of them the one with the
// greater maximum has more texts, and for equal maximums the one with the smaller minimum.
//
// The remaining types have texts of every length, so no finite one contains them. Here `hex` is inside `slug`, and that
// inside `string`, whatever their affixes. For one type longer affixes leave fewer texts.

/// The size of the set of texts of an atom: it grows strictly with inclusion, and equal sets have equal sizes.
enum AtomSize: Hashable, Comparable {
    /// This number of texts and one more.
    case counted(UInt64)
    /// More than 2⁶⁴ texts, as a power of two.
    case power(Double)
    /// The texts up to this number of characters; the second number is that of the shortest one, negated.
    case characters(Int, Int)
    /// The texts of an unbounded type; the second number is that of the bytes of the affixes, negated.
    case unbounded(Int, Int)
}

extension AtomShape {
    /// The size of the set.
    var size: AtomSize {
        switch self {
        case .words(let words): return .counted(UInt64(words.count - 1))
        case .affixed(let affixed):
            guard case .unbounded(let rank, _) = affixed.type.size else { return affixed.type.size }
            return .unbounded(rank, -affixed.prefix.count - affixed.suffix.count)
        }
    }
}

extension OpenType {
    /// The size of the type without affixes.
    fileprivate var size: AtomSize {
        switch self {
        case .integer(let low, let high): .counted(UInt64(bitPattern: high &- low))
        // The days of the years 1 to 9999.
        case .date: .counted(365 * 9999 + 2499 - 99 + 24 - 1)
        case .uuid: Self.size(.hex, 32)
        case .fixed(let alphabet, let count): Self.size(alphabet, count)
        case .text(let least, let most): .characters(most, -least)
        case .hex: .unbounded(0, 0)
        case .slug: .unbounded(1, 0)
        case .string: .unbounded(2, 0)
        }
    }

    private static func size(_ alphabet: Alphabet, _ count: Int) -> AtomSize {
        var product: UInt64 = 1
        for _ in 0..<count {
            let (next, hasOverflown) = product.multipliedReportingOverflow(by: alphabet.count)
            if hasOverflown { return .power(Double(count) * alphabet.bitsOfCharacter) }
            product = next
        }
        return .counted(product - 1)
    }
}

extension OpenType.Alphabet {
    /// The number of characters; hexadecimal letters in both cases.
    fileprivate var count: UInt64 {
        switch self {
        case .digits: 10
        case .hex: 22
        case .base62: 62
        }
    }

    /// The logarithm of `count` to the base of two.
    fileprivate var bitsOfCharacter: Double {
        switch self {
        case .digits: 3.321928094887362
        case .hex: 4.459431618637297
        case .base62: 5.954196310386875
        }
    }
}
