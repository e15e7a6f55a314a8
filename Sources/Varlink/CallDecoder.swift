// Message bytes → Call. There are three ends to it, and the protocol says which is which:
//
// * a request: the method is ours and its parameters are complete and of their types;
// * a refusal, answered as an error while the connection goes on: unknown interface or method, an unknown, missing or
//   ill-typed parameter, or an upgrade;
// * a breach, which ends the connection: no JSON, no object, no method, a header member that nobody defined, a flag
//   that is no boolean, two flags at once, a name twice, more members of vendors than a call may have. A breach anywhere
//   wins over a refusal, so a message is always read to its end.
//
// One connection after another is served, so a long message must not take long. Only what the request needs is built. All
// other values are skipped: they are checked as JSON, but a name that occurs twice inside them goes unnoticed. Of unknown
// parameters as many names as `Limits.unknownNames` are compared; past it the call is refused without reading names.
//
// Decisions where the specification leaves room:
// * A flag that is `null` is absent, since its type is `?bool`.
// * `upgrade` is refused with MethodNotImplemented, naming the method: no method of ours has an upgraded form. The
//   connection stays a Varlink connection, as the specification wants it after an error.
// * A method without a dot has no interface that could be missing: MethodNotFound.
//
// Members may come in any order. Parameters that come before their method are skipped, and read once the method is known. Every
// client we know of sends the method first, and then they are read at once.

internal import Contract

/// One message → `Call`.
///
/// *Shape*: `{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"podcast://favourites/rock"}}` →
/// `.request(.open(url: "podcast://favourites/rock", timings: false))`.
///
/// *Source*: UAPI.20, sections Call, Vendor Extensions, Connection Lifecycle.
package enum CallDecoder {
    /// Decodes the bytes of one message without its NUL.
    ///
    /// *Throws*: `json` and `header`: breaches that end the connection.
    ///
    /// *Cost*: one allocation for a text parameter above 15 bytes, and no other where the call is well formed.
    package static func decode(_ bytes: Span<UInt8>) throws(FramingError) -> Call {
        var reader = JSONReader(depthLimit: Limits.jsonDepth)
        guard try reader.peek(bytes) == UInt8(ascii: "{") else {
            // What is no JSON at all is reported as such.
            try reader.skip(bytes)
            try reader.finish(bytes)
            throw .header(.notAnObject)
        }
        try reader.enter(UInt8(ascii: "{"), bytes)
        var envelope = Envelope()
        while let name = try reader.name(isFirst: envelope.isEmpty, bytes) {
            try envelope.read(name, &reader, bytes)
        }
        try reader.finish(bytes)
        return try envelope.call(bytes)
    }
}

/// The members around the parameters, as far as they were read.
private struct Envelope {
    private struct Seen: OptionSet {
        let rawValue: UInt8
        static let method = Seen(rawValue: 1)
        static let parameters = Seen(rawValue: 2)
        static let oneway = Seen(rawValue: 4)
        static let more = Seen(rawValue: 8)
        static let upgrade = Seen(rawValue: 16)
        static let vendor = Seen(rawValue: 32)
    }

    private enum Target {
        case method(Method)
        case refused(VarlinkError)
    }

    private var seen: Seen = []
    private var raised: Seen = []
    private var target: Target?
    private var arguments: Arguments?
    /// Where parameters stand that came before their method.
    private var parametersOffset: Int?
    private var vendorNames = NameSet()

    var isEmpty: Bool { seen.isEmpty }

    mutating func read(
        _ name: JSONString, _ reader: inout JSONReader, _ bytes: Span<UInt8>
    ) throws(FramingError) {
        if name.equals("method", in: bytes) {
            try mark(.method, name, bytes)
            try readMethod(&reader, bytes)
        } else if name.equals("parameters", in: bytes) {
            try mark(.parameters, name, bytes)
            try readParameters(&reader, bytes)
        } else if name.equals("oneway", in: bytes) {
            try mark(.oneway, name, bytes)
            try readFlag(.oneway, "oneway", &reader, bytes)
        } else if name.equals("more", in: bytes) {
            try mark(.more, name, bytes)
            try readFlag(.more, "more", &reader, bytes)
        } else if name.equals("upgrade", in: bytes) {
            try mark(.upgrade, name, bytes)
            try readFlag(.upgrade, "upgrade", &reader, bytes)
        } else {
            try readVendor(name, &reader, bytes)
        }
    }

