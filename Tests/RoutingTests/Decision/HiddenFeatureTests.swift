import Contract
import Features
import Testing

@testable import Routing

/// A feature with `visible no`: for all but operators it is as if the table did not have it, except for its own links.
@Suite struct HiddenFeatureTests {
    private static let shown = """
        scheme s
        feature Shop {
            action show {
                input item slug
                respond
            }
            route item /shop/$(item:slug) do show
        }

        """
    private static let vault = """
        feature Vault {
            visible no
            action open {
                respond
            }
            route door /vault/door do open
            feature Inner {
                action enter {
                    input room slug
                    input key string secret
                    respond
                }
                route room /vault/rooms/$(room:slug)/$(key) do enter {
                    except /vault/rooms/none/**
                }
            }
        }

        """

    private func explain(_ url: String, _ table: String, for audience: Audience) throws -> Explanation {
        Explanation(
            of: Target(url: url), in: try Tables.ruleset(table), facts: Facts(), caller: Caller(uid: 1000),
            for: audience)
    }

    @Test(arguments: [
        "s:vault/dor", "s:vault/door/", "s:vault/door/x", "s:vault", "s:vaul/door", "s:VAULT/door", "s:vault/rooms/a",
        "s:vault/rooms/a/b/c", "s:shop", "s:shop/a/b", "s:nothing/of/all",
    ])
    func `a link that no route takes is answered as if the table had no hidden feature`(url: String) throws {
        let (all, without) = (Self.shown + Self.vault, Self.shown)
        let told = try explain(url, all, for: .anyone)
        let expected = try explain(url, without, for: .anyone)
        #expect(told.outcome.code == .routeNotFound && told.outcome.message == expected.outcome.message)
        #expect(told.outcome.rejection == expected.outcome.rejection, "\(told.outcome)")
        #expect(told.outcome.url == expected.outcome.url)
        #expect(told.candidates == expected.candidates)
        let whole = try explain(url, all, for: .operator)
        if url.contains("door") { #expect(whole.outcome.rejection?.nearest == "door", "\(whole.outcome)") }
    }

    @Test func `among hundreds of hidden routes a misspelt link is answered as if there were none`() throws {
        let words = ["red", "rod", "road", "read", "bead", "bed", "bid", "build"]
        func table(hidden: Bool) -> String {
            var (shown, secret) = ("", "")
            for (a, first) in words.enumerated() {
                for (b, second) in words.enumerated() {
                    let number = a * words.count + b
                    let lines = [
                        "route r\(number) /\(first)/\(second) do show",
                        "route p\(number) /\(first)/x/\(second)/* do show",
                    ]
                    for (index, line) in lines.enumerated() {
                        if (number * 7 + index * 3) % 5 < 2 { shown += line + "\n" } else { secret += line + "\n" }
                    }
                }
            }
            let block = { (name: String, lines: String) in
                "feature \(name) {\naction show {\nrespond\n}\n\(lines)}\n"
            }
            let vault = block("Vault", "visible no\n" + secret)
            // Before and behind the shown feature, so that numbers of routes are moved in both ways.
            return "scheme s\n" + (hidden ? block("First", "visible no\nroute first /first/** do show\n") : "")
                + block("Shop", shown) + (hidden ? vault : "")
        }
        let (all, without) = (try Tables.ruleset(table(hidden: true)), try Tables.ruleset(table(hidden: false)))
        func outcome(_ url: String, _ ruleset: Ruleset) -> (Outcome, [CandidateReport]) {
            let explanation = Explanation(
                of: Target(url: url), in: ruleset, facts: Facts(), caller: Caller(uid: 1000), for: .anyone)
            return (explanation.outcome, explanation.candidates)
        }
        var named = 0
        for first in words.map({ $0.dropLast() + "" }) + words {
            for rest in words + ["x/re", "x/bed", "x/bed/", "", "bed/x", "first"] {
                let url = "s:\(first)/\(rest)"
                let (told, expected) = (outcome(url, all), outcome(url, without))
                guard told.0.code == .routeNotFound else { continue }
                #expect(told.0.rejection == expected.0.rejection, "\(url)")
                #expect(told.1 == expected.1, "\(url)")
                if told.0.rejection?.nearest != nil { named += 1 }
            }
        }
        #expect(named > 60, "\(named)")
    }

    @Test func `an action of a hidden feature has a name for operators alone`() throws {
        let ruleset = try Tables.ruleset(Self.shown + Self.vault)
        func outcome(_ action: String, _ audience: Audience) -> Outcome {
            Explanation(
                of: Target(action: action, inputs: []), in: ruleset, facts: Facts(), caller: Caller(uid: 1000),
                for: audience
            ).outcome
        }
        #expect(outcome("Vault.open", .operator).code == .okWouldPerform)
        #expect(outcome("Vault.opn", .operator).rejection?.nearest == "Vault.open")
        for action in ["Vault.open", "Vault.opn", "Vault/Inner.enter", "Inner.enter"] {
            let told = outcome(action, .anyone)
            #expect(told.code == .actionNotFound && told.rejection == nil && told.feature == nil, "\(told)")
            #expect(told.message == "No route leads to an action `\(action)`.")
        }
        #expect(outcome("Shop.shwo", .anyone).rejection?.nearest == "Shop.show")
    }

    @Test func `links of a hidden feature work for everybody, and name it`() throws {
        for audience in Audience.allCases {
            let door = try explain("s:vault/door", Self.shown + Self.vault, for: audience)
            #expect(door.outcome.code == .okWouldPerform && door.outcome.feature == "Vault")
            #expect(door.candidates.map(\.route) == ["door"])
            let room = try explain("s:vault/rooms/a/b", Self.shown + Self.vault, for: audience)
            #expect(room.outcome.code == .okWouldPerform && room.outcome.feature == "Vault/Inner")
            #expect(room.outcome.url == "s:***")
        }
    }

    @Test func `of the routes that accept a path, a hidden one is a candidate only if it has the link`() throws {
        let shelf = """
            feature Shelf {
                visible no
                action browse {
                    input path **
                    respond
                }
                route shelf /shop/$(path:**) do browse
            }
            """
        func candidates(_ url: String, for audience: Audience) throws -> [String] {
            try explain(url, Self.shown + shelf, for: audience).candidates.map(\.route)
        }
        #expect(try candidates("s:shop/cap", for: .operator) == ["item", "shelf"])
        #expect(try candidates("s:shop/cap", for: .anyone) == ["item"])
        #expect(try candidates("s:shop/cap/red", for: .anyone) == ["shelf"])
    }

    @Test func `a hidden route that excludes a link is not named`() throws {
        let told = try explain("s:vault/rooms/none/x", Self.shown + Self.vault, for: .anyone).outcome
        let denied = try explain("s:denied", "deny /denied\n" + Self.shown, for: .anyone).outcome
        #expect(told.code == .routeExcluded && told.rejection == nil && told.message == denied.message, "\(told)")
        let whole = try explain("s:vault/rooms/none/x", Self.shown + Self.vault, for: .operator).outcome
        #expect(whole.rejection?.route == "room")
    }

    @Test func `no link of a hidden route is built, and none is said to be a hidden route's`() throws {
        let ruleset = try Tables.ruleset(Self.shown + Self.vault)
        func error(_ route: String, _ values: [Value.Member] = [], _ audience: Audience) -> LinkBuildError? {
            do throws(LinkBuildError) {
                _ = try ruleset.link(to: route, values, for: audience)
                return nil
            } catch {
                return error
            }
        }
        #expect(error("door", [], .operator) == nil)
        #expect(error("door", [], .anyone) == .unknownRoute("door", nearest: nil))
        #expect(error("dor", [], .operator) == .unknownRoute("dor", nearest: "door"))
        #expect(error("dor", [], .anyone) == .unknownRoute("dor", nearest: nil))
        let shadowed = """
            scheme s
            feature Shop {
                action show {
                    input item slug
                    respond
                }
                route item /$(item:slug) do show
                feature Vault {
                    visible no
                    action open {
                        respond
                    }
                    route door /door do open
                }
            }
            """
        let table = try Tables.ruleset(shadowed)
        let door = [Value.Member("item", .string("door"))]
        #expect(throws: LinkBuildError.taken(by: "door", url: "s://door")) { try table.link(to: "item", door) }
        #expect(throws: LinkBuildError.notReproduced("Another route takes the link.", url: "s://door")) {
            try table.link(to: "item", door, for: .anyone)
        }
    }

