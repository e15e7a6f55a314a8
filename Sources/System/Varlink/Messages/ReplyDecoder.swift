/// One message → `ReplyMessage`.
///
/// *Shape*: dotted members of vendors are ignored; any other that the protocol does not define is a breach.
///
/// *Source*: UAPI.20, sections Reply and Vendor Extensions.
package enum ReplyDecoder {
    /// Decodes the bytes of one message without its NUL.
    ///
    /// *Throws*: `json` and `header`: breaches that end the connection.
    package static func decode(_ bytes: Span<UInt8>) throws(FramingError) -> ReplyMessage {
        guard case .object(let members) = try ValueDecoder.decode(bytes) else { throw .header(.notAnObject) }
        var parameters = Value.object([])
        var error: String?
        var continues = false
        for member in members {
            switch (member.name, member.value) {
            case ("parameters", .object): parameters = member.value
            case ("error", .string(let name)): error = name
            case ("continues", .bool(let flag)): continues = flag
            case ("parameters", .null), ("error", .null), ("continues", .null): break
            default: try check(foreign: member.name)
            }
        }
        guard let error else { return ReplyMessage(.parameters(parameters), continues: continues) }
        if continues { throw .header(.errorContinues) }
        return ReplyMessage(.error(name: error, parameters: parameters))
    }

    private static func check(foreign name: String) throws(FramingError) {
        switch name {
        case "parameters": throw .header(.parametersNotAnObject)
        case "error": throw .header(.errorNotAString)
        case "continues": throw .header(.flagNotABoolean(name))
        default: if !name.utf8.contains(UInt8(ascii: ".")) { throw .header(.unknownMember(name)) }
        }
    }
}
