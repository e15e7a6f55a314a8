// One pass through the permissions that a feature lacks. It waits for one answer at a time:
//
//     idle ─begin→ ordering ─ask([…])→ choosing(camera) ─request→ requesting(camera) ─asked→ reviewing(camera) ─next→ …
//
// Each question has a number, and an answer counts only while its question is the current one. So an answer that is given
// twice, or late, changes nothing, and whatever ends the flow ends it for every answer on its way. `complete` is the only way
// to the end, and does nothing the second time: that makes the one completion.
//
// Without a coordinator the steps `ordering`, `choosing` and `reviewing` are left out. The daemon has a machine of its own for
// flows over the socket: there the daemon decides on the order and counts prompts, and it trusts no answer of a client; here
// all parts are one program's.

import PermissionRules

/// Asks for the permissions of one feature, once.
///
/// *Owner/thread*: the dispatcher's. Its controller owns it; answers that are outstanding do not.
final class AuthorisationFlow {
    private enum State {
        case idle
        /// The answer to the current question is outstanding, until a time of the dispatcher's clock.
        case waiting(untilMs: Int64)
        case completed(PermissionAuthorisation)
    }

    private let feature: any ConditionalFeature.Type
    let subject: Subject
    private let hasCoordinator: Bool
    private weak var coordinator: (any PermissionAuthorisationCoordinator)?
    private let patience: Duration
    private weak var dispatcher: Dispatcher?
    private var state = State.idle
    /// *Units*: questions so far; answers to earlier ones count for nothing.
    private var question = 0
    /// What is asked for by an adapter whose users answer elsewhere.
    private var remote: (permission: Permission, adapter: any RemotePermissionAdapter, question: Int)?
    private var permissions: [Permission] = []
    /// What they are used for.
    private var usages: [Permission: String] = [:]
    private var queue: ArraySlice<Permission> = []
    private var skipped: Set<Permission> = []
    private var problems: [Permission: String] = [:]
    private var retry: (() -> Void)?

    init(
        of feature: any ConditionalFeature.Type, _ subject: Subject,
        _ coordinator: (any PermissionAuthorisationCoordinator)?, _ patience: Duration, in dispatcher: Dispatcher
    ) {
        (self.feature, self.subject, self.patience, self.dispatcher) = (feature, subject, patience, dispatcher)
        (self.coordinator, hasCoordinator) = (coordinator, coordinator != nil)
    }

    /// How it has ended; nil before its end.
    var result: PermissionAuthorisation? {
        if case .completed(let result) = state { result } else { nil }
    }

    /// When the current question's time is over; nil where none is outstanding.
    var deadlineMs: Int64? {
        if case .waiting(let untilMs) = state { untilMs } else { nil }
    }

    /// How long until then.
    var timeToDeadline: Duration? {
        guard let deadlineMs, let dispatcher else { return nil }
        return .milliseconds(max(0, deadlineMs - dispatcher.clock()))
    }

    // MARK: From the program

    /// Begins; false if it has begun before.
    @discardableResult
    func begin(retry: (() -> Void)?) -> Bool {
        guard case .idle = state else { return false }
        self.retry = retry
        let number = ask()
        guard let dispatcher, dispatcher.roster.number(of: feature) != nil else {
            complete(.cancelled)
            return true
        }
        dispatcher.put(self)
        // The flow that was superseded may have told its program, and that may have begun or ended anything.
        guard isCurrent(number) else { return true }
        let lacking = dispatcher.status(of: feature, for: subject).permissions
        usages = lacking.usages
        permissions = lacking.requestable
        guard isCurrent(number) else { return true }
        if permissions.isEmpty || !hasCoordinator {
            queue = permissions[...]
            askNext()
        } else if let coordinator = present() {
            let number = ask()
            coordinator.willBegin(permissions) { [weak self] in self?.order($0, number) }
        }
        return true
    }

    /// Ends it as cancelled, if it has begun and not ended.
    func cancel() {
        if case .waiting = state { complete(.cancelled) }
    }

    /// Ends it as superseded.
    func supersede() { complete(.superseded) }

    /// Goes on if its question has ended elsewhere, and ends it if its answer is late.
    func expireIfDue() {
        takeRemoteAnswer()
        guard let deadlineMs, let dispatcher else { return cancel() }
        if deadlineMs <= dispatcher.clock() { complete(.expired) }
    }

    // MARK: Answers

    /// Goes on if a question has ended that an adapter asks elsewhere.
    private func takeRemoteAnswer() {
        guard let (permission, adapter, number) = remote, isCurrent(number),
            !adapter.isAsking(permission, for: subject)
        else { return }
        remote = nil
        review(permission, number)
    }

    private func order(_ order: AuthorisationOrder, _ number: Int) {
        guard isCurrent(number) else { return }
        switch order {
        case .cancel: complete(.cancelled)
        case .ask(let wanted):
            var ordered: [Permission] = []
            for permission in wanted where permissions.contains(permission) && !ordered.contains(permission) {
                ordered.append(permission)
            }
            skipped = Set(permissions).subtracting(ordered)
            queue = ordered[...]
            askNext()
        }
    }

