// A route's pattern: the lists of segments that it accepts, and the values that it captures.
//
// A path is a list of one or more segments, and only the last may be empty: `/a` is [a], `/a/` is [a, ""]. A pattern
// has one atom per segment. It may end in a tail, which takes one or more further segments: `/a/**` accepts `/a/` and
// `/a/b` but not `/a`. So a pattern accepts a product of non-empty sets, and the relation of two patterns is exact and
// cheap to decide (RouteStore+relation).

/// A parsed path pattern.
///
/// *Shape*: `/favourites/$(list:slug)`, `/img/$(id:uint).png`, `/docs/$(rest:**)`, `/a/`.
/// *Limits*: `Limits.segments` atoms, `Limits.captures` named captures, the tail among them.
package struct Pattern: Equatable, Sendable {
    /// The part of a pattern that takes the rest of the path.
    package enum Tail: Equatable, Sendable {
        /// `**`.
        case nameless
        /// `$(name:**)`.
        case named(String)
    }

    /// One named value that the pattern captures from a path.
    package struct Capture: Equatable, Sendable {
        /// The type of a captured value.
        package enum Value: Equatable, Sendable {
            /// A part of one segment.
            case text(Language)
            /// The list of segments that the tail takes.
            case tail
        }

        package let name: String
        package let value: Value
        /// The number of the atom; for the tail the number of atoms.
        package let position: Int
        /// True for a `*`, `**` or `$(_:type)`, whose name is its number; only `Pattern.places` has such.
        package var isNameless = false
    }

    /// The name of a capture that only selects: `$(_:uint)` accepts an integer and captures nothing.
    package static let noName = "_"

    /// One atom per segment, in order.
    package let atoms: [Atom]
    /// The tail; nil for a pattern of fixed length.
    package let tail: Tail?
    /// The named captures in the order of the pattern; `Match` holds their values in the same order.
    package private(set) var captures: [Capture] = []

    init(atoms: [Atom], tail: Tail?) {
        self.atoms = atoms
        self.tail = tail
        captures = places.filter { !$0.isNameless }
    }

    /// The canonical spelling: escapes only where needed, `$(x:string)` as `$(x)`, sets sorted.
    package var text: String {
        let text = atoms.map { "/" + $0.text }.joined()
        return switch tail {
        case .nameless: text + "/**"
        case .named(let name): text + "/$(\(name):**)"
        case nil: text
        }
    }
}
