import Links

@testable import Matching

/// A decoded path as text, rooted (`/a/b`) or not (`a/b`), to match against a pattern without a link.
///
/// Every link has a rooted path (`podcast:a/b`, `podcast://a/b` and `https://host/a/b` all have `/a/b`), and every
/// pattern of a table is rooted. Only plain text can be unrooted. A rooted pattern accepts only rooted text.
/// *Shape*: `/a/b` in, rooted and [a, b] out; `/` is rooted and [""].
struct PlainPath: Equatable {
    let isRooted: Bool
    /// At least one segment; only the last may be empty.
    let segments: [[UInt8]]

    /// Splits the text at its slashes.
    ///
    /// Returns nil for a path that no link has: one without segments, with an empty segment before the last, or with
    /// text that the policy of links refuses.
    init?(_ text: String) {
        guard let first = text.utf8.first else { return nil }
        isRooted = first == UInt8(ascii: "/")
        segments = text.utf8.dropFirst(isRooted ? 1 : 0).split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
        ).map(Array.init)
        guard !segments.dropLast().contains([]) else { return nil }
        guard segments.allSatisfy({ LinkBuilder.breach(ofSegment: $0) == nil }) else { return nil }
    }
}

/// A pattern for plain paths, which may lack its first slash: then it accepts only unrooted text.
struct PlainPattern {
    let pattern: Pattern
    let isRooted: Bool

    /// Parses a pattern; without its first slash it has the errors of the same pattern with one.
    init(_ text: String) throws(PatternError) {
        isRooted = text.isEmpty || text.utf8.first == UInt8(ascii: "/")
        let rooted = Array((isRooted ? text : "/" + text).utf8)
        pattern = try Pattern.parse(rooted.span) { _ in nil }
    }

    var text: String { isRooted ? pattern.text : String(pattern.text.dropFirst()) }

    /// The captured values of the path, in the order of `captures`; nil if the pattern does not match.
    ///
    /// *Shape*: `/doc/$(id)/$(rest:**)` on `/doc/7/a/b` gives 7 and [a, b]; a tail is an empty list for `/a/` and its lone
    /// empty segment.
    func captured(in path: PlainPath) -> [PathValue]? {
        let atoms = pattern.atoms
        let rest = path.segments.count - atoms.count
        guard path.isRooted == isRooted, pattern.tail == nil ? rest == 0 : rest > 0 else { return nil }
        guard zip(atoms, path.segments).allSatisfy({ $0.accepts($1.span) }) else { return nil }
        return pattern.captures.map { capture in
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
