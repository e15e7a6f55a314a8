internal import Links

// The automaton of the integers of a range, as they are written: `-` before a negative one, no leading zeros.
//
// Example: of the range 95...120 the text `9` is no text yet, `95` is one, `94` can never be one, and `12` can only be
// continued by `0`. A state holds the sign, the number of digits, and the order of these digits against the first digits
// of the smallest and of the largest number with that sign. A number with more digits than another is the larger one.

/// The automaton of the integers from `low` to `high`.
struct IntegerRun {
    /// The absolute values of the numbers with one sign.
    private struct Side {
        let least: UInt64
        let most: UInt64
        let leastCount: Int
        let mostCount: Int

        init(_ least: UInt64, _ most: UInt64) {
            (self.least, self.most) = (least, most)
            (leastCount, mostCount) = (IntegerRun.digitCount(least), IntegerRun.digitCount(most))
        }
    }

    private enum Order: Int { case smaller, equal, greater }

    /// A state with at least one digit, the first of which is not zero.
    private struct Digits {
        let isNegative: Bool
        var count: Int
        /// The order against the first digits of the smallest and of the largest number.
        var least: Order
        var most: Order

        /// The number of the state.
        var state: Int { 3 + (((isNegative ? 20 : 0) + count) * 3 + least.rawValue) * 3 + most.rawValue }

        init(isNegative: Bool) { (self.isNegative, count, least, most) = (isNegative, 0, .equal, .equal) }

        init(state: Int) {
            let packed = state - 3
            isNegative = packed / 9 > 20
            count = packed / 9 - (isNegative ? 20 : 0)
            least = Order(rawValue: packed / 3 % 3) ?? .equal
            most = Order(rawValue: packed % 3) ?? .equal
        }
    }

    /// The states before the first digit, after `-`, and after `0`.
    private static let (start, minus, zero) = (0, 1, 2)

    private let low: Int64
    private let high: Int64

    init(_ low: Int64, _ high: Int64) { (self.low, self.high) = (low, high) }

    /// The state after `byte` is read in `state`, or `OpenType.dead`.
    func step(_ state: Int, _ byte: UInt8) -> Int {
        if state == Self.start && byte == UInt8(ascii: "-") { return low < 0 ? Self.minus : OpenType.dead }
        guard byte.isDigit, state != Self.zero else { return OpenType.dead }
        guard state <= Self.minus else { return step(Digits(state: state), byte) }
        if byte == UInt8(ascii: "0") {
            return state == Self.start && low <= 0 && high >= 0 ? Self.zero : OpenType.dead
        }
        return step(Digits(isNegative: state == Self.minus), byte)
    }

    /// True if the bytes read so far are a number of the range.
    func isAccepting(_ state: Int) -> Bool {
        guard state > Self.minus else { return false }
        guard state > Self.zero else { return true }
        let digits = Digits(state: state)
        guard let side = side(digits.isNegative) else { return false }
        return (digits.count > side.leastCount || digits.count == side.leastCount && digits.least != .smaller)
            && (digits.count < side.mostCount || digits.count == side.mostCount && digits.most != .greater)
    }

    private func step(_ digits: Digits, _ byte: UInt8) -> Int {
        guard let side = side(digits.isNegative), digits.count < side.mostCount else { return OpenType.dead }
        let digit = UInt64(byte - UInt8(ascii: "0"))
        var next = digits
        next.least =
            digits.count >= side.leastCount
            ? .greater : Self.order(digits.least, digit, Self.digit(digits.count, of: side.least, side.leastCount))
        next.most = Self.order(digits.most, digit, Self.digit(digits.count, of: side.most, side.mostCount))
        next.count += 1
        return Self.canEnd(next, side) ? next.state : OpenType.dead
    }

    /// True if further digits, or none, make a number of the range.
    private static func canEnd(_ digits: Digits, _ side: Side) -> Bool {
        if side.leastCount == side.mostCount { return digits.least != .smaller && digits.most != .greater }
        // With as many digits as the smallest number, with as many as the largest, or with a number between.
        return digits.count <= side.leastCount && digits.least != .smaller || digits.most != .greater
            || max(digits.count, side.leastCount + 1) < side.mostCount
    }

    private func side(_ isNegative: Bool) -> Side? {
        if isNegative { return low < 0 ? Side(high < 0 ? high.magnitude : 1, low.magnitude) : nil }
        return high >= 0 ? Side(UInt64(max(low, 0)), UInt64(high)) : nil
    }

    private static func order(_ soFar: Order, _ digit: UInt64, _ bound: UInt64) -> Order {
        guard soFar == .equal else { return soFar }
        return digit < bound ? .smaller : digit == bound ? .equal : .greater
    }

    private static func digit(_ index: Int, of number: UInt64, _ count: Int) -> UInt64 {
        number / powers[count - 1 - index] % 10
    }

    private static func digitCount(_ number: UInt64) -> Int {
        var (count, rest) = (1, number / 10)
        while rest > 0 { (count, rest) = (count + 1, rest / 10) }
        return count
    }

    /// The powers of ten with up to twenty digits.
    private static let powers = (0..<20).map { exponent in (0..<exponent).reduce(UInt64(1)) { power, _ in power * 10 } }
}
