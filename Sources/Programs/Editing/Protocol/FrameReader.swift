// The frames of the base protocol of LSP:
//
//     Content-Length: 52\r\n
//     \r\n
//     {"jsonrpc":"2.0","id":1,"method":"shutdown"}
//
// A frame whose header cannot be read is reported once. What follows it is skipped up to the next line that begins with
// `Content-Length:`, so that one broken message costs no other.

/// Cuts the bytes of an editor into messages.
struct FrameReader {
    /// What was cut off the stream.
    enum Frame: Equatable {
        case body([UInt8])
        /// A header that cannot be read, or a message that is too long, in one sentence.
        case fault(String)
    }

    private var buffer: [UInt8] = []
    /// Where the bytes begin that were not cut yet.
    private var start = 0
    /// Bytes of a message that is too long and are still to come.
    private var skipped = 0
    private var isBroken = false

    private static let name = Array("content-length:".utf8)

    /// *Units*: bytes that wait for the rest of their message.
    var count: Int { buffer.count - start }

    /// Takes more bytes.
    mutating func append(_ bytes: [UInt8]) {
        if start > 0, start * 2 >= buffer.count {
            buffer.removeFirst(start)
            start = 0
        }
        buffer += bytes
    }

    /// The next frame; nil if its end is still to come.
    mutating func next() -> Frame? {
        if skipped > 0 {
            let part = min(skipped, count)
            start += part
            skipped -= part
            if skipped > 0 { return nil }
        }
        if isBroken, !skipToHeader() { return nil }
        guard let end = headerEnd else {
            return count > EditingLimits.headerBytes ? refuse("the header of a message is too long") : nil
        }
        guard let length = contentLength(until: end) else {
            return refuse("a message has no header `Content-Length` with a number")
        }
        guard length <= EditingLimits.messageBytes else {
            start = end
            skipped = length
            return .fault("a message has \(length) bytes; at most \(EditingLimits.messageBytes) are read")
        }
        guard buffer.count - end >= length else { return nil }
        let body = Array(buffer[end..<end + length])
        start = end + length
        if start == buffer.count { (buffer, start) = ([], 0) }
        return .body(body)
    }

    /// Begins to skip, from the first byte that may be one of a header.
    private mutating func refuse(_ sentence: String) -> Frame {
        isBroken = true
        start = min(start + 1, buffer.count)
        return .fault(sentence)
    }

    /// Skips to the next header; false if none has come yet.
    private mutating func skipToHeader() -> Bool {
        let name = Self.name
        var index = start
        while index + name.count <= buffer.count {
            if zip(buffer[index...], name).allSatisfy({ Self.lowercased($0) == $1 }) {
                (start, isBroken) = (index, false)
                return true
            }
            index += 1
        }
        start = index
        return false
    }

    /// Behind the empty line that ends the header; nil if that has not come yet.
    private var headerEnd: Int? {
        var lineStart = start
        let limit = min(buffer.count, start + EditingLimits.headerBytes)
        for index in start..<max(start, limit) where buffer[index] == 0x0A {
            let end = index > lineStart && buffer[index - 1] == 0x0D ? index - 1 : index
            if end == lineStart { return index + 1 }
            lineStart = index + 1
        }
        return nil
    }

    private func contentLength(until end: Int) -> Int? {
        for line in buffer[start..<end].split(separator: 0x0A) {
            let bytes = line.last == 0x0D ? line.dropLast() : line
            guard bytes.prefix(Self.name.count).map(Self.lowercased) == Self.name else { continue }
            let digits = bytes.dropFirst(Self.name.count).drop { $0 == 0x20 }
            guard (1...15).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            return Int(String(decoding: digits, as: UTF8.self))
        }
        return nil
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
