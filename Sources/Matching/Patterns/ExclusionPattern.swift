/// What `except` and `deny` name: literals, `*` and a final `**`, which here covers the parent too.
///
/// *Shape*: `/favourites/private`, `/internal/**` (that is `/internal`, `/internal/` and everything below),
/// `/img/*.gif`.
package struct ExclusionPattern: Equatable, Sendable {
    /// One per segment, none of them a named capture.
    package let atoms: [Atom]
    /// Whether the exclusion ends in `**`: its own path and everything below it.
    package let coversBelow: Bool

    /// Parses an exclusion.
    ///
    /// *Throws*: `PatternError` as `Pattern.parse`, and for captures.
    package static func parse(_ text: Span<UInt8>) throws(PatternError) -> ExclusionPattern {
        var parser = PatternParser(ByteText.array(text), allowsCaptures: false, sets: { _ in nil })
        let (atoms, tail) = try parser.parse()
        return ExclusionPattern(atoms: atoms, coversBelow: tail != nil)
    }

    /// The exclusion in its canonical spelling.
    package var text: String { atoms.map { "/" + $0.text }.joined() + (coversBelow ? "/**" : "") }
}
