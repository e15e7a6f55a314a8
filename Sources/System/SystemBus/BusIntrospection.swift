// What an object of a service says of itself, as `Introspect` answers it:
//
//     <node><interface name="org.example.Player1">
//       <method name="Play"><arg type="u" direction="in"/><arg type="s" direction="out"/></method>
//     </interface></node>
//
// Only tags and their attributes are read: names and types have no entities, and what is between tags is for people. A
// document that breaks the form has fewer methods, and is no error: services write it by hand.

/// The methods of one object.
///
/// *Source*: D-Bus Specification, "Introspection Data Format".
package struct BusIntrospection: Equatable, Sendable {
    /// One method, with the types of its arguments and of its answer.
    package struct Method: Equatable, Sendable {
        package let name: String
        package fileprivate(set) var inputs = ""
        package fileprivate(set) var outputs = ""
    }

    /// The methods of each interface, in their order.
    package private(set) var interfaces: [String: [Method]] = [:]

    /// Reads a document.
    package init(xml text: String) {
        var scanner = TagScanner(bytes: Array(text.utf8))
        var (depth, interface, isMethod) = (0, String?.none, false)
        while let tag = scanner.next() {
            switch (tag.name, tag.isEnd) {
            // The interfaces of objects below this one are not its own.
            case ("node", false): depth += tag.isEmpty ? 0 : 1
            case ("node", true): depth -= 1
            case ("interface", false) where depth == 1:
                interface = tag["name"]
                if let interface { interfaces[interface, default: []] += [] }
            case ("interface", true): interface = nil
            case ("method", false):
                isMethod = !tag.isEmpty
                if let interface, let name = tag["name"] { interfaces[interface]?.append(Method(name: name)) }
            case ("method", true): isMethod = false
            case ("arg", false) where isMethod:
                if let interface, let type = tag["type"] {
                    add(type, isOutput: tag["direction"] == "out", to: interface)
                }
            default: break
            }
        }
    }

    private mutating func add(_ type: String, isOutput: Bool, to interface: String) {
        guard let last = interfaces[interface]?.indices.last else { return }
        if isOutput {
            interfaces[interface]?[last].outputs += type
        } else {
            interfaces[interface]?[last].inputs += type
        }
    }
}

/// One tag.
private struct Tag {
    var name = ""
    /// True for `</name>`.
    var isEnd = false
    /// True for `<name/>`.
    var isEmpty = false
    var attributes: [(String, String)] = []

    subscript(name: String) -> String? { attributes.first { $0.0 == name }?.1 }
}

/// Cuts a document into its tags.
private struct TagScanner {
    let bytes: [UInt8]
    private var offset = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    /// The next tag; nil at the end.
    mutating func next() -> Tag? {
        while let start = bytes[offset...].firstIndex(of: UInt8(ascii: "<")) {
            offset = start + 1
            if bytes[offset...].starts(with: "!--".utf8) {
                skip(past: "-->")
            } else if byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?") {
                skip(past: ">")
            } else {
                return tag()
            }
        }
        return nil
    }

    private mutating func skip(past mark: String) {
        while offset < bytes.count, !bytes[offset...].starts(with: mark.utf8) { offset += 1 }
    }

    private mutating func tag() -> Tag {
        var tag = Tag()
        tag.isEnd = take(UInt8(ascii: "/"))
        tag.name = word()
        while let byte, byte != UInt8(ascii: ">") {
            if take(UInt8(ascii: "/")) {
                tag.isEmpty = true
                continue
            }
            let name = word()
            guard !name.isEmpty else {
                offset += 1
                continue
            }
            skipBlanks()
            if take(UInt8(ascii: "=")), let value = quoted() { tag.attributes.append((name, value)) }
        }
        return tag
    }

    private mutating func take(_ wanted: UInt8) -> Bool {
        guard byte == wanted else { return false }
        offset += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte, byte <= UInt8(ascii: " ") { offset += 1 }
    }

    private mutating func word() -> String {
        let start = offset
        while let byte, byte > UInt8(ascii: " "), !"=/>\"'<".utf8.contains(byte) { offset += 1 }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private mutating func quoted() -> String? {
        skipBlanks()
        guard let quote = byte, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        let start = offset + 1
        guard let end = bytes[start...].firstIndex(of: quote) else {
            offset = bytes.count
            return nil
        }
        offset = end + 1
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }
}
