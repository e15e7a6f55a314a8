/// A dotted version number of a platform.
///
/// *Shape*: one to four parts, `6.1`, `252`; missing parts count as zero.
package struct PlatformVersion: Comparable, Sendable, CustomStringConvertible {
    private var parts = SIMD4<UInt32>.zero
    private var count = 0

    /// Reads a version that is nothing but one, as tables write it.
    package init?(_ text: String) { self.init(text.utf8[...], ignoresMore: false) }

    /// Reads the version a text begins with, as kernels report theirs (`6.1.0-18-amd64`); what comes after four parts is
    /// left out.
    ///
    /// *Cost*: no allocation: it is read at every cache miss.
    package init?(prefixOf text: String) {
        var version = text.utf8.prefix { Self.isDigit($0) || $0 == Self.dot }
        while version.last == Self.dot { version.removeLast() }
        self.init(version, ignoresMore: true)
    }

    private init?(_ text: Substring.UTF8View, ignoresMore: Bool) {
        var rest = text
        while true {
            let digits = rest.prefix(while: Self.isDigit)
            guard let part = UInt32(Substring(digits)) else { return nil }
            parts[count] = part
            count += 1
            rest = rest[digits.endIndex...]
            if rest.isEmpty || count == 4 && ignoresMore { return }
            guard count < 4, rest.removeFirst() == Self.dot else { return nil }
        }
    }

    private static let dot = UInt8(ascii: ".")
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    package var description: String { (0..<count).map { String(parts[$0]) }.joined(separator: ".") }

    /// Missing parts are zeros: 4.18 is 4.18.0.
    package static func == (left: Self, right: Self) -> Bool { left.parts == right.parts }

    package static func < (left: Self, right: Self) -> Bool {
        for index in 0..<4 where left.parts[index] != right.parts[index] {
            return left.parts[index] < right.parts[index]
        }
        return false
    }
}
