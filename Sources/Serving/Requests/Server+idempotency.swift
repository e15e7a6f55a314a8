// `Open` with a name of the caller's own: performed at most once, whatever happens in between. The request is written down
// as begun before anything is done and with its outcome after, so that sending it again finds out what became of it:
//
//     carried out                      the same outcome again; ok.replayed for an ok
//     being carried out                rejected.idempotency.inProgress
//     begun, and the daemon was killed unknown.effect: nobody can know, and nobody does it twice
//     the key was another request's    rejected.idempotency.conflict
//
// A request that is refused before anything was done is forgotten, so that it may be sent again. Without a ledger nothing
// can be promised, and the parameter is refused; with one that cannot be used the answer is to wait. What a request came to
// while the ledger was out of reach is answered, and written down as soon as it is there again.
//
// What is written down lies on the disk for a day or longer. Of an action with a secret input it is the outcome without the
// action's answer and output, either of which may hold the secret; its repetition says so.

import Contract
import EventLoop
import Features
import Ledger
import Logging
import Varlink

extension Server {
    /// Opens a URL for a subject, once for each key where there is one.
    func open(
        _ url: String, timings: Bool, subject name: String?, key: String?, caller: Caller,
        reply: @escaping (Reply) -> Void
    ) {
        let subject: Subject?
        do {
            subject = try self.subject(name, for: caller)
        } catch .notDelegated {
            return reply(.outcome(recorded(Outcome(.callerNotDelegated), caller)))
        } catch {
            return reply(Self.reply(to: error))
        }
        guard let key else {
            return open(url, timings: timings, caller: caller, subject: subject) { reply(.outcome($0)) }
        }
        let holder = subject ?? caller.subject
        guard let ledger = facts.ledger, let own = try? IdempotencyKey(key, of: holder, by: user(of: caller)) else {
            return reply(.failure(.invalidParameter(parameter: Parameter.idempotencyKey.rawValue)))
        }
        claim(own, Self.fingerprint(of: url), ledger, for: audience(of: caller)) { [self] refused in
            if let refused {
                // A repeated outcome goes by the name that it had.
                return reply(.outcome(refused.outcomeId == nil ? recorded(refused, caller) : refused))
            }
            // Writing the key down took its time, and what is bought may have ended meanwhile.
            facts.advance()
            var hasSecrets = false
            open(url, timings: timings, caller: caller, subject: subject) { action in
                hasSecrets = action.hasSecrets
            } reply: { [self] outcome in
                let text = Self.isAttempted(outcome) ? Self.kept(outcome, hasSecrets: hasSecrets) : nil
                settle(own, text, ledger) { reply(.outcome(outcome)) }
            }
        }
    }

    /// Writes down that a request begins; gives the outcome where it must not.
    private func claim(
        _ key: IdempotencyKey, _ fingerprint: String, _ ledger: LedgerQueue, for audience: Audience,
        then done: @escaping (Outcome?) -> Void
    ) {
        ledger.perform(of: key.caller) { (ledger) throws(LedgerError) in
            try ledger.claim(key, fingerprint: fingerprint, lifetime: Limits.idempotencyLifetime)
        } then: { result in
            switch result {
            case .success(.begun): done(nil)
            case .success(.running): done(Outcome(.idempotencyInProgress))
            case .success(.interrupted): done(Outcome(.unknownEffect))
            case .success(.finished(let text)): done(Self.replayed(text))
            case .success(.conflict): done(Outcome(.idempotencyConflict))
            case .failure(let error) where error.isAboutRequest:
                done(Outcome(.overloaded, message: "\(error)"))
            case .failure(let error):
                let reason = "\(error.sentence(for: audience)) (\(error.code(for: audience)))"
                done(Outcome(.pendingUndetermined, message: "The key cannot be written down: \(reason)."))
            }
        }
    }

    /// Writes down what a request came to, or forgets it where nothing was done and the text is nil.
    private func settle(
        _ key: IdempotencyKey, _ text: String?, _ ledger: LedgerQueue, then done: @escaping () -> Void
    ) {
        var isTold = false
        ledger.performSurely(of: key.caller) { (ledger) throws(LedgerError) in
            if let text { try ledger.finish(key, outcome: text) } else { try ledger.release(key) }
        } then: { [log] result in
            if case .failure(let error) = result {
                let state = error.isAboutRequest ? "not kept" : "not kept yet"
                log.error("outcome of a key \(state)", metadata: ["code": "\(error.code)", "reason": "\(error)"])
            }
            guard !isTold else { return }
            isTold = true
            done()
        }
    }

    /// The outcome as it is written down; without what the action said where it may hold a secret, or makes it longer than a
    /// message.
    ///
    /// A key whose outcome could not be kept would count as being carried out until the daemon's next start.
    static func kept(_ outcome: Outcome, hasSecrets: Bool = false) -> String {
        if hasSecrets { return withheld(outcome, .secret) }
        let text = JSONText.text(of: outcome)
        return text.utf8.count > Limits.messageBytes ? withheld(outcome, .length) : text
    }

    /// Why a repeated outcome lacks what the action said.
    private enum Withheld: String, CaseIterable {
        case secret = " What the action answered and wrote was not kept: it has a secret input."
        case length = " What the action answered and wrote was not kept: it is longer than a message."
    }

    private static func withheld(_ outcome: Outcome, _ reason: Withheld) -> String {
        var outcome = outcome
        (outcome.execution, outcome.result) = (nil, nil)
        outcome.message += reason.rawValue
        return JSONText.text(of: outcome)
    }

    private static func isAttempted(_ outcome: Outcome) -> Bool {
        switch outcome.code.outcomeClass {
        case .ok, .failed, .unknown: true
        case .rejected, .blocked, .pending: false
        }
    }

    /// The outcome of the request that was carried out, with its id.
    static func replayed(_ text: String) -> Outcome {
        guard let value = try? ValueDecoder.decode(Array(text.utf8).span),
            var outcome = (try? OutcomeDecoder.decode(value))?.outcome
        else { return Outcome(.unknownEffect, message: "The request was carried out, its outcome cannot be read.") }
        guard outcome.code.outcomeClass == .ok else { return outcome }
        outcome.code = .okReplayed
        let withheld = Withheld.allCases.first { outcome.message.hasSuffix($0.rawValue) }
        outcome.message = outcome.code.entry.sentence + (withheld?.rawValue ?? "")
        return outcome
    }

    /// Tells requests of one key apart; no text of the URL is written to the disk for it.
    ///
    /// *Shape*: the URL's length and two 64-bit FNV-1a hashes with different beginnings. A subject can only deceive itself.
    static func fingerprint(of url: String) -> String {
        var (one, two): (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x8422_2325_CBF2_9CE4)
        for byte in url.utf8 {
            one = (one ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
            two = (two ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
        return "\(url.utf8.count)-\(String(one, radix: 16))-\(String(two, radix: 16))"
    }
}
