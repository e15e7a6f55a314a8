// All connections, and what they share. No connection is served the moment its bytes arrive: it takes its place in the
// queue of turns, and what it may do in its turn depends on what its user has under way:
//
//     answers that are not taken      past 4 MiB of a connection, 32 MiB of a user or 128 MiB of all, calls wait unread
//     calls that are not answered     past 256 of a user, more are refused, or wait where they answer no outcome
//     calls in a second               past what the table says, likewise
//
// A connection that has to wait is stalled: it is out of the queue until something of its user's was taken or answered,
// or until its user may call again.

import Contract
import EventLoop
import FactSources
import Features
import HostSystem
import Routing

/// The open connections.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
final class Connections {
    /// What becomes of one call that a connection has sent.
    enum Admission {
        case served
        /// It is answered with this error's outcome, and not carried out.
        case refused(RequestError)
        /// It waits; its connection is stalled until then.
        case postponed
        /// Its caller wants no answer, and gets nothing.
        case dropped
    }

    /// What the table in force says, as far as there are descriptors for it.
    private(set) var limits = ServingLimits()
    /// *Units*: calls without an answer that were more than a user may have.
    private(set) var droppedCallCount = 0
    private let turns: Turns
    private let subordinates: SubordinateUsers
    private let log: Log
    private let rateTimer: DueTimer
    private let hangUps: HangUpWatch
    private(set) var sessions: [Int: Session] = [:]
    /// Those who have connections, or who called so lately that their rate counts.
    private(set) var users: [UInt32: ConnectedUser] = [:]
    private var quota = ConnectionQuota()
    private var arrivals = ArrivalQuota()
    private var lastNumber = 0
    /// *Units*: bytes of answers that no client has taken, all connections together.
    private var unsentBytes = 0
    /// Connections that wait because all connections together hold too much.
    private var stalledByAll: [Session] = []

    /// - Parameter willGiveTurns: called before connections have their turns, once for several of them.
    ///
    /// *Throws*: `failed`, which libuv has no reason for today.
    init(
        loop: Loop, limits: ServingLimits, subordinates: SubordinateUsers, log: Log,
        willGiveTurns: @escaping () -> Void
    ) throws(LoopError) {
        self.subordinates = subordinates
        self.log = log
        turns = try Turns(loop: loop)
        rateTimer = try DueTimer(loop: loop) {}
        hangUps = try HangUpWatch(loop: loop)
        adopt(limits)
        turns.willGiveTurns = willGiveTurns
        hangUps.onHangUp = { [weak self] in self?.sessions[$0]?.didHangUp() }
        rateTimer.setFire { [weak self] in
            guard let self else { return }
            for user in users.values { wake(user) }
        }
    }

    /// Takes what a table says.
    ///
    /// Connections leave descriptors for programs, services and the ledger. Without any no connection could be accepted, an
    /// operator's neither.
    func adopt(_ limits: ServingLimits) {
        self.limits = limits
        let limit = HostFacts.descriptorLimit
        let room = max(limit / 2, limit - (Limits.descriptors - Limits.mostConnections))
        guard limits.connections > room else { return }
        self.limits.connections = room
        log.warning(
            "fewer connections than the table allows: the limit of open files is too low",
            ["limit": "\(limit)", "connections": "\(room)", "table": "\(limits.connections)"])
    }

    /// How many there are.
    var count: Int { quota.count }

    /// How many a caller's user has.
    func count(of caller: Caller) -> Int { quota.count(of: subordinates.owner(of: caller.uid)) }

    /// Whether a connection is open.
    func contains(_ session: Session) -> Bool { sessions[session.number] != nil }

    /// The program of a user that has called last, of those that are connected.
    func latestProcess(of uid: UInt32) -> CallerProcess? {
        sessions.values.lazy.filter { $0.caller.uid == uid }.max { $0.lastActivityNs < $1.lastActivityNs }?.process
    }

    /// Ends all timers and turns.
    func close() {
        turns.close()
        rateTimer.close()
        hangUps.close()
    }

    // MARK: Coming and going

