/// Decodes Punycode, the encoding of a label in the `xn--` form.
///
/// *Source*: RFC 3492, section 6.2, with the parameters of section 5.
enum Punycode {
    private static let base = 36
    /// No larger value leads to a code point; the bound keeps every product inside 64 bits.
    private static let bound = 1 << 31

    /// Decodes a label without its `xn--`; nil if it is not valid Punycode.
    ///
    /// *Cost*: quadratic in the label's length.
    static func decode(_ label: ArraySlice<UInt8>) -> [Unicode.Scalar]? {
        let hyphen = label.lastIndex(of: ASCII.minus)
        var scalars = label[..<(hyphen ?? label.startIndex)].map { Unicode.Scalar($0) }
        var rest = label[(hyphen.map { $0 + 1 } ?? label.startIndex)...]
        var (value, index, bias) = (128, 0, 72)
        while !rest.isEmpty {
            guard let delta = takeNumber(&rest, bias: bias), index + delta < bound else { return nil }
            bias = adapted(delta, count: scalars.count + 1, isFirst: index == 0)
            index += delta
            value += index / (scalars.count + 1)
            index %= scalars.count + 1
            guard value < bound, let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: value)) else { return nil }
            scalars.insert(scalar, at: index)
            index += 1
        }
        return scalars
    }

    /// Removes a number of variable length from the front; nil if it is incomplete or too large.
    private static func takeNumber(_ rest: inout ArraySlice<UInt8>, bias: Int) -> Int? {
        var (number, weight, position) = (0, 1, base)
        while let digit = rest.popFirst().flatMap(value(ofDigit:)) {
            number += digit * weight
            let threshold = min(max(position - bias, 1), 26)
            if digit < threshold { return number }
            weight *= base - threshold
            position += base
            guard number < bound, weight < bound else { return nil }
        }
        return nil
    }

    private static func value(ofDigit byte: UInt8) -> Int? {
        if byte.isDigit { return Int(byte - ASCII.zero) + 26 }
        return byte.isLetter ? Int(byte.lowered - UInt8(ascii: "a")) : nil
    }

    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var steps = 0
        while delta > (base - 1) * 26 / 2 {
            delta /= base - 1
            steps += base
        }
        return steps + base * delta / (delta + 38)
    }
}
