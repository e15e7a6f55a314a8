import Conf
import Contract
import Features
import TestTables
import Testing

@testable import Routing

@Suite struct CaseTests {
    private static let table = """
        scheme s
        product p
        feature F {
            action a {
                input x string
                input n uint = 1
                respond
            }
            route r /r/$(x) do a
            route other /other/$(x) do a
            feature G {
                require purchase p
                require toggle on
                require runtime on
                require permission camera
                require platform debian 12
                require caller group audio
                action b {
                    respond
                }
                route g /g do b
            }
            feature H {
                feature G {
                    require runtime on
                    action b {
                        respond
                    }
                    route hg /hg do b
                }
            }
        }
        """

    private func read(_ text: String) throws -> (cases: [RouteCase], printed: String, ruleset: Ruleset) {
        let ruleset = try Tables.ruleset(Self.table)
        var diagnostics = Diagnostics()
        let document = ConfParser.parse(Array(text.utf8), name: "c", file: 0, diagnostics: &diagnostics)
        let file = CaseFile(document, ruleset: ruleset, diagnostics: &diagnostics)
        let printer = DiagnosticText(sources: [SourceText(document)])
        let lines = diagnostics.inOrder.map { diagnostic in
            "\(printer.position(diagnostic.place)) \(diagnostic.code.rawValue) \(diagnostic.message)"
                + (diagnostic.help.map { " | " + $0 } ?? "")
        }
        return (file.cases, lines.joined(separator: "\n"), ruleset)
    }

    @Test func `the example's cases pass and cover every node`() throws {
        let table = RulesetLoader.load(TableFile(name: "routes.conf", bytes: try Tables.packageFile("routes.conf")))
        let ruleset = try #require(table.ruleset)
        var diagnostics = Diagnostics()
        let document = ConfParser.parse(
            try Tables.packageFile("routes.cases"), name: "routes.cases", file: 0, diagnostics: &diagnostics)
        #expect(CaseFile.tableName(in: document)?.text == "routes.conf")
        let cases = CaseFile(document, ruleset: ruleset, diagnostics: &diagnostics).cases
        #expect(diagnostics.kept.isEmpty)
        var coverage = Coverage(ruleset)
        for result in cases.results(in: ruleset) {
            #expect(result.failures == [], "\(result.testCase.name)")
            coverage.add(result)
        }
        #expect(cases.count > 30)
        #expect(coverage.nodes.filter { !coverage.covered.contains($0) }.map { $0.name(in: ruleset) } == [])
        #expect(cases.firstFailure(in: ruleset)?.testCase.name == nil)
    }

    @Test(arguments: [
        ("", "c RT705 the file has no cases | add `case \"…\" { … }`: a file that tests nothing cannot fail"),
        (
            "table a\ntable b\ncase x {\nurl s://r/x\nexpect ok.wouldPerform\n}",
            "c:2:1 RT103 `table` is given twice | keep one of them"
        ),
        ("case x {\nurl s://r/x\n}", "c:1:6 RT701 the case has no `expect` | add `expect CODE`"),
        ("case x {\nexpect ok.wouldPerform\n}", "c:1:6 RT701 the case has no `url` | add `url URL`"),
        (
            "case x {\nurl \"s://r/x\nexpect ok.wouldPerform\n}",
            "c:2:5 RT003 the quoted word is not closed on its line | add the closing quote; a line break in a word is written `\\n`"
        ),
        (
            "case x {\nurl s://r\nexpect ok\n}",
            "c:3:8 RT702 there is no code `ok` | did you mean `ok.wouldPerform`?"
        ),
        (
            "case x {\nurl s://r\nexpect ok.performed\n}",
            "c:3:8 RT702 a case without `returns` performs nothing, so its outcome is never `ok.performed` | the outcome of a link that gets through is `ok.wouldPerform`"
        ),
        (
            "case x {\nurl s://r\nexpect rejected.route.notfound\n}",
            "c:3:8 RT702 there is no code `rejected.route.notfound` | did you mean `rejected.route.notFound`?"
        ),
        (
            "case x {\nurl s://r\nexpect rejected.route.notFound\nroute rr\n}",
            "c:4:7 RT704 there is no route `rr` | did you mean `r`?"
        ),
        (
            "case x {\nurl s://r\nexpect rejected.route.notFound\nremedy buy\n}",
            "c:4:8 RT702 there is no remedy `buy` | one of: purchase, restorePurchases, updatePayment, resumeSubscription, "
                + "requestPermissions, confirm, openSettings, contactAdministrator, contactVendor, enableToggle, enableRuntime, "
                + "hideEntryPoint, upgradePlatform, installProgram, wait"
        ),
        (
            "case x {\nurl s://r/x\nexpect ok.wouldPerform\nparameter x 1\nparameter x 2\n}",
            "c:5:11 RT702 the parameter `x` is given twice | keep one of them"
        ),
        (
            "case x {\nurl s://r/x\nexpect ok.wouldPerform\n}\ncase x {\nurl s://r/x\nexpect ok.wouldPerform\n}",
            "c:5:6 RT701 there are two cases of this name | case names are unique in a file"
        ),
        (
            "case x {\nurl s://r/x\nexpct ok.wouldPerform\n}",
            "c:3:1 RT101 the directive `expct` is not known in `case` | did you mean `expect`?"
        ),
        (
            "case x {\nurl s://r/x\nexpect ok.wouldPerform\nscheme s\n}",
            "c:4:1 RT102 `scheme` does not belong in `case` | it belongs in a table"
        ),
    ])
    func `a case that is not well-formed is one diagnostic`(_ text: String, _ expected: String) throws {
        #expect(try read(text).printed == expected)
    }

