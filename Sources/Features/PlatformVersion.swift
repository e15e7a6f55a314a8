/// A dotted version number of a platform.
///
/// *Shape*: one to four parts, `6.1`, `252`; missing parts count as zero.
package struct PlatformVersion: Comparable, Sendable, CustomStringConvertible {
    private let parts: [UInt32]

    /// Reads a version that is nothing but one, as tables write it.
    package init?(_ text: String) {
        let pieces = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...4).contains(pieces.count) else { return nil }
        var parts: [UInt32] = []
        for piece in pieces {
            guard !piece.isEmpty, piece.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let part = UInt32(piece)
            else { return nil }
            parts.append(part)
        }
        self.parts = parts
    }

    /// Reads the version a text begins with, as kernels report theirs (`6.1.0-18-amd64`).
    package init?(prefixOf text: String) {
        var digits = text.prefix { $0 == "." || $0.isASCII && $0.isNumber }
        while digits.last == "." { digits.removeLast() }
        let pieces = digits.split(separator: ".", omittingEmptySubsequences: false).prefix(4)
        self.init(pieces.joined(separator: "."))
    }

    package var description: String { parts.map(String.init).joined(separator: ".") }

    /// Missing parts are zeros: 4.18 is 4.18.0.
    package static func == (left: Self, right: Self) -> Bool { !(left < right) && !(right < left) }

    package static func < (left: Self, right: Self) -> Bool {
        for index in 0..<max(left.parts.count, right.parts.count) {
            let (a, b) = (left.part(index), right.part(index))
            if a != b { return a < b }
        }
        return false
    }

    private func part(_ index: Int) -> UInt32 { index < parts.count ? parts[index] : 0 }
}
