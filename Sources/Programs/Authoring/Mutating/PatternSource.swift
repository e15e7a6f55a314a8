/// The parts of a pattern's text that mutants change.
///
///     /shows/[$(lang:@lang)/]ep-$(id:uint(1..9))
///      └───┘         └───┘            └───────┘
///      literal       type             type
///
/// Text with a backslash has none: what is escaped is not worth the reader of escapes.
struct PatternSource {
    /// A part, as a range of the text's UTF-8.
    struct Part: Equatable {
        let range: Range<Int>
        let text: String
    }

    /// A type, with the name of its capture.
    struct TypePart: Equatable {
        let name: String
        let type: Part
    }

    private static let delimiters = Set("/[]".utf8)

    /// The segments without a capture or a star.
    private(set) var literals: [Part] = []
    /// The types of captures, but those of tails.
    private(set) var types: [TypePart] = []
    private let bytes: [UInt8]

    init(_ text: String) {
        bytes = Array(text.utf8)
        guard !bytes.contains(UInt8(ascii: "\\")) else { return }
        var start = 0
        var depth = 0
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "("), depth > 0 || index > 0 && bytes[index - 1] == UInt8(ascii: "$") {
                depth += 1
            } else if byte == UInt8(ascii: ")"), depth > 0 {
                depth -= 1
            } else if depth == 0, Self.delimiters.contains(byte) {
                add(start..<index)
                start = index + 1
            }
        }
        add(start..<bytes.count)
    }

    private mutating func add(_ segment: Range<Int>) {
        // The text in front of the first slash is none of the path: `.` is the prefix of a group.
        guard !segment.isEmpty, segment.lowerBound > 0 else { return }
        let text = bytes[segment]
        if let capture = capture(in: segment) {
            if let type = type(in: capture) { types.append(type) }
        } else if !text.contains(UInt8(ascii: "*")), !text.contains(UInt8(ascii: "$")) {
            literals.append(part(segment))
        }
    }

    /// What stands between `$(` and `)`.
    private func capture(in segment: Range<Int>) -> Range<Int>? {
        guard let dollar = bytes[segment].firstIndex(of: UInt8(ascii: "$")), dollar + 1 < segment.upperBound,
            bytes[dollar + 1] == UInt8(ascii: "("),
            let close = bytes[segment].lastIndex(of: UInt8(ascii: ")")), close > dollar + 1
        else { return nil }
        return dollar + 2..<close
    }

    private func type(in capture: Range<Int>) -> TypePart? {
        guard let colon = bytes[capture].firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let type = part(colon + 1..<capture.upperBound)
        return type.text == "**" ? nil : TypePart(name: part(capture.lowerBound..<colon).text, type: type)
    }

    private func part(_ range: Range<Int>) -> Part {
        Part(range: range, text: String(decoding: bytes[range], as: UTF8.self))
    }

    /// The name and the type of `at:uint?`, as `query`, `fragment` and `input` lines have them; nil where it names no type.
    static func typed(_ word: String) -> TypePart? {
        let bytes = Array(word.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let end = bytes.last == UInt8(ascii: "?") ? bytes.count - 1 : bytes.count
        guard colon > 0, colon + 1 < end else { return nil }
        let (name, range) = (String(decoding: bytes[..<colon], as: UTF8.self), colon + 1..<end)
        return TypePart(name: name, type: Part(range: range, text: String(decoding: bytes[range], as: UTF8.self)))
    }
}
