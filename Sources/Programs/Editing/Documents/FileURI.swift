/// The URIs of files, as editors write them: `file:///home/a%20b/routes.conf`.
enum FileURI {
    /// The path of a `file` URI of this machine; the URI itself for any other, as for a file that has no name yet.
    static func path(of uri: String) -> String {
        guard uri.utf8.starts(with: "file://".utf8) else { return uri }
        let rest = uri.utf8.dropFirst("file://".utf8.count)
        guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return uri }
        let host = rest[..<slash]
        guard host.isEmpty || host.elementsEqual("localhost".utf8) else { return uri }
        var bytes: [UInt8] = []
        var left = rest[slash...]
        while let byte = left.popFirst() {
            if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { break }
            let digits = left.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                left = left.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The URI of a path; a path that is a URI already stays as it is.
    static func uri(of path: String) -> String {
        guard path.hasPrefix("/") else { return path }
        var uri = "file://"
        for byte in path.utf8 {
            if isPlain(byte) {
                uri.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                uri += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
            }
        }
        return uri
    }

    /// A path without its `.` and `..` parts, so that one file has one URI.
    static func normalized(_ path: String) -> String {
        guard path.hasPrefix("/") else { return path }
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// The folder of a path; empty for a path without one.
    static func folder(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
    }

    /// The last part of a path.
    static func name(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[$0...].dropFirst()) } ?? path
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            || Array("-._~/".utf8).contains(byte)
    }
}
