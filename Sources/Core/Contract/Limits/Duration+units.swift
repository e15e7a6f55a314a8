extension Duration {
    /// *Units and range*: milliseconds, rounded towards zero; the nearest that fits.
    package var wholeMilliseconds: Int64 { count(perSecond: 1000) }

    /// *Units and range*: nanoseconds, rounded towards zero; the nearest that fits.
    package var wholeNanoseconds: Int64 { count(perSecond: 1_000_000_000) }

    private func count(perSecond unitsPerSecond: Int64) -> Int64 {
        let (seconds, attoseconds) = components
        let (whole, isTooMuch) = seconds.multipliedReportingOverflow(by: unitsPerSecond)
        let part = attoseconds / (1_000_000_000_000_000_000 / unitsPerSecond)
        let (sum, isOver) = whole.addingReportingOverflow(part)
        guard !isTooMuch, !isOver else { return seconds < 0 ? .min : .max }
        return sum
    }
}

extension Duration: WireValue {
    package static var kind: WireKind { .int }

    package static func read(_ value: Value, at path: String) throws(FramingError) -> Duration {
        .milliseconds(try Int64.read(value, at: path))
    }

    /// *Units*: milliseconds, which the name of the member says: `trialMs`.
    package func write(to writer: inout JSONWriter) { writer.integer(wholeMilliseconds) }
}
