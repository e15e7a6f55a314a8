/// Finds the elements `<Route …>` of a source file; everything else is passed.
///
/// It knows strings, comments and braces, so that a `>` in them ends nothing. It is no reader of the language: a path that is
/// computed is not seen.
struct RouteElements {
    /// An element that begins or ends.
    enum Element: Equatable {
        case start(path: String?, isIndex: Bool, hasChildren: Bool)
        case end
    }

    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next one; nil at the end.
    mutating func next() -> Element? {
        while offset < bytes.count {
            guard bytes[offset] == UInt8(ascii: "<") else {
                offset += 1
                continue
            }
            let rest = bytes[(offset + 1)...]
            if rest.starts(with: "/Route".utf8), !isWord(offset + 7) {
                offset += 7
                return .end
            }
            if rest.starts(with: "Route".utf8), !isWord(offset + 6) {
                offset += 6
                return start()
            }
            offset += 1
        }
        return nil
    }

    private mutating func start() -> Element {
        var (path, isIndex) = (String?.none, false)
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == UInt8(ascii: ">") {
                offset += 1
                return .start(path: path, isIndex: isIndex, hasChildren: true)
            }
            if byte == UInt8(ascii: "/"), offset + 1 < bytes.count, bytes[offset + 1] == UInt8(ascii: ">") {
                offset += 2
                return .start(path: path, isIndex: isIndex, hasChildren: false)
            }
            if byte == UInt8(ascii: "{") {
                _ = braces()
            } else if isQuote(byte) {
                _ = quoted()
            } else if isWord(offset) {
                let (name, value) = attribute()
                if name == "path" { path = value ?? path }
                if name == "index" { isIndex = true }
            } else {
                offset += 1
            }
        }
        return .start(path: path, isIndex: isIndex, hasChildren: false)
    }

    private mutating func attribute() -> (name: String, value: String?) {
        let start = offset
        while isWord(offset) { offset += 1 }
        let name = String(decoding: bytes[start..<offset], as: UTF8.self)
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: "=") else { return (name, nil) }
        offset += 1
        guard offset < bytes.count else { return (name, nil) }
        if isQuote(bytes[offset]) { return (name, quoted()) }
        if bytes[offset] == UInt8(ascii: "{") { return (name, braces()) }
        return (name, nil)
    }

    /// Passes a string, and gives its text.
    private mutating func quoted() -> String {
        let quote = bytes[offset]
        offset += 1
        var text: [UInt8] = []
        while offset < bytes.count, bytes[offset] != quote {
            if bytes[offset] == UInt8(ascii: "\\"), offset + 1 < bytes.count { offset += 1 }
            text.append(bytes[offset])
            offset += 1
        }
        offset = min(offset + 1, bytes.count)
        return String(decoding: text, as: UTF8.self)
    }

    /// Passes an expression in braces, and gives the text if it is one string.
    private mutating func braces() -> String? {
        var (depth, text, strings, hasOther) = (0, "", 0, false)
        while offset < bytes.count {
            let byte = bytes[offset]
            if isQuote(byte) {
                text = quoted()
                strings += 1
                continue
            }
            offset += 1
            if byte == UInt8(ascii: "{") { depth += 1 }
            if byte == UInt8(ascii: "}") { depth -= 1 }
            if depth == 0 { break }
            if byte != UInt8(ascii: "{"), byte > 0x20 { hasOther = true }
        }
        return strings == 1 && !hasOther && !text.contains("${") ? text : nil
    }

    private func isQuote(_ byte: UInt8) -> Bool { "\"'`".utf8.contains(byte) }

    private func isWord(_ index: Int) -> Bool {
        guard index < bytes.count else { return false }
        let byte = bytes[index]
        return (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || "-_.".utf8.contains(byte)
    }
}
