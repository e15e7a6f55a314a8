import Contract
import Testing

@Suite struct DurationTests {
    @Test(
        arguments: [
            (Duration.zero, 0, 0), (.microseconds(1_999), 1, 1_999_000), (.milliseconds(1), 1, 1_000_000),
            (.nanoseconds(-1_500_000), -1, -1_500_000), (.seconds(30), 30_000, 30_000_000_000),
            (.seconds(Int64.max), .max, .max), (.seconds(Int64.min), .min, .min),
            (.seconds(Int64.max / 1000) + .milliseconds(999), .max, .max),
        ] as [(Duration, Int64, Int64)])
    func `a duration in whole units is rounded towards zero, and as near as fits`(
        duration: Duration, milliseconds: Int64, nanoseconds: Int64
    ) {
        #expect(duration.wholeMilliseconds == milliseconds)
        #expect(duration.wholeNanoseconds == nanoseconds)
    }
}
