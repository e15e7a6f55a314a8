/// The name of a language, as BCP 47 writes it.
///
/// *Shape*: `de`, `de-AT`, `zh-Hant-TW`. A tag without meaning is one too: no list of languages is kept here.
package struct LanguageTag: Hashable, Sendable, CustomStringConvertible {
    /// *Units*: bytes of one tag; the longest that registries recommend has 35.
    package static let byteLimit = 35

    /// With the letters of each part as RFC 5646 recommends them, section 2.1.1, so that equal tags have equal texts.
    package let description: String

    /// Reads a tag; nil for what is none.
    ///
    /// The first part has two or three letters: longer ones are reserved, and no language has one. So a tag is not confused
    /// with a word of a title.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.byteLimit, let first = parts.first, 2...3 ~= first.utf8.count,
            first.utf8.allSatisfy(Self.isLetter),
            parts.dropFirst().allSatisfy({ 1...8 ~= $0.utf8.count && $0.utf8.allSatisfy(Self.isLetterOrDigit) })
        else { return nil }
        var (written, isExtension) = ([first.lowercased()], false)
        for part in parts.dropFirst() {
            let isPlace = part.utf8.count == 2 && !isExtension
            let isScript = part.utf8.count == 4 && !isExtension && part.utf8.allSatisfy(Self.isLetter)
            written.append(isPlace ? part.uppercased() : isScript ? part.capitalised : part.lowercased())
            if part.utf8.count == 1 { isExtension = true }
        }
        description = written.joined(separator: "-")
    }

    /// The tag without its last part, and without a single letter before that; nil for the shortest one.
    ///
    /// *Source*: RFC 4647, section 3.4.
    package var wider: LanguageTag? {
        var parts = description.split(separator: "-").dropLast()
        if parts.count > 1, parts.last?.utf8.count == 1 { parts.removeLast() }
        return parts.isEmpty ? nil : LanguageTag(parts.joined(separator: "-"))
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || (0x30...0x39).contains(byte) }
}

extension Substring {
    fileprivate var capitalised: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
