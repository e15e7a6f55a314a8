import DeepLinkFeatures
import TestSupport
import Testing

@Suite struct LinkTests {
    @Test(arguments: [
        ("words://say/7/de/a/b", "performed 7 de [\"a\", \"b\"] -"),
        ("https://app.example/say/-7/en/?note=x+y", "performed -7 en [] x y"),
        ("words:/say/7/fr/a", "rejected.route.notFound"),
        ("words:/say/9223372036854775808/en/a", "rejected.route.notFound"),
        ("words:/say/7/en/a?note=1&note=2", "performed 7 en [\"a\"] -"),
        ("words:/say/7/en/a?note=%00", "rejected.input.invalid note"),
        ("words:/say/13/en/a", "rejected.input.invalid number"),
        ("words:/show/fixed", "performed ()"),
        ("words:/show/text", "performed ()"),
        ("words:/show/secret", "rejected.route.excluded"),
        ("https://app.example/show/text", "rejected.route.notFound"),
        ("words:/show/paid", "blocked.purchase.required Reading/Paid"),
        ("words:/show/paid?more=1", "performed ()"),
        ("words:/slow", "rejected.route.notFound"),
        ("web://say/7/en/a", "rejected.url.schemeNotAllowed"),
        ("http://app.example/fail", "rejected.url.schemeNotAllowed"),
        ("https://app.example:8443/fail", "rejected.url.hostNotAllowed"),
        ("https://me@app.example/fail", "rejected.url.forbiddenComponent"),
        ("words:/show/a%2Fb", "rejected.url.forbiddenComponent"),
        ("words:/show/%u", "performed ()"),
        ("no link", "rejected.url.invalid"),
        ("", "rejected.url.invalid"),
    ])
    func `every link yields its outcome`(url: String, outcome: String) throws {
        #expect(try Dispatcher.reading().open(url, presenters: Presenters(Page())).summary == outcome)
    }

    @Test func `an action gets the values of its link, or those of its route`() throws {
        let (dispatcher, page) = (try Dispatcher.reading(), Page())
        dispatcher.setPurchase(gold, to: .active)
        for url in ["words:/show/one%20word", "words:/show/fixed", "words:/show/paid", "words:/show/paid?text=sold"] {
            _ = try dispatcher.open(url, presenters: Presenters(page))
        }
        #expect(page.shown == ["one word", "always", "paid", "sold"])
    }

    @Test func `links to an unavailable feature are refused, and other links are not`() throws {
        let dispatcher = try Dispatcher.reading()
        dispatcher.setPurchase(gold, to: .active, for: .account("ann"))
        func open(_ subject: Subject?) throws -> String {
            try dispatcher.open("words:/show/paid", presenters: Presenters(Page()), for: subject).summary
        }
        #expect(try open(.account("ann")) == "performed ()")
        #expect(try open(.account("bob")) == "blocked.purchase.required Reading/Paid")
        #expect(try open(nil) == "blocked.purchase.required Reading/Paid")
    }

    // MARK: The intake

    @Test func `with deep linking switched off no link is parsed`() async throws {
        let dispatcher = try Dispatcher.reading()
        func open(_ url: String) throws -> String { try dispatcher.open(url).summary }
        dispatcher.setRuntime(DeepLinkingFeature.self, to: false)
        for url in ["words:/fail", "no link"] {
            #expect(try open(url) == "blocked.feature.disabled DeepLinking")
            #expect(try await dispatcher.open(url).summary == "blocked.feature.disabled DeepLinking")
        }
        #expect(dispatcher.status(of: DeepLinkingFeature.self).isAvailable == false)
        dispatcher.setRuntime(DeepLinkingFeature.self, to: nil)
        #expect(dispatcher.status(of: DeepLinkingFeature.self).constraints.map(\.id) == ["runtime:DeepLinking"])
        #expect(try open("no link") == "rejected.url.invalid")
    }

