// What a pattern makes of bare text, in the plainest way. Links are matched by the index; this is for whoever holds a
// pattern and a path and no table.

extension Pattern {
    /// What one capture took.
    package enum Captured: Equatable, Sendable {
        /// A part of one segment.
        case text([UInt8])
        /// The segments that the tail took; none of them where it took the lone empty one of `/a/`.
        case list([[UInt8]])
    }

    /// What the pattern captures in the path, in the order of `captures`; nil where it does not match.
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
