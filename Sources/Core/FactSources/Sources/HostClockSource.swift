import HostSystem

/// The clocks of this machine.
package final class HostClockSource: ClockSource {
    package init() {}

    package var wallMs: Int64 { HostClock.wallMs }
    package var monotonicMs: Int64 { HostClock.uptimeMs }
}
