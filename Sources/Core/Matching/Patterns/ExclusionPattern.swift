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

    /// True if it is known to cover every path of another exclusion: it is the same, or covers what is below a beginning of
    /// it. (`/*` covers `/a` too, which is not found.)
    package func covers(_ other: ExclusionPattern) -> Bool {
        self == other || coversBelow && other.atoms.starts(with: atoms)
    }

    /// The exclusion in its canonical spelling.
    package var text: String { atoms.map { "/" + $0.text }.joined() + (coversBelow ? "/**" : "") }
}
