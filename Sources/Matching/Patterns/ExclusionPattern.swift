/// The pattern of an `except` or `deny`: literals, `*` and a final `**`, which also covers the parent.
///
/// *Shape*: `/favourites/private`, `/internal/**` (that is `/internal`, `/internal/` and everything below),
/// `/img/*.gif`.
package struct ExclusionPattern: Equatable, Sendable {
    /// One atom per segment; none is a named capture.
    package let atoms: [Atom]
    /// True if the exclusion ends in `**`: it covers its own path and everything below it.
    package let coversBelow: Bool

    /// Parses an exclusion.
    ///
    /// *Throws*: the errors of `Pattern.parse`, and `PatternError` for a capture.
    package static func parse(_ text: Span<UInt8>) throws(PatternError) -> ExclusionPattern {
        let parser = try PatternParser(text, allowsCaptures: false, sets: { _ in nil })
        return ExclusionPattern(atoms: parser.atoms, coversBelow: parser.tail != nil)
    }

    /// The exclusion in its canonical spelling.
    package var text: String { atoms.map { "/" + $0.text }.joined() + (coversBelow ? "/**" : "") }
}
