import DeepLinkFeatures
import Synchronization
import Testing

/// Features that are declared once, for many users.
@Suite(.serialized) struct FeatureDeclarationsTests {
    private static let premium = Product("premium", name: "Premium")

    enum Music: ConditionalFeature, RoutedFeature {
        static let description = "Music"
        static let play = action(PlaySong.self)
        static let declared = Mutex(0)

        static func constraints(requirements: FeatureConstraintsBuilder) {
            declared.withLock { $0 += 1 }
            requirements.userToggled(defaultValue: true)
            requirements.purchase(FeatureDeclarationsTests.premium)
        }

        static func prepare(actions: FeatureActionsBuilder) { actions.publish(play) }
        static func routes(_ routes: FeatureRoutesBuilder) { routes.send("/songs/$(number:uint)", to: play) }
    }

    struct Song: LinkedInput {
        let number: Int

        init(number: Int) { self.number = number }
        init(_ inputs: RouteInputs) throws(RouteInputError) { number = try inputs.value("number") }
        func write(to values: inout LinkValues) { values.set("number", number) }
    }

    enum PlaySong: Action {
        typealias Input = Song

        static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) -> String {
            "\(context.subject) hears \(context.input.number)"
        }
    }

    private static func code(_ outcome: LinkOutcome) -> String {
        switch outcome {
        case .performed(let link): "\(link.output)"
        case .refused(let refusal): refusal.code
        case .rejected(let rejection): rejection.code
        case .unpresentable: "unpresentable"
        }
    }

    @Test func `users have facts of their own, and declarations are made once`() async throws {
        Music.declared.withLock { $0 = 0 }
        let declarations = try FeatureDeclarations(Music.self, answering: .scheme("music"), on: machine)
        #expect(declarations.publishedActions.map(\.name) == ["playSong"])
        let heard = try await withThrowingTaskGroup(of: [String].self) { group in
            for user in 1...8 as ClosedRange<UInt32> {
                group.addTask {
                    // Each on a thread of the pool, with a dispatcher of its own.
                    let dispatcher = try Dispatcher(declarations, for: .uid(user))
                    var codes = [Self.code(try dispatcher.open("music://songs/1"))]
                    if user.isMultiple(of: 2) { dispatcher.setPurchase(Self.premium, to: .active) }
                    for number in 1...50 { codes.append(Self.code(try dispatcher.open("music://songs/\(number)"))) }
                    try dispatcher.setToggle(Music.self, to: false)
                    return codes + [Self.code(try dispatcher.open("music://songs/2"))]
                }
            }
            var all: [[String]] = []
            for try await codes in group { all.append(codes) }
            return all
        }
        #expect(heard.count == 8)
        for codes in heard {
            #expect(codes.first == "blocked.purchase.required")
            let isBuyer = codes[1] != "blocked.purchase.required"
            #expect(codes.last == "blocked.toggle.off")
            if isBuyer { #expect(codes[7].hasSuffix("hears 7"), "\(codes[7])") }
        }
        #expect(heard.count { $0[1].hasSuffix("hears 1") } == 4)
        #expect(Music.declared.withLock { $0 } == 1)
    }

    @Test func `links, changes and observers are those of one dispatcher`() throws {
        let declarations = try FeatureDeclarations(Music.self, answering: .scheme("music"), on: machine)
        let (first, second) = (try Dispatcher(declarations), try Dispatcher(declarations))
        first.setPurchase(Self.premium, to: .active)
        #expect(try first.link(to: Music.play, with: Song(number: 3)) == "music://songs/3")
        var events: [String] = []
        let observation = second.observeActions { events.append($0.action) }
        _ = try first.open("music://songs/3")
        #expect(events == [])
        _ = try second.open("music://songs/3")
        #expect(events.contains("playSong"))
        observation.cancel()
    }

    @Test func `a dispatcher takes providers of its own, and two that contradict are an error`() throws {
        let declarations = try FeatureDeclarations(Music.self, answering: .scheme("music"), on: machine)
        let tracker = TestTracker()
        let dispatcher = try Dispatcher(declarations, purchases: tracker)
        #expect(dispatcher.status(of: Music.self).isAvailable == false)
        tracker.set(.active)
        #expect(dispatcher.status(of: Music.self).isAvailable == true)
        let adapters = [TestAdapter(.camera), TestAdapter(.camera)]
        let errors = #expect(throws: DeclarationErrors.self) { try Dispatcher(declarations, permissions: adapters) }
        #expect(errors?.errors == [.twoAdapters(permission: "camera")])
    }

    @Test func `everything that is wrong is found at once, with the providers of a single dispatcher`() throws {
        let errors = #expect(throws: DeclarationErrors.self) {
            try Dispatcher(Music.self, on: machine, permissions: [TestAdapter(.camera), TestAdapter(.camera)])
        }
        #expect(errors?.errors == [.routing(.noScope(feature: "Music")), .twoAdapters(permission: "camera")])
    }
}