    private func choose(_ choice: AuthorisationChoice, _ permission: Permission, _ number: Int) {
        guard isCurrent(number) else { return }
        switch choice {
        case .request: request(permission)
        case .skip:
            skipped.insert(permission)
            askNext()
        case .cancelAll: complete(.cancelled)
        }
    }

    private func continueAfter(_ answer: AuthorisationContinuation, _ number: Int) {
        guard isCurrent(number) else { return }
        switch answer {
        case .next: askNext()
        case .cancel: complete(.cancelled)
        }
    }

    // MARK: Questions

    /// Goes on with the next permission that is still to be asked for, or ends.
    private func askNext() {
        let number = question
        while isCurrent(number), let permission = queue.popFirst() {
            // An earlier grant may have included it, or be enough.
            guard isLacking(permission), isCurrent(number) else { continue }
            guard hasCoordinator else { return request(permission) }
            guard let coordinator = present() else { return }
            let number = ask()
            return coordinator.willRequest(permission, usage: usages[permission]) { [weak self] in
                self?.choose($0, permission, number)
            }
        }
        complete(nil)
    }

    private func request(_ permission: Permission) {
        let number = ask()
        guard let adapter = dispatcher?.providers.adapters[permission] else { return review(permission, number) }
        remote = (adapter as? any RemotePermissionAdapter).map { (permission, $0, number) }
        do {
            try adapter.request(permission, usage: usages[permission], for: subject) { [weak self] in
                self?.review(permission, number)
            }
        } catch {
            guard isCurrent(number) else { return }
            problems[permission] = "\(error)"
            review(permission, number)
        }
    }

    private func review(_ permission: Permission, _ number: Int) {
        guard isCurrent(number) else { return }
        let number = ask()
        dispatcher?.factsChanged()
        // Those who were told may have ended it.
        guard isCurrent(number) else { return }
        guard hasCoordinator else { return askNext() }
        guard let coordinator = present() else { return }
        coordinator.didRequest(permission, status: status(of: permission)) { [weak self] in
            self?.continueAfter($0, number)
        }
    }

    /// The coordinator; if it is gone, the flow ends.
    private func present() -> (any PermissionAuthorisationCoordinator)? {
        if coordinator == nil { complete(.cancelled) }
        return coordinator
    }

    /// Begins a question, and gives its number.
    private func ask() -> Int {
        question += 1
        let (untilMs, isTooLong) = (dispatcher?.clock() ?? 0).addingReportingOverflow(patience.wholeMilliseconds)
        state = .waiting(untilMs: isTooLong ? .max : untilMs)
        return question
    }

    private func isCurrent(_ number: Int) -> Bool {
        if case .waiting = state { number == question } else { false }
    }

    private func status(of permission: Permission) -> PermissionStatus {
        known?.statuses.first { $0.permission == permission }?.status ?? .unknown
    }

    /// Whether the feature needs the permission, and the user was not asked for it.
    private func isLacking(_ permission: Permission) -> Bool { known?.notDetermined.contains(permission) ?? false }

    private var known: FeaturePermissions? { dispatcher?.status(of: feature, for: subject).permissions }

    // MARK: The end

    /// Ends it, once.
    ///
    /// - Parameter end: nil where all permissions were dealt with.
    private func complete(_ end: PermissionAuthorisation.End?) {
        guard case .waiting = state else { return }
        let known = known
        let granted = permissions.filter { known?.authorized.contains($0) ?? false }
        let rest = permissions.filter { !granted.contains($0) && known?.needed.contains($0) ?? true }
        let result = PermissionAuthorisation(
            end: end ?? (rest.isEmpty ? .granted : .partial), granted: granted, skipped: rest.filter(skipped.contains),
            outstanding: rest.filter { !skipped.contains($0) }, problems: problems)
        // A status may be asked of the program's own code, which may have ended it meanwhile.
        guard case .waiting = state else { return }
        state = .completed(result)
        let retry = self.retry
        self.retry = nil
        dispatcher?.remove(self)
        coordinator?.didComplete(result)
        if result.end == .granted { retry?() }
    }
}

// MARK: The flows of a dispatcher

/// An object that its program keeps, or not.
struct Weak<Object: AnyObject> {
    weak var object: Object?
}

extension Dispatcher {
    /// Takes a flow that begins; an earlier one of its subject is superseded.
    func put(_ flow: AuthorisationFlow) {
        let older = flows.updateValue(Weak(object: flow), forKey: flow.subject)
        older?.object?.supersede()
    }

    /// Forgets a flow that has ended.
    func remove(_ flow: AuthorisationFlow) {
        if flows[flow.subject]?.object === flow { flows[flow.subject] = nil }
        signal.fire()
    }

    /// Ends the flows whose answers are late.
    func expireFlows() {
        for flow in flows.values.compactMap(\.object) { flow.expireIfDue() }
    }

    /// When the first answer is late; nil where none is outstanding.
    var flowDeadlineMs: Int64? { flows.values.compactMap(\.object?.deadlineMs).min() }
}
