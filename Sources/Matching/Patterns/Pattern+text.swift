// Matches a pattern against a plain path, for callers that have a pattern and a path but no table. Links are matched by
// the index.

extension Pattern {
    /// The value of one capture.
    package enum Captured: Equatable, Sendable {
        /// A part of one segment.
        case text([UInt8])
        /// The segments that the tail took; empty for `/a/` and its lone empty segment.
        case list([[UInt8]])
    }

    /// The captured values of the path, in the order of `captures`; nil if the pattern does not match.
    ///
    /// *Shape*: `/doc/$(id)/$(rest:**)` on `/doc/7/a/b` gives 7 and [a, b].
    package func captured(in path: PathText) -> [Captured]? {
        let rest = path.segments.count - atoms.count
        guard path.isRooted == isRooted, tail == nil ? rest == 0 : rest > 0 else { return nil }
        guard zip(atoms, path.segments).allSatisfy({ $0.accepts($1.span) }) else { return nil }
        return captures.map { capture in
            guard capture.position < atoms.count else {
                let taken = Array(path.segments.dropFirst(atoms.count))
                return .list(taken == [[]] ? [] : taken)
            }
            let atom = atoms[capture.position]
            return .text(
                Array(path.segments[capture.position].dropFirst(atom.prefix.count).dropLast(atom.suffix.count)))
        }
    }
}
