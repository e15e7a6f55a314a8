import Conf
import Contract
import Features
import Routing
import SystemBus
import TestTables
import Testing
import Varlink

@testable import ReachRules

/// What a table says of a unit, with values, and on a machine.
@Suite struct UnitTemplateTests {
    /// A machine that has one unit and no rule.
    private struct Host: BlankHost {
        var instance: Instance?

        func unit(_ name: String) -> HostView.Judgement { name == "play@.service" ? (.answers, "") : (.willNot, "") }
        func rule(_ text: String, at path: String) -> HostView.Judgement {
            (text.contains("isInstance(\"play@e-\"") ? .answers : .willNot, path)
        }
    }

    private static let table = """
        scheme t
        feature F {
            action play {
                input x string
                unit play@e-$(x).service start
            }
            action stay {
                unit backup.service restart
            }
            route play /play/$(x) do play
            route stay /stay do stay
        }
        """

    private static func ruleset() throws -> Ruleset {
        try #require(RulesetLoader.load(TableFile(name: "t", bytes: Array(table.utf8))).ruleset)
    }

    private func template(_ name: String) throws -> UnitTemplate {
        UnitTemplate(name: try TextTemplate(name), verb: .start)
    }

    private func inputs(_ value: String) -> [Value.Member] { [.init("x", .string(value))] }

    @Test func `a value is refused where the name would be too long or without an instance, and no other`() throws {
        let play = try template("play@$(x).service")
        #expect(!play.takesAnyValue)
        for value in ["a", "../..", "a@b", String(repeating: "x", count: 242), String(repeating: "/", count: 242)] {
            #expect(play.refusal(of: inputs(value)) == nil, "\(value)")
        }
        for value in ["", String(repeating: "x", count: 243), String(repeating: "-", count: 61)] {
            #expect(play.refusal(of: inputs(value))?.input == "x", "\(value)")
        }
        #expect(play.refusal(of: []) == nil, "the value is not among these")
        #expect(try template("backup.service").takesAnyValue)
    }

    @Test func `the preview has the name of the unit that would be started`() throws {
        let catalogue = try Self.ruleset().catalogue
        let preview = try template("play@$(x).service").preview(for: inputs("a/b c"), link: nil, in: catalogue)
        #expect(preview.call == ["unit", #"play@a-b\x20c.service"#, "start"])
    }

    @Test func `a check looks for each unit, and in the system instance for the rule`() throws {
        let ruleset = try Self.ruleset()
        func found(_ instance: Instance?) -> [String] {
            ReachWing.findings(for: ruleset, on: Host(instance: instance)).map {
                "\($0.what) \($0.subject) \($0.verdict.rawValue)"
            }
        }
        let units = ["unit play@.service answers", "unit backup.service willNot"]
        #expect(found(nil) == units && found(.user) == units)
        #expect(found(.system) == units + ["polkit rule /etc/polkit-1/rules.d/60-deeplinkd.rules answers"])
    }
}
