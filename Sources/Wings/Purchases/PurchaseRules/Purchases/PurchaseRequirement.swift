// The purchases that unlock a feature, as one value: a product, so many units of a consumable, or any or all of several
// requirements, to any depth.
//
// Requirements that ask for the same are equal, whatever their order: a group inside a group of the same mode is
// flattened, duplicates are dropped, of two amounts of one product any-of keeps the smaller and all-of the larger, and
// a group of one is that one. The order of declaration only decides what users are shown first. An empty group would
// always or never be met, which is never intended, so it cannot be made.

import Features

/// Which products unlock a feature.
package struct PurchaseRequirement: Hashable, Sendable, CustomStringConvertible {
    /// Whether one of a group is enough.
    package enum Mode: String, Sendable {
        case any
        case all
    }

    /// What a requirement is made of.
    package enum Content: Sendable {
        /// *Units and range*: units of the product, at least 1; more than 1 makes sense for consumables alone.
        case product(String, units: Int)
        /// Two or more, distinct, none of them a group of the same mode, in the order of declaration.
        case group(Mode, [PurchaseRequirement])
    }

    /// *Units*: groups inside each other; evaluating one goes as deep.
    package static let depthLimit = 16

    package let content: Content
    /// The same for equal requirements and for no others.
    ///
    /// *Shape*: `premium`; `coins 3` for three units; `any founder.once premium` sorted by bytes, and inside a group
    /// whatever is more than a product in parentheses: `all (any a b) (coins 3) pro`.
    package let description: String
    private let depth: Int

    /// One product.
    package static func product(_ id: String) -> Self { Self(product: id, units: 1) }

    /// So many units of one product; nil for fewer than one.
    package static func product(_ id: String, units: Int) -> Self? { units < 1 ? nil : Self(product: id, units: units) }

    /// Any or all of several requirements; nil for none, and beyond the limit of depth.
    package static func group(_ mode: Mode, _ parts: [Self]) -> Self? {
        let members = merged(parts.flatMap { $0.members(of: mode) }, mode)
        guard let first = members.first else { return nil }
        if members.count == 1 { return first }
        let depth = members.reduce(0) { max($0, $1.depth) } + 1
        return depth > depthLimit ? nil : Self(mode, members, depth: depth)
    }

    /// Any or all of one or more products.
    package init(mode: Mode, products: [String]) {
        let members = Self.merged(products.map(Self.product), mode)
        precondition(!members.isEmpty, "a requirement names a product")
        self = members.count == 1 ? members[0] : Self(mode, members, depth: 1)
    }

    private init(product: String, units: Int) {
        content = .product(product, units: units)
        description = product.asWord + (units == 1 ? "" : " \(units)")
        depth = 0
    }

    private init(_ mode: Mode, _ members: [Self], depth: Int) {
        content = .group(mode, members)
        let words = members.map { member in
            if case .product(_, units: 1) = member.content { return member.description }
            return "(" + member.description + ")"
        }
        description = Self.text(mode, words)
        self.depth = depth
    }

    /// The products it names, each once, in the order of declaration.
    package var products: [String] {
        switch content {
        case .product(let id, _): return [id]
        case .group(_, let members):
            var seen: Set<String> = []
            return members.flatMap(\.products).filter { seen.insert($0).inserted }
        }
    }

    package static func == (left: Self, right: Self) -> Bool { left.description == right.description }

    package func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension PurchaseRequirement {
    /// The description with other names for the products.
    func text(naming name: (String) -> String) -> String {
        switch content {
        case .product(let id, let units): name(id) + (units == 1 ? "" : " \(units)")
        case .group(let mode, let members):
            Self.text(
                mode,
                members.map { member in
                    if case .product(_, units: 1) = member.content { return member.text(naming: name) }
                    return "(" + member.text(naming: name) + ")"
                })
        }
    }

    private static func text(_ mode: Mode, _ words: [String]) -> String {
        let sorted = words.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return mode.rawValue + " " + sorted.joined(separator: " ")
    }

    private func members(of mode: Mode) -> [Self] {
        if case .group(mode, let members) = content { members } else { [self] }
    }

    private static func merged(_ parts: [Self], _ mode: Mode) -> [Self] {
        var members: [Self] = []
        var places: [String: Int] = [:]
        for part in parts {
            guard case .product(let id, let units) = part.content else {
                if places.updateValue(members.count, forKey: "(" + part.description) == nil { members.append(part) }
                continue
            }
            guard let place = places[id.asWord], case .product(_, let other) = members[place].content else {
                places[id.asWord] = members.count
                members.append(part)
                continue
            }
            if mode == .any ? units < other : units > other { members[place] = part }
        }
        return members
    }
}
