import Links

/// Writes a line of JSON as JavaScript's `JSON.stringify` does, so that lines can be compared without parsing.
enum JSONLine {
    /// The components of a URL; `null` for a text that is not a URL.
    static func components(_ components: URLComponents?) -> String {
        guard let components else { return "null" }
        let members = [
            ("href", components.href), ("protocol", components.protocol), ("username", components.username),
            ("password", components.password), ("host", components.host), ("hostname", components.hostname),
            ("port", components.port), ("pathname", components.pathname), ("search", components.search),
            ("hash", components.hash),
        ]
        return "{" + members.map { "\"\($0)\":" + string($1) }.joined(separator: ",") + "}"
    }

    /// A string in quotes; each control character is escaped by its number.
    static func string(_ text: String) -> String {
        var line: [UInt8] = [0x22]
        for byte in text.utf8 {
            switch byte {
            case 0x22, 0x5C: line += [0x5C, byte]
            case 0..<0x20, 0x7F:
                line += Array("\\u00".utf8) + [byte >> 4, byte & 15].map { Array("0123456789abcdef".utf8)[Int($0)] }
            default: line.append(byte)
            }
        }
        return String(decoding: line + [0x22], as: UTF8.self)
    }
}
