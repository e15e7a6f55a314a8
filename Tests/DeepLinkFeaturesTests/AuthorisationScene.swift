import DeepLinkFeatures

/// A feature with two permissions, everything around it, and what has happened so far.
final class AuthorisationScene {
    /// What a coordinator was asked and has not answered.
    enum Question {
        case order([Permission], (AuthorisationOrder) -> Void)
        case choice(Permission, (AuthorisationChoice) -> Void)
        case continuation(Permission, PermissionStatus, (AuthorisationContinuation) -> Void)
    }

    /// Keeps all questions, and answers none by itself.
    final class Coordinator: PermissionAuthorisationCoordinator {
        var questions: [Question] = []
        var completions: [PermissionAuthorisation] = []
        var log: [String] = []
        /// Called at the end, before the retry.
        var atEnd: () -> Void = {}

        func willBegin(_ permissions: [Permission], answer: @escaping (AuthorisationOrder) -> Void) {
            log.append("begin \(permissions.map(\.description).joined(separator: " "))")
            questions.append(.order(permissions, answer))
        }

        func willRequest(_ permission: Permission, answer: @escaping (AuthorisationChoice) -> Void) {
            log.append("will \(permission)")
            questions.append(.choice(permission, answer))
        }

        func didRequest(
            _ permission: Permission, status: PermissionStatus, answer: @escaping (AuthorisationContinuation) -> Void
        ) {
            log.append("did \(permission) \(status)")
            questions.append(.continuation(permission, status, answer))
        }

        func didComplete(_ authorisation: PermissionAuthorisation) {
            log.append("end \(authorisation.end)")
            completions.append(authorisation)
            atEnd()
        }
    }

    let adapter = TestAdapter(.photos, .camera)
    let coordinator = Coordinator()
    let dispatcher: Dispatcher
    var controller: PermissionAuthorisationController?
    var retries = 0
    private let clock: Clock

    private final class Clock {
        var nowMs: Int64 = 1000
    }

    init(coordinated: Bool = true) throws {
        let clock = Clock()
        self.clock = clock
        dispatcher = try Dispatcher(
            Pictures.self, Plain.self, on: machine, permissions: [adapter], clock: { clock.nowMs })
        controller = dispatcher.permissionAuthorisationController(
            for: Pictures.self, using: coordinated ? coordinator : nil, patience: .seconds(60))
    }

    @discardableResult
    func begin() -> Bool { controller?.begin(retryHandler: { self.retries += 1 }) ?? false }

    func pass(ms: Int64) {
        clock.nowMs += ms
        dispatcher.refresh()
    }

    /// Answers the last question of the coordinator.
    func order(_ order: AuthorisationOrder) {
        if case .order(_, let answer) = coordinator.questions.last { answer(order) }
    }

    func choose(_ choice: AuthorisationChoice) {
        if case .choice(_, let answer) = coordinator.questions.last { answer(choice) }
    }

    func proceed(_ answer: AuthorisationContinuation) {
        if case .continuation(_, _, let respond) = coordinator.questions.last { respond(answer) }
    }

    /// Has the user answer the last prompt.
    func user(_ status: PermissionStatus) {
        guard let prompt = adapter.asked.last else { return }
        adapter.statuses[prompt.permission] = status
        prompt.completion()
    }
}

enum Pictures: ConditionalFeature {
    static let description = ""
    static let echo = action(EchoAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.permissions(.photos, .camera) }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(echo) }
}
