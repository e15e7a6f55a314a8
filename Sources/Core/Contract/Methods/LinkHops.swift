/// How often a link was handed on before it came here: by a redirect, a rewrite, to another handler, or by a program that an
/// action started.
///
/// A program that is handed a link gets the number in a variable of its environment, and `deeplinkctl` sends it with the link
/// that the program opens. So a circle ends that goes through other programs. The number counts for a short time: a browser
/// that was started for a link opens others for days.
package enum LinkHops {
    /// The variable.
    ///
    /// *Shape*: `3@86402`: the number, and the second of the monotonic clock, which all processes of a machine share.
    package static let variable = "DEEPLINKD_HOPS"
    /// *Units*: hand-offs of one link; one more is a circle.
    package static let most = Limits.hops
    /// The numbers that a call can have: the last one is refused.
    package static let range = 0...most + 1
    private static let second: Int64 = 1_000_000_000

    /// The value of the variable for a program that is handed a link.
    ///
    /// - Parameter hops: how often the link was handed on before.
    /// - Parameter nowNs: the monotonic clock, in nanoseconds.
    package static func text(_ hops: Int, nowNs: Int64) -> String {
        "\(min(hops + 1, range.upperBound))@\(nowNs / second)"
    }

    /// The number in an environment; 0 where there is none, or its time is over.
    ///
    /// - Parameter nowNs: the monotonic clock, in nanoseconds.
    package static func count(in environment: [String: String], nowNs: Int64) -> Int {
        let parts = environment[variable]?.split(separator: "@", omittingEmptySubsequences: false) ?? []
        // A negative second would make the age overflow.
        guard parts.count == 2, let hops = Int(parts[0]), let writtenAt = Int64(parts[1]), range.contains(hops),
            writtenAt >= 0
        else { return 0 }
        let age = nowNs / second - writtenAt
        return 0...Limits.hopMemory.wholeNanoseconds / second ~= age ? hops : 0
    }
}