    /// What the members come to, once all of them were read.
    func call(_ bytes: Span<UInt8>) throws(FramingError) -> Call {
        guard let target else { throw .header(.methodMissing) }
        if raised.rawValue.nonzeroBitCount > 1 { throw .header(.severalFlags) }
        return Call(
            try content(target, bytes), oneway: raised.contains(.oneway), more: raised.contains(.more))
    }

    private func content(_ target: Target, _ bytes: Span<UInt8>) throws(FramingError) -> Call.Content {
        switch target {
        case .refused(let error):
            return .refused(error)
        case .method(let method):
            // They are read even where an upgrade is refused: a name that occurs twice is a breach in any order of members.
            let arguments = try arguments(of: method, bytes)
            if raised.contains(.upgrade) { return .refused(.methodNotImplemented(method: method.rawValue)) }
            return arguments.content(for: method)
        }
    }

    /// The parameters, read only now where they came before their method.
    private func arguments(of method: Method, _ bytes: Span<UInt8>) throws(FramingError) -> Arguments {
        if let arguments { return arguments }
        var arguments = Arguments()
        if let parametersOffset {
            var reader = JSONReader(at: parametersOffset, depthLimit: Limits.jsonDepth - 1)
            try arguments.read(for: method, &reader, bytes)
        }
        return arguments
    }

    private mutating func mark(_ member: Seen, _ name: JSONString, _ bytes: Span<UInt8>) throws(FramingError) {
        guard seen.insert(member).inserted else {
            throw .json(.duplicateName(name.text(in: bytes)), offset: name.range.lowerBound)
        }
    }

    private mutating func readMethod(_ reader: inout JSONReader, _ bytes: Span<UInt8>) throws(FramingError) {
        guard try reader.peek(bytes) == UInt8(ascii: "\"") else {
            try reader.skip(bytes)
            throw .header(.methodNotAString)
        }
        let name = try reader.string(bytes)
        for method in Self.methods where name.equals(method.rawValue, in: bytes) {
            target = .method(method)
            return
        }
        target = .refused(Self.refusal(ofUnknown: name.text(in: bytes)))
    }

    private static let methods = Method.allCases

    private static func refusal(ofUnknown method: String) -> VarlinkError {
        guard let dot = method.utf8.lastIndex(of: UInt8(ascii: ".")) else { return .methodNotFound(method: method) }
        let interface = String(method[..<dot])
        return Interface(rawValue: interface) == nil
            ? .interfaceNotFound(interface: interface) : .methodNotFound(method: method)
    }

    private mutating func readParameters(_ reader: inout JSONReader, _ bytes: Span<UInt8>) throws(FramingError) {
        switch try reader.peek(bytes) {
        case UInt8(ascii: "n"):
            try reader.literal(.null, bytes)
        case UInt8(ascii: "{"):
            if case .method(let method) = target {
                var arguments = Arguments()
                try arguments.read(for: method, &reader, bytes)
                self.arguments = arguments
            } else {
                parametersOffset = reader.offset
                try reader.skip(bytes)
            }
        default:
            try reader.skip(bytes)
            throw .header(.parametersNotAnObject)
        }
    }

    private mutating func readFlag(
        _ flag: Seen, _ name: String, _ reader: inout JSONReader, _ bytes: Span<UInt8>
    ) throws(FramingError) {
        switch try reader.peek(bytes) {
        case UInt8(ascii: "t"):
            try reader.literal(.true, bytes)
            raised.insert(flag)
        case UInt8(ascii: "f"): try reader.literal(.false, bytes)
        case UInt8(ascii: "n"): try reader.literal(.null, bytes)
        default: throw .header(.flagNotABoolean(name))
        }
    }

    private mutating func readVendor(
        _ name: JSONString, _ reader: inout JSONReader, _ bytes: Span<UInt8>
    ) throws(FramingError) {
        let text = name.text(in: bytes)
        guard text.utf8.contains(UInt8(ascii: ".")) else { throw .header(.unknownMember(text)) }
        guard vendorNames.insert(text) else { throw .json(.duplicateName(text), offset: name.range.lowerBound) }
        guard vendorNames.count <= Limits.unknownNames else {
            throw .header(.tooManyMembers(limit: Limits.unknownNames))
        }
        seen.insert(.vendor)
        try reader.skip(bytes)
    }
}
