internal import Glibc

/// The clocks of the host.
package enum HostClock {
    /// *Units*: nanoseconds since some moment before this process began; never goes back, and stops during suspend.
    package static var monotonicNs: Int64 { nanoseconds(CLOCK_MONOTONIC) }

    /// *Units*: milliseconds since boot, suspend included; never goes back, even if the wall clock is set.
    package static var uptimeMs: Int64 { nanoseconds(CLOCK_BOOTTIME) / 1_000_000 }

    /// *Units*: milliseconds since 1970 UTC; goes back if the clock is set back.
    package static var wallMs: Int64 { nanoseconds(CLOCK_REALTIME) / 1_000_000 }

    /// *Units*: microseconds since 1970 UTC; goes back if the clock is set back.
    package static var wallUs: Int64 { nanoseconds(CLOCK_REALTIME) / 1000 }

    /// The local time of day.
    ///
    /// *Shape*: `14:03:22.187`.
    package static var timeOfDay: String {
        let ms = wallMs
        var seconds = time_t(ms / 1000)
        var parts = unsafe tm()
        unsafe _ = localtime_r(&seconds, &parts)
        func digits(_ number: Int64, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        let clock = unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec].map { digits(Int64($0), 2) }
        return clock.joined(separator: ":") + "." + digits(ms % 1000, 3)
    }

    /// The file that is there while the wall clock is synchronised with the time of others.
    ///
    /// *Source*: systemd-timesyncd.service(8), which creates it when it has set the clock.
    package static let synchronisedMark = "/run/systemd/timesync/synchronized"

    private static func nanoseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        // ignored: fails only for a clock that does not exist.
        unsafe _ = clock_gettime(clock, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
