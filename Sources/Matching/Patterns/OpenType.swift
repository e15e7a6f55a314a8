internal import Links

// The seven types with too many texts to list, each as a deterministic automaton over bytes.
//
// The definition has two uses: `Language.accepts` runs the automaton, and the relation of two atoms is a search in the
// product of two automata (ProductSearch). A state is a small integer: 0 is the start, -1 the dead state. ProductSearch
// relies on two properties. Every state that is not dead can be completed to a text. The start state does not accept,
// so no type has the empty text. The bounds of `int` and `uint` are part of the automaton: its state holds the order of
// the digits so far against those of the bound. The calendar is part of it too: the state of a date holds the leap
// year, then the length of the month.

/// A type with too many texts to list: all types but `bool` and sets.
enum OpenType: UInt8, CaseIterable, Sendable {
    case date, uuid, uint, int, hex, slug, string

    static let dead = -1

    /// The state after `byte` is read in `state`, or `dead`.
    func step(_ state: Int, _ byte: UInt8) -> Int {
        switch self {
        case .string: 1
        case .slug: ByteText.isSlugStart(byte) || (state == 1 && byte == UInt8(ascii: "-")) ? 1 : Self.dead
        case .hex: byte.hexValue != nil ? 1 : Self.dead
        case .uuid: Self.uuidStep(state, byte)
        case .uint: byte == UInt8(ascii: "-") ? Self.dead : Self.integerStep(state, byte)
        case .int: Self.integerStep(state, byte)
        case .date: Self.dateStep(state, byte)
        }
    }

    /// True if the bytes read so far are a text of the type.
    func isAccepting(_ state: Int) -> Bool {
        switch self {
        case .string, .slug, .hex: state == 1
        case .uuid: state == 36
        case .uint, .int: state >= 2
        case .date: state == 10 << 6
        }
    }

    /// A short text of the type, for witnesses.
    var sample: String {
        switch self {
        case .string, .slug: "x"
        case .hex, .uint, .int: "1"
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

    // States of integers: 0 start, 1 after "-", 2 after "0", then one per sign, number of digits (1...19) and order of
    // these digits against the first digits of the bound: 3 + ((sign * 19) + digits - 1) * 3 + order, where order is 0
    // smaller, 1 equal, 2 greater. A number with fewer digits than the bound is always within it.
    private static let bounds: [[UInt8]] = [Array("9223372036854775807".utf8), Array("9223372036854775808".utf8)]

    private static func integerStep(_ state: Int, _ byte: UInt8) -> Int {
        if state == 0 && byte == UInt8(ascii: "-") { return 1 }
        guard byte.isDigit, state != 2 else { return dead }
        if state <= 1 {
            if byte == UInt8(ascii: "0") { return state == 0 ? 2 : dead }
            return 3 + state * 57 + order(of: byte, against: bounds[state][0])
        }
        let sign = (state - 3) / 57
        let digits = (state - 3) % 57 / 3 + 1
        guard digits < 19 else { return dead }
        let soFar = (state - 3) % 3
        let next = soFar == 1 ? order(of: byte, against: bounds[sign][digits]) : soFar
        if digits == 18 && next == 2 { return dead }
        return 3 + sign * 57 + digits * 3 + next
    }

    private static func order(of byte: UInt8, against bound: UInt8) -> Int {
        byte < bound ? 0 : byte == bound ? 1 : 2
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