    @Test(arguments: [
        ("platform debian 12", ""), ("platform debian none", ""), ("platform linux 6.1.0-18-amd64", ""),
        ("platform arch x86_64", ""),
        ("platform debain 12", "1 RT704 no feature asks for the platform `debain` | did you mean `debian`?"),
        ("platform debian twelve", "2 RT703 `twelve` is no version | write a version, as in `6.1`, or `none`"),
        ("profile development", ""),
        ("profile debug", "1 RT703 `debug` is no value here | one of: production, development"),
        ("program /usr/bin/mpv absent", "1 RT704 no feature requires the program `/usr/bin/mpv` | one of: "),
        ("runtime G on", "1 RT704 more than one feature is called `G` | write its path: F/G or F/H/G"),
        ("runtime F/G off", ""), ("runtime DeepLinking unknown", ""),
        (
            "runtime F on",
            "1 RT704 the feature `F` has no runtime switch, so setting it changes nothing | add `require runtime on|off` to the feature, or remove the line"
        ),
        (
            "toggle F/H/G on",
            "1 RT704 the feature `F/H/G` has no toggle switch, so setting it changes nothing | add `require toggle on|off` to the feature, or remove the line"
        ),
        ("toggle F/G maybe", "2 RT703 `maybe` is no value here | one of: on, off, unknown"),
        ("toggle X on", "1 RT704 there is no feature `X` | one of: DeepLinking, F, F/G, F/H, F/H/G"),
        ("permission camera authorized", ""),
        (
            "permission camera allowed",
            "2 RT703 `allowed` is no value here | one of: authorized, denied, restricted, notDetermined, unsupported, unknown"
        ),
        ("permission camra denied", "1 RT704 there is no permission `camra` | did you mean `camera`?"),
        ("purchase p active", ""),
        (
            "purchase p bought",
            "2 RT703 `bought` is no value here | one of: active, trial, grace, cancelled, billingRetry, paused, pendingApproval, expired, revoked, none, unknown"
        ),
        ("purchase q active", "1 RT704 there is no product `q` | one of: p"),
        ("caller group audio", ""), ("caller user root", ""), ("caller socket web", ""),
        ("caller unit app-x.scope", ""),
        ("caller uid 0", ""),
        ("caller gid 5", ""),
        ("caller uid root", "2 RT703 `root` is no uid | write a number"),
        ("caller gid -1", "2 RT703 `-1` is no gid | write a number"),
        ("caller person x", "1 RT704 a caller has no `person` | one of: uid, user, gid, group, socket, unit"),
        (
            "weather sunny yes",
            "0 RT703 `weather` is not a kind of fact | one of: caller, confirmation, permission, platform, profile, program, purchase, "
                + "runtime, toggle"
        ),
        ("purchse p active", "0 RT703 `purchse` is not a kind of fact | did you mean `purchase`?"),
        ("toggle F/G", "-1 RT703 the fact is not complete | it is written `with toggle FEATURE on|off|unknown`"),
        (
            "toggle F/G on on",
            "-1 RT703 the fact has too many words | it is written `with toggle FEATURE on|off|unknown`"
        ),
    ])
    func `every kind of fact is read or refused word by word`(_ fact: String, _ expected: String) throws {
        let line = "with " + fact
        let printed = try read("case x {\nurl s://g\nexpect rejected.overloaded\n\(line)\n}").printed
        guard let index = expected.split(separator: " ").first.flatMap({ Int($0) }) else {
            #expect(printed == expected)
            return
        }
        // The number is the word of the fact at fault, -1 the whole line.
        let words = line.split(separator: " ")
        let column = index < 0 ? 1 : words[0...index].map { $0.count + 1 }.reduce(1, +)
        #expect(printed == "c:4:\(column) " + expected.drop { $0 != " " }.dropFirst())
    }

