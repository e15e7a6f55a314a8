internal import Glibc

/// Moments in the time zone of the process.
package enum LocalTime {
    /// A moment as a calendar and a clock show it.
    package struct Fields: Equatable, Sendable {
        package var (year, month, day): (Int, Int, Int)
        package var (hour, minute, second): (Int, Int, Int)

        /// Names a moment.
        package init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
            (self.year, self.month, self.day) = (year, month, day)
            (self.hour, self.minute, self.second) = (hour, minute, second)
        }
    }

    /// What the clock shows at a moment.
    ///
    /// - Parameter wallMs: milliseconds since 1970 UTC.
    package static func fields(ofMs wallMs: Int64) -> Fields {
        var seconds = time_t(wallMs / 1000)
        var parts = unsafe tm()
        unsafe _ = localtime_r(&seconds, &parts)
        return unsafe Fields(
            year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
            hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
    }

    /// The moment of a calendar and a clock, in milliseconds since 1970 UTC; nil where there is none, such as 30 February.
    ///
    /// A clock that shows a time twice, because it was set back for the winter, means the first or the second, as the system
    /// chooses.
    package static func milliseconds(of fields: Fields) -> Int64? {
        guard (1970...9999).contains(fields.year), (1...12).contains(fields.month), (1...31).contains(fields.day),
            (0...23).contains(fields.hour), (0...59).contains(fields.minute), (0...59).contains(fields.second)
        else { return nil }
        var parts = unsafe tm()
        unsafe (parts.tm_year, parts.tm_mon) = (Int32(fields.year - 1900), Int32(fields.month - 1))
        unsafe (parts.tm_mday, parts.tm_hour) = (Int32(fields.day), Int32(fields.hour))
        unsafe (parts.tm_min, parts.tm_sec) = (Int32(fields.minute), Int32(fields.second))
        unsafe parts.tm_isdst = -1
        let seconds = unsafe mktime(&parts)
        guard seconds != -1, unsafe Int(parts.tm_mday) == fields.day else { return nil }
        return Int64(seconds) * 1000
    }
}
