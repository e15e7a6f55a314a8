// A route's pattern: which lists of segments it accepts, and what it captures from them.
//
// A path is a list of one or more segments of which only the last may be empty (2-routes-conf): `/a` is [a], `/a/` is
// [a, ""]. A pattern has one atom per segment, and perhaps a tail that takes one or more further entries of the list:
// `/a/**` takes `/a/` and `/a/b` but not `/a`. So a pattern accepts a product of non-empty sets, which is what makes
// the relation of two patterns exact and cheap (Pattern+relation).

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

    /// One named value that the pattern takes out of a path.
    package struct Capture: Equatable, Sendable {
        /// What the capture may be.
        package enum Value: Equatable, Sendable {
            /// A part of one segment.
            case text(Language)
            /// The list of segments that the tail took.
            case tail
        }

        package let name: String
        package let value: Value
        /// The number of the atom, or the number of atoms for the tail.
        package let position: Int
    }

    /// One per segment, in order.
    package let atoms: [Atom]
    /// The tail, nil where the pattern has a fixed length.
    package let tail: Tail?
    /// The named captures in the order of the pattern; `Match` holds their values in the same order.
    package let captures: [Capture]
    /// Whether it begins with a slash, as every pattern of a table does; one that does not takes unrooted text alone
    /// (`PathText`).
    package let isRooted: Bool

    init(atoms: [Atom], tail: Tail?, isRooted: Bool = true) {
        self.atoms = atoms
        self.tail = tail
        self.isRooted = isRooted
        var captures: [Capture] = []
        for (position, atom) in atoms.enumerated() {
            guard case .capture(let name, let language) = atom.core else { continue }
            captures.append(Capture(name: name, value: .text(language), position: position))
        }
        if case .named(let name) = tail { captures.append(Capture(name: name, value: .tail, position: atoms.count)) }
        self.captures = captures
    }

    /// The pattern in its canonical spelling: escapes only where they are needed, `$(x:string)` as `$(x)`, sets sorted.
    package var text: String {
        var text = atoms.map { "/" + $0.text }.joined()
        switch tail {
        case .nameless: text += "/**"
        case .named(let name): text += "/$(\(name):**)"
        case nil: break
        }
        return isRooted ? text : String(text.dropFirst())
    }
}
