import Contract
import Features
import TestSupport
import Testing

@testable import PurchaseRules

/// Requirements as values: when two are the same, how they read, and what would unlock them.
struct PurchaseRequirementTests {
    private typealias Requirement = PurchaseRequirement

    /// A requirement from its text: `all (any a b) (coins 3) pro`.
    static func read(_ text: String) -> PurchaseRequirement? {
        var words = text.replacing("(", with: " ( ").replacing(")", with: " ) ").split(separator: " ")[...]
        return group(&words)
    }

    private static func group(_ words: inout ArraySlice<Substring>) -> PurchaseRequirement? {
        guard let first = words.popFirst() else { return nil }
        guard let mode = PurchaseRequirement.Mode(rawValue: String(first)) else {
            guard let units = words.first.flatMap({ Int($0) }) else { return .product(String(first)) }
            words.removeFirst()
            return .product(String(first), units: units)
        }
        var parts: [PurchaseRequirement] = []
        while let next = words.first, next != ")" {
            words.removeFirst()
            guard next == "(" else {
                parts.append(.product(String(next)))
                continue
            }
            guard let part = group(&words), words.popFirst() == ")" else { return nil }
            parts.append(part)
        }
        return .group(mode, parts)
    }

    @Test(arguments: [
        ("a", "a"), ("coins 3", "coins 3"), ("coins 1", "coins"), ("any b a", "any a b"), ("all Z a", "all Z a"),
        ("all pro (coins 3) (any b a)", "all (any a b) (coins 3) pro"), ("any a a", "a"), ("all (any a)", "a"),
        ("any (any a b) (any b c)", "any a b c"), ("all (all a (all b c)) d", "all a b c d"),
        ("any (coins 3) (coins 5)", "coins 3"), ("all (coins 3) (coins 5)", "coins 5"),
        ("all a (any b c) (any c b)", "all (any b c) a"), ("any (all a b) (all b a)", "all a b"),
    ])
    func `a requirement reads the same however it was declared`(declared: String, text: String) throws {
        let requirement = try #require(Self.read(declared))
        #expect(requirement.description == text)
        #expect(try #require(Self.read(text)) == requirement)
        #expect(try #require(Self.read(text)).hashValue == requirement.hashValue)
    }

    @Test func `amounts of one product are different requirements`() {
        #expect(Requirement.product("k", units: 5) != Requirement.product("k", units: 10))
        let catalogue = chain([5, 10].compactMap { Requirement.product("k", units: $0) }.map(Constraint.purchase))
        #expect(catalogue.constraints[1].map(\.id) == ["purchase:k 5", "purchase:k 10"])
    }

    @Test func `products are shown in the order of declaration`() {
        #expect(Requirement(mode: .any, products: ["b", "c", "a", "b"]).products == ["b", "c", "a"])
        #expect(Self.read("all z (any y x) y")?.products == ["z", "y", "x"])
    }

    @Test func `empty groups, amounts below one and too many levels are no requirement`() {
        #expect(Requirement.group(.any, []) == nil)
        #expect(Requirement.group(.all, []) == nil)
        #expect(Requirement.product("k", units: 0) == nil)
        #expect(Requirement.product("k", units: .min) == nil)
        var deep: PurchaseRequirement? = .product("p")
        var depth = -1
        while let inner = deep {
            depth += 1
            deep = .group(depth % 2 == 0 ? .any : .all, [inner, .product("p\(depth)")])
        }
        #expect(depth == Requirement.depthLimit)
    }

