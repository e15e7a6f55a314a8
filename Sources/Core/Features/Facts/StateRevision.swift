package import Contract

/// The revision of the facts on which an answer rests.
///
/// *Shape*: printed as `host.subject`, `3.1`.
package struct StateRevision: Equatable, Sendable, CustomStringConvertible {
    package let host: UInt64
    package let subject: UInt64

    package var description: String {
        // Every outcome carries it, and two texts put together with a third cost as much as matching a link.
        var text = InlineArray<41, UInt8>(repeating: 0)
        var start = Self.write(subject, to: &text, before: 41) - 1
        text[start] = UInt8(ascii: ".")
        start = Self.write(host, to: &text, before: start)
        guard let digits = try? UTF8Span(validating: text.span.extracting(start...)) else { return "" }
        return String(copying: digits)
    }

    /// Writes it as the inside of a JSON string.
    package func write(to writer: inout JSONWriter) {
        if host < 10, subject < 10 {
            let text: InlineArray<3, UInt8> = [Self.digit(host), UInt8(ascii: "."), Self.digit(subject)]
            return writer.verbatim(text.span)
        }
        writer.digits(host)
        writer.verbatim(Self.dot.span)
        writer.digits(subject)
    }

    private static func digit(_ number: UInt64) -> UInt8 { UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10) }

    private static let dot = [UInt8(ascii: ".")]

    /// Writes a number so that it ends before a place, and gives the place where it begins.
    private static func write(_ number: UInt64, to text: inout InlineArray<41, UInt8>, before end: Int) -> Int {
        var (rest, start) = (number, end)
        repeat {
            start -= 1
            text[start] = digit(rest)
            rest /= 10
        } while rest > 0
        return start
    }
}
