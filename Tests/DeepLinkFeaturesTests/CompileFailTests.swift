import TestSupport
import Testing

// Code that must not compile, each sample compiled against the modules of this very build. A sample without an error
// shows that the others fail for their own reason.

@Suite(.enabled("needs swiftc and the modules of this build") { Compiler.find(for: "CompileFailTests") != nil })
struct CompileFailTests {
    /// What the compiler says of an action of a conditional feature that was not requested.
    private static let requestFirst =
        "is unavailable: the feature is conditional: request the action first, `dispatcher.request(…)`"

    private static func sample(_ body: String) -> String {
        """
        import DeepLinkFeatures

        enum Echo: Action {
            typealias Input = String

            static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) -> String { context.input }
        }
        enum Gated: ConditionalFeature {
            static let description = ""
            static let echo = action(Echo.self)
            static let reset = action(Reset.self)
            static func constraints(requirements: FeatureConstraintsBuilder) {}
            static func prepare(actions: FeatureActionsBuilder) { actions.declare(echo) }
        }
        enum Reset: Action {
            static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) {}
        }
        func use(_ dispatcher: Dispatcher, _ proof: consuming VerifiedActionBinding<Gated, Echo>) throws {
            \(body)
        }

        """
    }

    @Test func `code that performs a proof once compiles`() throws {
        #expect(try Compiler.errors(of: Self.sample("_ = try proof.perform(with: \"\")")).isEmpty)
    }

    @Test(arguments: [
        ("performing an unverified binding", "_ = try Gated.echo.perform(with: \"\")", requestFirst),
        (
            "performing it as one that is always available",
            "_ = try dispatcher.perform(Gated.echo, with: \"\", presenter: NoPresenter())", requestFirst
        ),
        ("performing it in short", "_ = try dispatcher.perform(Gated.echo, with: \"\")", requestFirst),
        ("performing it without input", "_ = try dispatcher.perform(Gated.reset)", requestFirst),
        (
            "performing twice", "_ = try proof.perform(with: \"\"); _ = try proof.perform(with: \"\")",
            "consumed more than once"
        ),
        ("keeping a copy", "let kept = proof; _ = try proof.perform(with: \"\"); _ = kept", "consumed more than once"),
        ("copying by force", "let kept = copy proof; _ = kept", "'copy' cannot be applied to noncopyable types"),
        ("hiding it in Any", "let kept: Any = proof; _ = kept", "does not conform to specified type 'Copyable'"),
        ("making one", "_ = VerifiedActionBinding<Gated, Echo>()", "initializer"),
        ("making a binding", "_ = StaticActionBinding<Gated, Echo>()", "does not conform to protocol 'Feature'"),
        (
            "opening a link without asking",
            "_ = try DeepLinkingFeature.performIncomingURL.perform(with: \"\", presenter: Presenters())", requestFirst
        ),
        (
            "going round the intake", "_ = dispatcher.routes.destination(of: \"\")",
            "'routes' is inaccessible due to 'internal' protection level"
        ),
        (
            "making a context", "_ = ActionContext(input: \"\", dispatcher: dispatcher, subject: .machine)",
            "initializer is inaccessible due to 'internal' protection level"
        ),
        (
            "routing to an input that no link can give",
            "func routes(_ routes: FeatureRoutesBuilder) { routes.send(\"/x\", to: Gated.echo) }",
            "(aka 'String') conform to 'RoutedInput'"
        ),
        (
            "replacing by an action of another input",
            "func prepare(_ lines: FeatureInterceptorsBuilder) { lines.replace(Gated.echo, with: Gated.reset) }",
            "(aka 'String') and 'NoInput' be equivalent"
        ),
        (
            "guarding by an action of another input",
            "func prepare(_ lines: FeatureInterceptorsBuilder) { lines.guard(Gated.echo) }", "'GuardedAction'"
        ),
        (
            "giving a guard what it is to see",
            "_ = GuardedAction(feature: \"\", action: \"\", url: nil, route: nil)",
            "initializer is inaccessible due to 'internal' protection level"
        ),
        (
            "sending it elsewhere", "Task.detached { _ = try proof.perform(with: \"\") }",
            "noncopyable 'proof' cannot be consumed when captured"
        ),
    ])
    func `code that bypasses verification does not compile`(what: String, body: String, message: String) throws {
        let errors = try Compiler.errors(of: Self.sample(body))
        #expect(errors.contains { $0.contains(message) }, "\(what): \(errors)")
    }

    @Test(arguments: [
        ("handing it on", "try Echo.perform(context, presenter: presenter)", "cannot convert value of type"),
        (
            "handing it to the intake", "_ = try PerformIncomingURLAction.perform(context, presenter: Presenters())",
            "cannot convert value of type"
        ),
        ("keeping it", "kept = context", "is consuming"),
        (
            "keeping it for later", "later = { _ = context.input }",
            "cannot be captured by an escaping closure since it is a borrowed parameter"
        ),
    ])
    func `code that passes on or keeps an action's context does not compile`(
        what: String, body: String, message: String
    ) throws {
        let body = """
            enum Other: Action {
                typealias Input = String
                nonisolated(unsafe) static var kept: ActionContext<Self>?
                nonisolated(unsafe) static var later: () -> Void = {}

                static func perform(_ context: borrowing ActionContext<Self>, presenter: NoPresenter) throws {
                    \(body)
                }
            }
            """
        let errors = try Compiler.errors(of: Self.sample(body))
        #expect(errors.contains { $0.contains(message) }, "\(what): \(errors)")
    }

    @Test func `a feature cannot be both always and conditionally available`() throws {
        let errors = try Compiler.errors(
            of: """
                import DeepLinkFeatures

                enum Both: Feature, ConditionalFeature {
                    static let description = ""
                    static func constraints(requirements: FeatureConstraintsBuilder) {}
                    static func prepare(actions: FeatureActionsBuilder) {}
                }

                """)
        #expect(!errors.isEmpty)
    }
}
