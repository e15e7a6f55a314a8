import DeepLinkFeatures
import Testing

/// What is wrong with interceptors, found when a dispatcher is made.
@Suite struct InterceptorDeclarationTests {
    /// A feature whose interceptors a test declares.
    enum Trial: ConditionalFeature, InterceptingFeature {
        static let description = ""
        static let check = action(CheckSong.self)
        static let play = action(PretendSong.self)
        static let note = action(NoteOutcome.self)
        static let undeclared = action(CheckAgain.self)
        @TaskLocal static var intercept: @Sendable (FeatureInterceptorsBuilder) -> Void = { _ in }
        @TaskLocal static var isConfirmed = false

        static func constraints(requirements: FeatureConstraintsBuilder) {
            if isConfirmed { requirements.confirmation("Really?") }
        }
        static func prepare(actions: FeatureActionsBuilder) {
            actions.declare(check)
            actions.declare(play)
            actions.declare(note)
        }
        static func prepare(interceptors: FeatureInterceptorsBuilder) { intercept(interceptors) }
    }

    /// Replaces an action of `Trial`, and so closes a circle.
    enum Partner: Feature, InterceptingFeature {
        static let description = ""
        static let play = action(PlaySong.self)
        static let undeclared = action(PretendSong.self)

        static func prepare(actions: FeatureActionsBuilder) { actions.declare(play) }
        static func prepare(interceptors: FeatureInterceptorsBuilder) { interceptors.replace(Trial.play, with: play) }
    }

    private typealias Declare = @Sendable (FeatureInterceptorsBuilder) -> Void

    private static func errors(_ declare: @escaping Declare, isConfirmed: Bool = false) -> [DeclarationError] {
        Trial.$intercept.withValue(declare) {
            Trial.$isConfirmed.withValue(isConfirmed) {
                do throws(DeclarationErrors) {
                    _ = try Dispatcher(Partner.self, Trial.self, on: machine)
                    return []
                } catch {
                    return error.errors
                }
            }
        }
    }

    private static let rows: [(what: String, error: InterceptingError?, declare: Declare)] = [
        (
            "every kind", nil,
            { lines in
                lines.guard(Trial.check, of: Partner.self)
                lines.guard(Trial.check)
                lines.observe(Trial.note, of: Partner.self)
            }
        ),
        ("another's guard", .foreignAction(feature: "Trial", interceptor: "checkSong"), { $0.guard(Parental.check) }),
        (
            "a guard that is not declared", .undeclaredAction(feature: "Trial", interceptor: "checkAgain"),
            { $0.guard(Trial.undeclared) }
        ),
        (
            "a feature that is not there", .unknownFeature(feature: "Trial", interceptor: "checkSong", other: "Songs"),
            { $0.guard(Trial.check, of: Songs.self) }
        ),
        (
            "an action that is not there",
            .unknownAction(feature: "Trial", interceptor: "pretendSong", other: "Partner", action: "pretendSong"),
            { $0.replace(Partner.undeclared, with: Trial.play) }
        ),
        (
            "its own feature", .ownFeature(feature: "Trial", interceptor: "checkSong"),
            { $0.guard(Trial.check, of: Trial.self) }
        ),
        (
            "its own action", .ownFeature(feature: "Trial", interceptor: "pretendSong"),
            { $0.replace(Trial.play, with: Trial.play) }
        ),
        (
            "the intake", .intake(feature: "Trial", interceptor: "noteOutcome"),
            { $0.observe(Trial.note, of: DeepLinkingFeature.self) }
        ),
        (
            "a circle", .circle(feature: "Trial", interceptor: "pretendSong", action: "playSong"),
            { $0.replace(Partner.play, with: Trial.play) }
        ),
    ]

    @Test(arguments: rows.indices)
    func `an error in an interceptor is found when a dispatcher is created`(_ index: Int) {
        let row = Self.rows[index]
        #expect(Self.errors(row.declare) == (row.error.map { [.intercepting($0)] } ?? []), "\(row.what)")
    }

    @Test func `an interceptor cannot stand behind a confirmation, because it would never act`() {
        let error = InterceptingError.confirmation(feature: "Trial", interceptor: "checkSong")
        #expect(Self.errors({ $0.guard(Trial.check) }, isConfirmed: true) == [.intercepting(error)])
    }

    @Test func `an interceptor about a group is not about its own feature inside the group`() throws {
        let dispatcher = try Dispatcher(Home.self, on: machine)
        dispatcher.interceptorClock = { 0 }
        let stage = InterceptorStage()
        try InterceptorStage.$current.withValue(stage) {
            _ = try dispatcher.perform(Home.Watch.echo, with: "x")
            #expect(stage.log.isEmpty)
            _ = try dispatcher.perform(Home.Door.echo, with: "x")
            #expect(stage.log == ["check Home/Door echo - -"])
        }
    }

    private enum Home: FeatureGroup {
        static let description = ""
        static let subfeatures: [any FeatureDefinition.Type] = [Watch.self, Door.self]

        enum Watch: Feature, InterceptingFeature {
            static let description = ""
            static let check = action(CheckSong.self)
            static let echo = action(EchoAction.self)

            static func prepare(actions: FeatureActionsBuilder) {
                actions.declare(check)
                actions.declare(echo)
            }
            static func prepare(interceptors: FeatureInterceptorsBuilder) { interceptors.guard(check, of: Home.self) }
        }

        enum Door: Feature {
            static let description = ""
            static let echo = action(EchoAction.self)

            static func prepare(actions: FeatureActionsBuilder) { actions.declare(echo) }
        }
    }
}
