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
            year >= 1970, 1...12 ~= month, 1...days(ofMonth: month, year) ~= day
        else { return nil }
        let start = daysSince1970(year, month, day) * dayMs
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
        let date = "\(year)-\(padded(month, 2))-\(padded(day, 2))"
        let clock = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { padded($0, 2) }
        let fraction = rest % 1000 == 0 ? "" : "." + padded(rest % 1000, 3)
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

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }

    private static func days(ofMonth month: Int64, _ year: Int64) -> Int64 {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    /// *Units*: days before the first of January of a year, counted from 1970.
    private static func days(beforeYear year: Int64) -> Int64 {
        let past = year - 1
        return past * 365 + past / 4 - past / 100 + past / 400 - 719_162
    }

    private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        days(beforeYear: year) + (1..<month).reduce(0) { $0 + days(ofMonth: $1, year) } + day - 1
    }

    private static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        // The mean year has 365.2425 days, so this guess is the year or a neighbour of it.
        var year = 1970 + day * 400 / 146_097
        while days(beforeYear: year) > day { year -= 1 }
        while days(beforeYear: year + 1) <= day { year += 1 }
        var (month, rest) = (Int64(1), day - days(beforeYear: year))
        while rest >= days(ofMonth: month, year) {
            rest -= days(ofMonth: month, year)
            month += 1
        }
        return (year, month, rest + 1)
    }
}
