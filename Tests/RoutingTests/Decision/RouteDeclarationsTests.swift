import Conf
import Contract
import Features
import Links
import TestTables
import Testing

@testable import Routing

@Suite struct RouteDeclarationsTests {
    /// The number of an action that the program performs, and the catalogue that it is in.
    private static func catalogue() -> (FeatureCatalogue, action: Int) {
        var catalogue = FeatureCatalogue()
        let feature = catalogue.add(Feature(path: "F", name: "F", parent: nil, description: nil, constraints: []))
        let action = catalogue.add(
            Action(name: "a", feature: feature, inputs: [], performer: .hosted, limits: ActionLimits()))
        return (catalogue, action)
    }

    private static func load(
        _ routes: [(name: String, pattern: String, lines: [[TableWord]])], schemes: [String] = ["s"],
        hosts: [String] = ["h.example"]
    ) -> (Ruleset?, [RouteDeclarations.Fault]) {
        let (catalogue, action) = catalogue()
        let declarations = routes.map {
            RouteDeclarations.Declaration($0.name, $0.pattern, action: action, lines: $0.lines)
        }
        return RulesetLoader.load(RouteDeclarations(declarations, in: catalogue, schemes: schemes, hosts: hosts))
    }

    @Test func `a program's routes decide as a table's do`() throws {
        let table = """
            scheme s
            host h.example
            feature F {
                action text {
                    input x string
                    respond
                }
                action number {
                    input n int
                    input rest **?
                    input q slug?
                    respond
                }
                route r0 /a/$(x) do text
                route r1 /a/b do text {
                    query x
                }
                route r2 /$(n:int)/$(rest:**) do number {
                    query q:slug = none
                    except /7/**
                }
                route r3 /c-$(n:int) do number {
                    in app
                    strict
                    query q:slug?
                }
            }
            """
        let loaded = RulesetLoader.load(TableFile(name: "t", bytes: Array(table.utf8)))
        let written = try #require(loaded.ruleset, "\(loaded.reports)")
        let (ruleset, faults) = Self.load([
            ("r0", "/a/$(x)", []), ("r1", "/a/b", [["query", "x"]]),
            ("r2", "/$(n:int)/$(rest:**)", [["query", "q:slug", "=", "none"], ["except", "/7/**"]]),
            ("r3", "/c-$(n:int)", [["in", "app"], ["strict"], ["query", "q:slug?"]]),
        ])
        let declared = try #require(ruleset, "\(faults)")
        for url in [
            "s:/a/x", "s:/a/b?x=1", "https://h.example/a/b", "s:/5/x/y?q=1", "s:/5/?q=!", "s:/7/x", "s:/c-1",
            "https://h.example/c-1", "s:/c-1?q=x&r", "s:/c-x", "s:/",
        ] {
            let link = try Link.parse(url)
            switch (written.decide(link), declared.decide(link)) {
            case (.routed(let one), .routed(let other)):
                #expect(one.route == other.route, "\(url)")
                #expect(one.inputs == other.inputs, "\(url)")
            case (.rejected(let one), .rejected(let other)): #expect(one == other, "\(url)")
            default: Issue.record("\(url)")
            }
        }
    }

    @Test func `a hosted action takes what its route gives, and each route has one of its own`() throws {
        let (ruleset, _) = Self.load([
            ("r0", "/a/$(x:uint)", [["query", "y?"], ["with", "z", "1"]]), ("r1", "/b/$(rest:**)", []),
        ])
        let declared = try #require(ruleset)
        let inputs = declared.routes.map { route in
            declared.action(of: route).inputs.map { "\($0.name) \(InputValue.name(of: $0.type)) \($0.isOptional)" }
        }
        #expect(inputs == [["x uint false", "y string true", "z string false"], ["rest ** false"]])
        #expect(declared.routes.map { declared.featurePath(of: $0) } == ["F", "F"])
    }

    @Test func `a program's names may be words of the language, and hold what ends a word`() throws {
        let (ruleset, faults) = Self.load(
            [
                ("route", "/route/$(in)", [["query", .name("do")], ["with", .name("over"), .name("\" }\nstrict")]]),
                ("do", "/a b/{", [["query", .name("exact"), "=", .name("from x")], ["in", .name("feature")]]),
            ], schemes: ["s", "feature"])
        let declared = try #require(ruleset, "\(faults)")
        for (url, inputs) in [
            ("s:/route/1?do=2", ["in=1", "do=2", "over=\" }\nstrict"]), ("feature:/a%20b/%7B", ["exact=from x"]),
        ] {
            guard case .routed(let routed) = declared.decide(try Link.parse(url)) else {
                Issue.record("\(url)")
                continue
            }
            #expect(Set(routed.inputs.map { "\($0.name)=\($0.value.argumentText)" }) == Set(inputs))
        }
    }

    @Test func `a fault names its routes by their numbers, or none where it is about a scope`() {
        let (ruleset, faults) = Self.load(
            [("r0", "/a", []), ("r1", "b", []), ("r0", "/c", []), ("r3", "/$(x)/d", []), ("r4", "/e/$(x)", [])],
            schemes: ["s", "not a scheme"])
        #expect(ruleset == nil)
        #expect(faults.map(\.route) == [nil, 1, 2, 3])
        #expect(faults.map(\.diagnostic.code) == [.badScheme, .badPattern, .duplicateRoute, .overlap])
        let (_, overlap) = Self.load([("r0", "/$(x)/d", []), ("r1", "/e/$(x)", [])])
        #expect(overlap.map(\.route) == [0] && overlap.map(\.other) == [1])
        #expect(overlap.first?.diagnostic.witness == "https://h.example/e/d")
    }

    // MARK: Rewrites

    @Test func `a program's rewrites are those of a table with the same words`() throws {
        let (catalogue, _) = Self.catalogue()
        for profile in Profile.allCases {
            let (declared, faults) = RulesetLoader.load(
                RouteDeclarations(
                    [],
                    rewrites: [
                        .init("old", from: ["old:**", "https://old.example/**"], to: "s://**", profile: nil),
                        .init("stage", from: ["s://stage/**"], to: "s://**", profile: .development),
                        .init("asked", from: ["s://short/**"], to: nil, profile: nil),
                    ], in: catalogue, schemes: ["s"], hosts: [], profile: profile))
            let written = Tables.load(
                """
                profile \(profile.rawValue)
                scheme s
                feature F {
                    action a {
                        respond
                    }
                    route a /a do a
                }
                rewrite old {
                    from old:** https://old.example/**
                    to s://**
                }
                rewrite stage {
                    from s://stage/**
                    to s://**
                    profile development
                }
                """)
            let rules = try #require(declared?.rewrites, "\(faults)")
            #expect(Array(rules.dropLast()) == written.ruleset?.rewrites)
            #expect(rules.last?.target == .hosted && rules.last?.isAbout("s://short/x") == true)
        }
    }

    @Test func `a fault of a rewrite has the rewrite's number`() {
        let (catalogue, action) = Self.catalogue()
        let (ruleset, faults) = RulesetLoader.load(
            RouteDeclarations(
                [.init("r", "/a", action: action)],
                rewrites: [
                    .init("old", from: ["old:**"], to: "s:**", profile: nil),
                    .init("bad", from: [], to: nil, profile: nil),
                    .init("old", from: ["x:**"], to: "s:**", profile: nil),
                ], in: catalogue, schemes: ["s"], hosts: []))
        #expect(ruleset == nil)
        #expect(faults.map(\.route) == [nil, nil] && faults.map(\.rewrite) == [1, 2])
    }
}
