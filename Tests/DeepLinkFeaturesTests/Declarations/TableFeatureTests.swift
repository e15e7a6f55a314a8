import DeepLinkFeatures
import DeepLinkTables
import Foundation
import Testing

/// Tables whose actions are Swift types.
@Suite struct TableFeatureTests {
    private static let table = """
        scheme podcast
        host   podcasts.example
        product premium {
            title "Premium"
        }
        rewrite moved {
            from https://old.example/**
            to   https://podcasts.example/**
        }
        feature Playback {
            action play {
                input episode uint
                input at      uint = 0
                input token   string? secret
                exec  /usr/bin/printf "%s" $(episode)
            }
            route episode /episodes/$(episode:uint) do play {
                query at:uint?
                query token:string?
            }
            feature Timer {
                require toggle off
                action start {
                    input minutes uint = 30
                    respond
                }
                route sleep /sleep do start {
                    query minutes:uint?
                }
            }
        }
        feature Favourites {
            require runtime off
            feature SmartPlaylists {
                require purchase premium
                require confirmation "Open $(list)?"
                action open {
                    input list slug
                    input path **
                    respond
                }
                route list /favourites/$(list:slug)/$(path:**) do open
            }
        }
        """

    enum Playback: TableFeature {
        static let play = action(PlayEpisode.self)
        static func bind(actions: TableActionsBuilder) { actions.bind(play, as: "play") }
    }

    enum Timer: TableFeature {
        static let path = "Playback/Timer"
        static let start = action(Start.self)
        static func bind(actions: TableActionsBuilder) { actions.bind(start) { try $0.value("minutes") } }
    }

    enum SmartPlaylistsFeature: TableFeature {
        static let open = action(OpenPlaylist.self)
        static func bind(actions: TableActionsBuilder) { actions.bind(open, as: "open") }
    }

    enum Favourites: TableFeature {
        static func bind(actions: TableActionsBuilder) {}
    }

    struct Episode: LinkedInput {
        let number: Int
        let second: Int
        let token: String?

        init(number: Int, second: Int, token: String?) {
            (self.number, self.second, self.token) = (number, second, token)
        }

        init(_ inputs: RouteInputs) throws(RouteInputError) {
            number = try inputs.value("episode")
            second = try inputs.value("at")
            token = try inputs.valueIfPresent("token")
        }

        func write(to values: inout LinkValues) {
            values.set("episode", number)
            values.set("at", second)
            values.set("token", token)
        }
    }

    enum PlayEpisode: Action {
        typealias Input = Episode
        static func perform(_ context: borrowing ActionContext<Self>, presenter: Page) -> String {
            presenter.shown.append("episode \(context.input.number)")
            return "\(context.input.number) from \(context.input.second)"
        }
    }

    enum Start: AsyncAction {
        typealias Input = Int
        static func perform(
            _ context: borrowing ActionContext<Self>, presenter: NoPresenter
        ) async throws -> String { "sleeping in \(context.input)" }
    }

    struct Playlist: RoutedInput {
        let list: String
        let path: [String]

        init(_ inputs: RouteInputs) throws(RouteInputError) {
            list = try inputs.value("list")
            path = try inputs.list("path")
        }
    }

