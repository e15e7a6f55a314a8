import DeepLinkFeatures
import Synchronization

/// What the interceptors of a test do, and what they were given.
final class InterceptorStage: Sendable {
    /// The stage of the test that runs.
    @TaskLocal static var current = InterceptorStage()

    /// What `Parental.check` answers.
    let check: @Sendable (GuardedAction, Dispatcher) throws -> GuardAnswer
    private let lines = Mutex<[String]>([])

    /// In the order of the calls.
    var log: [String] { lines.withLock { $0 } }

    init(check: @escaping @Sendable (GuardedAction, Dispatcher) throws -> GuardAnswer = { _, _ in .allow }) {
        self.check = check
    }

    func note(_ line: String) { lines.withLock { $0.append(line) } }

    func clear() { lines.withLock { $0 = [] } }
}

/// A song of a link, and a secret.
struct Song: LinkedInput {
    let id: Int
    var token = "none"

    init(id: Int) { self.id = id }

    init(_ inputs: RouteInputs) throws(RouteInputError) {
        id = try inputs.value("id")
        token = try inputs.value("token")
    }

    func write(to values: inout LinkValues) {
        values.set("id", id)
        values.set("token", token)
    }
}

enum PlaySong: Action {
    typealias Input = Song

    static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) -> String {
        "played \(context.input.id) \(context.input.token)"
    }
}

enum StreamSong: AsyncAction {
    typealias Input = Song

    nonisolated(nonsending) static func perform(
        _ context: borrowing ActionContext<Self>, presenter: NoPresenter
    ) async throws -> String {
        await Task.yield()
        return "streamed \(context.input.id)"
    }
}

/// Actions that are always available, and two behind a switch.
enum Music: FeatureGroup {
    static let description = ""
    static let subfeatures: [any FeatureDefinition.Type] = [Songs.self, Charts.self]
}

enum Songs: Feature, RoutedFeature {
    static let description = ""
    static let play = action(PlaySong.self)
    static let stream = action(StreamSong.self)
    static let fail = action(Fail.self)
    static let show = action(ShowWords.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(play)
        actions.declare(stream)
        actions.declare(fail)
        actions.declare(show)
    }

    static func routes(_ routes: FeatureRoutesBuilder) {
        for (name, pattern) in [("play", "/play/$(id:uint)"), ("old", "/old/$(id:uint)/play")] {
            routes.send(pattern, to: play, named: name) { route in
                route.query("token", default: "none")
                route.secret("token")
            }
        }
        routes.send("/stream/$(id:uint)", to: stream, named: "stream") { $0.with("token", "none") }
        routes.send("/fail", to: fail, named: "fail")
        routes.send("/show/$(text)", to: show, named: "show", input: { try $0.value("text") })
    }
}

enum Charts: ConditionalFeature, RoutedFeature {
    static let description = ""
    static let play = action(PlaySong.self)
    static let stream = action(StreamSong.self)

    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: true) }
    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(play)
        actions.declare(stream)
    }
    static func routes(_ routes: FeatureRoutesBuilder) {
        routes.send("/charts/$(id:uint)", to: play, named: "charts") { $0.with("token", "none") }
    }
}

// MARK: Interceptors

enum CheckSong: Action {
    typealias Input = GuardedAction

    static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) throws -> GuardAnswer {
        InterceptorStage.current.note("check " + text(context.input))
        return try InterceptorStage.current.check(context.input, context.dispatcher)
    }

    static func text(_ action: GuardedAction) -> String {
        [action.feature, action.action, action.url, action.route].map { $0 ?? "-" }.joined(separator: " ")
    }
}

enum CheckAgain: Action {
    typealias Input = GuardedAction

    static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) -> GuardAnswer {
        InterceptorStage.current.note("again " + context.input.action)
        return .allow
    }
}

enum NoteOutcome: Action {
    typealias Input = ObservedOutcome

    static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) throws -> Int {
        let outcome = context.input
        let parts = [outcome.code, outcome.feature, outcome.action, outcome.url, outcome.route]
        InterceptorStage.current.note(parts.map { $0 ?? "-" }.joined(separator: " "))
        // An observer's error changes nothing.
        throw Fail.Failure()
    }
}

/// Performs the action that it replaces itself.
enum TraceSong: Action {
    typealias Input = Song

    static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) throws -> String {
        "traced " + (try context.dispatcher.perform(Songs.play, with: context.input))
    }
}

enum PretendSong: Action {
    typealias Input = Song

    static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) -> String {
        "pretended \(context.input.id)"
    }
}

enum PretendStream: AsyncAction {
    typealias Input = Song

    nonisolated(nonsending) static func perform(
        _ context: borrowing ActionContext<Self>, presenter: NoPresenter
    ) async throws -> String {
        await Task.yield()
        return "pretended \(context.input.id)"
    }
}

enum Parental: ConditionalFeature, InterceptingFeature {
    static let description = ""
    static let check = action(CheckSong.self)
    static let again = action(CheckAgain.self)

    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: true) }
    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(check)
        actions.declare(again)
    }
    static func prepare(interceptors: FeatureInterceptorsBuilder) {
        interceptors.guard(check, of: Music.self)
        interceptors.guard(again, of: Songs.self)
    }
}

enum Tracing: ConditionalFeature, InterceptingFeature {
    static let description = ""
    static let trace = action(TraceSong.self)

    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: false) }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(trace) }
    static func prepare(interceptors: FeatureInterceptorsBuilder) { interceptors.replace(Songs.play, with: trace) }
}

enum Pretending: ConditionalFeature, InterceptingFeature {
    static let description = ""
    static let play = action(PretendSong.self)
    static let stream = action(PretendStream.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.profile(.development)
        requirements.userToggled(defaultValue: true)
    }
    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(play)
        actions.declare(stream)
    }
    static func prepare(interceptors: FeatureInterceptorsBuilder) {
        interceptors.replace(Songs.play, with: play)
        interceptors.replace(Songs.stream, with: stream)
        interceptors.replace(Charts.play, with: play)
        interceptors.replace(Charts.stream, with: stream)
    }
}

/// Its switch is the program's, and asked when something is verified.
enum Journal: ConditionalFeature, InterceptingFeature {
    static let description = ""
    static let note = action(NoteOutcome.self)

    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(note) }
    static func prepare(interceptors: FeatureInterceptorsBuilder) { interceptors.observe(note) }
}

extension Dispatcher {
    /// A dispatcher of `Music` with features that intercept, which never takes an interceptor to be late.
    static func music(
        _ interceptors: any FeatureDefinition.Type..., profile: Profile = .production
    ) throws -> Dispatcher {
        let dispatcher =
            switch interceptors.count {
            case 0: try Dispatcher(Music.self, answering: .scheme("t"), profile: profile, on: machine)
            case 1:
                try Dispatcher(interceptors[0], Music.self, answering: .scheme("t"), profile: profile, on: machine)
            case 2:
                try Dispatcher(
                    interceptors[0], interceptors[1], Music.self, answering: .scheme("t"), profile: profile,
                    on: machine)
            default:
                try Dispatcher(
                    interceptors[0], interceptors[1], interceptors[2], interceptors[3], Music.self,
                    answering: .scheme("t"), profile: profile, on: machine)
            }
        dispatcher.interceptorClock = { 0 }
        return dispatcher
    }

    /// The result of a link in a few words, and the names of the interceptors that acted.
    func result(of url: String) throws -> String {
        let outcome: LinkOutcome = try open(url)
        guard case .performed(let link) = outcome else { return outcome.summary }
        return ([outcome.summary] + link.interceptors).joined(separator: " ")
    }
}
