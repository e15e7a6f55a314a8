// Decisions where the specification leaves room:
// * `upgrade` is refused with MethodNotImplemented, naming the method: no method of ours has an upgraded form. The
//   connection stays a Varlink connection, as the specification wants it after an error.
// * A method without a dot has no interface that could be missing: MethodNotFound.

/// One message → `Call`.
///
/// *Shape*: `{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"podcast://favourites/rock"}}` →
/// `.request(.open(url: "podcast://favourites/rock", timings: false))`.
package enum CallDecoder {
    /// Decodes the bytes of one message without its NUL.
    ///
    /// *Throws*: `json` and `header`: breaches that end the connection.
    ///
    /// *Cost*: one allocation for a text parameter above 15 bytes, and no other where the call is well formed.
    package static func decode(_ bytes: Span<UInt8>) throws(FramingError) -> Call {
        let header = try CallHeader(bytes)
        return Call(try content(header, bytes), oneway: header.oneway, more: header.more)
    }

    /// A call about a link that carries one text and nothing else.
    package enum PlainLink: Sendable {
        /// `Open` or `Verify` with a URL.
        case open, verify
        /// `Perform` with the name of a binding.
        case perform

        /// The method that it calls.
        package var method: Method {
            switch self {
            case .open: .open
            case .verify: .verify
            case .perform: .perform
            }
        }
    }

    /// The method and the place of the text of a call about a link with one text, which nearly every call is; nil for every
    /// other message.
    package static func plainLink(_ bytes: Span<UInt8>) -> (link: PlainLink, text: Range<Int>)? {
        if let text = plainOpen.text(in: bytes) { return (.open, text) }
        if let text = plainVerify.text(in: bytes) { return (.verify, text) }
        return plainPerform.text(in: bytes).map { (.perform, $0) }
    }

    private static let plainOpen = PlainCall(method: Method.open.name, parameter: "url")
    private static let plainVerify = PlainCall(method: Method.verify.name, parameter: "url")
    private static let plainPerform = PlainCall(method: Method.perform.name, parameter: "binding")

    private static func content(_ header: CallHeader, _ bytes: Span<UInt8>) throws(FramingError) -> Call.Content {
        guard let place = place(of: header.method, bytes) else {
            return .refused(refusal(ofUnknown: header.method.text(in: bytes)))
        }
        var request = methods[place].request
        // They are read even where an upgrade is refused: a name that occurs twice is a breach.
        let fault = try header.readParameters(methods[place].parameters, in: bytes) { index, value in
            var setter = MemberSetter(index: index, value: value)
            request.members(&setter)
            return setter.isSet
        }
        if header.upgrade { return .refused(.methodNotImplemented(method: methods[place].name)) }
        return fault.map { .refused($0) } ?? .request(request)
    }

    private static let methods = Method.allCases

    private static func place(of name: JSONString, _ bytes: Span<UInt8>) -> Int? {
        for place in methods.indices where name.equals(methods[place].name, in: bytes) { return place }
        return nil
    }

    private static func refusal(ofUnknown method: String) -> VarlinkError {
        guard let dot = method.utf8.lastIndex(of: UInt8(ascii: ".")) else { return .methodNotFound(method: method) }
        let interface = String(method[..<dot])
        return Interface(rawValue: interface) == nil
            ? .interfaceNotFound(interface: interface) : .methodNotFound(method: method)
    }
}

extension FrameDecoder {
    /// Cuts off the next message and decodes it as a call; nil where there is none yet.
    ///
    /// *Throws*: whatever ends the connection: `messageTooLong`, `json`, `header`.
    package func nextCall() throws(FramingError) -> Call? {
        guard let message = try next() else { return nil }
        return try CallDecoder.decode(bytes.span.extracting(message))
    }
}

extension CallEncoder {
    /// Appends one call of ours.
    package static func append(
        _ request: Request, oneway: Bool = false, more: Bool = false, to buffer: inout [UInt8]
    ) {
        append(
            method: request.method.name, oneway: oneway, more: more, to: &buffer, parameters: request.writeMembers)
    }
}
