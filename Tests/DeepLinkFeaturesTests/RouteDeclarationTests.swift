import DeepLinkFeatures
import TestSupport
import Testing

@Suite struct RouteDeclarationTests {
    /// A feature whose routes a test declares.
    enum Trial: Feature, RoutedFeature {
        static let description = ""
        static let echo = action(EchoAction.self)
        static let say = action(SayWords.self)
        static let undeclared = action(Undeclared.self)
        @TaskLocal static var declare: @Sendable (FeatureRoutesBuilder) -> Void = { _ in }

        static func prepare(actions: FeatureActionsBuilder) {
            actions.declare(echo)
            actions.declare(say)
        }

        static func routes(_ routes: FeatureRoutesBuilder) { declare(routes) }

        /// A route to an action that takes one text.
        static func echo(
            _ routes: FeatureRoutesBuilder, _ pattern: String, named name: String? = nil, reading input: String = "x",
            _ more: (RouteBuilder) -> Void = { _ in }
        ) {
            routes.send(pattern, to: echo, named: name, input: { try $0.value(input) }, more)
        }
    }

    /// One declaration of routes, and its errors.
    struct Row: Sendable {
        let what: String
        let declare: @Sendable (FeatureRoutesBuilder) -> Void
        let errors: [String]

        init(_ what: String, _ errors: [String], _ declare: @escaping @Sendable (FeatureRoutesBuilder) -> Void) {
            (self.what, self.errors, self.declare) = (what, errors, declare)
        }
    }

    @Test(arguments: [
        Row("no slash", ["badRoute x"]) { Trial.echo($0, "x") },
        Row("no pattern", ["badRoute "]) { Trial.echo($0, "") },
        Row("an unclosed capture", ["badRoute /$(x"]) { Trial.echo($0, "/$(x") },
        Row("a type that is none", ["badRoute /$(x:text)"]) { Trial.echo($0, "/$(x:text)") },
        Row("a tail in the middle", ["badRoute /**/$(x)"]) { Trial.echo($0, "/**/$(x)") },
        Row("a control character", ["badRoute /\u{0}$(x)"]) { Trial.echo($0, "/\u{0}$(x)") },
        Row("two sources", ["badRoute /$(x)"]) { Trial.echo($0, "/$(x)") { $0.query("x") } },
        Row("a bad default", ["badRoute /a"]) { Trial.echo($0, "/a") { $0.query("x:uint", default: "-1") } },
        Row("a default that is never used", ["badRoute /a"]) { Trial.echo($0, "/a") { $0.query("x?", default: "1") } },
        Row("another host", ["badRoute /$(x)"]) { Trial.echo($0, "/$(x)") { $0.only(in: .host("b.example")) } },
        Row("over an undeclared route", ["badRoute /$(x)"]) { Trial.echo($0, "/$(x)") { $0.over("other") } },
        Row("a needless over", ["badRoute /$(x:uint)"]) {
            Trial.echo($0, "/$(x:uint)") { $0.over("other") }
            Trial.echo($0, "/$(x)", named: "other")
        },
        Row("strict twice", ["badRoute /$(x)"]) {
            Trial.echo($0, "/$(x)") {
                $0.strict(); $0.strict()
            }
        },
        Row("one name twice", ["badRoute /b/$(x)"]) {
            Trial.echo($0, "/a/$(x)", named: "one")
            Trial.echo($0, "/b/$(x)", named: "one")
        },
        Row("a name that is none", ["badRoute /$(x)"]) { Trial.echo($0, "/$(x)", named: "a b") },
        Row("an overlap", ["overlap /a/$(x) /$(x)/b https://app.example/a/b"]) {
            Trial.echo($0, "/$(x)/b")
            Trial.echo($0, "/a/$(x)")
        },
        Row("the same twice", ["overlap /$(y) /$(x) https://app.example/y"]) {
            Trial.echo($0, "/$(x)")
            Trial.echo($0, "/$(y)", reading: "y")
        },
        Row("another feature's action", ["foreignAction /$(x)"]) {
            $0.send("/$(x)", to: Plain.echo, input: { try $0.value("x") })
        },
        Row("an action that is not declared", ["undeclaredAction /x"]) { $0.send("/x", to: Trial.undeclared) },
        Row("a value that is not there", ["badInput /$(y) x"]) { Trial.echo($0, "/$(y)") },
        Row("a secret that is no value", ["badInput /$(x) y"]) { Trial.echo($0, "/$(x)") { $0.secret("y") } },
        Row("a list as one value", ["badInput /$(x:**) x"]) { Trial.echo($0, "/$(x:**)") },
        Row("a value that may be missing", ["badInput /a x"]) { Trial.echo($0, "/a") { $0.query("x?") } },
        Row(
            "everything that an input has wrong",
            [
                "badInput /$(number)/$(lang:en|de|fr)/$(tail) number",
                "badInput /$(number)/$(lang:en|de|fr)/$(tail) lang",
                "badInput /$(number)/$(lang:en|de|fr)/$(tail) tail",
                "badInput /$(number)/$(lang:en|de|fr)/$(tail) note",
            ]
        ) { $0.send("/$(number)/$(lang:en|de|fr)/$(tail)", to: Trial.say) },
        Row("more than one thing", ["badRoute x", "badRoute y"]) {
            Trial.echo($0, "x")
            Trial.echo($0, "y")
        },
    ])
    func `an error in a route is found when a dispatcher is created`(row: Row) {
        #expect(Self.errors(row.declare).map(Self.summary) == row.errors, "\(row.what)")
    }

