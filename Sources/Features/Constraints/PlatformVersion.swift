/// A dotted version number of a platform.
///
/// *Shape*: one to four parts, `6.1`, `252`; missing parts count as zero.
package struct PlatformVersion: Comparable, Sendable, CustomStringConvertible {
    private var parts: InlineArray<4, UInt32> = .init(repeating: 0)
    private var count = 0

    /// Reads a version that is nothing but one, as tables write it.
    package init?(_ text: String) {
        guard read(text.utf8[...], ignoresMore: false) else { return nil }
    }

    /// Reads the version a text begins with, as kernels report theirs (`6.1.0-18-amd64`); what comes after four parts is
    /// left out.
    ///
    /// *Cost*: no allocation: it is read at every cache miss.
    package init?(prefixOf text: String) {
        var version = text.utf8.prefix { (0x30...0x39).contains($0) || $0 == Self.dot }
        while version.last == Self.dot { version.removeLast() }
        guard read(version, ignoresMore: true) else { return nil }
    }

    private static let dot = UInt8(ascii: ".")

    private mutating func read(_ text: Substring.UTF8View, ignoresMore: Bool) -> Bool {
        var part: UInt32?
        for byte in text {
            if byte == Self.dot {
                guard let value = part else { return false }
                if count == 3 { return ignoresMore && append(value) }
                parts[count] = value
                count += 1
                part = nil
            } else {
                guard (0x30...0x39).contains(byte) else { return false }
                let (tens, overflows) = (part ?? 0).multipliedReportingOverflow(by: 10)
                let (value, overflowsToo) = tens.addingReportingOverflow(UInt32(byte - 0x30))
                if overflows || overflowsToo { return false }
                part = value
            }
        }
        return append(part)
    }

    private mutating func append(_ last: UInt32?) -> Bool {
        guard let last else { return false }
        parts[count] = last
        count += 1
        return true
    }

    package var description: String { (0..<count).map { String(parts[$0]) }.joined(separator: ".") }

    /// Missing parts are zeros: 4.18 is 4.18.0.
    package static func == (left: Self, right: Self) -> Bool {
        (0..<4).allSatisfy { left.parts[$0] == right.parts[$0] }
    }

    package static func < (left: Self, right: Self) -> Bool {
        for index in 0..<4 where left.parts[index] != right.parts[index] {
            return left.parts[index] < right.parts[index]
        }
        return false
    }
}
