// A permission that polkit grants: `polkit:ACTION`.
//
// A permission is a user's, and polkit judges programs: a program at the screen may be authorised where the same user's
// program in a remote session is not. So polkit is asked about the program of the user that called last, of those that are
// connected, and the answer counts for the user for a second, or until polkit says that something has changed. Nothing is
// lost by it: polkit itself counts every service of a user's service manager to that user's session at the screen.
//
// A user without a connected program, on whose behalf a delegate calls, has no answer: undetermined.

internal import Contract
internal import FactSources
internal import Features
internal import HostSystem
import PermissionRules
internal import SystemBus

/// Asks polkit for one action.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
final class PolkitPermission: FactSource {
    /// A dialogue that is open.
    struct Prompt {
        /// By which polkit closes it.
        let name: String
        let reply: (PromptResult) -> Void
    }

    let name: String
    let lifetime = AnswerLifetime(isAnnounced: true, asksAgainAfter: Limits.sourceLifetime)
    var onChange: ((Subject?) -> Void)?
    let action: String
    let authority: PolkitAuthority
    var prompter: (any SourcePrompter)? { self }
    /// The dialogues that are open, by their numbers.
    var prompts: [UInt64: Prompt] = [:]
    var lastPrompt: UInt64 = 0
    /// Until when the yes that a dialogue gave a user counts.
    ///
    /// *Units*: nanoseconds on the monotonic clock.
    private var grants: [UInt32: Int64] = [:]
    private let callers: CallerProcesses
    private var onClose: ((ObjectIdentifier) -> Void)?
    /// Of whom polkit was asked since it last said that something has changed; nil for more than are announced one by one.
    private var asked: Set<Subject>? = []

    init(
        action: String, authority: PolkitAuthority, callers: CallerProcesses,
        onClose: @escaping (ObjectIdentifier) -> Void
    ) {
        name = "polkit:" + action
        (self.action, self.authority, self.callers, self.onClose) = (action, authority, callers, onClose)
    }

    func ask(_ question: FactQuestion, _ reply: @escaping (SourceReply) -> Void) {
        func answer(_ answer: AdapterAnswer) { reply(answer.reply(to: question.key)) }
        guard case .uid(let userID) = question.subject else {
            return answer(.status(.unsupported, note: "polkit answers about users of this machine alone."))
        }
        guard let process = callers.latest(userID), process.processID > 0 else {
            return answer(.undetermined(reason: "no program of user \(userID) is connected that polkit could judge"))
        }
        remember(.uid(userID))
        if let endNs = grants[userID], HostClock.monotonicNs < endNs { return answer(.status(.authorized)) }
        authority.check(action, of: process, deadline: Limits.sourceDeadline) { [weak self] result in
            guard let self else { return }
            guard !process.hasEnded() else {
                return answer(.undetermined(reason: "the program that polkit was asked about has ended"))
            }
            judge(result, answer)
        }
    }

    /// polkit says that its answers may have changed.
    func announce() {
        grants = [:]
        let subjects = asked
        asked = []
        guard let subjects else { return onChange?(nil) ?? () }
        for subject in subjects { onChange?(subject) }
    }

    /// Takes note that a dialogue has given a user the permission.
    func keepGrant(to userID: UInt32) {
        let nowNs = HostClock.monotonicNs
        grants = grants.filter { $0.value > nowNs }
        grants[userID] = nowNs + Limits.sourceLifetime.wholeNanoseconds
    }

    private func remember(_ subject: Subject) {
        asked?.insert(subject)
        if let count = asked?.count, count > Limits.announcedQuestions { asked = nil }
    }

    func close() {
        onChange = nil
        closePrompts()
        onClose.take()?(ObjectIdentifier(self))
    }

    private func judge(_ result: Result<PolkitAuthority.Verdict, BusError>, _ answer: @escaping (AdapterAnswer) -> Void)
    {
        switch result {
        case .success(let verdict) where verdict.isAuthorised: answer(.status(.authorized))
        case .success(let verdict) where verdict.isChallenge: answer(.status(.notDetermined))
        case .success:
            authority.isForbiddenByDefault(action, deadline: Limits.sourceDeadline) {
                answer(.status(.restricted, note: Self.note(isForbiddenByDefault: $0)))
            }
        case .failure(let error): answer(Self.answer(to: error, isKnown: authority.isKnown))
        }
    }

    private static func note(isForbiddenByDefault: Bool?) -> String {
        switch isForbiddenByDefault {
        case true: "The action is forbidden to everybody by its own default in polkit."
        case false: "A rule of the administrator, or the kind of session, forbids the action in polkit."
        case nil: "polkit forbids the action."
        }
    }

    /// polkit has one error for all that fails, and says what it is in its text alone.
    static func answer(to error: BusError, isKnown: Bool) -> AdapterAnswer {
        guard case .refused(let name, let text, _) = error, name.hasPrefix("org.freedesktop.PolicyKit1.Error.") else {
            return error.answer(of: "polkit", isKnown: isKnown)
        }
        if text.hasSuffix("is not registered") {
            return .status(.unsupported, note: "polkit has no such action on this machine.")
        }
        if name.hasSuffix(".NotAuthorized") || text.hasPrefix("Only trusted callers") {
            return .status(.unsupported, note: "polkit does not let this daemon ask about other users' programs.")
        }
        return .failed(reason: "polkit: \(error)")
    }
}
