import Conf
import Contract
import Features
import PurchaseRules
import TestTables
import Testing

@testable import Routing

/// `require purchase` with units and groups.
@Suite struct NeedReaderTests {
    private static func table(_ need: String) -> String {
        """
        scheme s
        product coins {
            kind consumable
        }
        product a
        product b
        product "any"
        feature F {
            require purchase \(need)
            action go {
                respond
            }
            route r /r do go
        }

        """
    }

    @Test(arguments: [
        ("coins 30", "coins 30"), ("coins 1", "coins"), ("(coins 30)", "coins 30"), ("((coins) )", "coins"),
        ("any a b", "any a b"), ("any a coins 30", "any (coins 30) a"), ("any a (coins 30)", "any (coins 30) a"),
        ("all (any a b) (coins 3)", "all (any a b) (coins 3)"), ("all (any a b) coins 3", "all (any a b) (coins 3)"),
        ("all ( any a b ) ( coins 3 )", "all (any a b) (coins 3)"), ("any (any a b) coins", "any a b coins"),
        ("all (any a (all b coins)) coins 2", "all (any (all b coins) a) (coins 2)"), ("(any a b)", "any a b"),
        ("all a", "a"), ("all any a", "all a any"), (#""any""#, "any"), (#"any a "any""#, "any a any"),
        (#"all (any a "any" ) b"#, "all (any a any) b"),
        ("all coins coins 3", "-"),
    ])
    func `a need is a product, units of a consumable, or a group of any depth`(_ need: String, _ expected: String)
        throws
    {
        let result = Tables.load(Self.table(need))
        let rules = result.ruleset?.catalogue.constraints.flatMap { $0 }.compactMap { $0.rule as? RequiredPurchase }
        guard expected != "-" else {
            let errors = result.diagnostics.inOrder.filter { $0.severity == .error }
            return #expect(errors.first?.message == "the product `coins` is named twice")
        }
        #expect(rules?.first?.subject == expected, "\(Tables.printed(result))")
    }

    @Test func `what an outcome says of a need is what a table may say`() throws {
        for need in ["all (any a b) (coins 3)", "any (all a b) (coins 30)", "coins 7", "any a b"] {
            let first = try Tables.ruleset(Self.table(need))
            let subject = first.catalogue.constraints.flatMap { $0 }.compactMap { $0.rule as? RequiredPurchase }.first
            let second = try Tables.ruleset(Self.table(try #require(subject?.subject)))
            let again = second.catalogue.constraints.flatMap { $0 }.compactMap { $0.rule as? RequiredPurchase }.first
            #expect(again?.subject == subject?.subject)
        }
    }

    @Test(arguments: [
        ("30", "`30` is a number of units, and no product stands before it"),
        ("30 coins", "`30` is a number of units, and no product stands before it"),
        ("coins 0", "`0` is not a number of units"), ("coins 9007199254740993", "`9007199254740993` is not a number"),
        ("coins 99999999999999999999", "`99999999999999999999` is not a number of units"),
        ("a 2", "`a` is bought once, so its units are not counted"), ("a b", "say whether any or all"),
        ("coins 3 a", "say whether any or all"), ("coins 3 4", "say whether any or all"),
        ("any (a b)", "say whether any or all"), ("any a)", "there is no parenthesis to close"),
        ("a)", "there is no parenthesis to close"), (")", "there is no parenthesis to close"),
        ("any (a", "the parenthesis is not closed"), ("(", "there is nothing in the parentheses"),
        ("any () a", "there is nothing in the parentheses"), ("any (any) a", "a purchase names a product"),
        ("any all a b", "`all` stands inside another group"), ("any a a", "the product `a` is named twice"),
        ("any a (a)", "the product `a` is named twice"), ("any coins 3 30", "`30` is a number of units"),
        ("any c a", "there is no product `c`"),
    ])
    func `a need that is none is reported with what to write`(_ need: String, _ message: String) {
        let result = Tables.load(Self.table(need))
        let reports = result.diagnostics.inOrder.filter { $0.severity == .error }
        #expect(reports.first?.message.hasPrefix(message) == true, "\(Tables.printed(result))")
        #expect(reports.first?.help?.isEmpty == false)
        FollowedAdvice.check(result, Self.table(need), LoadEnvironment())
    }

    @Test func `each product that is not known is reported, in groups too`() {
        let result = Tables.load(Self.table("all (any x (y 3)) (all a z)"))
        let messages = result.diagnostics.inOrder.filter { $0.severity == .error }.map(\.message)
        #expect(messages == ["x", "y", "z"].map { "there is no product `\($0)`" }, "\(messages)")
    }

    @Test func `groups are sixteen inside each other at most, and deeper ones end no program`() {
        func nested(_ depth: Int) -> String {
            let opened = (1..<depth).map { $0.isMultiple(of: 2) ? "any a (" : "all b (" }.joined()
            return opened + "any a coins" + String(repeating: ")", count: depth - 1)
        }
        #expect(Tables.load(Self.table(nested(15))).ruleset != nil)
        for depth in [17, 40, 4000] {
            let result = Tables.load(Self.table(nested(depth)))
            #expect(result.ruleset == nil, "\(depth)")
        }
        #expect(Tables.load(Self.table(String(repeating: "(", count: 9000) + "a")).ruleset == nil)
    }

    @Test func `digits alone are no id of a product`() {
        let result = Tables.load("scheme s\nproduct 30\n" + Self.table("a").dropFirst(9))
        let report = result.diagnostics.inOrder.first { $0.severity == .error }
        #expect(report?.message == "`30` is not a valid name for a product", "\(Tables.printed(result))")
        #expect(report?.help == "digits alone are a number of units, as in `require purchase coins 30`")
        #expect(Tables.load("scheme s\nproduct 1month\n" + Self.table("1month").dropFirst(9)).ruleset != nil)
    }

    @Test(arguments: [
        ("purchase coins active 30", "ok.wouldPerform"), ("purchase coins active 29", "blocked.purchase.required"),
        ("purchase coins active", "blocked.purchase.required"), (#"purchase coins "active 31""#, "ok.wouldPerform"),
        ("purchase coins expired 31", "blocked.purchase.expired"),
        ("purchase coins active 0", "blocked.purchase.required"),
    ])
    func `a fact has units behind its state`(_ fact: String, _ code: String) throws {
        let ruleset = try Tables.ruleset(Self.table("coins 30"))
        #expect(Tables.explain("s:r", in: ruleset, with: [fact]).code.rawValue == code)
    }

    @Test func `a refusal says how many units are missing`() throws {
        let ruleset = try Tables.ruleset(Self.table("coins 3"))
        let outcome = Tables.explain("s:r", in: ruleset, with: ["purchase coins active 1"])
        let remedy = try #require(outcome.remedies.first)
        #expect(outcome.code == .purchaseRequired && remedy.kind == .purchase)
        #expect(remedy.arguments.contains(.init("units", .object([.init("coins", .integer(2))]))), "\(remedy)")
        let report = try #require(outcome.constraints.first { $0.id == outcome.primary })
        #expect(report.id == "purchase:coins 3" && report.reason == "insufficient")
    }
}
