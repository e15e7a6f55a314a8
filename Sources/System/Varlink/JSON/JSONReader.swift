// A pull reader over the bytes of one JSON text: the caller requests the next value, and the reader builds only what is
// requested. It follows RFC 8259 strictly: no comments, trailing commas, leading zeros, byte order mark, raw control
// characters. It checks UTF-8, and refuses an escape that is half a surrogate pair, since no text could hold it.
//
// The grammar allows names that occur twice: the code that collects the members refuses them.
//
// Every method takes the bytes as a parameter: a type that stores a span still needs an experimental feature of the
// compiler.

/// Reads one JSON text piece by piece.
///
/// *Throws*: `FramingError.json`, always; after that the reader is of no use.
///
/// *Cost*: linear, without allocation.
///
/// *Source*: RFC 8259.
struct JSONReader {
    /// *Units*: nested arrays and objects.
    private let depthLimit: Int
    private var depth = 0
    /// Where reading goes on.
    private(set) var offset: Int

    /// *Limits*: `depthLimit` is at most 64.
    init(at offset: Int = 0, depthLimit: Int) {
        precondition(depthLimit <= UInt64.bitWidth, "skip(_:) keeps one bit for each bracket that is open")
        self.offset = offset
        self.depthLimit = depthLimit
    }

    /// The first byte of what comes next, blanks skipped.
    @inline(__always)
    mutating func peek(_ bytes: Span<UInt8>) throws(FramingError) -> UInt8 {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            case let byte: return byte
            }
        }
        throw .json(.unexpectedEnd, offset: offset)
    }

    /// Checks that nothing but blanks is left.
    mutating func finish(_ bytes: Span<UInt8>) throws(FramingError) {
        guard isAtEnd(bytes) else { throw .json(.trailingBytes, offset: offset) }
    }

    /// Whether nothing but blanks is left.
    mutating func isAtEnd(_ bytes: Span<UInt8>) -> Bool { offset == bytes.count || (try? peek(bytes)) == nil }

    /// Steps into an object (`{`) or array (`[`).
    mutating func enter(_ bracket: UInt8, _ bytes: Span<UInt8>) throws(FramingError) {
        try expect(bracket, bytes)
        try deepen()
    }

    /// Counts a bracket that was passed.
    @inline(__always)
    private mutating func deepen() throws(FramingError) {
        guard depth < depthLimit else { throw .json(.tooDeep(limit: depthLimit), offset: offset - 1) }
        depth += 1
    }

    /// The name of the object's next member, its colon passed; nil at the end, which is passed too.
    mutating func name(isFirst: Bool, _ bytes: Span<UInt8>) throws(FramingError) -> JSONString? {
        guard try step(isFirst: isFirst, closing: UInt8(ascii: "}"), bytes) else { return nil }
        let name = try string(bytes)
        try expect(UInt8(ascii: ":"), bytes)
        return name
    }

    /// Whether the array has another element; its end is passed.
    mutating func element(isFirst: Bool, _ bytes: Span<UInt8>) throws(FramingError) -> Bool {
        try step(isFirst: isFirst, closing: UInt8(ascii: "]"), bytes)
    }

    /// Passes `true`, `false` or `null`.
    mutating func literal(_ word: StaticWord, _ bytes: Span<UInt8>) throws(FramingError) {
        _ = try peek(bytes)
        for letter in word.rawValue.utf8 {
            guard offset < bytes.count else { throw .json(.unexpectedEnd, offset: offset) }
            guard bytes[offset] == letter else { throw .json(.unexpectedByte(bytes[offset]), offset: offset) }
            offset += 1
        }
    }

    /// The words of JSON.
    enum StaticWord: String {
        case `true`, `false`, null
    }

    /// Passes the comma before a member or element, or the closing bracket after the last.
    @inline(__always)
    private mutating func step(isFirst: Bool, closing: UInt8, _ bytes: Span<UInt8>) throws(FramingError) -> Bool {
        if try peek(bytes) == closing {
            offset += 1
            depth -= 1
            return false
        }
        if !isFirst { try expect(UInt8(ascii: ","), bytes) }
        return true
    }

    @inline(__always)
    private mutating func expect(_ byte: UInt8, _ bytes: Span<UInt8>) throws(FramingError) {
        let found = try peek(bytes)
        guard found == byte else { throw .json(.unexpectedByte(found), offset: offset) }
        offset += 1
    }
}

// MARK: Values without a use