    enum OpenPlaylist: Action {
        typealias Input = Playlist
        static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) -> String {
            "\(context.input.list): \(context.input.path)"
        }
    }

    private static func declarations(_ table: String = table) throws -> FeatureDeclarations {
        try FeatureDeclarations(
            tableText: table, named: "routes.conf", Playback.self, Timer.self, SmartPlaylistsFeature.self,
            Favourites.self, on: machine)
    }

    private static func text(_ outcome: LinkOutcome) -> String {
        switch outcome {
        case .performed(let link): "\(link.output)"
        case .refused(let refusal): refusal.code
        case .rejected(let rejection): rejection.code
        case .unpresentable(_, let presenter): "no \(presenter)"
        }
    }

    // MARK: Links

    @Test func `the table decides which link leads to which type, with defaults and rewrites`() async throws {
        let dispatcher = try Dispatcher(Self.declarations())
        let page = Page()
        func open(_ url: String) async throws -> String {
            Self.text(try await dispatcher.open(url, presenters: Presenters(page)))
        }
        #expect(try await open("podcast://episodes/7") == "7 from 0")
        #expect(try await open("https://podcasts.example/episodes/7?at=90") == "7 from 90")
        #expect(try await open("https://old.example/episodes/8") == "8 from 0")
        #expect(page.shown == ["episode 7", "episode 7", "episode 8"])
        #expect(try await open("podcast://episodes/seven") == "rejected.route.notFound")
        #expect(try await open("other://episodes/7") == "rejected.url.schemeNotAllowed")
        #expect(try await open("podcast://sleep") == "blocked.toggle.off")
        try dispatcher.setToggle(Timer.self, to: true)
        #expect(try await open("podcast://sleep") == "sleeping in 30")
        #expect(try await open("podcast://sleep?minutes=5") == "sleeping in 5")
    }

    @Test func `a link is performed at once where nothing suspends`() throws {
        let dispatcher = try Dispatcher(Self.declarations())
        #expect(Self.text(try dispatcher.open("podcast://episodes/7")) == "no Page")
        try dispatcher.setToggle(Timer.self, to: true)
        #expect(throws: PerformError.self) { try dispatcher.open("podcast://sleep") }
    }

    @Test func `the table decides what a feature requires, and its ancestors`() throws {
        let dispatcher = try Dispatcher(Self.declarations())
        let url = "podcast://favourites/rock/a/b"
        #expect(Self.text(try dispatcher.open(url)) == "blocked.feature.disabled")
        dispatcher.setRuntime(Favourites.self, to: true)
        #expect(Self.text(try dispatcher.open(url)) == "blocked.purchase.required")
        let product = try #require(dispatcher.status(of: SmartPlaylistsFeature.self).purchases.requiredToUnlock.first)
        #expect(product.name == "Premium")
        dispatcher.setPurchase(product, to: .active)
        guard case .refused(let refusal) = try dispatcher.open(url) else {
            Issue.record("performed")
            return
        }
        #expect(refusal.code == "blocked.confirmation.required")
        let question = try #require(refusal.confirmation)
        #expect(question.text == "Open rock?")
        #expect(Self.text(try dispatcher.open(url, confirmed: question.confirmed())) == #"rock: ["a", "b"]"#)
        dispatcher.setRuntime(Favourites.self, to: nil)
        #expect(Self.text(try dispatcher.open(url)) == "blocked.feature.disabled")
    }

    @Test func `types are requested, performed and observed as ever, and links are made of them`() throws {
        let dispatcher = try Dispatcher(Self.declarations())
        var seen: [String] = []
        let observation = dispatcher.observeActions { event in
            if event.route != nil { seen.append("\(event.feature) \(event.inputs["token"] ?? "-")") }
        }
        let page = Page()
        _ = try dispatcher.open("podcast://episodes/7?token=abc", presenters: Presenters(page))
        #expect(Set(seen) == ["Playback ***"])
        observation.cancel()
        let episode = Episode(number: 9, second: 90, token: nil)
        let binding = try dispatcher.request(Playback.play).get()
        #expect(try binding.perform(with: episode, presenter: page) == "9 from 90")
        let link = try dispatcher.link(to: Playback.play, with: episode, in: .host("podcasts.example"))
        #expect(link == "https://podcasts.example/episodes/9?at=90")
        #expect(
            dispatcher.publishedActions.map { "\($0.feature).\($0.name)" } == [
                "Playback.play", "Playback/Timer.start", "Favourites/SmartPlaylists.open",
            ])
    }

    @Test func `opening links can be switched off`() throws {
        let dispatcher = try Dispatcher(Self.declarations())
        dispatcher.setRuntime(DeepLinkingFeature.self, to: false)
        #expect(Self.text(try dispatcher.open("podcast://episodes/7")) == "blocked.feature.disabled")
    }

    // MARK: Errors

    private static func errors(
        _ table: String, _ features: any TableFeature.Type...
    ) -> [String] {
        do {
            switch features.count {
            case 1: _ = try FeatureDeclarations(tableText: table, features[0], on: machine)
            case 2: _ = try FeatureDeclarations(tableText: table, features[0], features[1], on: machine)
            default: _ = try FeatureDeclarations(tableText: table, on: machine)
            }
            return []
        } catch {
            return error.errors.map(\.description)
        }
    }

    @Test func `errors of the table are told with their places, all at once`() {
        let errors = Self.errors("scheme podcast\nfeature A {\n    colour red\n}\nrouet x /x do y\n")
        #expect(errors.count == 2)
        #expect(errors[0].hasPrefix("table:3:5: "))
        #expect(errors[1].contains("rouet"))
    }

    private static let small = """
        scheme t
        feature Playback {
            action play {
                input episode slug
                respond
            }
            action stop {
                respond
            }
            route play /$(episode:slug) do play
        }
        """

    @Test func `actions without a type, inputs of another type and inputs that are not there are errors`() {
        #expect(
            Self.errors(Self.small, Playback.self) == [
                "Playback: the action `play` and its input `episode`: it can be any `slug`, and is read as `Int`",
                "Playback: the action `play` and its input `at`: the route gives no such value, but `episode`",
                "Playback: the action `play` and its input `token`: the table declares no such input",
                "Playback: no type performs the action `stop`; bind one in `bind(actions:)` of a `TableFeature`",
            ])
    }

    enum Playbook: TableFeature {
        static func bind(actions: TableActionsBuilder) {}
    }

    enum Player: TableFeature {
        static let path = "Playback"
        static let play = action(Start.self)
        static let stop = action(PlayEpisode.self)
        static func bind(actions: TableActionsBuilder) {
            actions.bind(play, as: "stpo") { _ in 1 }
            actions.bind(play, as: "stop") { _ in 1 }
            actions.bind(play, as: "play") { _ in 1 }
            actions.bind(Playback.play, as: "play")
        }
    }

    @Test func `features and actions that the table does not have are errors, with the nearest`() {
        #expect(
            Self.errors(Self.small, Playbook.self, Player.self) == [
                "Playbook: the table has no feature of this name, or several; did you mean `Playback`?",
                "Playback: the table has no action `stpo` in this feature; did you mean `stop`?",
                "Playback: `play` is bound twice; keep one line, and use a type for one action of the feature",
                "Playback: binds `play` of another feature; bind it with this feature's `action(_:)`",
                "Playback: no type performs the action `play`; bind one in `bind(actions:)` of a `TableFeature`",
            ])
        let twice = Self.errors(Self.small, Playback.self, Player.self)
        #expect(twice.contains("Playback: two types stand for this feature; keep one"))
    }

    @Test func `lines that only the daemon can follow are errors`() {
        let table = """
            scheme t
            feature Parental {
                action check {
                    input action string
                    respond
                }
                guard check
            }
            feature Playback {
                action play {
                    input episode uint
                    respond
                }
                route play /$(episode:uint) do play
            }
            """
        let errors = Self.errors(table, Playback.self)
        let sentence = "`guard Parental.check`: only the daemon follows this line"
        #expect(errors.contains { $0.contains(sentence) }, "\(errors)")
    }

    @Test func `units that the daemon would spend are an error, since nothing here would take them`() {
        let table = """
            scheme game
            product coins {
                kind consumable
            }
            feature Levels {
                require purchase coins 3
                action play {
                    exec /bin/true
                    spend coins 3
                }
                route play /play do play
            }
            """
        let errors = Self.errors(table)
        #expect(errors.contains { $0.contains("`spend coins 3`: only the daemon follows this line") }, "\(errors)")
    }

    @Test func `the table of the manual has no error but that nothing is bound`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let page = folder.appending(path: "../../../docs/clients/swift.md")
        let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```conf\n")
        let table = try #require(blocks.dropFirst().first?.components(separatedBy: "```").first)
        let errors = Self.errors(table)
        #expect(errors.count == 2)
        #expect(errors.allSatisfy { $0.contains("no type performs the action") }, "\(errors)")
    }

    // MARK: Files

    @Test func `a file of the daemon is loaded, with what it includes`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tables-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "routes.conf")
        try "scheme t\ninclude more.conf\n".write(to: file, atomically: true, encoding: .utf8)
        try """
        feature Timer {
            action start {
                input minutes uint = 3
                exec /nowhere/program $(minutes)
            }
            route sleep /sleep do start
        }
        """.write(to: folder.appending(path: "more.conf"), atomically: true, encoding: .utf8)
        let declarations = try FeatureDeclarations(table: file.path(), TopTimer.self)
        #expect(try Dispatcher(declarations).status(of: TopTimer.self).isAvailable == true)
        let errors = #expect(throws: DeclarationErrors.self) {
            try FeatureDeclarations(table: folder.appending(path: "absent.conf").path())
        }
        #expect(errors?.description.contains("absent.conf") == true)
    }

    enum TopTimer: TableFeature {
        static let path = "Timer"
        static let start = action(Start.self)
        static func bind(actions: TableActionsBuilder) { actions.bind(start) { try $0.value("minutes") } }
    }
}
