internal import Matching

/// An order of patterns that agrees with inclusion: of two patterns the narrower one comes first.
struct PatternWeight: Comparable {
    private let tail: Int
    private let atoms: Int
    private let keys: Int
    private let types: Int

    init(_ pattern: Pattern, _ keys: [LinkRoute.Key]) {
        tail = pattern.tail == nil ? 0 : 1 << 16 - pattern.atoms.count
        atoms = pattern.atoms.reduce(0) { $0 + Self.weight($1) }
        let required = keys.filter(\.isRequired)
        self.keys = -required.count
        types = required.reduce(0) { $0 + Self.weight(type: $1.type) }
    }

    private static func weight(_ atom: Atom) -> Int {
        let affixes = min(atom.prefix.count + atom.suffix.count, 9999)
        return switch atom.core {
        case .literal: 0
        case .wildcard: 10 * 10_000 - affixes
        case .capture(_, let language): weight(type: language.name) * 10_000 - affixes
        }
    }

    /// A wider type has the greater number.
    private static func weight(type: String) -> Int {
        switch type {
        case "string": 10
        case "slug": 8
        case "hex", "int": 6
        case "uint", "uuid", "date": 5
        case "bool": 1
        case _ where type.hasPrefix("@") || type.contains("|"): 1
        case _ where type.hasPrefix("text("): 9
        case _ where type.hasPrefix("base62("): 7
        case _ where type.hasPrefix("hex("): 4
        default: 3
        }
    }

    static func < (left: PatternWeight, right: PatternWeight) -> Bool {
        if left.tail != right.tail { return left.tail < right.tail }
        if left.atoms != right.atoms { return left.atoms < right.atoms }
        if left.keys != right.keys { return left.keys < right.keys }
        return left.types < right.types
    }
}
