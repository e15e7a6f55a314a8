// Decodes calls. Decisions where the specification leaves room:
// * `upgrade` is refused with MethodNotImplemented, naming the method: no method of ours has an upgraded form. The
//   connection stays a Varlink connection, as the specification wants it after an error.
// * A method without a dot has no interface that could be missing: MethodNotFound.

/// One message → `Call`.
///
/// *Shape*: `{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"podcast://favourites/rock"}}` →
/// `.request(OpenLink(url: "podcast://favourites/rock"))`.
package final class CallDecoder: Sendable {
    /// A method with what its decoder needs at each call.
    private struct Entry {
        let method: any Method.Type
        let name: String
        let parameters: [MemberDescription]
    }

    private let entries: [Entry]
    private let interfaces: [String]

    /// Decodes the calls of all methods of these interfaces.
    package init(_ interfaces: [Interface]) {
        entries = interfaces.flatMap(\.methods).map {
            Entry(method: $0, name: $0.name, parameters: $0.init().memberDescriptions)
        }
        self.interfaces = interfaces.map(\.name)
    }

    private static let plainOpen = PlainCall(method: OpenLink.name, parameter: "url")
    private static let plainVerify = PlainCall(method: VerifyLink.name, parameter: "url")
    private static let plainPerform = PlainCall(method: PerformBinding.name, parameter: "binding")

    /// Decodes the bytes of one message without its NUL.
    ///
    /// *Throws*: `json` and `header`: breaches that end the connection.
    ///
    /// *Cost*: one allocation for the parameters, if they are more than three words, one for each text above 15 bytes, and no
    /// other where the call is well formed.
    package func decode(_ bytes: Span<UInt8>) throws(FramingError) -> Call {
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
        package var method: any Method.Type {
            switch self {
            case .open: OpenLink.self
            case .verify: VerifyLink.self
            case .perform: PerformBinding.self
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

    private func content(_ header: CallHeader, _ bytes: Span<UInt8>) throws(FramingError) -> Call.Content {
        for place in entries.indices where header.method.equals(entries[place].name, in: bytes) {
            return try entries[place].method.decode(header, entries[place].parameters, in: bytes)
        }
        return .refused(refusal(ofUnknown: header.method.text(in: bytes)))
    }

    private func refusal(ofUnknown method: String) -> VarlinkError {
        guard let dot = method.utf8.lastIndex(of: UInt8(ascii: ".")) else { return .methodNotFound(method: method) }
        let interface = String(method[..<dot])
        return interfaces.contains(interface)
            ? .methodNotFound(method: method) : .interfaceNotFound(interface: interface)
    }
}

extension CallEncoder {
    /// Appends one call of ours.
    package static func append(
        _ request: some Method, oneway: Bool = false, more: Bool = false, to buffer: inout [UInt8]
    ) {
        append(
            method: type(of: request).name, oneway: oneway, more: more, to: &buffer, parameters: request.writeMembers)
    }
}