    @Test func `a fact is given once, but a caller is in as many groups as are said`() throws {
        let lines =
            "with caller group a\nwith caller group b\nwith permission camera denied\nwith permission camera unknown"
        #expect(
            try read("case x {\nurl s://g\nexpect rejected.overloaded\n\(lines)\n}").printed
                == "c:7:17 RT703 the fact is given twice | keep one of them")
    }

    @Test(arguments: [
        ("url s://r/X\nexpect ok.wouldPerform\nroute r\nparameter x X\nparameter n 1", []),
        ("url s://r/X\nexpect rejected.route.notFound", ["expected rejected.route.notFound, got ok.wouldPerform: "]),
        ("url s://r/X\nexpect ok.wouldPerform\nroute other", ["expected the route other, got r"]),
        ("url s://zz\nexpect rejected.route.notFound\nroute other", ["expected the route other, got none"]),
        (
            "url s://r/X\nexpect ok.wouldPerform\nparameter x Y\nparameter y Z",
            [
                "expected the parameter x to be `Y`, got `X`", "expected the parameter y to be `Z`, got none",
                "did not expect the parameter n, which is `1`",
            ]
        ),
        (
            "url s://g\nexpect blocked.caller.notAllowed\nremedy purchase\nwithheld wait",
            ["expected the remedy purchase, got ", "expected wait to be withheld, withheld are "]
        ),
        (
            "url s://g\nwith caller group audio\nexpect blocked.purchase.required\nremedy purchase\nwithheld requestPermissions",
            []
        ),
    ])
    func `a case that fails says what was expected and what came`(_ body: String, _ failures: [String]) throws {
        let read = try read("case x {\n\(body)\n}")
        let result = try #require(read.cases.first, "\(read.printed)").run(in: read.ruleset)
        #expect(result.failures.count == failures.count, "\(result.failures)")
        for (failure, beginning) in zip(result.failures, failures) { #expect(failure.hasPrefix(beginning)) }
        #expect(result.isPassed == failures.isEmpty)
    }

    @Test func `facts from the command line and of overrides are read by the same rules`() throws {
        let ruleset = try Tables.ruleset(Self.table)
        var diagnostics = Diagnostics()
        var reader = FactReader(catalogue: ruleset.catalogue)
        _ = reader.read(["toggle F/G on", "purchase p active", "nonsense"], diagnostics: &diagnostics)
        #expect(diagnostics.kept.map(\.code) == [.badFact])
        #expect(reader.facts[.toggle("F/G")] == .on)
        for (fact, status, codes) in [
            ("permission camera", "denied", []), ("caller uid", "0", ["RT703"]), ("nonsense", "on", ["RT703"]),
            ("toggle F/G", "maybe", ["RT703"]), ("toggle Nope", "on", ["RT704"]), ("with toggle F/G", "on", ["RT703"]),
        ] {
            var other = FactReader(catalogue: ruleset.catalogue)
            var found = Diagnostics()
            _ = other.read(fact: fact, status: status, diagnostics: &found)
            #expect(found.inOrder.map(\.code.rawValue) == codes, "\(fact)")
            #expect(other.caller == Caller(uid: 1000) && other.facts.given.isEmpty == !codes.isEmpty)
        }
    }
}