    @Test(arguments: [
        Row("narrower inside broader", []) {
            Trial.echo($0, "/a/$(x)")
            Trial.echo($0, "/$(x)/**")
            Trial.echo($0, "/a/b") { $0.query("x") }
        },
        Row("an overlap that is decided", []) {
            Trial.echo($0, "/a/$(x)") { $0.over("other") }
            Trial.echo($0, "/$(x)/b", named: "other")
        },
        Row("the same pattern in two scopes", []) {
            Trial.echo($0, "/$(x)") { $0.onlyInApps() }
            Trial.echo($0, "/$(x)") { $0.onlyOnWeb() }
        },
        Row("every kind of value", []) {
            $0.send("/$(number:uint)/$(tail:**)", to: Trial.say) { $0.query("lang:de|en", default: "en") }
            $0.send("/$(number:uint)/$(tail:**)", to: Trial.say) { route in
                route.query("lang:de|en")
                route.query("note?")
            }
        },
        Row("a fragment", []) { Trial.echo($0, "/a") { $0.fragment("x", default: "none") } },
        Row("text around a capture, and escapes", []) { Trial.echo($0, #"/\$(a)-"$(x).png"#) },
    ])
    func `valid routes are accepted`(row: Row) {
        #expect(Self.errors(row.declare).map(\.description) == [], "\(row.what)")
    }

    @Test func `an invalid scope is an error, and so are routes without a scope`() {
        let declare: @Sendable (FeatureRoutesBuilder) -> Void = { Trial.echo($0, "/$(x)") }
        #expect(Self.errors(answering: [], declare) == [.routing(.noScope(feature: "Trial"))])
        #expect(Self.errors(answering: []) { _ in }.isEmpty, "a dispatcher without routes needs no scope")
        for scope in [LinkScope.scheme("https"), .scheme("a b"), .scheme(""), .host("Example.org"), .host("a\nb")] {
            let errors = Self.errors(answering: [.scheme("words"), scope], declare)
            #expect(errors.map(Self.summary) == ["badScope"], "\(scope)")
        }
        #expect(
            Self.errors(answering: [.scheme("words"), .scheme("words")], declare).map(Self.summary) == ["badScope"])
    }

    @Test func `the error for an overlap shows a link and the remedy`() {
        let errors = Self.errors {
            Trial.echo($0, "/a/$(x)", named: "one")
            Trial.echo($0, "/$(x)/b", named: "two")
        }
        #expect(
            errors.map(\.description) == [
                "Trial: `/a/$(x)` and `/$(x)/b` both accept https://app.example/a/b: the routes `one` and `two` overlap, and "
                    + "neither is inside the other; say which one wins: add `over two` to `one`, or the other way round"
            ])
    }

