import HostSystem

/// The name of a verified binding on the wire: 128 random bits.
///
/// *Shape*: 32 of the characters 0 to 9 and a to f.
package struct BindingName: Hashable {
    private let bits: UInt128

    private init(bits: UInt128) { self.bits = bits }

    /// Draws a name.
    ///
    /// *Throws*: where the system has no random bits to give.
    static func random() throws(LoopError) -> BindingName { BindingName(bits: try HostFacts.randomBits()) }

    /// Reads a name as a caller sends it; nil for any other text.
    init?(_ text: Span<UInt8>) {
        guard text.count == 32 else { return nil }
        var bits: UInt128 = 0
        for place in 0..<32 {
            let digit: UInt8
            switch text[place] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = text[place] - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = text[place] - UInt8(ascii: "a") + 10
            default: return nil
            }
            bits = bits << 4 | UInt128(digit)
        }
        self.bits = bits
    }

    /// The characters.
    var digits: InlineArray<32, UInt8> {
        let halves = (UInt64(truncatingIfNeeded: bits >> 64), UInt64(truncatingIfNeeded: bits))
        return InlineArray { place in
            let half = place < 16 ? halves.0 : halves.1
            let digit = UInt8(truncatingIfNeeded: half >> (60 - 4 * UInt64(place & 15))) & 15
            return digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
        }
    }

    /// The characters as a text.
    var text: String { String(decoding: (0..<32).map { digits[$0] }, as: UTF8.self) }
}
