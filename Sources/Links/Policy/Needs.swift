/// What a component of a URL still needs before it is canonical and decoded.
///
/// A look at the text finds it while it searches for the component's end, so the stages after it copy in bulk whatever
/// needs nothing, which is nearly everything in nearly every link. A need too many costs time, one too few a wrong URL.
struct Needs: OptionSet, Sendable {
    let rawValue: UInt8

    /// It is not written as it stands: a byte is escaped, lowered or remarked on.
    static let writing = Needs(rawValue: 1)
    /// A segment begins with a dot, in any form, and may be resolved away.
    static let resolving = Needs(rawValue: 2)
    /// Its decoded text is another: it holds an escape, or in a query a plus.
    static let decoding = Needs(rawValue: 4)

    /// Whether the text itself is canonical.
    var isCanonical: Bool { isDisjoint(with: [.writing, .resolving]) }
    /// Whether the text itself is its decoded text, and nothing in it can break a rule but a leading dot.
    var isPlain: Bool { isDisjoint(with: [.writing, .decoding]) }

    /// How many bytes a component may take beyond its own: two for each that is escaped, and the room to decode all that.
    func growth(_ range: ByteRange) -> Int {
        if !isCanonical { return 5 * range.count }
        return contains(.decoding) ? range.count : 0
    }
}
