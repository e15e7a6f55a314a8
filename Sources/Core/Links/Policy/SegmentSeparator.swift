// The separator of a custom scheme's segments, if it is another character than a slash: `spotify:track:7`. A table
// declares the character for such a scheme, and then the three spellings of one link have the same segments:
//
//   spotify:track:7     the opaque form: cut at the separator
//   spotify:/track/7    forms with a slash after the colon: cut at slashes, as of any scheme
//   spotify://track/7
//
// In the opaque form a raw slash is refused, because another program would cut there. A segment is cut before it is
// decoded, and if it holds a separator after decoding, the link is refused, as one with an encoded slash is. In the other
// two forms the character is text: `spotify:/a:b` has one segment.

/// A character that separates the segments of a custom scheme's opaque form.
package enum SegmentSeparator: String, CaseIterable, Sendable {
    case colon = ":"
    case comma = ","
    case semicolon = ";"

    /// The ASCII byte of the character.
    var byte: UInt8 {
        switch self {
        case .colon: ASCII.colon
        case .comma: UInt8(ascii: ",")
        case .semicolon: UInt8(ascii: ";")
        }
    }

    /// True if a decoded segment holds the character, so that no link of the opaque form can have the segment.
    package func isHeld(by segment: [UInt8]) -> Bool { segment.contains(byte) }
}

/// The custom schemes whose opaque form has a separator of its own.
package struct SegmentSeparators: Equatable, Sendable {
    private var byScheme: [String: SegmentSeparator] = [:]

    /// Makes the separators of a table that declares none: every scheme has slashes.
    package init() {}

    /// The separator of a scheme, in lower case; nil if the scheme has slashes in every form.
    package subscript(scheme: String) -> SegmentSeparator? {
        get { byScheme[scheme] }
        set { byScheme[scheme] = newValue }
    }

    /// True if no scheme has a separator of its own.
    var isEmpty: Bool { byScheme.isEmpty }
}
