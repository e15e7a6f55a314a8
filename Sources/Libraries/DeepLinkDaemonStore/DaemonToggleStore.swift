// A store that keeps a program's toggles in the daemon: what a user switches in the program counts for links too, and
// the other way round.
//
//     toggle(of:for:)      from memory: what the watch of the subject told last, or why nothing is known
//     setToggle(of:…)      SetToggle → wait for the reply → a new watch → wait for its first answer
//
// Memory comes from one watch alone, and never from the reply of a change. A change of another program may follow ours so
// fast that the daemon finds no difference between two notices, and tells of none: memory that was set by hand would then
// be wrong for ever. What a new watch tells first is the state after our change.

public import DeepLinkClient
public import DeepLinkFeatures
internal import HostSystem
internal import Synchronization

/// Keeps toggles in the deep-link daemon of this machine, for all programs that ask it.
///
/// ```swift
/// import DeepLinkDaemonStore
///
/// let toggles = DaemonToggleStore()
/// let dispatcher = try Dispatcher(PodcastApp.self, toggles: toggles)
/// try toggles.load()                                      // else features are pending until the daemon has answered
/// try dispatcher.setToggle(DynamicSpeed.self, to: true)   // kept by the daemon when it returns
/// ```
///
/// The daemon's table declares the same features with the same paths, each with `require toggle`. The subject `machine`, which
/// a dispatcher has unless it is made with another, stands for the user whose program this is; other subjects are for
/// delegates and operators. Changes of other programs are told to the dispatcher.
///
/// While the daemon is away, toggles are unknown, and features that require them are pending; they are known again when it is
/// back. A daemon without a ledger keeps toggles until it ends.
///
/// *Limits*: a connection for each subject that was asked about; call ``forget(_:)`` for one that is not needed any more.
/// *Owner/thread*: any thread. ``setToggle(of:to:for:)`` and ``load(for:)`` block for 5 s at most.
public final class DaemonToggleStore: ToggleStore, Sendable {
    /// How long the daemon has to answer.
    private static let patienceNs: Int64 = 5_000_000_000
    /// How long a watch that the daemon has refused is not tried again.
    private static let restNs: Int64 = 10_000_000_000

    /// What is known of one subject.
    private struct Memory {
        /// The number of the watch that it comes from; what another one tells does not count.
        let watchNumber: Int
        /// Held for its sake: its end is the end of the watch.
        var watch: Notices<FeatureNotice>?
        var toggles: [String: FeatureReport.Toggle] = [:]
        /// Why nothing is known; nil if something is.
        var fault: String? = DaemonToggleStore.silence
        /// Whether the watch has told the toggles on its present connection; until then they are those of the last one.
        var hasAnswered = false
        /// When a watch that was refused may be tried again; nil for one that goes on.
        var nextTryNs: Int64?
        /// Called when something is known, or cannot be.
        var waiting: [CompletionAnswer<Void>] = []
    }

    private static let silence = "the daemon has not answered yet"

    private struct State {
        var memories: [Subject: Memory] = [:]
        var lastNumber = 0
    }

    /// What evidence names as the source.
    public let name = "deeplinkd"
    private let daemon: DeepLinkDaemon
    private let state = Mutex(State())
    private let announcers = FactAnnouncers()

    /// Makes a store; nothing is asked before the first question.
    public init(_ daemon: DeepLinkDaemon = DeepLinkDaemon()) { self.daemon = daemon }

    /// Takes a dispatcher's announcer.
    public func announceChanges(with announcer: FactAnnouncer) { announcers.add(announcer) }

    // MARK: Reading

    /// How a subject has switched a feature, as the daemon told last.
    ///
    /// The first question about a subject asks the daemon, and is answered with ``ToggleReading/unknown(reason:)`` unless the
    /// daemon has answered by then.
    public func toggle(of feature: String, for subject: Subject) -> ToggleReading {
        if needsWatch(subject) { begin(subject) }
        return state.withLock { state in
            guard let memory = state.memories[subject] else { return .unknown(reason: "the subject was forgotten") }
            if let fault = memory.fault { return .unknown(reason: fault) }
            return switch memory.toggles[feature] {
            case .on: .on
            case .off: .off
            case .unset: .unset
            case .unknown: .unknown(reason: "the daemon cannot read its ledger at the moment")
            case nil: .unknown(reason: Self.undeclared(feature))
            }
        }
    }

    /// Waits until the daemon has told a subject's toggles.
    ///
    /// *Throws*: `service` if it does not answer within 5 s, or refuses the subject.
    public func load(for subject: Subject = .machine) throws(ToggleStoreError) {
        if needsWatch(subject) { begin(subject) }
        try awaitAnswer(for: subject)
    }

    /// Ends the watch of a subject, and forgets its toggles.
    public func forget(_ subject: Subject) {
        let memory = state.withLock { $0.memories.removeValue(forKey: subject) }
        memory?.watch?.cancel()
    }

    // MARK: Writing

