// JSON straight into a buffer of bytes that the caller owns and uses again: nothing is built in between. Compact, with
// members in the order they are written. Only what RFC 8259 demands is escaped, so other text, U+2028 among it, reads
// as it is.

/// Writes one JSON text at the end of a buffer.
///
/// *Shape*: calls follow the text: `beginObject`, `name`, a value, …, `endObject`; commas come by themselves.
///
/// *Cost*: linear; allocates only where the buffer has to grow.
struct JSONWriter {
    /// What was taken over, and the text behind it.
    private(set) var bytes: [UInt8]
    private var needsComma = false

    /// Takes over a buffer; text goes behind what it holds.
    init(_ bytes: consuming [UInt8] = []) {
        self.bytes = bytes
    }

    /// Writes `{`.
    mutating func beginObject() {
        open(UInt8(ascii: "{"))
    }

    /// Writes `}`.
    mutating func endObject() {
        close(UInt8(ascii: "}"))
    }

    /// Writes `[`.
    mutating func beginArray() {
        open(UInt8(ascii: "["))
    }

    /// Writes `]`.
    mutating func endArray() {
        close(UInt8(ascii: "]"))
    }

    /// Writes a member's name as it is: for the names of our own protocol, which need no escapes.
    mutating func name(_ name: String) {
        plain(name.utf8.span, isName: true)
        needsComma = false
    }

    /// Writes a member's name that may hold anything.
    mutating func foreignName(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string.
    mutating func string(_ text: String) {
        string(text.utf8.span)
    }

    /// Writes a string whose bytes are UTF-8.
    mutating func string(_ text: Span<UInt8>) {
        if ByteScan.plainRun(in: text, from: 0).end == text.count {
            plain(text, isName: false)
            needsComma = true
        } else {
            separate()
            bytes.append(UInt8(ascii: "\""))
            escape(text)
            bytes.append(UInt8(ascii: "\""))
        }
    }

    /// Writes an integer in decimal.
    mutating func integer(_ number: some BinaryInteger) {
        raw(String(number))
    }

    /// Writes `true` or `false`.
    mutating func bool(_ flag: Bool) {
        raw(flag ? "true" : "false")
    }

    /// Writes `null`.
    mutating func null() {
        raw("null")
    }

    /// Writes a value that is JSON already, such as a number's literal.
    mutating func raw(_ text: String) {
        separate()
        bytes.append(copying: text.utf8.span)
    }

    /// Writes the NUL that ends a message.
    mutating func endMessage() {
        bytes.append(0)
        needsComma = false
    }

    /// Writes a comma if there has to be one, the text in quotes, and a name's colon.
    ///
    /// All of it in one growth of the buffer: most of what a reply costs is the number of appends.
    private mutating func plain(_ text: Span<UInt8>, isName: Bool) {
        let comma = needsComma
        bytes.append(addingCapacity: text.count + 4) { output in
            if comma { output.append(UInt8(ascii: ",")) }
            output.append(UInt8(ascii: "\""))
            for index in text.indices { output.append(text[index]) }
            output.append(UInt8(ascii: "\""))
            if isName { output.append(UInt8(ascii: ":")) }
        }
    }

    @inline(__always)
    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func escape(_ text: Span<UInt8>) {
        var at = 0
        while at < text.count {
            let end = ByteScan.plainRun(in: text, from: at).end
            bytes.append(copying: text.extracting(at..<end))
            guard end < text.count else { return }
            escape(text[end])
            at = end + 1
        }
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        default:
            bytes.append(copying: "u00".utf8.span)
            bytes.append(Self.digit(byte >> 4))
            bytes.append(Self.digit(byte & 0xF))
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + (value - 10)
    }
}