    @Test func `opening a link is an action that is requested like any other`() throws {
        let dispatcher = try Dispatcher.reading()
        let binding = try dispatcher.request(DeepLinkingFeature.performIncomingURL).get()
        #expect(try binding.perform(with: "words:/show/fixed", presenter: Presenters(Page())).summary == "performed ()")
        let stale = try dispatcher.request(DeepLinkingFeature.performIncomingURL).get()
        dispatcher.setRuntime(DeepLinkingFeature.self, to: false)
        do {
            Issue.record("performed \(try stale.perform(with: "words:/show/fixed", presenter: Presenters()))")
        } catch let error as PerformError {
            #expect(error == .stale(feature: "DeepLinking"))
        }
    }

    // MARK: Actions that suspend, fail, or lack a presenter

    @Test func `an action that may suspend can be performed only by the async open`() async throws {
        let dispatcher = try Dispatcher.reading()
        #expect(try await dispatcher.open("words:/slow/a").summary == "performed a")
        #expect(try await dispatcher.open("words:/say/1/en/a").summary == "performed 1 en [\"a\"] -")
        func openAtOnce() throws -> LinkOutcome { try dispatcher.open("words:/slow/a") }
        #expect(throws: PerformError.suspends(feature: "Reading", action: "slowEcho")) { try openAtOnce() }
    }

    @Test func `an error thrown by an action is thrown by open`() async throws {
        let dispatcher = try Dispatcher.reading()
        func open() throws -> LinkOutcome { try dispatcher.open("words:/fail") }
        #expect(throws: Fail.Failure()) { try open() }
        await #expect(throws: Fail.Failure()) { try await dispatcher.open("words:/fail") }
    }

    @Test func `without a presenter no action is performed, and a refusal takes precedence`() throws {
        let dispatcher = try Dispatcher.reading()
        #expect(try dispatcher.open("words:/show/x").summary == "unpresentable showWords Page")
        #expect(try dispatcher.open("words:/show/paid").summary == "blocked.purchase.required Reading/Paid")
        var asked: [RoutedAction] = []
        var presenters = Presenters()
        presenters.provide(Page.self) { action in
            asked.append(action)
            return nil
        }
        #expect(try dispatcher.open("words:/show/paid", presenters: presenters).summary.hasPrefix("blocked"))
        #expect(asked.isEmpty, "nothing is shown for what is refused")
        #expect(try dispatcher.open("words:/show/x", presenters: presenters).summary.hasPrefix("unpresentable"))
        #expect(asked.map(\.route) == ["show"])
    }

