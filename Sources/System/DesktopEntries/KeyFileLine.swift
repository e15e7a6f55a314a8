/// One line of a key file, as GLib reads it.
///
/// *Source*: GLib's `GKeyFile`, which every program that asks GIO reads such files with. It refuses a whole file for one line
/// that it cannot read.
package enum KeyFileLine: Equatable {
    /// A comment, or nothing.
    case blank
    case group(name: ArraySlice<UInt8>)
    /// *Units*: the offset in the line at which the value begins.
    case pair(key: ArraySlice<UInt8>, valueStart: Int)
    /// The reason why GLib refuses the file.
    case fault(String)

    /// Reads a line without its end.
    package init(_ bytes: [UInt8]) {
        // GLib's strings end at a NUL byte.
        let text = bytes.prefix { $0 != 0 }
        let line = text.drop(while: Self.isSpace)
        switch line.first {
        case nil, UInt8(ascii: "#"): self = .blank
        case UInt8(ascii: "[") where Self.isGroup(line):
            let name = line.dropFirst().prefix { $0 != UInt8(ascii: "]") }
            let isName = !name.isEmpty && !name.contains { $0 == UInt8(ascii: "[") || $0 < 0x20 || $0 == 0x7F }
            self = isName ? .group(name: name) : .fault("the name of a group is empty or has a control character")
        case UInt8(ascii: "="): self = .fault("a line has no key before its `=`")
        default:
            guard let sign = line.firstIndex(of: UInt8(ascii: "=")) else {
                self = .fault("a line is no comment, group or `key=value`")
                return
            }
            var key = line[..<sign]
            while let last = key.last, Self.isSpace(last) { key.removeLast() }
            let valueStart = text[sign...].dropFirst().drop(while: Self.isSpace).startIndex
            self =
                Self.isKey(key)
                ? .pair(key: key, valueStart: valueStart) : .fault("a key has a character that no key has")
        }
    }

    private static func isGroup(_ line: ArraySlice<UInt8>) -> Bool {
        guard let end = line.firstIndex(of: UInt8(ascii: "]")) else { return false }
        return line[end...].dropFirst().allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }

    /// A key may have a locale in brackets at its end: `Name[de]`.
    private static func isKey(_ key: ArraySlice<UInt8>) -> Bool {
        let name = key.prefix { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "]") }
        guard let last = name.last, last != UInt8(ascii: " ") else { return false }
        let locale = key[name.endIndex...]
        guard let open = locale.first else { return true }
        guard open == UInt8(ascii: "["), locale.last == UInt8(ascii: "]"), locale.count > 1 else { return false }
        return locale.dropFirst().dropLast().allSatisfy { byte in
            byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
                || "-_.@".utf8.contains(byte)
        }
    }

    /// *Source*: `g_ascii_isspace`.
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B }
}