    @Test(arguments: [("a b", "\"a b\""), ("", "\"\""), ("(a)", "\"(a)\""), (#"a"\"#, #""a\"\\""#), ("ä", "ä")])
    func `a product whose name could be read as more is quoted`(name: String, text: String) {
        #expect(Requirement.product(name).description == text)
        let two = Requirement(mode: .all, products: [name, "z"]).description
        #expect(
            two == "all " + [text, "z"].sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: " "))
    }

    // MARK: What unlocks

    private static func facts(_ states: String) -> Facts {
        var facts = Facts()
        for pair in states.split(separator: " ") {
            let words = pair.split(separator: "=").map(String.init)
            let short: [String: PurchaseState] = ["yes": .active, "no": .none, "?": .unknown]
            let state = short[words[1]] ?? PurchaseState(rawValue: words[1]) ?? .active
            facts[.purchase(words[0])] = .purchase(Purchase(state, units: Int(words[1])))
        }
        return facts
    }

    @Test(arguments: [
        ("a", "", "a"), ("a", "a=yes", ""), ("a", "a=?", ""), ("any a b", "", "a|b"), ("any a b", "a=?", ""),
        ("all a b", "", "a+b"), ("all a b", "a=yes", "b"), ("all a b", "a=?", "b"), ("all a b", "a=? b=?", ""),
        ("all (any a b) c", "", "a+c|b+c"), ("all (any a b) c", "c=yes", "a|b"), ("all (any a b) c", "a=?", "c"),
        ("any a (all a b)", "", "a"), ("any (all a b) (all b c) b", "", "b"), ("all (any a b) (any b c)", "", "a+c|b"),
        ("any (all a b) (all b a c)", "", "a+b"), ("all a (any b (all c d))", "", "a+b|a+c+d"),
        ("any (all a b) (all c d)", "a=yes", "b|c+d"), ("coins 3", "", "coins:3"), ("coins 3", "coins=1", "coins:2"),
        ("coins 3", "coins=3", ""), ("coins 3", "coins=9", ""), ("coins 3", "coins=?", ""),
        ("coins 3", "coins=-4", "coins:3"),
        ("all (any (coins 3) a) (any (coins 5) b)", "coins=1", "coins:4|coins:2+b|a+b"),
    ])
    func `the smallest sets that unlock are named, and nothing that is held or unknown`(
        requirement: String, states: String, sets: String
    ) throws {
        let found = try #require(Self.read(requirement)).requiredToUnlock(Self.facts(states).of(.uid(1)))
        let text = found.map { set in
            set.map { $0.product + ($0.units == 1 ? "" : ":\($0.units)") }.joined(separator: "+")
        }
        #expect(Set(text) == Set(sets.split(separator: "|").map(String.init)))
        #expect(text.count == Set(text).count)
    }

    @Test func `buying any of the sets unlocks it, and buying less does not`() {
        var random = SeededGenerator(for: "buying any of the sets unlocks it, and buying less does not")
        for _ in 0..<3000 {
            let requirement = Self.random(depth: 3, &random)
            var facts = Facts()
            for product in requirement.products where Bool.random(using: &random) {
                let units = Bool.random(using: &random) ? Int.random(in: -1...5, using: &random) : nil
                facts[.purchase(product)] = PurchaseState.allCases.randomElement(using: &random)
                    .map { .purchase(Purchase($0, units: units)) }
            }
            facts.sourceless = Set(
                requirement.products.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
                    .map(FactKey.purchase))
            let before = Self.report(requirement, facts)
            let sets = requirement.requiredToUnlock(facts.of(.uid(1)))
            let isSold = before?.status == .unsatisfied && before?.code != .purchaseUnsupported
            #expect(sets.isEmpty != isSold, "\(requirement) \(facts)")
            let sold = Set(sets.flatMap { $0.map { FactKey.purchase($0.product) } })
            #expect(sold.filter { facts[$0] == nil }.isDisjoint(with: facts.sourceless), "\(requirement) \(facts)")
            for set in sets {
                #expect(
                    Self.report(requirement, Self.buying(set, facts))?.status != .unsatisfied, "\(requirement) \(set)")
                for index in set.indices {
                    var less = set
                    less.remove(at: index)
                    #expect(
                        Self.report(requirement, Self.buying(less, facts))?.status == .unsatisfied,
                        "\(requirement) \(set)")
                }
            }
        }
    }

    private static func random(depth: Int, _ random: inout SeededGenerator) -> PurchaseRequirement {
        let product = ["a", "b", "c", "d", "e", "f"].randomElement(using: &random) ?? "a"
        if depth == 0 || Int.random(in: 0..<3, using: &random) == 0 {
            return .product(product, units: Int.random(in: 1...4, using: &random)) ?? .product(product)
        }
        let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in Self.random(depth: depth - 1, &random) }
        return .group(Bool.random(using: &random) ? .any : .all, parts) ?? .product(product)
    }

    private static func buying(_ set: [ProductNeed], _ facts: Facts) -> Facts {
        var facts = facts
        for need in set {
            let units = (facts.of(.uid(1)).units(of: need.product) ?? 0) + need.units
            facts[.purchase(need.product)] = .purchase(Purchase(.active, units: units))
        }
        return facts
    }

    private static func report(_ requirement: PurchaseRequirement, _ facts: Facts) -> ConstraintReport? {
        let caller = Caller(uid: 1)
        let catalogue = chain([.purchase(requirement)])
        return Verifier.assess(1, in: catalogue, facts: facts, caller: caller).constraints.first
    }

    @Test(arguments: [
        ("any a b", "", "purchase products=a/b mode=any; restorePurchases products=a/b"),
        ("all a b", "", "purchase products=a/b mode=all; restorePurchases products=a/b"),
        (
            "any a b", "a=billingRetry",
            "updatePayment products=a; purchase products=b mode=all; restorePurchases products=b"
        ),
        ("all (any b a) c", "", "purchase products=b/c/a sets=b/c/a/c; restorePurchases products=b/c/a"),
        ("coins 3", "", "purchase products=coins mode=all units=coins:3"),
        ("coins 3", "coins=1", "purchase products=coins mode=all units=coins:2 held=coins:1"),
        ("coins 3", "coins=2", "purchase products=coins mode=all held=coins:2"),
        ("any a (all a b)", "", "purchase products=a mode=all; restorePurchases products=a"),
        (
            "all a (coins 2)", "a=paused",
            "resumeSubscription products=a; purchase products=coins mode=all units=coins:2"
        ),
    ])
    func `remedies name exactly the products that would help`(requirement: String, states: String, text: String) throws
    {
        let facts = Self.facts(states)
        let catalogue = chain([.purchase(try #require(Self.read(requirement)))])
        let caller = Caller(uid: 1)
        let refusal = try #require(Verifier.assess(1, in: catalogue, facts: facts, caller: caller).refusal)
        let words = refusal.remedies.map { remedy in
            remedy.kind.rawValue
                + remedy.arguments.map { argument in
                    let amounts = argument.value.members?.map { "\($0.name):\($0.value.argumentText)" } ?? []
                    return " \(argument.name)=" + argument.value.argumentText + amounts.joined(separator: ",")
                }.joined()
        }
        #expect(words.joined(separator: "; ") == text)
    }

    @Test func `too few units are named as such, by the code of a purchase`() throws {
        var facts = Facts()
        facts[.purchase("coins")] = .purchase(Purchase(.active, units: 2))
        let catalogue = chain([.purchase(try #require(Requirement.product("coins", units: 3)))])
        let report = try #require(
            Verifier.assess(1, in: catalogue, facts: facts, caller: Caller(uid: 1)).constraints.first)
        #expect(report.code == .purchaseRequired)
        #expect(report.reason == "insufficient")
        facts[.purchase("coins")] = .purchase(Purchase(.active, units: 3))
        #expect(Verifier.assess(1, in: catalogue, facts: facts, caller: Caller(uid: 1)).refusal == nil)
        facts[.purchase("coins")] = .purchase(Purchase(.revoked))
        #expect(
            Verifier.assess(1, in: catalogue, facts: facts, caller: Caller(uid: 1)).refusal?.code == .purchaseRevoked)
    }
}
