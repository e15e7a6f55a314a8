internal import Contract

/// The name of one host among those whose ledgers may be merged.
///
/// *Shape*: 128 random bits, drawn once; stored and printed as 32 hexadecimal digits.
package struct HostID: Comparable, Hashable, Sendable, CustomStringConvertible {
    let bits: UInt128

    package static func < (left: HostID, right: HostID) -> Bool { left.bits < right.bits }

    package var description: String { bits.digits(32, radix: 16) }
}

extension HostID {
    /// Parses the output of `description`; nil for anything else.
    package init?(_ text: String) {
        guard text.utf8.count == 32, let bits = UInt128(text, radix: 16) else { return nil }
        self.init(bits: bits)
        guard description == text else { return nil }
    }
}