    /// Has the daemon keep how a subject has switched a feature; nil for the table's default.
    public func setToggle(of feature: String, to isOn: Bool?, for subject: Subject) throws(ToggleStoreError) {
        let answer = try Self.onThisSystem { () throws(LoopError) in try CompletionAnswer<Bool>() }
        let call = daemon.setToggle(feature, to: isOn, subject: Self.name(of: subject)) { answer.set($0) }
        switch try Self.await(answer) {
        case .success: break
        case .failure(.invalidParameter(name: "feature", method: _)): throw .service(problem: Self.undeclared(feature))
        case .failure(let error): throw .service(problem: "\(error)")
        case nil:
            call.cancel()
            throw .service(problem: "the daemon has not answered for 5 s, and may have kept it nevertheless")
        }
        begin(subject)
        do throws(ToggleStoreError) {
            try awaitAnswer(for: subject)
        } catch {
            // The change is kept; what was known before it does not count any more.
            state.withLock { state in
                guard var memory = state.memories[subject], !memory.hasAnswered else { return }
                (memory.toggles, memory.fault) = ([:], memory.fault ?? Self.silence)
                state.memories[subject] = memory
            }
        }
    }

    // MARK: The watch

    private func needsWatch(_ subject: Subject) -> Bool {
        state.withLock { state in
            guard let memory = state.memories[subject] else { return true }
            return memory.nextTryNs.map { $0 <= HostClock.monotonicNs } ?? false
        }
    }

    /// Begins a watch in the place of the subject's last one.
    private func begin(_ subject: Subject) {
        let number = state.withLock { state in
            state.lastNumber += 1
            var memory = Memory(watchNumber: state.lastNumber)
            if let last = state.memories[subject] {
                (memory.toggles, memory.fault, memory.waiting) = (last.toggles, last.fault, last.waiting)
            }
            state.memories[subject] = memory
            return state.lastNumber
        }
        // Outside of the lock: a client that is closed calls back at once.
        let watch = daemon.watchSteadily(subject: Self.name(of: subject)) { [weak self] notice in
            self?.take(notice, ofWatch: number, of: subject)
        }
        state.withLock { state in
            if state.memories[subject]?.watchNumber == number { state.memories[subject]?.watch = watch }
        }
    }

    /// Takes what a watch tells; on the client's thread.
    private func take(_ notice: Result<FeatureNotice, DeepLinkError>, ofWatch number: Int, of subject: Subject) {
        let waiting: [CompletionAnswer<Void>]? = state.withLock { state in
            guard var memory = state.memories[subject], memory.watchNumber == number else { return nil }
            Self.apply(notice, to: &memory)
            let waiting = memory.waiting
            memory.waiting = []
            state.memories[subject] = memory
            return waiting
        }
        guard let waiting else { return }
        for answer in waiting { answer.set(notice.map { _ in }) }
        announcers.announce()
    }

    private static func apply(_ notice: Result<FeatureNotice, DeepLinkError>, to memory: inout Memory) {
        switch notice {
        case .success(.change(let change)):
            if !memory.hasAnswered { memory.toggles = [:] }
            (memory.hasAnswered, memory.fault) = (true, nil)
            for feature in change.features { memory.toggles[feature.path] = feature.toggle }
            for path in change.removed { memory.toggles[path] = nil }
        case .success(.interrupted(let error)): lose(&memory, error)
        case .failure(let error):
            lose(&memory, error)
            memory.nextTryNs = HostClock.monotonicNs + restNs
        }
    }

    private static func lose(_ memory: inout Memory, _ error: DeepLinkError) {
        (memory.toggles, memory.fault, memory.hasAnswered) = ([:], "\(error)", false)
    }

    // MARK: Waiting

    /// Waits until something is known of a subject, or why nothing is.
    private func awaitAnswer(for subject: Subject) throws(ToggleStoreError) {
        let answer = try Self.onThisSystem { () throws(LoopError) in try CompletionAnswer<Void>() }
        let isPending = state.withLock { state in
            guard let memory = state.memories[subject], !memory.hasAnswered, memory.nextTryNs == nil else {
                return false
            }
            state.memories[subject]?.waiting.append(answer)
            return true
        }
        if isPending { _ = try Self.await(answer) }
        let fault: String? = state.withLock { state in
            guard let memory = state.memories[subject], !memory.hasAnswered else { return nil }
            return memory.fault ?? Self.silence
        }
        if let fault { throw .service(problem: fault) }
    }

    private static func await<Answer>(
        _ answer: CompletionAnswer<Answer>
    ) throws(ToggleStoreError) -> Result<Answer, DeepLinkError>? {
        try onThisSystem { () throws(LoopError) in try answer.await(until: HostClock.monotonicNs + patienceNs) }
    }

    /// *Throws*: `service` for an error of the system.
    private static func onThisSystem<Result>(
        _ body: () throws(LoopError) -> Result
    ) throws(ToggleStoreError) -> Result {
        do throws(LoopError) {
            return try body()
        } catch {
            throw .service(problem: "\(error)")
        }
    }

    // MARK: Names and texts

    /// The subject on the wire; nil for the caller.
    private static func name(of subject: Subject) -> String? {
        switch subject {
        case .machine, .uid(HostFacts.userID): nil
        case .uid, .account: subject.description
        }
    }

    private static func undeclared(_ feature: String) -> String {
        "the daemon's table has no feature \(feature) that requires a toggle"
    }
}
