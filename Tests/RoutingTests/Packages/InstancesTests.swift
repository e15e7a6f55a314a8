import Conf
import Contract
import TestTables
import Testing

@testable import Routing

/// Packages for instances of one kind.
@Suite struct InstancesTests {
    private static func package(_ name: String, _ lines: String = "", scheme: String? = nil) -> String {
        """
        package \(name)
        \(lines)
        scheme \(scheme ?? name)
        feature F {
            action a {
                respond
            }
            route r /r do a
        }

        """
    }

    private static func load(_ texts: [String], by instance: Instance?) -> RulesetLoader.Result {
        var environment = LoadEnvironment()
        environment.instance = instance
        var collector = TableCollector(environment)
        for (number, text) in texts.enumerated() {
            collector.add(TableFile(name: "\(number).conf", bytes: Array(text.utf8)))
        }
        return RulesetLoader.loadWithoutFaultyPackages(collector.finish(), environment: environment)
    }

    private static func routes(_ result: RulesetLoader.Result) -> [String]? {
        result.ruleset?.routes.map(\.name).sorted()
    }

    private static func outcome(_ url: String, _ result: RulesetLoader.Result) throws -> Outcome {
        let ruleset = try #require(result.ruleset)
        let link = try ruleset.parse(url)
        guard case .rejected(let rejection) = ruleset.decide(link) else { return Outcome(.okWouldPerform) }
        return Outcome.rejected(rejection, link: link, in: ruleset)
    }

    @Test func `a package is in force in the instances that it names, and a check judges it in any case`() {
        let texts = [
            Self.package("both"), Self.package("mine", "instances user"), Self.package("host", "instances system"),
        ]
        #expect(Self.routes(Self.load(texts, by: .user)) == ["both:r", "mine:r"])
        #expect(Self.routes(Self.load(texts, by: .system)) == ["both:r", "host:r"])
        #expect(Self.routes(Self.load(texts, by: nil)) == ["both:r", "host:r", "mine:r"])
        #expect(Self.load(texts, by: .user).packages.map(\.state) == [.otherInstance])
    }

    @Test func `links of a package for users name the command that starts the user's own instance`() throws {
        let result = Self.load([Self.package("rezept", "instances user")], by: .system)
        let outcome = try Self.outcome("rezept://r", result)
        #expect(outcome.code == .packageUnavailable && outcome.remedies.isEmpty)
        #expect(
            outcome.message
                == "Links of the package rezept are for user instances: start yours with "
                + "`systemctl --user enable --now deeplinkd.socket`.")
        #expect(outcome.rejection?.rule == "instances" && outcome.rejection?.expected == "user")
        // In a user instance the scheme is unknown, so that the system instance is asked next.
        let user = Self.load([Self.package("rezept", "instances system"), Self.package("a")], by: .user)
        #expect(try Self.outcome("rezept://r", user).code == .urlSchemeNotAllowed)
    }

    @Test func `a package for other instances takes no scheme and no name from one that is in force`() throws {
        let texts = [
            Self.package("rezept", "instances user"), Self.package("rezept", "instances system"),
            Self.package("other", scheme: "other"),
        ]
        for instance in Instance.allCases {
            let result = Self.load(texts, by: instance)
            #expect(result.reports.isEmpty && Self.routes(result) == ["other:r", "rezept:r"], "\(result.reports)")
        }
        #expect(Self.load(texts, by: nil).reports.map(\.code).contains("RT019"))
    }

    @Test func `errors in a package for other instances are no news`() {
        let broken = Self.package("rezept", "instances user\nnonsense\nfeature {\ninclude /gone/*.conf")
        let result = Self.load([Self.package("a"), broken], by: .system)
        #expect(result.reports.isEmpty && result.packages.map(\.state) == [.otherInstance])
        #expect(Self.load([Self.package("a"), broken], by: .user).packages.map(\.state) == [.leftOut])
    }

    @Test func `a package that is for other instances from now on is left out, and not kept as it was`() throws {
        let before = Self.load([Self.package("a"), Self.package("rezept")], by: .system)
        var environment = LoadEnvironment()
        environment.instance = .system
        var collector = TableCollector(environment, held: before.heldPackages)
        collector.add(TableFile(name: "0.conf", bytes: Array(Self.package("a").utf8)))
        collector.add(TableFile(name: "1.conf", bytes: Array(Self.package("rezept", "instances user").utf8)))
        let after = RulesetLoader.loadWithoutFaultyPackages(collector.finish(), environment: environment)
        #expect(after.packages.map(\.state) == [.otherInstance] && after.heldPackages.map(\.package.name) == ["a"])
    }

    @Test func `the texts of a table in force have it, and load to the same table elsewhere`() throws {
        let result = Self.load([Self.package("a"), Self.package("rezept", "instances user")], by: .system)
        let texts = try #require(result.ruleset).texts
        #expect(texts.map(\.isElsewhere) == [false, true] && texts.map(\.isLeftOut) == [false, false])
        let again = RulesetLoader.load(TableSet(texts))
        #expect(try Self.outcome("rezept://r", again).message == Self.outcome("rezept://r", result).message)
    }

    @Test(arguments: [
        (
            "scheme t\ninstances user\n",
            "t:2:1: error RT102: `instances` is said of a package, and the file is none\n"
                + "help: begin the file with `package NAME`"
        ),
        (
            "package p\ninstances users\nscheme t\n",
            "t:2:11: error RT107: `instances` is `user` or `system`, not `users`\n"
                + "help: leave the line out for instances of both kinds"
        ),
    ])
    func `a line that says no kind, or stands in no package, is an error`(text: String, report: String) {
        let result = Self.load([text], by: .user)
        let lines = result.reports.map {
            "t:\($0.line):\($0.column): error \($0.code): \($0.message)\nhelp: \($0.help ?? "")"
        }
        #expect(lines.contains(report), "\(lines)")
    }
}
