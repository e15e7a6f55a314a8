/// Reads `Retry-After`.
///
/// *Source*: RFC 9110, 10.2.3 and 5.6.7. Of its three forms of dates only the one that is to be sent is read.
enum RetryAfter {
    /// Ten years: a longer time is as good as this one.
    ///
    /// *Units*: seconds.
    private static let longest: Int64 = 315_360_000

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The time of `120` or of `Fri, 31 Dec 1999 23:59:59 GMT`; nil for anything else.
    static func time(_ text: String, nowSeconds: Int64) -> Duration? {
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return .seconds(min(longest, Int64(text) ?? longest))
        }
        guard let moment = moment(text) else { return nil }
        let (left, isTooFar) = moment.subtractingReportingOverflow(nowSeconds)
        return isTooFar ? nil : .seconds(min(longest, max(0, left)))
    }

    /// *Units*: seconds since 1970.
    private static func moment(_ text: String) -> Int64? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 6, words[0].count == 4, words[0].last == ",", words[5] == "GMT",
            let day = number(words[1], digits: 2, in: 1...31), let month = months.firstIndex(of: String(words[2])),
            let year = number(words[3], digits: 4, in: 1970...9999)
        else { return nil }
        let clock = words[4].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = number(clock[0], digits: 2, in: 0...23),
            let minute = number(clock[1], digits: 2, in: 0...59), let second = number(clock[2], digits: 2, in: 0...60)
        else { return nil }
        return days(year, Int64(month + 1), day) * 86_400 + hour * 3_600 + minute * 60 + second
    }

    private static func number(_ text: Substring, digits: Int, in range: ClosedRange<Int64>) -> Int64? {
        guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(text),
            range.contains(number)
        else { return nil }
        return number
    }

    /// *Units*: days since 1970, of the Gregorian calendar; a year begins in March, so that its leap day is its last.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let years = month > 2 ? year : year - 1
        let daysBefore = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5
        return years * 365 + years / 4 - years / 100 + years / 400 + daysBefore + day - 1 - 719_468
    }
}
