// How many single-letter mistakes turn one word into another, for suggestions.
//
// `artifcts` is one mistake from `artifacts`, and so is `aritfacts`: letters may be missing, added, replaced, or swapped
// with their neighbour. Upper and lower case count as equal.
//
// The distance is computed by columns of bits, so one letter of the other word costs a dozen machine operations: a link
// without a route is compared with many literals while other callers wait.

/// One word, ready to be compared with others.
///
/// *Source*: H. Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances", Nordic Journal of
/// Computing 10 (2003).
package struct EditDistance {
    /// *Units*: bytes of the word; longer ones are no words that a person misspells.
    package static let longestWord = 64

    /// For each byte: at which places of the word it stands.
    private var places = [UInt64](repeating: 0, count: 256)
    /// *Units*: bytes.
    package let count: Int

    /// Prepares a word; nil if it is empty or longer than `longestWord`.
    package init?(from word: Span<UInt8>) {
        count = word.count
        guard 1...Self.longestWord ~= count else { return nil }
        for place in word.indices { places[Int(Self.folded(word[place]))] |= 1 << UInt64(place) }
    }

    /// The distance to another word.
    ///
    /// *Cost*: a dozen operations for each byte of the other word; nothing is allocated.
    package func callAsFunction(to other: Span<UInt8>) -> Int {
        var columns = Columns(count)
        for place in other.indices { columns.append(places[Int(Self.folded(other[place]))]) }
        return columns.distance
    }

    /// How many mistakes a word may have and still be recognized: a third of it, at least one letter and at most three; none
    /// in a single letter.
    package var allowed: Int { Self.allowed(count) }

    /// The same for a word of so many bytes.
    package static func allowed(_ count: Int) -> Int { count <= 1 ? 0 : min(3, max(1, count / 3)) }

    private static func folded(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }
}

/// The columns of the table of distances up to a byte of the other word; only how a column differs from the one before, and
/// each number from the one above it, is kept.
private struct Columns {
    private(set) var distance: Int
    private let last: UInt64
    private var (diagonal, previous): (UInt64, UInt64) = (0, 0)
    private var (raised, lowered): (UInt64, UInt64) = (.max, 0)

    init(_ count: Int) {
        distance = count
        last = 1 << UInt64(count - 1)
    }

    /// Adds the column of a byte, which is at these places of the word.
    @inline(__always)
    mutating func append(_ equal: UInt64) {
        let swapped = ((~diagonal & equal) << 1) & previous
        diagonal = (((equal & raised) &+ raised) ^ raised) | equal | lowered | swapped
        let (up, down) = (lowered | ~(diagonal | raised), diagonal & raised)
        if up & last != 0 { distance += 1 }
        if down & last != 0 { distance -= 1 }
        raised = (down << 1) | ~(diagonal | (up << 1 | 1))
        lowered = (up << 1 | 1) & diagonal
        previous = equal
    }
}
