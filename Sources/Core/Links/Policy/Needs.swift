/// The processing that a component of a URL needs before it is canonical and decoded.
///
/// The parser finds the needs while it searches for the component's end. Later stages copy a component without needs in
/// bulk, which is nearly everything in nearly every link. A superfluous need costs time; a missing one gives a wrong URL.
struct Needs: OptionSet, Sendable {
    let rawValue: UInt8

    /// A byte must be escaped or lower-cased, or is a validation error, so the component is not copied.
    static let writing = Needs(rawValue: 1)
    /// A segment begins with a dot, raw or escaped, and may be resolved away.
    static let resolving = Needs(rawValue: 2)
    /// The decoded text differs: the component holds an escape or, in a query, a plus.
    static let decoding = Needs(rawValue: 4)

    /// True if the text itself is canonical.
    var isCanonical: Bool { isDisjoint(with: [.writing, .resolving]) }
    /// True if the text is its own decoded text, in which only a leading dot can violate a rule.
    var isPlain: Bool { isDisjoint(with: [.writing, .decoding]) }

    /// The most bytes that a component takes beyond its own: two for each escaped byte, and the space to decode the result.
    func growth(_ range: ByteRange) -> Int {
        if !isCanonical { return 5 * range.count }
        return contains(.decoding) ? range.count : 0
    }
}
