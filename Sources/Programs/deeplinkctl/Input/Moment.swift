internal import Conf
internal import Contract
internal import HostSystem
internal import Routing

/// Moments as people name them: `14:00`, `yesterday 14:05`, `2h`, `2026-03-01 14:00`, `2026-03-01T13:00:00Z`.
enum Moment {
    /// Reads a moment; nil where the option is not given.
    ///
    /// - Parameter nowMs: *units*: milliseconds since 1970 UTC.
    ///
    /// *Throws*: misuse for anything else.
    static func option(_ name: String, _ text: String?, nowMs: Int64 = HostClock.wallMs) throws -> Int64? {
        guard let text else { return nil }
        guard let moment = milliseconds(of: text, nowMs: nowMs) else {
            throw UsageError(
                "\(name) takes a time, not \(UsageError.quoted(text))",
                help: "say 14:00, \"yesterday 14:05\", \"2026-03-01 14:00\", or 2h for two hours ago")
        }
        return moment
    }

    /// The moment that a text names; nil where it names none.
    ///
    /// A time of day that has not come yet is yesterday's.
    static func milliseconds(of text: String, nowMs: Int64) -> Int64? {
        if let utc = text.hasSuffix("Z") ? UTCTime.milliseconds(of: text) : nil { return utc }
        if let ago = Quantity.duration(text) { return nowMs - ago.wholeMilliseconds }
        let words = text.replacing("T", with: " ").split(separator: " ").map(String.init)
        guard (1...2).contains(words.count), let last = words.last else { return nil }
        let today = LocalTime.fields(ofMs: nowMs)
        if words.count == 2 {
            let day = words[0] == "yesterday" ? yesterday(of: today) : date(words[0])
            return day.flatMap { milliseconds($0, clock: last) }
        }
        if let day = date(last) ?? (last == "yesterday" ? yesterday(of: today) : nil) {
            return milliseconds(day, clock: "00:00")
        }
        guard let moment = milliseconds(today, clock: last), moment > nowMs else {
            return milliseconds(today, clock: last)
        }
        return yesterday(of: today).flatMap { milliseconds($0, clock: last) }
    }

    /// *Shape*: `2026-03-01`.
    private static func date(_ text: String) -> LocalTime.Fields? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Quantity.count(String($0)) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2] else { return nil }
        return LocalTime.Fields(year: year, month: month, day: day)
    }

    private static func yesterday(of day: LocalTime.Fields) -> LocalTime.Fields? {
        // At noon a day is a day, also where the clock is set for the summer between.
        let noon = LocalTime.Fields(year: day.year, month: day.month, day: day.day, hour: 12)
        return LocalTime.milliseconds(of: noon).map { LocalTime.fields(ofMs: $0 - 86_400_000) }
    }

    /// *Shape*: `14:05` or `14:05:30`.
    private static func milliseconds(_ day: LocalTime.Fields, clock: String) -> Int64? {
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false).map { Quantity.count(String($0)) }
        guard (2...3).contains(parts.count), let hour = parts[0], let minute = parts[1] else { return nil }
        guard let second = parts.count == 3 ? parts[2] : 0 else { return nil }
        return LocalTime.milliseconds(
            of: LocalTime.Fields(
                year: day.year, month: day.month, day: day.day, hour: hour, minute: minute, second: second))
    }
}
