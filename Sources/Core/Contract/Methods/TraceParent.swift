/// The name of a request among those of several programs, which services write into their traces.
///
/// *Source*: W3C Trace Context, section 3.2: `traceparent`.
package enum TraceParent {
    /// One, for help.
    package static let example = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    /// Whether a text can be one: `00-` with 32 digits of the trace, 16 of the caller's step, and 2 of flags.
    ///
    /// *Shape*: hex digits in small letters; neither the trace nor the step is zero. Only the version that there is.
    package static func isValid(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.utf8.count) == [2, 32, 16, 2] && parts[0] == "00"
            && parts.allSatisfy { $0.utf8.allSatisfy(isDigit) }
            && parts[1...2].allSatisfy { $0.contains { $0 != "0" } }
    }

    /// The name of the trace, which all its requests share.
    ///
    /// - Parameter text: a valid one.
    package static func trace(of text: String) -> String { String(text.dropFirst(3).prefix(32)) }

    /// The name of the caller's step in the trace.
    ///
    /// - Parameter text: a valid one.
    package static func step(of text: String) -> String { String(text.dropFirst(36).prefix(16)) }

    /// Whether the caller records the trace, so that its steps are worth recording too.
    ///
    /// - Parameter text: a valid one.
    package static func isSampled(_ text: String) -> Bool { (text.last?.hexDigitValue ?? 0) & 1 == 1 }

    /// The same trace and flags from another step.
    ///
    /// - Parameters:
    ///   - text: a valid one.
    ///   - step: 16 hex digits in small letters, not all zero.
    package static func text(_ text: String, from step: String) -> String {
        "\(text.prefix(36))\(step)\(text.suffix(3))"
    }

    /// Draws the name of a step.
    package static func newStep() -> String {
        let digits = String(UInt64.random(in: 1...UInt64.max), radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
    }
}
