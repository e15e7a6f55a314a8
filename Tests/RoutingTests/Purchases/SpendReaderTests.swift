import Conf
import Contract
import Features
import PurchaseRules
import TestTables
import Testing

@testable import Routing

/// `spend` in an action.
@Suite struct SpendReaderTests {
    private static func table(
        _ lines: String, requires need: String = "coins 3", performer: String = "exec /bin/true", product: String = ""
    ) -> String {
        """
        scheme s
        channel player {
            kind held
        }
        product coins {
            kind consumable
            \(product)
        }
        product gems {
            kind consumable
        }
        product pro
        feature F {
            require purchase \(need)
            action go {
                \(performer)
                \(lines)
            }
            route r /r do go
            action other {
                channel player
            }
            route o /o do other
        }

        """
    }

    private static func errors(_ table: String) -> [String] {
        Tables.load(table).diagnostics.inOrder.filter { $0.severity == .error }
            .map { "\($0.code.rawValue) \($0.message) | \($0.help ?? "")" }
    }

    @Test func `an action spends units of consumables, and is journaled`() throws {
        let text = Self.table("spend coins 3\nspend gems 1", requires: "all coins 5 gems")
        let ruleset = try Tables.ruleset(text)
        let action = try #require(ruleset.catalogue.actions.first { $0.name == "go" })
        #expect(action.limits.charges == [Charge(.purchase("coins"), 3), Charge(.purchase("gems"), 1)])
        #expect(action.limits.isJournaled)
        var facts = Facts()
        facts.subjects[.uid(1000)] = [
            .purchase("coins"): Fact(.purchase(Purchase(.active, units: 5)), .init(source: "test")),
            .purchase("gems"): Fact(.purchase(Purchase(.active, units: 1)), .init(source: "test")),
        ]
        let explanation = Explanation(of: Target(url: "s:r"), in: ruleset, facts: facts, caller: Caller(uid: 1000))
        #expect(explanation.preview.spends == ["coins 3", "gems 1"])
    }

    @Test(arguments: [
        ("spend coins 3\neffect none", "coins 3", "RT102 an action that changes nothing spends nothing"),
        ("spend coins 3\nidempotent", "coins 3", "RT102 what is performed twice is spent twice"),
        ("spend coins 3\ndetach", "coins 3", "RT102 the end of a program that outlives the call is not known"),
        ("spend coins 3\nspend coins 1", "coins 4", "RT103 the action spends `coins` already"),
        ("spend coins", "coins 3", "RT104 `spend` has too few words"),
        ("spend coins 0", "coins 3", "RT202 `0` is not a number of units"),
        ("spend coins x", "coins 3", "RT202 `x` is not a number of units"),
        ("spend pro 1", "pro", "RT107 `pro` is bought once, so it is not used up"),
        ("spend coin 1", "coins 3", "RT204 there is no product `coin`"),
        ("spend coins 4", "coins 3", "RT202 the feature `F` does not require what the action spends"),
        ("spend gems 1", "coins 3", "RT202 the feature `F` does not require what the action spends"),
        ("spend coins 1", "any coins pro", "RT202 the feature `F` does not require what the action spends"),
    ])
    func `what an action cannot spend is an error`(_ lines: String, _ need: String, _ expected: String) {
        let errors = Self.errors(Self.table(lines, requires: need))
        #expect(errors.first?.hasPrefix(expected) == true, "\(errors)")
    }

    @Test(arguments: [
        ("coins 3", 3, true), ("coins 5", 3, true), ("coins", 1, true), ("coins 2", 3, false),
        ("all (any (coins 3) (all (coins 5) pro)) pro", 3, true), ("all pro (coins 3)", 3, true),
        ("any coins pro", 1, false),
        ("any (coins 3) (all (coins 5) pro)", 3, true),
    ])
    func `a feature has to require what is spent, however it says so`(_ need: String, _ units: Int, _ isEntailed: Bool)
    {
        let errors = Self.errors(Self.table("spend coins \(units)", requires: need))
        #expect(errors.isEmpty == isEntailed, "\(errors)")
    }

    @Test(arguments: [
        ("respond", "it has no"), ("redirect s:o", "write it in the action that the link leads to"),
        ("channel player", "an app may take the link days later"),
    ])
    func `only what another program performs spends`(_ performer: String, _ help: String) {
        let errors = Self.errors(Self.table("spend coins 3", performer: performer))
        #expect(errors.first?.hasPrefix("RT102 `spend` is a line of ") == true, "\(errors)")
        #expect(performer == "respond" || errors.first?.contains(help) == true, "\(errors)")
    }

    @Test func `units that a source counts are not spent here`() {
        let errors = Self.errors(Self.table("spend coins 3", product: "source file /run/shop/$(uid)/coins"))
        #expect(
            errors.first?.hasPrefix("RT107 the units of `coins` are counted by its `source`, and would be counted")
                == true,
            "\(errors)")
    }

    @Test func `an action that spends is performed for a link of its own alone`() {
        let instead = Self.table("spend coins 3")
        let other = [
            "feature G {", "require runtime off", "instead F.go when blocked.*", "action x {", "respond", "}",
            "route x /x do x", "}",
        ]
        let errors = Self.errors(instead + other.joined(separator: "\n") + "\n")
        #expect(errors.first?.contains("has the line `spend`, which is about links") == true, "\(errors)")
    }

    @Test func `without the spending action nothing of a table changes`() throws {
        let ruleset = try Tables.ruleset(Self.table(""))
        let action = try #require(ruleset.catalogue.actions.first { $0.name == "go" })
        #expect(action.limits.charges.isEmpty && !action.limits.isJournaled)
    }
}
