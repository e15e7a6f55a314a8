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

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
    }
}
