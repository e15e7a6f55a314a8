internal import Links

// The types with too many texts to list, each as a deterministic automaton over bytes.
//
// The definition has two uses: `Language.accepts` runs the automaton, and the relation of two atoms is a search in the
// product of two automata (ProductSearch). A state is a small integer: 0 is the start, -1 the dead state. ProductSearch
// relies on two properties. Every state that is not dead can be completed to a text. The start state does not accept,
// so no type has the empty text. The bounds of integers and lengths are part of the automaton. The calendar is part of
// it too: the state of a date holds the leap year, then the length of the month.
//
// Types that are written differently but have the same texts are one value here: `uint`, `uint(0..9223372036854775807)`
// and `int(0..9223372036854775807)` are `integer(0, .max)`.

/// A type with too many texts to list: all types but `bool`, sets, and integers with one value.
enum OpenType: Hashable, Sendable {
    /// The characters of a text with a fixed length; each set contains the ones before it.
    enum Alphabet: UInt8, Sendable, CaseIterable {
        case digits, hex, base62

        /// True if the byte is one of the characters.
        func contains(_ byte: UInt8) -> Bool {
            switch self {
            case .digits: byte.isDigit
            case .hex: byte.hexValue != nil
            case .base62: byte.isDigit || byte.isLetter
            }
        }
    }

    case date, uuid, hex, slug, string
    /// The integers from the first to the second.
    case integer(Int64, Int64)
    /// This many characters of an alphabet.
    case fixed(Alphabet, Int)
    /// From the first to the second number of any characters, which are Unicode scalar values.
    case text(Int, Int)

    static let uint = OpenType.integer(0, .max)
    static let int = OpenType.integer(.min, .max)

    static let dead = -1

    /// The state after `byte` is read in `state`, or `dead`.
    func step(_ state: Int, _ byte: UInt8) -> Int {
        switch self {
        case .string: 1
        case .slug: ByteText.isSlugStart(byte) || (state == 1 && byte == UInt8(ascii: "-")) ? 1 : Self.dead
        case .hex: byte.hexValue != nil ? 1 : Self.dead
        case .uuid: Self.uuidStep(state, byte)
        case .integer(let low, let high): IntegerRun(low, high).step(state, byte)
        case .fixed(let alphabet, let count): state < count && alphabet.contains(byte) ? state + 1 : Self.dead
        case .text(_, let most): Self.textStep(state, byte, most: most)
        case .date: Self.dateStep(state, byte)
        }
    }

    /// True if the bytes read so far are a text of the type.
    func isAccepting(_ state: Int) -> Bool {
        switch self {
        case .string, .slug, .hex: state == 1
        case .uuid: state == 36
        case .integer(let low, let high): IntegerRun(low, high).isAccepting(state)
        case .fixed(_, let count): state == count
        case .text(let least, _): state & 3 == 0 && state >> 2 >= least
        case .date: state == 10 << 6
        }
    }

    /// A short text of the type, for witnesses.
    var sample: String {
        switch self {
        case .string, .slug: "x"
        case .hex: "1"
        case .integer(let low, let high): String(min(max(1, low), high))
        case .fixed(let alphabet, let count): String(repeating: alphabet == .base62 ? "x" : "1", count: count)
        case .text(let least, _): String(repeating: "x", count: least)
        case .uuid: "00000000-0000-0000-0000-000000000000"
        case .date: "2000-01-01"
        }
    }

    // MARK: The single automata

    private static func uuidStep(_ state: Int, _ byte: UInt8) -> Int {
        switch state {
        case 8, 13, 18, 23: byte == UInt8(ascii: "-") ? state + 1 : dead
        case 0..<36: byte.hexValue != nil ? state + 1 : dead
        default: dead
        }
    }

    // States of texts: characters begun << 2 | bytes that the last of them still lacks. Links are valid UTF-8.
    private static func textStep(_ state: Int, _ byte: UInt8, most: Int) -> Int {
        let lacking = state & 3
        if lacking > 0 { return byte & 0xC0 == 0x80 ? state - 1 : dead }
        guard state >> 2 < most else { return dead }
        let begun = (state >> 2 + 1) << 2
        switch byte {
        case ..<0x80: return begun
        case 0xC2..<0xE0: return begun | 1
        case 0xE0..<0xF0: return begun | 2
        case 0xF0..<0xF5: return begun | 3
        default: return dead
        }
    }

    // States of dates: bytes read << 6 | carried bits.
    private static func dateStep(_ state: Int, _ byte: UInt8) -> Int {
        let position = state >> 6
        let carried = state & 63
        if position == 4 || position == 7 { return byte == UInt8(ascii: "-") ? (position + 1) << 6 | carried : dead }
        guard position < 10, byte.isDigit else { return dead }
        let digit = Int(byte - UInt8(ascii: "0"))
        let next = position < 4 ? yearStep(position, carried, digit) : monthAndDayStep(position, carried, digit)
        return next == dead ? dead : (position + 1) << 6 | next
    }

    // Carried bits of the year: bit 0 the first digit is odd, then the century is divisible by four; bit 1 only zeros
    // so far; bit 2 the third digit is odd; bit 3 the third digit is zero. After the year: bit 0 leap year.
    private static func yearStep(_ position: Int, _ carried: Int, _ digit: Int) -> Int {
        let zeros = (carried & 2 != 0 || position == 0) && digit == 0 ? 2 : 0
        switch position {
        case 0: return digit & 1 | zeros
        case 1: return (2 * (carried & 1) + digit) % 4 == 0 ? 1 | zeros : zeros
        case 2: return carried & 1 | zeros | (digit & 1) << 2 | (digit == 0 ? 8 : 0)
        default:
            if zeros != 0 { return dead }
            if carried & 8 != 0 && digit == 0 { return carried & 1 }
            return (2 * (carried >> 2 & 1) + digit) % 4 == 0 ? 1 : 0
        }
    }

    // Carried bits: bit 0 leap year, bit 1 the month's first digit. After the month: bits 0-1 the length of the month
    // less 28, bits 2-3 the day's first digit.
    private static func monthAndDayStep(_ position: Int, _ carried: Int, _ digit: Int) -> Int {
        switch position {
        case 5: return digit <= 1 ? carried | digit << 1 : dead
        case 6:
            let month = (carried >> 1) * 10 + digit
            guard (1...12).contains(month) else { return dead }
            if month == 2 { return carried & 1 }
            return [4, 6, 9, 11].contains(month) ? 2 : 3
        case 8:
            guard digit <= 3, digit < 3 || carried >= 2 else { return dead }
            return carried | digit << 2
        default:
            let day = (carried >> 2) * 10 + digit
            return day >= 1 && day <= 28 + (carried & 3) ? 0 : dead
        }
    }
}
