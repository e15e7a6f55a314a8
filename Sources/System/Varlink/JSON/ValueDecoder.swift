/// JSON text → `Value`.
///
/// *Shape*: a number that is a 64-bit integer becomes `integer`; any other, `-0` among them, keeps its literal.
package enum ValueDecoder {
    /// Decodes one whole text.
    ///
    /// - Parameter allowsDuplicates: whether an object may have a name twice, as the grammar of RFC 8259 allows. The two
    ///   ends of a message might not mean the same member by it.
    ///
    /// *Limits*: `MessageLimits.jsonDepth`.
    ///
    /// *Throws*: `json`.
    package static func decode(
        _ bytes: Span<UInt8>, allowsDuplicates: Bool = false
    ) throws(FramingError) -> Value {
        var reader = JSONReader(depthLimit: MessageLimits.jsonDepth)
        let value = try value(&reader, bytes, allowsDuplicates)
        try reader.finish(bytes)
        return value
    }

    /// Decodes the value that comes next.
    static func value(
        _ reader: inout JSONReader, _ bytes: Span<UInt8>, _ allowsDuplicates: Bool = false
    ) throws(FramingError) -> Value {
        switch try reader.peek(bytes) {
        case UInt8(ascii: "{"): return try object(&reader, bytes, allowsDuplicates)
        case UInt8(ascii: "["): return try array(&reader, bytes, allowsDuplicates)
        case UInt8(ascii: "\""): return .string(try reader.string(bytes).text(in: bytes))
        case UInt8(ascii: "t"):
            try reader.literal(.true, bytes)
            return .bool(true)
        case UInt8(ascii: "f"):
            try reader.literal(.false, bytes)
            return .bool(false)
        case UInt8(ascii: "n"):
            try reader.literal(.null, bytes)
            return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number(&reader, bytes)
        case let byte: throw .json(.unexpectedByte(byte), offset: reader.offset)
        }
    }

    private static func object(
        _ reader: inout JSONReader, _ bytes: Span<UInt8>, _ allowsDuplicates: Bool
    ) throws(FramingError) -> Value {
        try reader.enter(UInt8(ascii: "{"), bytes)
        var members: [Value.Member] = []
        var names = NameSet()
        while let name = try reader.name(isFirst: members.isEmpty, bytes) {
            let text = name.text(in: bytes)
            if !allowsDuplicates, !names.insert(text) {
                throw .json(.duplicateName(text), offset: name.range.lowerBound)
            }
            members.append(Value.Member(text, try value(&reader, bytes, allowsDuplicates)))
        }
        return .object(members)
    }

    private static func array(
        _ reader: inout JSONReader, _ bytes: Span<UInt8>, _ allowsDuplicates: Bool
    ) throws(FramingError) -> Value {
        try reader.enter(UInt8(ascii: "["), bytes)
        var elements: [Value] = []
        while try reader.element(isFirst: elements.isEmpty, bytes) {
            elements.append(try value(&reader, bytes, allowsDuplicates))
        }
        return .array(elements)
    }

    private static func number(_ reader: inout JSONReader, _ bytes: Span<UInt8>) throws(FramingError) -> Value {
        let (range, isInteger) = try reader.number(bytes)
        let literal = JSONString(range: range, isEscaped: false).text(in: bytes)
        guard isInteger, literal != "-0", let integer = Int64(literal) else { return .number(literal: literal) }
        return .integer(integer)
    }
}

extension Value {
    /// The number, truth value or null that a text is in JSON; nil for any other text.
    package init?(literal text: String) {
        // ignored: what is no JSON is a text.
        guard let value = try? ValueDecoder.decode(Array(text.utf8).span) else { return nil }
        switch value {
        case .null, .bool, .integer, .number: self = value
        case .string, .array, .object: return nil
        }
    }
}