extension JSONReader {
    /// Passes a whole value: it is checked like one that is read, and nothing is built of it.
    ///
    /// A name that occurs twice inside it is not noticed, as names are not collected.
    mutating func skip(_ bytes: Span<UInt8>) throws(FramingError) {
        let outside = depth
        // One bit for each bracket that is open, the innermost lowest; 1 is an object.
        var objects: UInt64 = 0
        repeat {
            var isFirst = try passStart(&objects, bytes)
            while depth > outside, try !passToValue(isFirst: isFirst, isObject: objects & 1 == 1, bytes) {
                objects >>= 1
                isFirst = false
            }
        } while depth > outside
    }

    /// Passes a value without parts, or the opening bracket of one with parts; answers whether it was a bracket.
    @inline(__always)
    private mutating func passStart(_ objects: inout UInt64, _ bytes: Span<UInt8>) throws(FramingError) -> Bool {
        switch try peek(bytes) {
        case UInt8(ascii: "{"):
            offset += 1
            try deepen()
            objects = objects << 1 | 1
            return true
        case UInt8(ascii: "["):
            offset += 1
            try deepen()
            objects <<= 1
            return true
        case UInt8(ascii: "\""): _ = try string(bytes)
        case UInt8(ascii: "t"): try literal(.true, bytes)
        case UInt8(ascii: "f"): try literal(.false, bytes)
        case UInt8(ascii: "n"): try literal(.null, bytes)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try number(bytes)
        case let byte: throw .json(.unexpectedByte(byte), offset: offset)
        }
        return false
    }

    /// Passes what stands before the next value of an object or array; answers false where its end was passed instead.
    @inline(__always)
    private mutating func passToValue(
        isFirst: Bool, isObject: Bool, _ bytes: Span<UInt8>
    ) throws(FramingError) -> Bool {
        isObject ? try name(isFirst: isFirst, bytes) != nil : try element(isFirst: isFirst, bytes)
    }
}

// MARK: Strings and numbers

extension JSONReader {
    /// Passes a string.
    mutating func string(_ bytes: Span<UInt8>) throws(FramingError) -> JSONString {
        try expect(UInt8(ascii: "\""), bytes)
        let start = offset
        var isASCII = true
        var isEscaped = false
        while true {
            let run = ByteScan.plainRun(in: bytes, from: offset)
            isASCII = isASCII && run.isASCII
            offset = run.end
            guard offset < bytes.count else { throw .json(.unexpectedEnd, offset: offset) }
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                let range = start..<offset
                if !isASCII { try checkUTF8(range, bytes) }
                offset += 1
                return JSONString(range: range, isEscaped: isEscaped)
            case UInt8(ascii: "\\"):
                isEscaped = true
                try escape(bytes)
            case let byte:
                throw .json(.controlCharacter(byte), offset: offset)
            }
        }
    }

    /// Passes a number, and says where its literal stands and whether it is written as an integer.
    mutating func number(_ bytes: Span<UInt8>) throws(FramingError) -> (literal: Range<Int>, isInteger: Bool) {
        _ = try peek(bytes)
        let start = offset
        _ = pass(bytes) { $0 == UInt8(ascii: "-") }
        if !pass(bytes, { $0 == UInt8(ascii: "0") }) { try digits(bytes) }
        var isInteger = true
        if pass(bytes, { $0 == UInt8(ascii: ".") }) {
            isInteger = false
            try digits(bytes)
        }
        if pass(bytes, { $0 | 0x20 == UInt8(ascii: "e") }) {
            isInteger = false
            _ = pass(bytes) { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
            try digits(bytes)
        }
        return (start..<offset, isInteger)
    }

    private mutating func digits(_ bytes: Span<UInt8>) throws(FramingError) {
        guard pass(bytes, { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
            throw .json(.invalidNumber, offset: offset)
        }
        while pass(bytes, { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) {}
    }

    @inline(__always)
    private mutating func pass(_ bytes: Span<UInt8>, _ fits: (UInt8) -> Bool) -> Bool {
        guard offset < bytes.count, fits(bytes[offset]) else { return false }
        offset += 1
        return true
    }

    private mutating func escape(_ bytes: Span<UInt8>) throws(FramingError) {
        guard offset + 1 < bytes.count else { throw .json(.unexpectedEnd, offset: bytes.count) }
        switch bytes[offset + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            offset += 2
        case UInt8(ascii: "u"):
            guard JSONString.unit(bytes, at: offset, limit: bytes.count) != nil else {
                throw .json(.invalidEscape, offset: offset)
            }
            guard let (_, end) = JSONString.scalar(bytes, at: offset, limit: bytes.count) else {
                throw .json(.loneSurrogate, offset: offset)
            }
            offset = end
        default:
            throw .json(.invalidEscape, offset: offset)
        }
    }

    private func checkUTF8(_ range: Range<Int>, _ bytes: Span<UInt8>) throws(FramingError) {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.extracting(range))
        } catch {
            throw .json(.invalidUTF8, offset: range.lowerBound + error.byteOffsets.lowerBound)
        }
    }
}
