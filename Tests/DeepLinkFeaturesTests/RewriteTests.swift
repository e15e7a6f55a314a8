import DeepLinkFeatures
import Testing

/// Links that become other links before anything is matched: order, chain, failure, lateness, loops and profile.
@Suite struct RewriteTests {
    private static func dispatcher(
        _ first: LinkRewrite, _ second: LinkRewrite? = nil, profile: Profile = .production
    ) throws -> Dispatcher {
        let dispatcher =
            try second.map {
                try Dispatcher(
                    Music.self, answering: .scheme("t"), rewriting: first, $0, profile: profile, on: machine)
            } ?? Dispatcher(Music.self, answering: .scheme("t"), rewriting: first, profile: profile, on: machine)
        dispatcher.interceptorClock = { 0 }
        return dispatcher
    }

    @Test(arguments: [
        ("old://play/7?token=x", "performed played 7 x renamed"),
        ("OLD://play/7", "performed played 7 none renamed"),
        ("https://songs.example/play/7", "performed played 7 none renamed"),
        ("old://stage/play/7", "performed played 7 none renamed staging"),
        ("t://stage/play/7", "performed played 7 none staging"),
        ("t://play/7", "performed played 7 none"),
        ("other://play/7", "rejected.url.schemeNotAllowed"), ("no link", "rejected.url.invalid"),
    ])
    func `rewrites act in their order, each on what the one before has made`(_ url: String, _ result: String) throws {
        let dispatcher = try Self.dispatcher(
            LinkRewrite("renamed", from: "old://**", "https://songs.example/**", to: "t://**"),
            LinkRewrite("staging", from: "t://stage/**", to: "t://**"))
        #expect(try dispatcher.result(of: url) == result)
    }

    @Test func `a rewrite for one profile does nothing in the other`() throws {
        let rewrite = LinkRewrite("staging", from: "t://stage/**", to: "t://**", profile: .development)
        let url = "t://stage/play/7"
        #expect(
            try Self.dispatcher(rewrite, profile: .development).result(of: url) == "performed played 7 none staging")
        #expect(try Self.dispatcher(rewrite).result(of: url) == "rejected.route.notFound")
    }

    @Test func `no feature decides about a rewrite`() throws {
        let dispatcher = try Self.dispatcher(LinkRewrite("old", from: "old://**", to: "t://**"))
        try dispatcher.setToggle(Charts.self, to: false)
        #expect(try dispatcher.result(of: "old://charts/7") == "blocked.toggle.off Music/Charts")
        #expect(try dispatcher.result(of: "old://play/7") == "performed played 7 none old")
    }

    /// What a function makes of a link, and the result.
    struct Made: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let result: String
        var reason: String?
        var tookMs: Int64 = 0
        let make: @Sendable (String) throws -> String
    }

    @Test(arguments: [
        Made(testDescription: "another link", result: "performed played 9 none short") { _ in "t://play/9" },
        Made(testDescription: "another spelling of it", result: "performed played 9 none short") { _ in "T://play/9" },
        Made(testDescription: "the same link", result: "rejected.route.notFound") { $0 },
        Made(testDescription: "no link", result: "rejected.interceptor", reason: "its answer is no link.") { _ in "x" },
        Made(testDescription: "a program", result: "rejected.interceptor", reason: "its answer is no link.") { _ in
            "javascript:alert(1)"
        },
        Made(
            testDescription: "an error", result: "rejected.interceptor",
            reason: "it failed with Failure(text: \"failed\")."
        ) { _ in throw Fail.Failure() },
        Made(
            testDescription: "a link too late", result: "rejected.interceptor",
            reason: "it took 60 ms, and may take 50.",
            tookMs: 60
        ) { _ in "t://play/9" },
    ])
    func `a function makes another link, or the link is refused`(_ row: Made) throws {
        let rewrite = LinkRewrite("short", from: "t://short/**") { link in
            #expect(link == "t://short/abc?token=x")
            return try row.make(link)
        }
        let dispatcher = try Self.dispatcher(rewrite)
        var nowNs: Int64 = 0
        dispatcher.interceptorClock = {
            nowNs += row.tookMs * 1_000_000
            return nowNs
        }
        #expect(try dispatcher.result(of: "t://short/abc?token=x") == row.result)
        guard let reason = row.reason else { return }
        guard case .rejected(let rejection) = try dispatcher.open("t://short/abc?token=x") as LinkOutcome else {
            Issue.record("not rejected")
            return
        }
        #expect(rejection.interceptor == "short" && rejection.message == "`short` refused the link: \(reason)")
        #expect(!rejection.message.contains("token"))
    }

    @Test func `rewrites and nested links count together, and a ninth is a loop`() throws {
        let dispatcher = try Dispatcher(
            Nesting.self, answering: .scheme("n"),
            rewriting: LinkRewrite("again", from: "n://again/**", to: "n://open/**"), on: machine)
        for (prefix, depth, isLoop) in [("open", 8, false), ("open", 9, true), ("again", 4, false), ("again", 5, true)]
        {
            let result = try Nesting.open(prefix, depth, in: dispatcher)
            #expect(result == (isLoop ? "rejected.loop" : "end"), "\(prefix) \(depth)")
        }
    }

    @Test func `an error in a rewrite is found when a dispatcher is created`() {
        for rewrite in [
            LinkRewrite("a b", from: "old:**", to: "t:**"), LinkRewrite("none", from: "old", to: "t:**"),
            LinkRewrite("open", from: "old://x", to: "t://**"), LinkRewrite("file", from: "file:**", to: "t:**"),
            LinkRewrite("script", from: "old:**", to: "javascript:**"), LinkRewrite("bare", to: "t:**"),
            LinkRewrite("made") { $0 }, LinkRewrite("inside", from: "old://a**b") { $0 },
        ] {
            do {
                _ = try Self.dispatcher(rewrite)
                Issue.record("\(rewrite.name): it was made")
            } catch {
                let text = "\(error)"
                #expect(text.hasPrefix("the rewrite `\(rewrite.name)`: ") && !text.contains("\n"), "\(text)")
            }
        }
    }

    @Test func `two rewrites have two names`() {
        let rewrite = LinkRewrite("old", from: "old:**", to: "t:**")
        #expect(throws: DeclarationErrors.self) { try Self.dispatcher(rewrite, rewrite) }
    }
}

/// Opens links inside of links.
private enum Nesting: Feature, RoutedFeature {
    static let description = ""
    static let open = action(OpenNext.self)

    static func prepare(actions: FeatureActionsBuilder) { actions.declare(open) }
    static func routes(_ routes: FeatureRoutesBuilder) {
        routes.send("/open/$(depth:int)", to: open, input: { (try $0.value("depth"), try $0.value("next")) }) { route in
            route.query("next")
        }
    }

    /// Opens so many links inside of one another.
    static func open(_ prefix: String, _ depth: Int, in dispatcher: Dispatcher) throws -> String {
        let outcome: LinkOutcome = try dispatcher.open("n://\(prefix)/\(depth)?next=\(prefix)")
        guard case .performed(let link) = outcome else { return outcome.summary }
        return "\(link.output)"
    }
}

private enum OpenNext: Action {
    typealias Input = (depth: Int, next: String)

    static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) throws -> String {
        guard context.input.depth > 1 else { return "end" }
        return try Nesting.open(context.input.next, context.input.depth - 1, in: context.dispatcher)
    }
}
