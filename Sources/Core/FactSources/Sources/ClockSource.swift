/// A source of the time.
package protocol ClockSource: AnyObject {
    /// The time of the calendar, by which facts end.
    ///
    /// *Units*: milliseconds since 1970 UTC; may go back.
    var wallMs: Int64 { get }

    /// The time by which waiting is measured.
    ///
    /// *Units*: milliseconds since any moment; never goes back, and goes on while the machine sleeps: what was answered before
    /// it fell asleep is old when it wakes up.
    var monotonicMs: Int64 { get }
}