    @Test func `an action is not performed if the presenter makes its feature unavailable`() throws {
        let dispatcher = try Dispatcher.reading()
        dispatcher.setPurchase(gold, to: .active)
        var presenters = Presenters()
        presenters.provide { _ -> Page? in
            dispatcher.setPurchase(gold, to: .revoked)
            return Page()
        }
        #expect(throws: PerformError.stale(feature: "Paid")) {
            let open: () throws -> LinkOutcome = { try dispatcher.open("words:/show/paid", presenters: presenters) }
            return try open()
        }
    }

    @Test func `chains of links are limited`() async throws {
        let dispatcher = try Dispatcher(Forwarding.self, answering: .scheme("words"), on: machine)
        func link(hops: Int) -> String { String(repeating: "words:/go?to=", count: hops) + "words:/end" }
        func open(_ url: String) throws -> String { try dispatcher.open(url).summary }
        #expect(try open(link(hops: 7)) == "performed " + String(repeating: "performed ", count: 7) + "()")
        #expect(try open(link(hops: 8)).hasSuffix("performed rejected.loop"))
        #expect(try open(link(hops: 500)).hasSuffix("performed rejected.loop"))
        #expect(try await dispatcher.open("words:/wait?to=words:/end").summary == "performed performed ()")
        let many = String(repeating: "words:/wait?to=", count: 500) + "words:/end"
        #expect(try await dispatcher.open(many).summary.hasSuffix("performed rejected.loop"))
    }

    // MARK: Hostile text

    @Test func `no text of a link traps`() throws {
        let dispatcher = try Dispatcher.reading()
        let presenters = Presenters(Page())
        var random = SeededGenerator(for: "no text of a link traps")
        let seeds = ["words://say/7/de/a/b?note=x", "https://app.example/show/%41#f", "words:/slow/$(x)"].map {
            Array($0.utf8)
        }
        for _ in 0..<2000 {
            var bytes = seeds.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                let place = Int.random(in: 0...bytes.count, using: &random)
                let end = min(bytes.count, place + Int.random(in: 0...2, using: &random))
                bytes.replaceSubrange(place..<end, with: [UInt8.random(in: 0...255, using: &random)])
            }
            do { _ = try dispatcher.open(String(decoding: bytes, as: UTF8.self), presenters: presenters) } catch {
                #expect(error is PerformError || error is Fail.Failure)
            }
        }
        for url in [String(repeating: "a", count: 1 << 20), "words:/" + String(repeating: "a/", count: 1 << 18)] {
            #expect(try dispatcher.open(url, presenters: presenters).summary == "rejected.url.tooLong")
        }
    }

    // MARK: The way back

    @Test(
        arguments: [
            (Words(number: 7), nil, "words://say/7/en/x"),
            (
                Words(number: -7, language: .de, tail: ["a b", ""], note: "c&d"), nil,
                "words://say/-7/de/a%20b/?note=c%26d"
            ),
            (Words(number: 7), .host("app.example"), "https://app.example/say/7/en/x"),
        ] as [(Words, LinkScope?, String)])
    func `a link made from an input matches with the same input`(input: Words, scope: LinkScope?, url: String) throws {
        let dispatcher = try Dispatcher.reading()
        #expect(try dispatcher.link(to: Reading.say, with: input, in: scope) == url)
        let said = "\(input.number) \(input.language) \(input.tail) \(input.note ?? "-")"
        #expect(try dispatcher.open(url).summary == "performed " + said)
    }

    @Test func `a value that a link cannot hold is an error with a named reason`() throws {
        let dispatcher = try Dispatcher.reading()
        for (words, scope, reason) in [
            (Words(number: 7, tail: ["", "a"]), nil, "emptyEntry"),
            (Words(number: 7, tail: [".."]), nil, "forbiddenValue"),
            (Words(number: 7, note: "\u{0}"), nil, "forbiddenValue"),
            (Words(number: 7), .host("other.example"), "unknownScope"),
        ] as [(Words, LinkScope?, String)] {
            do throws(LinkNotBuilt) {
                Issue.record("\(try dispatcher.link(to: Reading.say, with: words, in: scope))")
            } catch {
                #expect(error.reason == reason && !error.help.isEmpty)
            }
        }
    }
}

/// A feature that opens the link inside a link.
private enum Forwarding: Feature, RoutedFeature {
    enum Go: Action {
        typealias Input = String

        static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) throws -> String {
            try context.dispatcher.open(context.input).summary
        }
    }
    enum Wait: AsyncAction {
        typealias Input = String

        nonisolated(nonsending) static func perform(
            _ context: borrowing ActionContext<Self>, presenter: NoPresenter
        ) async throws -> String {
            await Task.yield()
            return try await context.dispatcher.open(context.input).summary
        }
    }

    static let description = ""
    static let go = action(Go.self)
    static let wait = action(Wait.self)
    static let end = action(Undeclared.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(go)
        actions.declare(wait)
        actions.declare(end)
    }

    static func routes(_ routes: FeatureRoutesBuilder) {
        routes.send("/go", to: go, input: { try $0.value("to") }) { $0.query("to") }
        routes.send("/wait", to: wait, input: { try $0.value("to") }) { $0.query("to") }
        routes.send("/end", to: end)
    }
}
