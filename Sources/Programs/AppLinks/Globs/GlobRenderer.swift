/// Writes lists of segments as patterns of a table.
struct GlobRenderer {
    var table: LinkTable
    var notes: PathGlob.Notes

    /// *Shape*: `/buy/$(_:digits(4))/**`.
    mutating func pattern(_ path: PathGlob.Path) -> String {
        var text = ""
        for segment in path.segments { text += "/" + self.segment(segment) }
        if path.hasTail { text += "/**" }
        return text.isEmpty ? "/" : text
    }

    private mutating func segment(_ tokens: [GlobToken]) -> String {
        let isByte = { (token: GlobToken) in if case .byte = token { true } else { false } }
        guard let first = tokens.firstIndex(where: { !isByte($0) }), let last = tokens.lastIndex(where: { !isByte($0) })
        else { return Self.literal(tokens[...], isStart: true) }
        return Self.literal(tokens[..<first], isStart: true) + core(tokens[first...last])
            + Self.literal(tokens[(last + 1)...], isStart: false)
    }

    /// What stands between the literal ends of a segment: one capture, or any text where it takes several.
    private mutating func core(_ tokens: ArraySlice<GlobToken>) -> String {
        if tokens.contains(.one) { notes.hasOne = true }
        if tokens.allSatisfy({ $0 == .one }) { return "$(_:text(\(tokens.count)..\(tokens.count)))" }
        if case .kind(let kind) = tokens.first, tokens.allSatisfy({ $0 == .kind(kind) }) {
            return "$(_:\(kind)(\(tokens.count)))"
        }
        if tokens.count == 1, case .choice(let members, let name) = tokens.first,
            let type = table.type(of: members, named: name)
        {
            return "$(_:\(type))"
        }
        let isAny = tokens.allSatisfy { $0 == .filled || $0 == .one } && tokens.contains(.filled)
        if !isAny || tokens.count > 1 { notes.widened = PathGlob.text(Array(tokens)) }
        return "*"
    }

    /// A literal in the spelling of patterns.
    private static func literal(_ tokens: ArraySlice<GlobToken>, isStart: Bool) -> String {
        let bytes = tokens.compactMap { token -> UInt8? in if case .byte(let byte) = token { byte } else { nil } }
        return PatternText.literal(bytes, isStart: isStart)
    }
}

/// Literal text of patterns.
enum PatternText {
    /// Writes bytes so that a pattern takes exactly them.
    ///
    /// - Parameter isStart: whether a segment begins here, where `:x` would be a capture of other routers.
    static func literal(_ bytes: [UInt8], isStart: Bool) -> String {
        var text: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let isColon = byte == UInt8(ascii: ":") && index == 0 && isStart
            if isColon || "*\\[${<(^?#".utf8.contains(byte) { text.append(UInt8(ascii: "\\")) }
            text.append(byte)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Writes a text so that a pattern takes exactly it.
    static func literal(_ text: some StringProtocol) -> String { literal(Array(text.utf8), isStart: true) }
}

/// The bytes of a text in which `%41` stands for a byte.
enum PercentText {
    /// The decoded bytes; nil for a `%` without two digits.
    static func decoded(_ text: [UInt8]) -> [UInt8]? {
        var (bytes, index) = ([UInt8](), 0)
        while index < text.count {
            if text[index] == UInt8(ascii: "%") {
                guard index + 2 < text.count, let high = digit(text[index + 1]), let low = digit(text[index + 2]) else {
                    return nil
                }
                bytes.append(high << 4 | low)
                index += 3
            } else {
                bytes.append(text[index])
                index += 1
            }
        }
        return bytes
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
