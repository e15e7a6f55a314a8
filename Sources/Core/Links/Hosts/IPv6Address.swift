/// An IPv6 address, read from any notation and written in the shortest one.
///
/// *Source*: WHATWG URL, section 3.5 "IPv6 parser" and "IPv6 serializer"; the notation is RFC 5952's.
struct IPv6Address: Sendable {
    private(set) var pieces = InlineArray<8, UInt16>(repeating: 0)

    /// Reads the text between the brackets.
    ///
    /// *Throws*: `.invalid` with one of the `ipv6…` rules and the offset at which it is broken.
    init(_ text: Span<UInt8>, _ range: ByteRange) throws(LinkError) {
        var reader = Reader(start: Int(range.start))
        try reader.read(text.extracting(range.indices))
        pieces = reader.pieces
    }

    /// Writes the address without brackets.
    func write(to output: inout [UInt8]) {
        let gap = longestZeroRun()
        var index = 0
        while index < 8 {
            if index == gap.lowerBound, !gap.isEmpty {
                output.append(ASCII.colon)
                if index == 0 { output.append(ASCII.colon) }
                index = gap.upperBound
                continue
            }
            output += String(pieces[index], radix: 16).utf8
            if index < 7 { output.append(ASCII.colon) }
            index += 1
        }
    }

    /// The first longest run of two or more zero pieces.
    private func longestZeroRun() -> Range<Int> {
        var best = 0..<0
        var start = 0
        for index in 0..<8 {
            if pieces[index] != 0 { start = index + 1 }
            if index + 1 - start > max(best.count, 1) { best = start..<index + 1 }
        }
        return best
    }
}

extension IPv6Address {
    /// The standard's IPv6 parser, with the standard's names of variables.
    private struct Reader {
        /// The offset of the address in the text, for errors.
        let start: Int
        var pieces = InlineArray<8, UInt16>(repeating: 0)
        var pieceIndex = 0
        var compress: Int?
        var pointer = 0

        mutating func read(_ text: Span<UInt8>) throws(LinkError) {
            if text.byte(at: 0) == ASCII.colon {
                guard text.byte(at: 1) == ASCII.colon else { throw failure(.ipv6InvalidCompression) }
                pointer = 2
                pieceIndex = 1
                compress = 1
            }
            while pointer < text.count {
                guard pieceIndex < 8 else { throw failure(.ipv6TooManyPieces) }
                if text[pointer] == ASCII.colon {
                    guard compress == nil else { throw failure(.ipv6MultipleCompression) }
                    pointer += 1
                    pieceIndex += 1
                    compress = pieceIndex
                } else if try piece(text) {
                    break
                }
            }
            try finish()
        }

        /// Reads one piece, or the IPv4 address at the end; returns true after an IPv4 address.
        private mutating func piece(_ text: Span<UInt8>) throws(LinkError) -> Bool {
            var value: UInt16 = 0
            let first = pointer
            while pointer < first + 4, let digit = text.byte(at: pointer)?.hexValue {
                value = value << 4 | UInt16(digit)
                pointer += 1
            }
            switch text.byte(at: pointer) {
            case ASCII.dot:
                guard pointer > first else { throw failure(.ipv4InIPv6InvalidCodePoint) }
                pointer = first
                guard pieceIndex <= 6 else { throw failure(.ipv4InIPv6TooManyPieces) }
                try ipv4(text)
                return true
            case ASCII.colon:
                pointer += 1
                if pointer == text.count { throw failure(.ipv6InvalidCodePoint) }
            case nil: break
            default: throw failure(.ipv6InvalidCodePoint)
            }
            pieces[pieceIndex] = value
            pieceIndex += 1
            return false
        }

        private mutating func ipv4(_ text: Span<UInt8>) throws(LinkError) {
            var numbersSeen = 0
            while pointer < text.count {
                if numbersSeen > 0 {
                    guard text[pointer] == ASCII.dot, numbersSeen < 4 else {
                        throw failure(.ipv4InIPv6InvalidCodePoint)
                    }
                    pointer += 1
                }
                let number = try decimal(text)
                pieces[pieceIndex] = pieces[pieceIndex] << 8 | number
                numbersSeen += 1
                if numbersSeen == 2 || numbersSeen == 4 { pieceIndex += 1 }
            }
            guard numbersSeen == 4 else { throw failure(.ipv4InIPv6TooFewParts) }
        }

        private mutating func decimal(_ text: Span<UInt8>) throws(LinkError) -> UInt16 {
            var number: UInt16?
            while let byte = text.byte(at: pointer), byte.isDigit {
                guard number != 0 else { throw failure(.ipv4InIPv6InvalidCodePoint) }
                let value = (number ?? 0) * 10 + UInt16(byte &- ASCII.zero)
                guard value <= 255 else { throw failure(.ipv4InIPv6OutOfRangePart) }
                number = value
                pointer += 1
            }
            guard let number else { throw failure(.ipv4InIPv6InvalidCodePoint) }
            return number
        }

        /// Moves the pieces after the compression to the end.
        private mutating func finish() throws(LinkError) {
            guard let compress else {
                guard pieceIndex == 8 else { throw failure(.ipv6TooFewPieces) }
                return
            }
            for distance in 0..<pieceIndex - compress { pieces.swapAt(7 - distance, pieceIndex - 1 - distance) }
        }

        private func failure(_ rule: URLRule) -> LinkError { .invalid(rule: rule, offset: start + pointer) }
    }
}
