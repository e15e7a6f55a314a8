/// Moments as people and tables write them: `2026-03-01T00:00:00Z`.
///
/// *Source*: RFC 3339, of which it is the part without local offsets: a table means the same moment on every machine.
package enum UTCTime {
    /// *Units*: milliseconds since 1970 UTC: the last millisecond of the year 9999, which has the last year of four digits.
    package static let lastMs: Int64 = 253_402_300_799_999

    private static let dayMs: Int64 = 86_400_000

    /// Reads a date or a moment; nil for anything else.
    ///
    /// *Shape*: `2026-03-01`, which is its first moment, `2026-03-01T12:30:00Z` or `2026-03-01T12:30:00.250Z`.
    /// *Limits*: years 1970 to 9999; no leap seconds.
    package static func milliseconds(of text: String) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
            year >= 1970, 1...12 ~= month
        else { return nil }
        // A day that a month does not have is one of the next month.
        let days = daysSince1970(year, month, day)
        guard date(ofDay: days) == (year, month, day) else { return nil }
        let start = days * dayMs
        if bytes.count == 10 { return start }
        return milliseconds(ofClock: bytes[10...]).map { start + $0 }
    }

    /// Writes a moment, with milliseconds where there are some.
    ///
    /// *Limits*: a moment before 1970 or after 9999 is written as the nearest that has a year of four digits.
    package static func text(ofMs milliseconds: Int64) -> String {
        let clamped = min(max(0, milliseconds), lastMs)
        let (year, month, day) = date(ofDay: clamped / dayMs)
        let rest = clamped % dayMs
        let date = "\(year)-\(month.digits(2))-\(day.digits(2))"
        let clock = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { $0.digits(2) }
        let fraction = rest % 1000 == 0 ? "" : "." + (rest % 1000).digits(3)
        return date + "T" + clock.joined(separator: ":") + fraction + "Z"
    }

    /// *Shape*: `T12:30:00Z` or `T12:30:00.250Z`.
    private static func milliseconds(ofClock clock: ArraySlice<UInt8>) -> Int64? {
        var bytes = Array(clock)
        guard bytes.popLast() == UInt8(ascii: "Z"), bytes.count == 9 || bytes.count == 13,
            bytes[0] == UInt8(ascii: "T"), bytes[3] == UInt8(ascii: ":"), bytes[6] == UInt8(ascii: ":"),
            let hour = number(bytes[1..<3]), let minute = number(bytes[4..<6]), let second = number(bytes[7..<9]),
            hour < 24, minute < 60, second < 60
        else { return nil }
        let whole = (hour * 60 + minute) * 60_000 + second * 1000
        if bytes.count == 9 { return whole }
        guard bytes[9] == UInt8(ascii: "."), let fraction = number(bytes[10..<13]) else { return nil }
        return whole + fraction
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        var number: Int64 = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + Int64(digit - UInt8(ascii: "0"))
        }
        return number
    }

    /// The number of a day: years begin in March, so that a leap day is the last of its year.
    ///
    /// *Source*: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
    private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let (past, months) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        return past * 365 + past / 4 - past / 100 + past / 400 + (153 * months + 2) / 5 + day - 1 - 719_468
    }

    private static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = (day + 719_468).quotientAndRemainder(dividingBy: 146_097)
        let year = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
        let months = (5 * dayOfYear + 2) / 153
        let (next, month): (Int64, Int64) = months < 10 ? (0, months + 3) : (1, months - 9)
        return (era * 400 + year + next, month, dayOfYear - (153 * months + 2) / 5 + 1)
    }
}

extension BinaryInteger {
    /// A number that is not negative, with zeros before it where it has fewer digits: `7` in two digits is `07`.
    package func digits(_ width: Int, radix: Int = 10) -> String {
        let text = String(self, radix: radix)
        return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
}
