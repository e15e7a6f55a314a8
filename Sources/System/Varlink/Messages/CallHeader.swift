// Decodes a message: first the members of a call around its parameters, then the parameters of a known method. There
// are three results, and the protocol defines which one applies:
//
// * a request: the service has the method, and the parameters are complete and of their types;
// * a refusal, answered as an error while the connection stays open: unknown interface or method, an unknown, missing
//   or ill-typed parameter, or an upgrade;
// * a breach, which ends the connection: no JSON, no object, no method, an undefined header member, a flag that is no
//   boolean, two flags at once, a name twice, more vendor members than a call may have. A breach anywhere takes
//   precedence over a refusal, so a message is always read to its end.
//
// One thread serves the connections in turn, so a long message must not take long. Only what the request needs is
// built. All other values are skipped: they are checked as JSON, but a name that occurs twice inside them goes
// unnoticed. The names of at most `MessageLimits.unknownNames` unknown parameters are compared; a call with more is
// refused, and its further parameters are not looked at.
//
// Members may come in any order, so the parameters are skipped at first, and read once the method is known.
//
// Decisions where the specification leaves room:
// * A flag that is `null` is absent, since its type is `?bool`.

/// The members of a call around its parameters.
///
/// *Shape*: `{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"podcast://favourites/rock"},"more":true}`.
///
/// *Source*: UAPI.20, sections Call, Vendor Extensions, Connection Lifecycle.
package struct CallHeader {
    private struct Seen: OptionSet {
        let rawValue: UInt8
        static let method = Seen(rawValue: 1)
        static let parameters = Seen(rawValue: 2)
        static let oneway = Seen(rawValue: 4)
        static let more = Seen(rawValue: 8)
        static let upgrade = Seen(rawValue: 16)
        static let vendor = Seen(rawValue: 32)
    }

    /// The method's full name.
    package private(set) var method = JSONString(range: 0..<0, isEscaped: false)
    private var seen: Seen = []
    private var raised: Seen = []
    /// Where the object with the parameters begins; nil where there is none.
    private var parametersOffset: Int?
    private var vendorNames = NameSet()

    /// Whether the caller wants no answer at all, not even an error.
    package var oneway: Bool { raised.contains(.oneway) }
    /// Whether several answers may come.
    package var more: Bool { raised.contains(.more) }
    /// Whether the connection is to leave the protocol.
    package var upgrade: Bool { raised.contains(.upgrade) }

    /// Reads the bytes of one message without its NUL.
    ///
    /// *Throws*: `json` and `header`: breaches that end the connection.
    ///
    /// *Cost*: no allocation where the call is well formed.
    package init(_ bytes: Span<UInt8>) throws(FramingError) {
        var reader = JSONReader(depthLimit: MessageLimits.jsonDepth)
        guard try reader.peek(bytes) == UInt8(ascii: "{") else {
            // What is no JSON at all is reported as such.
            try reader.skip(bytes)
            try reader.finish(bytes)
            throw .header(.notAnObject)
        }
        try reader.enter(UInt8(ascii: "{"), bytes)
        while let name = try reader.name(isFirst: seen.isEmpty, bytes) { try read(name, &reader, bytes) }
        try reader.finish(bytes)
        guard seen.contains(.method) else { throw .header(.methodMissing) }
        if raised.rawValue.nonzeroBitCount > 1 { throw .header(.severalFlags) }
    }

    private mutating func read(
        _ name: JSONString, _ reader: inout JSONReader, _ bytes: Span<UInt8>
    ) throws(FramingError) {
        if name.equals("method", in: bytes) {
            try mark(.method, name, bytes)
            try readMethod(&reader, bytes)
        } else if name.equals("parameters", in: bytes) {
            try mark(.parameters, name, bytes)
            try readParameters(&reader, bytes)
        } else if name.equals("oneway", in: bytes) {
            try readFlag(.oneway, name, &reader, bytes)
        } else if name.equals("more", in: bytes) {
            try readFlag(.more, name, &reader, bytes)
        } else if name.equals("upgrade", in: bytes) {
            try readFlag(.upgrade, name, &reader, bytes)
        } else {
            try readVendor(name, &reader, bytes)
        }
    }

    private mutating func mark(_ member: Seen, _ name: JSONString, _ bytes: Span<UInt8>) throws(FramingError) {
        guard seen.insert(member).inserted else { throw .duplicate(name, bytes) }
    }

    private mutating func readMethod(_ reader: inout JSONReader, _ bytes: Span<UInt8>) throws(FramingError) {
        guard try reader.peek(bytes) == UInt8(ascii: "\"") else {
            try reader.skip(bytes)
            throw .header(.methodNotAString)
        }
        method = try reader.string(bytes)
    }

    private mutating func readParameters(_ reader: inout JSONReader, _ bytes: Span<UInt8>) throws(FramingError) {
        switch try reader.peek(bytes) {
        case UInt8(ascii: "n"): try reader.literal(.null, bytes)
        case UInt8(ascii: "{"):
            parametersOffset = reader.offset
            try reader.skip(bytes)
        default:
            try reader.skip(bytes)
            throw .header(.parametersNotAnObject)
        }
    }

    private mutating func readFlag(
        _ flag: Seen, _ name: JSONString, _ reader: inout JSONReader, _ bytes: Span<UInt8>
    ) throws(FramingError) {
        try mark(flag, name, bytes)
        switch try reader.peek(bytes) {
        case UInt8(ascii: "t"):
            try reader.literal(.true, bytes)
            raised.insert(flag)
        case UInt8(ascii: "f"): try reader.literal(.false, bytes)
        case UInt8(ascii: "n"): try reader.literal(.null, bytes)
        default: throw .header(.flagNotABoolean(name.text(in: bytes)))
        }
    }

    private mutating func readVendor(
        _ name: JSONString, _ reader: inout JSONReader, _ bytes: Span<UInt8>
    ) throws(FramingError) {
        let text = name.text(in: bytes)
        guard text.utf8.contains(UInt8(ascii: ".")) else { throw .header(.unknownMember(text)) }
        guard vendorNames.insert(text) else { throw .duplicate(name, bytes) }
        guard vendorNames.count <= MessageLimits.unknownNames else {
            throw .header(.tooManyMembers(limit: MessageLimits.unknownNames))
        }
        seen.insert(.vendor)
        try reader.skip(bytes)
    }
}