    /// The user whose turn a connection takes that has just been accepted; nil where it is closed.
    ///
    /// - Parameter isBusy: whether other connections wait to be served.
    func turn(ofArrivalBy uid: UInt32, isBusy: Bool, isOperator: @autoclosure () -> Bool) -> UInt32? {
        let owner = subordinates.owner(of: uid)
        let refusal = arrivals.refusal(
            of: owner, count: quota.count(of: owner), isBusy: isBusy, limits: limits, nowNs: HostClock.monotonicNs)
        guard let refusal, !isOperator() else { return owner }
        noteRefusal(of: owner, refusal)
        return nil
    }

    /// Takes a connection in, if it may come; closes it if not.
    func admitConnection(_ stream: UnixStream, _ caller: Caller, isOperator: Bool, for server: Server) {
        subordinates.refresh()
        let uid = subordinates.owner(of: caller.uid)
        switch quota.admission(of: uid, isOperator: isOperator, limits: limits) {
        case .admitted: break
        case .inPlaceOf(let user) where closeOne(of: user, for: server): break
        case .inPlaceOf: return refuse(stream, uid, ("connections", limits.connections))
        case .refused(let limit, let value): return refuse(stream, uid, (limit, value))
        }
        let user = users[uid] ?? ConnectedUser(uid: uid)
        users[uid] = user
        lastNumber += 1
        let session = Session(
            number: lastNumber, stream: stream, caller: caller, user: user, server: server, connections: self)
        sessions[session.number] = session
        quota.add(uid)
        do {
            try hangUps.watch(stream, number: session.number)
        } catch {
            // It is served all the same; its actions end by themselves.
            log.warning("hang-up not watched", ["uid": "\(uid)", "error": "\(error)"])
        }
        log.debug("connection opened", ["connection": "\(session.number)", "uid": "\(caller.uid)"])
        session.begin()
    }

    private func refuse(_ stream: UnixStream, _ uid: UInt32, _ refusal: ArrivalQuota.Refusal) {
        noteRefusal(of: uid, refusal)
        stream.close()
    }

    private func noteRefusal(of uid: UInt32, _ refusal: ArrivalQuota.Refusal) {
        guard let count = arrivals.noteRefusal(of: uid, nowNs: HostClock.monotonicNs) else { return }
        log.warning(
            .connectionRefused,
            [
                "uid": "\(uid)", "limit": "\(refusal.limit)", "value": "\(refusal.value)", "count": "\(count)",
            ])
    }

    /// Closes the connection of a user that gives way most readily.
    private func closeOne(of uid: UInt32, for server: Server) -> Bool {
        let own = sessions.values.filter { $0.user.uid == uid }
        guard let session = own.min(by: { $0.tenacity < $1.tenacity }) else { return false }
        log.warning("connection closed for another user's", ["uid": "\(uid)"])
        // At once: the newcomer's place is counted before the stream says that it is closed.
        server.forget(session)
        session.close()
        return true
    }

    /// Forgets a connection that is gone.
    func forget(_ session: Session) {
        guard sessions.removeValue(forKey: session.number) != nil else { return }
        log.debug(
            "connection closed",
            [
                "connection": "\(session.number)", "uid": "\(session.caller.uid)", "calls": "\(session.callCount)",
            ])
        quota.remove(session.user.uid)
        account(session, unsent: 0)
        session.user.stalled.removeAll { $0 === session }
        stalledByAll.removeAll { $0 === session }
        forgetIfUnneeded(session.user)
    }

    /// A user without connections is remembered until its rate says nothing any more: else calling anew would begin anew.
    private func forgetIfUnneeded(_ user: ConnectedUser, nowNs: Int64 = HostClock.monotonicNs) {
        guard quota.count(of: user.uid) == 0, user.rate.isFull(nowNs: nowNs) else { return }
        users[user.uid] = nil
    }