    @Test func `features and routes are counted as far as the audience is told of them`() throws {
        let ruleset = try Tables.ruleset(Self.shown + Self.vault)
        let (all, told) = (ruleset.contents.counts(for: .operator), ruleset.contents.counts(for: .anyone))
        #expect(all.features == 3 && all.routes == 3)
        #expect(told.features == 1 && told.routes == 1)
        let plain = try Tables.ruleset(Self.shown).contents.counts(for: .anyone)
        #expect(plain.features == 1 && plain.routes == 1)
    }

    @Test(arguments: [
        TableRow(
            .feature,
            "visible maybe",
            """
            t:3:13: error RT107: `visible` is `yes` or `no`, not `maybe`
               3 |     visible maybe
                 |             ^~~~~
                 = help: one of: yes, no
            """),
        TableRow(.feature, "visible yes", ""), TableRow(.feature, "visible no", ""),
        TableRow(
            .feature,
            """
            visible no
                feature Inner {
                    visible yes
                }
            """,
            """
            t:5:9: error RT107: `F` is hidden, and with it all that is in it
               5 |         visible yes
                 |         ^~~~~~~~~~~
                 = help: remove the line, or put the feature outside `F`
            """),
        TableRow(
            .feature,
            """
            visible no
                feature Inner {
                    require toggle on
                }
            """,
            """
            t:5:9: error RT202: users are not told of a hidden feature, so none can switch it
               5 |         require toggle on
                 |         ^~~~~~~~~~~~~~~~~
                 = help: use `require runtime on|off`, which operators switch, or require the toggle around the feature
            """),
    ])
    func `what is in a hidden feature is hidden, and has no switch of its own for users`(_ row: TableRow) {
        row.check()
    }
}
