/// The characters that the policy allows in no decoded text.
package enum RefusedCharacters {
    /// The Unicode scalar values, as ascending ranges.
    ///
    /// *Cost*: a look at every scalar value.
    package static let ranges: [ClosedRange<UInt32>] = {
        var ranges: [ClosedRange<UInt32>] = []
        for value in 0...UInt32(0x10FFFF) {
            guard let scalar = Unicode.Scalar(value), isRefused(scalar) else { continue }
            if let last = ranges.last, last.upperBound + 1 == value {
                ranges[ranges.count - 1] = last.lowerBound...value
            } else {
                ranges.append(value...value)
            }
        }
        return ranges
    }()

    private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
        let bytes = Array(String(scalar).utf8)
        return CodePoints.breach(bytes.span, at: 0) != nil
    }
}