extension CallHeader {
    /// Reads the parameters of a method, and hands each that is declared and not null to `set` with its place among
    /// `members`; `set` says whether the value has the member's type.
    ///
    /// *Shape*: the error is about the first thing that is wrong in the order of the message; what is missing counts last.
    /// A null is absent.
    ///
    /// *Limits*: 64 members.
    ///
    /// *Throws*: `json`, a duplicate name among them.
    ///
    /// *Cost*: one allocation for a text above 15 bytes, and no other where the parameters are well formed.
    package func readParameters(
        _ members: [MemberDescription], in bytes: Span<UInt8>, _ set: (Int, Value) -> Bool
    ) throws(FramingError) -> VarlinkError? {
        var parameters = Parameters(members: members)
        if let parametersOffset {
            var reader = JSONReader(at: parametersOffset, depthLimit: MessageLimits.jsonDepth - 1)
            try reader.enter(UInt8(ascii: "{"), bytes)
            var isFirst = true
            while let name = try reader.name(isFirst: isFirst, bytes) {
                isFirst = false
                try parameters.read(name, &reader, bytes, set)
            }
        }
        return parameters.fault.map { .invalidParameter(parameter: $0) }
    }
}

/// The parameters of one call, as far as they were read.
private struct Parameters {
    private let members: [MemberDescription]
    /// The name of the first one that is wrong.
    private var wrong: String?
    /// One bit for each of `members`.
    private var seen: UInt64 = 0
    private var present: UInt64 = 0
    private var unknownNames = NameSet()

    init(members: [MemberDescription]) { self.members = members }

    /// The name of the parameter for which the call is refused.
    var fault: String? {
        wrong ?? members.indices.first { members[$0].isRequired && present & (1 << $0) == 0 }.map { members[$0].name }
    }

    mutating func read(
        _ name: JSONString, _ reader: inout JSONReader, _ bytes: Span<UInt8>, _ set: (Int, Value) -> Bool
    ) throws(FramingError) {
        if unknownNames.count > MessageLimits.unknownNames {
            // The call is refused, whatever its other parameters are.
            try reader.skip(bytes)
        } else if let index = index(of: name, bytes) {
            guard seen & (1 << index) == 0 else { throw .duplicate(name, bytes) }
            seen |= 1 << index
            try readValue(of: index, &reader, bytes, set)
        } else {
            let unknown = name.text(in: bytes)
            guard unknownNames.insert(unknown) else { throw .duplicate(name, bytes) }
            try reader.skip(bytes)
            wrong = wrong ?? unknown
        }
    }

    private func index(of name: JSONString, _ bytes: Span<UInt8>) -> Int? {
        for index in members.indices where name.equals(members[index].name, in: bytes) { return index }
        return nil
    }

    private mutating func readValue(
        of index: Int, _ reader: inout JSONReader, _ bytes: Span<UInt8>, _ set: (Int, Value) -> Bool
    ) throws(FramingError) {
        let byte = try reader.peek(bytes)
        // A call that is refused already needs no more values.
        if wrong != nil { return try reader.skip(bytes) }
        if byte == UInt8(ascii: "n") {
            try reader.literal(.null, bytes)
        } else if members[index].kind.begins(with: byte) {
            present |= 1 << index
            if set(index, try ValueDecoder.value(&reader, bytes)) { return }
            wrong = members[index].name
        } else {
            try reader.skip(bytes)
            wrong = members[index].name
        }
    }
}

extension FramingError {
    fileprivate static func duplicate(_ name: JSONString, _ bytes: Span<UInt8>) -> FramingError {
        .json(.duplicateName(name.text(in: bytes)), offset: name.range.lowerBound)
    }
}