    @Test func `routes without a name get distinct names`() throws {
        let dispatcher = try Trial.$declare.withValue({
            Trial.echo($0, "/a/$(x)")
            Trial.echo($0, "/b/$(x)")
            Trial.echo($0, "/c/$(x)", named: "Trial-echo")
            Trial.echo($0, "/d/$(x)")
        }) { try Dispatcher(Trial.self, answering: .scheme("words"), on: machine) }
        let names = try ["a", "b", "c", "d"].map { first -> String in
            guard case .performed(let link) = try dispatcher.open("words://\(first)/x") else { return "" }
            return link.action.route
        }
        #expect(names == ["echo", "Trial-echo-2", "Trial-echo", "Trial-echo-3"])
    }

    @Test func `no declaration traps`() {
        var random = SeededGenerator(for: "no declaration traps")
        let pieces = [
            "/", "$(", ")", ":", "uint", "|", "**", "*", "\\", "\"", "{", "}", "\n", "#", "\u{0}", "é", "a", "?", "=",
        ]
        func text() -> String {
            (0..<Int.random(in: 0...8, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        }
        for _ in 0..<300 {
            let (pattern, name, words) = (
                text(), Bool.random(using: &random) ? text() : nil, (0..<5).map { _ in text() }
            )
            for error in Self.errors(
                answering: [.scheme("words"), Bool.random(using: &random) ? .host(text()) : .scheme(text())],
                {
                    Trial.echo($0, "/" + pattern, named: name) { route in
                        route.query(words[0], default: words[1])
                        route.fragment(words[2])
                        route.with("x", words[3])
                        route.except(words[4])
                    }
                })
            {
                #expect(!error.description.isEmpty)
            }
        }
    }

    @Test func `the intake's feature has one fixed place and name`() {
        enum Mine: FeatureGroup {
            static let description = ""
            static let subfeatures: [any FeatureDefinition.Type] = [DeepLinkingFeature.self]
        }
        enum DeepLinking: Feature {
            static let description = ""
            static func prepare(actions: FeatureActionsBuilder) { actions.declare(action(EchoAction.self)) }
        }
        let (mine, namesake): ([DeclarationError], [DeclarationError]) = (
            [.secondPlace(feature: "Mine/DeepLinking", first: "DeepLinking")], [.duplicateName(feature: "DeepLinking")]
        )
        #expect(Self.errors(of: Mine.self) == mine)
        #expect(Self.errors(of: DeepLinking.self) == namesake)
    }

    // MARK: Shared helpers

    private static func errors(of feature: any FeatureDefinition.Type) -> [DeclarationError] {
        do throws(DeclarationErrors) {
            _ = try Dispatcher(feature, on: machine)
            return []
        } catch {
            return error.errors
        }
    }

    private static func errors(
        answering scopes: [LinkScope] = [.scheme("words"), .host("app.example")],
        _ declare: @escaping @Sendable (FeatureRoutesBuilder) -> Void
    ) -> [DeclarationError] {
        Trial.$declare.withValue(declare) {
            do throws(DeclarationErrors) {
                switch scopes.count {
                case 0: _ = try Dispatcher(Trial.self, on: machine)
                default: _ = try Dispatcher(Trial.self, answering: scopes[0], scopes[1], on: machine)
                }
                return []
            } catch {
                return error.errors
            }
        }
    }

    /// The case and its details.
    private static func summary(_ error: DeclarationError) -> String {
        switch error {
        case .routing(.badScope): "badScope"
        case .routing(.noScope): "noScope"
        case .routing(.foreignAction(_, let route, _)): "foreignAction \(route)"
        case .routing(.undeclaredAction(_, let route, _)): "undeclaredAction \(route)"
        case .routing(.badRoute(_, let route, _)): "badRoute \(route)"
        case .routing(.overlap(_, let route, let other, let link, _)): "overlap \(route) \(other) \(link ?? "")"
        case .routing(.badInput(_, let route, let input, _)): "badInput \(route) \(input)"
        default: "\(error)"
        }
    }
}
