// The products that would have to be bought. Only products that are known to be missing are named: a product whose
// state is unknown may be held already, and a user who holds a product is not asked to buy it again. So a requirement
// that is met, or whose result is unknown, needs no purchase. One that is not met needs one of several sets of
// products, each as small as possible. After the purchase of any of these sets the requirement is met, or its result is
// unknown. A product without a source on this host cannot be bought, so no set has it: a requirement that needs it has none.

package import Features

extension PurchaseRequirement {
    /// *Units*: sets that are worked out where alternatives multiply; those declared first are kept.
    package static let setLimit = 64

    /// The smallest sets of products of which one would unlock the requirement; empty where it is met or in doubt.
    ///
    /// *Shape*: `all (any a b) c` with nothing bought → `[[a, c], [b, c]]`; with `c` bought → `[[a], [b]]`.
    /// *Limits*: `setLimit` where alternatives multiply.
    package func requiredToUnlock(_ facts: SubjectFacts) -> [[ProductNeed]] {
        guard case .missing = judge(facts) else { return [] }
        return Self.minimal(sets(facts))
    }

    /// The sets that lift what is broken in here; one empty set where nothing is.
    private func sets(_ facts: SubjectFacts) -> [[ProductNeed]] {
        guard case .missing = judge(facts) else { return [[]] }
        switch content {
        case .product(let id, _) where facts.lacksSource(.purchase(id)): return []
        case .product(let id, let needed):
            return [[ProductNeed(product: id, units: needed - (facts.units(of: id) ?? 0))]]
        case .group(.any, let members): return Self.minimal(members.flatMap { $0.sets(facts) })
        case .group(.all, let members):
            return members.reduce([[]]) { sets, member in
                let others = member.sets(facts)
                guard others != [[]] else { return sets }
                let products = sets.lazy.flatMap { set in others.lazy.map { Self.union(set, $0) } }
                return Self.minimal(Array(products.prefix(Self.setLimit)))
            }
        }
    }

    private static func union(_ left: [ProductNeed], _ right: [ProductNeed]) -> [ProductNeed] {
        var set = left
        for need in right {
            guard let place = set.firstIndex(where: { $0.product == need.product }) else {
                set.append(need)
                continue
            }
            if set[place].units < need.units { set[place] = need }
        }
        return set
    }

    /// The sets without those that ask for all that another asks for, and more; in their order.
    ///
    /// *Limits*: `setLimit` sets of more than one product.
    /// *Cost*: linear in sets of one product each, of which there may be thousands.
    static func minimal(_ sets: [[ProductNeed]]) -> [[ProductNeed]] {
        var single: [String: Int] = [:]
        for set in sets where set.count == 1 {
            single[set[0].product] = min(single[set[0].product] ?? .max, set[0].units)
        }
        let several = sets.lazy.filter { $0.count > 1 }.prefix(setLimit).filter { set in
            !set.contains { $0.units >= single[$0.product] ?? .max }
        }
        var keptSeveral: [[ProductNeed]] = []
        for set in several where !keptSeveral.contains(where: { includes(set, $0) }) {
            keptSeveral.removeAll { includes($0, set) }
            keptSeveral.append(set)
        }
        var rest = Set(keptSeveral)
        return sets.filter { set in
            guard set.count == 1 else { return rest.remove(set) != nil }
            guard set[0].units == single[set[0].product] else { return false }
            single[set[0].product] = nil
            return true
        }
    }

    /// Whether the first set includes the second: each of its products, in at least as many units.
    private static func includes(_ set: [ProductNeed], _ other: [ProductNeed]) -> Bool {
        other.allSatisfy { need in set.contains { $0.product == need.product && $0.units >= need.units } }
    }
}
