/// The part of a pattern for one segment: a literal, or a capture or wildcard between a literal prefix and suffix.
///
/// *Shape*: `favourites` · `$(id)` · `img-$(id:uint).png` · `*` · `v*` · the empty last segment of `/a/`, a literal "".
package struct Atom: Equatable, Sendable {
    /// The part between the prefix and the suffix.
    package enum Core: Equatable, Sendable {
        /// Empty: the prefix is the whole decoded text.
        case literal
        /// `$(name)` or `$(name:type)`; `$(_:type)` passes nothing to the action.
        case capture(name: String, language: Language)
        /// `*`: one or more characters that are not passed to the action.
        case wildcard
    }

    /// The decoded text before the core; the whole text of a literal.
    package let prefix: [UInt8]
    package let core: Core
    /// The decoded text after the core; empty for a literal.
    package let suffix: [UInt8]

    init(prefix: [UInt8], core: Core = .literal, suffix: [UInt8] = []) {
        self.prefix = prefix
        self.core = core
        self.suffix = suffix
    }

    /// True for the empty last segment of a path with a trailing slash.
    package var isEmpty: Bool { core == .literal && prefix.isEmpty }

    /// The canonical spelling in a table.
    package var text: String {
        let written =
            switch core {
            case .literal: ""
            case .wildcard: "*"
            case .capture(let name, .string): "$(\(name))"
            case .capture(let name, let language): "$(\(name):\(language.name))"
            }
        return Self.escaped(prefix) + written + Self.escaped(suffix)
    }

    /// True if the atom accepts a segment with this decoded text.
    ///
    /// *Cost*: linear in the text.
    package func accepts(_ text: Span<UInt8>) -> Bool { shape.accepts(text) }

    /// The set of accepted texts, for comparisons and the index.
    var shape: AtomShape {
        switch core {
        case .literal: .literal(prefix)
        case .wildcard: AtomShape(prefix: prefix, language: .string, suffix: suffix)
        case .capture(_, let language): AtomShape(prefix: prefix, language: language, suffix: suffix)
        }
    }

    private static func escaped(_ text: [UInt8]) -> String {
        var output: [UInt8] = []
        for (index, byte) in text.enumerated() {
            let opensCapture =
                byte == UInt8(ascii: "$") && index + 1 < text.count && text[index + 1] == UInt8(ascii: "(")
            if [UInt8(ascii: "*"), UInt8(ascii: "\\"), UInt8(ascii: "[")].contains(byte) || opensCapture {
                output.append(UInt8(ascii: "\\"))
            }
            output.append(byte)
        }
        return ByteText.string(output)
    }
}