    /// Closes connections without a call under way that have been silent for too long.
    func closeIdle(nowNs: Int64) {
        let limitNs = nowNs - Limits.idleTime.wholeNanoseconds
        for session in sessions.values {
            if let sinceNs = session.idleSinceNs, sinceNs < limitNs { session.close() }
        }
        for user in users.values { forgetIfUnneeded(user, nowNs: nowNs) }
        arrivals.forgetUnneeded(nowNs: nowNs)
    }

    /// Closes every connection once the call under way is answered.
    func closeAllWhenAnswered() {
        for session in sessions.values { session.closeWhenAnswered() }
    }

    // MARK: Turns

    /// Has a connection take its turn: its own user's, or that of the uid that causes the work.
    ///
    /// A user that sends to many subscribers so waits for its own links, and not they for theirs.
    func enqueue(_ session: Session, causedBy uid: UInt32? = nil) {
        let user = uid.flatMap { users[subordinates.owner(of: $0)] } ?? session.user
        turns.add(session, of: user)
    }

    /// Whether a connection's user may have one more answer waiting to be taken.
    func hasRoom(for session: Session) -> Bool {
        let user = session.user
        return session.unsentBytes + Limits.answerBytes <= Limits.unsentBytesPerConnection
            && Self.fits(user.unsentBytes, of: Limits.unsentBytesPerUser, holding: session.unsentBytes)
            && Self.fits(unsentBytes, of: Limits.unsentBytes, holding: user.unsentBytes)
    }

    /// Whether one more answer fits into a limit, the last quarter of which is for those that hold little themselves.
    private static func fits(_ bytes: Int, of limit: Int, holding own: Int) -> Bool {
        bytes + Limits.answerBytes <= (own <= Limits.unsentBytesOfReaders ? limit : limit / 4 * 3)
    }

    /// Leaves a connection's calls unread until `wake` finds that something has changed for its user.
    func stall(_ session: Session) {
        session.user.stalled.append(session)
        if !Self.fits(unsentBytes, of: Limits.unsentBytes, holding: session.user.unsentBytes) {
            stalledByAll.append(session)
        }
    }

    /// Notes how much of a connection's answers is not taken, and lets those go on that waited for it.
    func account(_ session: Session, unsent: Int) {
        let change = unsent - session.unsentBytes
        guard change != 0 else { return }
        session.unsentBytes = unsent
        session.user.unsentBytes += change
        unsentBytes += change
        guard change < 0 else { return }
        wake(session.user)
        // Those that still have to wait come back to the list in their turn.
        for session in stalledByAll.released() { wake(session.user) }
    }

    /// Lets a user's stalled connections look again whether they may go on.
    func wake(_ user: ConnectedUser) {
        if !user.stalled.isEmpty { for session in user.stalled.released() { session.goOn() } }
    }

    // MARK: Calls

    /// Whether a user may have one more call carried out now, which counts it, and what becomes of the call if not.
    ///
    /// What only operators may do is never held back from them.
    ///
    /// - Parameters:
    ///   - isForOperators: true if the method is.
    ///   - answersOutcome: true if a refusal can be answered with an outcome.
    func admission(
        isForOperators: Bool, answersOutcome: Bool, isOneway: Bool, from session: Session,
        isOperator: @autoclosure () -> Bool
    ) -> Admission {
        if isForOperators, isOperator() { return .served }
        guard let refusal = refusal(ofCallBy: session.user) else { return .served }
        if isOneway {
            droppedCallCount += 1
            return .dropped
        }
        if answersOutcome { return .refused(refusal) }
        if case .tooFast(_, let waitMs) = refusal { rateTimer.fire(within: .milliseconds(waitMs)) }
        return .postponed
    }

    /// Why a user may not have one more call carried out now; otherwise the call is counted.
    private func refusal(ofCallBy user: ConnectedUser) -> RequestError? {
        guard user.callsInFlight < Limits.callsInFlightPerUser else {
            return .tooManyCalls(limit: Limits.callsInFlightPerUser)
        }
        guard let limit = limits.callsPerSecond,
            let waitNs = user.rate.count(limit: limit, nowNs: HostClock.monotonicNs)
        else { return nil }
        return .tooFast(limit: limit, retryAfterMs: (waitNs + 999_999) / 1_000_000)
    }
}
