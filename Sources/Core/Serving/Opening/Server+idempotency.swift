// `Open` with a name of the caller's own: performed at most once, whatever happens in between. The request is written down
// as begun before anything is done and with its outcome after, so that sending it again finds out what became of it:
//
//     carried out                      the same outcome again; ok.replayed for an ok
//     being carried out                rejected.idempotency.inProgress
//     begun, and the daemon was killed unknown.effect: it is not done twice, unless its action says that it may be
//     the key was another request's    rejected.idempotency.conflict
//
// A request that is refused or given up before anything was done is forgotten, so that it may be sent again. One whose
// action was stopped, because its caller hung up or its deadline passed, is carried out: its outcome says so. Without a ledger nothing
// can be promised, and the parameter is refused; with one that cannot be used the answer is to wait. An outcome is answered
// also while the ledger is out of reach, and written down as soon as it is there again (KeptOutcome.swift).

import Contract
import Features
import Ledger
import Routing

/// An idempotency key, and the ledger that keeps it.
struct KeptKey {
    let key: IdempotencyKey
    let ledger: LedgerQueue
    fileprivate let log: Log
}

extension Server {
    /// The key of a request, and the ledger that keeps it.
    ///
    /// *Throws*: `invalid` for a text that cannot be a key, and where no ledger could keep it.
    func key(_ text: String, of request: LinkRequest) throws(ParameterError) -> KeptKey {
        let key = try? IdempotencyKey(text, of: request.holder, by: user(of: request.caller))
        guard let key, let ledger = facts.ledger else { throw .invalid(.idempotencyKey) }
        return KeptKey(key: key, ledger: ledger, log: log)
    }

    /// Writes down that a request begins, where it has a key; gives the outcome where it must not.
    ///
    /// - Parameter isRepeatable: whether a request that an earlier run began may begin again.
    func claim(_ request: LinkRequest, isRepeatable: Bool = false, then proceed: @escaping (Outcome?) -> Void) {
        guard let kept = request.key else { return proceed(nil) }
        let (key, fingerprint) = (kept.key, request.fingerprint)
        kept.ledger.perform(of: key.caller) { (ledger) throws(LedgerError) in
            try ledger.claim(
                key, fingerprint: fingerprint, lifetime: Limits.idempotencyLifetime, isRepeatable: isRepeatable)
        } then: { [self] result in
            switch result {
            case .success(.begun):
                // Writing the key down took its time, and what is bought may have ended meanwhile.
                facts.advance()
                proceed(nil)
            case .success(.finished(let text)):
                guard let outcome = KeptOutcome.replayed(text, wings: snapshot.ruleset.wings) else {
                    return proceed(recorded(snapshot.unknownEffect(of: request, .unreadableOutcome), of: request))
                }
                guard let id = outcome.outcomeId else { return proceed(recorded(outcome, of: request)) }
                // A repeated outcome goes by the name that it had.
                log.noteRepeated(outcome, id, request.caller)
                proceed(outcome)
            case .success(.running): proceed(recorded(.keyInProgress, of: request))
            case .success(.interrupted):
                if !isRepeatable, snapshot.mayRepeat(request) {
                    return claim(request, isRepeatable: true, then: proceed)
                }
                proceed(recorded(snapshot.unknownEffect(of: request, .keyInterrupted), of: request))
            case .success(.conflict): proceed(recorded(.keyConflict, of: request))
            case .failure(let error) where error.isAboutRequest:
                proceed(recorded(.noRoomForKey(reason: "\(error)"), of: request))
            case .failure(let error):
                let audience = callers.audience(of: request.caller)
                let reason = "\(error.sentence(for: audience)) (\(error.code(for: audience)))"
                proceed(recorded(.keyNotWritten(reason: reason), of: request))
            }
        }
    }
}

extension KeptKey {
    /// The step that writes down the outcome of its request, with others at once.
    ///
    /// - Parameter outcome: nil where the request was given up before anything was done.
    func end(with outcome: Outcome?, hasSecrets: Bool) -> any LedgerStep {
        KeyStep(
            key, outcome: outcome.flatMap { KeptOutcome.text(of: $0, hasSecrets: hasSecrets) },
            lifetime: Limits.idempotencyLifetime)
    }
}

extension KeptKey? {
    /// Writes down the outcome of a request that has a key, or forgets the key where nothing was done.
    ///
    /// - Parameter outcome: nil where the request was given up before anything was done.
    func settle(
        _ outcome: Outcome?, hasSecrets: Bool = false, then done: @escaping () -> Void
    ) {
        guard let kept = self else { return done() }
        let (key, text) = (kept.key, outcome.flatMap { KeptOutcome.text(of: $0, hasSecrets: hasSecrets) })
        var isTold = false
        kept.ledger.performSurely(of: key.caller) { (ledger) throws(LedgerError) in
            guard let text else { return try ledger.release(key) }
            try ledger.finish(key, outcome: text, lifetime: Limits.idempotencyLifetime)
        } then: { result in
            if case .failure(let error) = result {
                kept.log.error(
                    error.isAboutRequest ? "outcome of a key not kept" : "outcome of a key not kept yet",
                    ["code": error.code, "reason": "\(error)"])
            }
            guard !isTold else { return }
            isTold = true
            done()
        }
    }
}

extension Snapshot {
    /// The outcome of a request that may have been performed: it names the link as the table in force reads it.
    ///
    /// The key of a request keeps no URL. The fingerprint proves that this request has the URL of the one that was begun.
    fileprivate func unknownEffect(of request: LinkRequest, _ error: RequestError) -> Outcome {
        Outcome(error, insteadOf: follow(request).outcome(in: ruleset))
    }

    /// Whether the request leads to an action that may be performed twice, by the table in force.
    fileprivate func mayRepeat(_ request: LinkRequest) -> Bool {
        follow(request).passage.destination(in: ruleset)?.limits.mayBeRepeated ?? false
    }

    private func follow(_ request: LinkRequest) -> FollowedLink {
        FollowedLink.follow(request.target, in: ruleset) {
            ruleset.pass($0, cache: cache, caller: request.caller, subject: request.subject)
        }
    }
}

extension Log {
    /// Notes that a stored outcome is sent again.
    fileprivate func noteRepeated(_ outcome: Outcome, _ id: String, _ caller: Caller) {
        let route = outcome.route ?? "-"
        info(.outcomeRepeated, ["id": id, "code": outcome.code.rawValue, "route": route, "uid": "\(caller.uid)"])
    }
}
