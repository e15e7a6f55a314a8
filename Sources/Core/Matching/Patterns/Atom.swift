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
        var text: [UInt8] = []
        append(to: &text)
        return ByteText.string(text)
    }

    /// Appends the canonical spelling in a table.
    package func append(to text: inout [UInt8]) {
        Self.appendEscaped(prefix, to: &text)
        switch core {
        case .literal: break
        case .wildcard: text.append(UInt8(ascii: "*"))
        case .capture(let name, .string): text += "$(\(name))".utf8
        case .capture(let name, let language): text += "$(\(name):\(language.name))".utf8
        }
        Self.appendEscaped(suffix, to: &text)
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

    private static func appendEscaped(_ bytes: [UInt8], to text: inout [UInt8]) {
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "*"), UInt8(ascii: "\\"), UInt8(ascii: "["): text.append(UInt8(ascii: "\\"))
            // It would open a capture.
            case UInt8(ascii: "$") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "("):
                text.append(UInt8(ascii: "\\"))
            default: break
            }
            text.append(byte)
        }
    }
}
