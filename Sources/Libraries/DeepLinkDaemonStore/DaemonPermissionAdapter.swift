// Permissions by the daemon's own sources and flows, for a dispatcher inside a program.
//
//     status(of:for:)        from memory: what the daemon said of the feature last
//     beginRequest(…)        Authorise the feature → answer the question that is ours, skip the others → Describe → announce
//
// Memory is refreshed whenever the daemon tells of a change of the feature, and at the end of each flow.

public import DeepLinkClient
public import DeepLinkFeatures
internal import HostSystem
internal import Synchronization

/// Asks the deep-link daemon of this machine for permissions: for what it knows, and to ask the person.
///
/// ```swift
/// import DeepLinkClient
/// import DeepLinkDaemonStore
///
/// let adapter = DaemonPermissionAdapter(for: [.microphone], of: "Clips") { question in
///     dialog.show(question.title) { isYes in question.answer(isYes ? .granted : .denied) { _ in } }
/// }
/// let dispatcher = try Dispatcher(VoiceClips.self, permissions: [adapter])
/// let controller = dispatcher.permissionAuthorisationController(for: VoiceClips.self)
/// if await controller.authorise().end == .granted { record() }
/// ```
///
/// A feature of the daemon's table requires the permissions; its sources answer for them. A source that asks the person itself,
/// such as polkit, does so; the closure is called, on the client's thread, where the daemon leaves the question to this program,
/// which answers it at any time. The daemon limits how
/// often a person is asked.
///
/// It is about the user whose program this is: the subject `machine`, which a dispatcher has unless it is made with another, or
/// that user's. For all others a permission is unsupported. While the daemon has not answered, and while it is away, a status is
/// unknown.
///
/// *Owner/thread*: any thread.
public final class DaemonPermissionAdapter: RemotePermissionAdapter, Sendable {
    private struct State {
        /// Empty while nothing is known.
        var statuses: [Permission: PermissionStatus] = [:]
        var watch: Notices<FeatureNotice>?
        var hasBegun = false
        /// The flows that go on; their end is the end of the questions.
        var flows: [Permission: Authorisation] = [:]
        var asking: Set<Permission> = []
    }

    /// What evidence names as the source.
    public let name = "deeplinkd"
    /// The permissions it answers for.
    public let permissions: [Permission]
    private let feature: String
    private let daemon: DeepLinkDaemon
    private let ask: @Sendable (AuthorisationQuestion) -> Void
    private let state = Mutex(State())
    private let announcers = FactAnnouncers()

    /// Makes an adapter; nothing is asked before the first question.
    ///
    /// - Parameters:
    ///   - permissions: those that the feature requires, or some of them. One of several of which one is enough, by
    ///     `require permission any`, stays unknown: the daemon says of these together whether one is granted.
    ///   - feature: the path of a feature in the daemon's table.
    ///   - daemon: the daemon.
    ///   - ask: shows the person a question, where the daemon leaves that to this program, and has it answered.
    public init(
        for permissions: [Permission], of feature: String, by daemon: DeepLinkDaemon = DeepLinkDaemon(),
        _ ask: @escaping @Sendable (AuthorisationQuestion) -> Void
    ) {
        (self.permissions, self.feature, self.daemon, self.ask) = (permissions, feature, daemon, ask)
    }

    deinit { state.withLock { $0.watch }?.cancel() }

    /// Takes a dispatcher's announcer.
    public func announceChanges(with announcer: FactAnnouncer) { announcers.add(announcer) }

    // MARK: Statuses

    /// What the daemon said last.
    public func status(of permission: Permission, for subject: Subject) -> PermissionStatus {
        guard isOwn(subject) else { return .unsupported }
        begin()
        return state.withLock { $0.statuses[permission] ?? .unknown }
    }

    /// Asks the daemon for the statuses, and waits for its answer.
    public func load() async throws(DeepLinkError) { take(try await daemon.feature(feature)) }

    /// Asks the daemon for the statuses, and goes on when it has answered, or cannot.
    private func load(then done: @escaping @Sendable () -> Void) {
        daemon.feature(feature) { [weak self] result in
            // ignored: the watch tells of a daemon that is away.
            if case .success(let description) = result { self?.take(description) }
            done()
        }
    }

    private func take(_ description: FeatureDescription) {
        let known = description.constraints.filter { $0.kind == .permission }
        state.withLock { state in
            state.statuses = [:]
            for permission in permissions {
                guard let constraint = known.first(where: { $0.subject == permission.description }) else { continue }
                state.statuses[permission] = PermissionStatus(rawValue: constraint.reason) ?? .unknown
            }
        }
        announcers.announce()
    }

    /// Begins to watch the feature, once.
    private func begin() {
        let isFirst = state.withLock { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
        guard isFirst else { return }
        // Outside of the lock: a client that is closed calls back at once.
        let watch = daemon.watchSteadily(subject: nil) { [weak self] notice in self?.take(notice) }
        state.withLock { $0.watch = watch }
    }

    /// Takes what the watch tells; on the client's thread.
    private func take(_ notice: Result<FeatureNotice, DeepLinkError>) {
        switch notice {
        case .success(.change):
            load {}
        case .success(.interrupted), .failure:
            state.withLock { $0.statuses = [:] }
            announcers.announce()
        }
    }

    // MARK: Asking

    /// Begins a flow of the feature in the daemon.
    public func beginRequest(_ permission: Permission, for subject: Subject) throws {
        guard isOwn(subject) else { throw DeepLinkError.permissionDenied(method: "Authorise") }
        state.withLock { _ = $0.asking.insert(permission) }
        let flow = daemon.authorise(.feature(feature), isInitiated: true) { [weak self] event in
            self?.take(event, askingFor: permission)
        }
        state.withLock { state in
            // It may have ended already.
            if state.asking.contains(permission) { state.flows[permission] = flow }
        }
    }

    /// Takes what happens in a flow; on the client's thread.
    private func take(_ event: Result<AuthorisationEvent, DeepLinkError>, askingFor permission: Permission) {
        switch event {
        case .success(.asking(let question)) where question.isYours:
            if question.permission == permission.description {
                ask(question)
            } else {
                // ignored: a flow that has ended asks nothing any more.
                question.answer(.skip) { _ in }
            }
        case .success(.began), .success(.asking), .success(.answered): break
        case .success(.completed), .failure:
            load { [weak self] in self?.end(permission) }
        }
    }

    private func end(_ permission: Permission) {
        state.withLock { state in
            state.asking.remove(permission)
            state.flows[permission] = nil
        }
        announcers.announce()
    }

    /// Whether a flow for the permission goes on.
    public func isAsking(_ permission: Permission, for subject: Subject) -> Bool {
        state.withLock { $0.asking.contains(permission) }
    }

    private func isOwn(_ subject: Subject) -> Bool { [.machine, .uid(HostFacts.userID)].contains(subject) }
}
