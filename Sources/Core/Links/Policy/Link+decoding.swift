extension Link {
    /// Decodes a range of the canonical URL once, appends the result and returns its range.
    ///
    /// - Parameter plusIsBlank: true if a plus is decoded to a blank, as in forms; an escaped plus stays a plus.
    ///
    /// *Cost*: linear; no allocation, because the space was reserved when the URL was written.
    @inline(never)
    mutating func appendDecoded(_ range: ByteRange, plusIsBlank: Bool) -> ByteRange {
        let start = bytes.count
        // Adds space for the longest result and removes the unused rest: stores are far cheaper than appends.
        bytes.append(addingCapacity: range.count) { $0.append(repeating: 0, count: range.count) }
        var written = bytes.mutableSpan
        let end = Self.decode(range, in: &written, to: start, plusIsBlank)
        bytes.removeLast(bytes.count - end)
        return ByteRange(start, end)
    }

    private static func decode(
        _ range: ByteRange, in bytes: inout MutableSpan<UInt8>, to start: Int, _ plusIsBlank: Bool
    ) -> Int {
        var end = start
        var offset = Int(range.start)
        let stop = Int(range.end)
        while offset < stop {
            let byte = bytes[offset]
            offset += 1
            if byte == ASCII.percent, offset + 1 < stop, let high = bytes[offset].hexValue,
                let low = bytes[offset + 1].hexValue
            {
                bytes[end] = high << 4 | low
                offset += 2
            } else {
                bytes[end] = plusIsBlank && byte == ASCII.plus ? ASCII.blank : byte
            }
            end += 1
        }
        return end
    }
}
