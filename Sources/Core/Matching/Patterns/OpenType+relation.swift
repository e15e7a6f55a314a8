// The relation of two types without affixes, where a look at their bounds decides it. Tests compare each with the search
// in the product of the automata, which decides the rest.

extension OpenType {
    /// The relation of the texts of this type to those of `other`; nil if only a search can decide it.
    func relation(to other: OpenType) -> Relation? {
        if self == other { return .equal }
        switch (self, other) {
        case (_, .string): return .inside
        case (.string, _): return .contains
        case (_, .slug): return relationToSlug
        case (.slug, _): return other.relationToSlug.mirrored
        case (_, .hex): return relationToHex
        case (.hex, _): return other.relationToHex.mirrored
        case (.integer(let low, let high), .integer(let least, let most)):
            return Self.relation((low, high), (least, most))
        case (.text(let low, let high), .text(let least, let most)): return Self.relation((low, high), (least, most))
        case (.fixed(let mine, let count), .fixed(let its, let otherCount)):
            return count != otherCount ? .disjoint : mine.rawValue < its.rawValue ? .inside : .contains
        case (.text, .integer), (.integer, .text), (.fixed, .integer), (.integer, .fixed): return nil
        case (.text(let least, let most), _):
            return (least...most).contains(other.characterCount ?? 0) ? .contains : .disjoint
        case (_, .text(let least, let most)):
            return (least...most).contains(characterCount ?? 0) ? .inside : .disjoint
        // A date and a uuid have hyphens after their first character, and different lengths.
        case (.date, _), (_, .date), (.uuid, _), (_, .uuid): return .disjoint
        }
    }

    /// A text of two types whose relation the bounds decide and that are not disjoint.
    func commonText(with other: OpenType) -> String {
        switch relation(to: other) {
        case .equal, .inside: sample
        case .contains: other.sample
        case .overlapping, .disjoint, nil: overlap(with: other).sample
        }
    }

    /// A type inside both types, which overlap.
    private func overlap(with other: OpenType) -> OpenType {
        switch (self, other) {
        case (.integer(let low, let high), .integer(let least, let most)): .integer(max(low, least), min(high, most))
        case (.text(let low, let high), .text(let least, let most)): .text(max(low, least), min(high, most))
        // A hex or a slug, which has no hyphen before a digit.
        case (.integer(_, let high), _), (_, .integer(_, let high)): .integer(0, high)
        case (.text(let least, _), _), (_, .text(let least, _)): .fixed(.digits, least)
        case (.fixed(_, let count), _), (_, .fixed(_, let count)): .fixed(.digits, count)
        default: self
        }
    }

    private var relationToSlug: Relation {
        switch self {
        case .date, .uuid, .hex, .fixed: .inside
        case .integer(let low, let high): low >= 0 ? .inside : high < 0 ? .disjoint : .overlapping
        case .text: .overlapping
        case .slug: .equal
        case .string: .contains
        }
    }

    private var relationToHex: Relation {
        switch self {
        case .date, .uuid: .disjoint
        case .fixed(let alphabet, _): alphabet == .base62 ? .overlapping : .inside
        case .integer(let low, let high): low >= 0 ? .inside : high < 0 ? .disjoint : .overlapping
        case .text: .overlapping
        case .hex: .equal
        case .slug, .string: .contains
        }
    }

    /// The number of characters of each text; nil if they differ.
    private var characterCount: Int? {
        switch self {
        case .date: 10
        case .uuid: 36
        case .fixed(_, let count): count
        case .hex, .slug, .string, .integer, .text: nil
        }
    }

    private static func relation<Bound: Comparable>(_ mine: (Bound, Bound), _ its: (Bound, Bound)) -> Relation {
        guard mine.0 <= its.1, its.0 <= mine.1 else { return .disjoint }
        return Relation(inside: mine.0 >= its.0 && mine.1 <= its.1, contains: mine.0 <= its.0 && mine.1 >= its.1)
    }
}
