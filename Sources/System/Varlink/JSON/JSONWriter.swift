// JSON straight into a buffer of bytes that the caller owns and uses again: nothing is built in between. Compact, with
// members in the order they are written. Only what RFC 8259 demands is escaped, so other text, U+2028 among it, reads
// as it is.
//
// Room is made by the kilobyte, and what was not used is given back at the end. An append for each piece, with its look at
// the capacity and its count of the bytes, was half of what a reply cost; the other half was going byte by byte.

/// Writes one JSON text at the end of a buffer.
///
/// *Shape*: calls follow the text: `beginObject`, `name`, a value, …, `endObject`; commas come by themselves.
///
/// *Cost*: linear; allocates only where the buffer has to grow. To copy a writer copies its buffer at the next write.
package struct JSONWriter {
    /// *Units*: bytes of room that are made at once.
    private static let roomBytes = 1 << 10

    /// What was taken over, the text behind it, and room.
    private var buffer: [UInt8]
    /// Where the text ends.
    private var end: Int
    private var needsComma = false

    /// Takes over a buffer; text goes behind what it holds.
    package init(_ bytes: consuming [UInt8] = []) {
        end = bytes.count
        buffer = bytes
    }

    /// Hands out what was taken over and the text behind it; then there is none.
    package mutating func finish() -> [UInt8] {
        var bytes = buffer.released()
        bytes.removeLast(bytes.count - end)
        (end, needsComma) = (0, false)
        return bytes
    }

    /// *Units*: bytes of what was taken over and of the text.
    package var count: Int { end }

    /// Has the bytes read where they are.
    package func read(_ use: (Span<UInt8>) -> Void) { use(buffer.span.extracting(first: end)) }

    /// Takes back the last bytes.
    package mutating func truncate(to count: Int) {
        precondition(count <= end, "what is taken back was written")
        (end, needsComma) = (count, false)
    }

    /// Begins anew; storage above 64 KiB is given back, so that an idle connection keeps little.
    package mutating func clear() {
        (end, needsComma) = (0, false)
        if buffer.count > 64 << 10 { buffer = [] }
    }

    /// Writes `{`.
    package mutating func beginObject() { open(UInt8(ascii: "{")) }

    /// Writes `}`.
    package mutating func endObject() { close(UInt8(ascii: "}")) }

    /// Writes `[`.
    package mutating func beginArray() { open(UInt8(ascii: "[")) }

    /// Writes `]`.
    package mutating func endArray() { close(UInt8(ascii: "]")) }

    /// Writes a member's name as it is: for the names of our own protocol, which need no escapes.
    package mutating func name(_ name: String) {
        let name = name.utf8.span
        makeRoom(name.count + 4)
        let (start, comma) = (end, needsComma)
        var output = buffer.mutableSpan
        end = Self.write(name: name, after: comma, to: &output, at: start)
        needsComma = false
    }

    /// Writes a member with a text whose bytes are UTF-8, in one go: most of what a reply is made of.
    package mutating func member(_ name: String, _ text: Span<UInt8>) {
        let utf8 = name.utf8
        makeRoom(utf8.count + text.count + 6)
        let (start, comma) = (end, needsComma)
        var output = buffer.mutableSpan
        let quote = Self.write(name: utf8.span, after: comma, to: &output, at: start)
        let isPlain = ByteScan.copyPlain(text, to: &output, at: quote + 1)
        if isPlain {
            output[quote] = UInt8(ascii: "\"")
            output[quote + 1 + text.count] = UInt8(ascii: "\"")
        }
        end = isPlain ? quote + text.count + 2 : quote
        needsComma = isPlain
        if !isPlain { string(text) }
    }

    /// Writes a comma if there has to be one, and a name with its quotes and colon; gives the place behind.
    private static func write(
        name: Span<UInt8>, after comma: Bool, to output: inout MutableSpan<UInt8>, at start: Int
    ) -> Int {
        // Where there is no comma, the quote takes its place.
        output[start] = UInt8(ascii: ",")
        let quote = comma ? start + 1 : start
        output[quote] = UInt8(ascii: "\"")
        _ = ByteScan.copyPlain(name, to: &output, at: quote + 1)
        let end = quote + 1 + name.count
        output[end] = UInt8(ascii: "\"")
        output[end + 1] = UInt8(ascii: ":")
        return end + 2
    }

    /// Writes a member's name that may hold anything.
    package mutating func foreignName(_ name: String) {
        string(name)
        put(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string.
    package mutating func string(_ text: String) { string(text.utf8.span) }

    /// Writes a string whose bytes are UTF-8.
    package mutating func string(_ text: Span<UInt8>) {
        if !plain(text) {
            separate()
            put(UInt8(ascii: "\""))
            escape(text)
            put(UInt8(ascii: "\""))
        }
        needsComma = true
    }

    /// Writes an integer in decimal.
    package mutating func integer(_ number: Int64) { raw(String(number)) }

    /// Writes `true` or `false`.
    package mutating func bool(_ flag: Bool) { raw(flag ? "true" : "false") }

    /// Writes `null`.
    package mutating func null() { raw("null") }

    /// Writes a value that is JSON already, such as a number's literal.
    package mutating func raw(_ text: String) {
        separate()
        put(text.utf8.span)
    }

    /// Writes bytes as they are: a part of a JSON text that was put together before, commas included.
    package mutating func verbatim(_ bytes: Span<UInt8>) {
        put(bytes)
        needsComma = false
    }

    /// Writes members that were written before, without commas around them.
    package mutating func members(_ bytes: Span<UInt8>) {
        guard !bytes.isEmpty else { return }
        separate()
        put(bytes)
    }

    /// Writes a text without its quotes, for a string whose beginning was written verbatim.
    package mutating func inside(_ text: Span<UInt8>) {
        makeRoom(text.count)
        let start = end
        var output = buffer.mutableSpan
        if ByteScan.copyPlain(text, to: &output, at: start) { end += text.count } else { escape(text) }
    }

    /// Writes a text with its quotes, as a part of what is written verbatim.
    package mutating func quoted(_ text: Span<UInt8>) {
        put(UInt8(ascii: "\""))
        inside(text)
        put(UInt8(ascii: "\""))
    }

    /// Writes a number in decimal, as a part of what is written verbatim.
    package mutating func digits(_ number: UInt64) {
        // Most counts have one digit.
        if number < 10 { return put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number)) }
        var (rest, count) = (number, 1)
        while rest > 9 {
            rest /= 10
            count += 1
        }
        makeRoom(count)
        end += count
        rest = number
        for place in 1...count {
            buffer[end - place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    /// Writes the NUL that ends a message.
    package mutating func endMessage() {
        put(0)
        needsComma = false
    }

    /// Writes a comma if there has to be one, and the text in quotes; false, and nothing, where it needs escapes.
    private mutating func plain(_ text: Span<UInt8>) -> Bool {
        makeRoom(text.count + 3)
        let (comma, start) = (end, needsComma ? end + 1 : end)
        let stop = start + text.count + 1
        var output = buffer.mutableSpan
        guard ByteScan.copyPlain(text, to: &output, at: start + 1) else { return false }
        // Where there is none, the quote takes its place.
        output[comma] = UInt8(ascii: ",")
        output[start] = UInt8(ascii: "\"")
        output[stop] = UInt8(ascii: "\"")
        end = stop + 1
        return true
    }

    @inline(__always)
    private mutating func separate() {
        if needsComma { put(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        put(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        put(bracket)
        needsComma = true
    }

    private mutating func put(_ byte: UInt8) {
        makeRoom(1)
        buffer[end] = byte
        end += 1
    }

    private mutating func put(_ text: Span<UInt8>) {
        makeRoom(text.count)
        let start = end
        end += text.count
        var output = buffer.mutableSpan
        ByteScan.copy(text, to: &output, at: start)
    }

    /// Sees to it that so many bytes can be written behind the text.
    @inline(__always)
    private mutating func makeRoom(_ count: Int) {
        if buffer.count - end < count { grow(count) }
    }

    @inline(never)
    private mutating func grow(_ count: Int) {
        let more = max(count, Self.roomBytes)
        buffer.append(addingCapacity: more) { $0.append(repeating: 0, count: more) }
    }

    private mutating func escape(_ text: Span<UInt8>) {
        var at = 0
        while at < text.count {
            let end = ByteScan.plainRun(in: text, from: at).end
            put(text.extracting(at..<end))
            guard end < text.count else { return }
            escape(text[end])
            at = end + 1
        }
    }

    private mutating func escape(_ byte: UInt8) {
        put(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): put(byte)
        case 0x08: put(UInt8(ascii: "b"))
        case 0x09: put(UInt8(ascii: "t"))
        case 0x0A: put(UInt8(ascii: "n"))
        case 0x0C: put(UInt8(ascii: "f"))
        case 0x0D: put(UInt8(ascii: "r"))
        default:
            put("u00".utf8.span)
            put(Self.digit(byte >> 4))
            put(Self.digit(byte & 0xF))
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + (value - 10)
    }
}
