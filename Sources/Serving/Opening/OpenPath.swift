// A URL that is opened with nothing else said, which nearly every call does. Where nothing of it has to wait, it goes from the
// bytes of the call to the bytes of the reply in one go:
//
//     URL → Passage (Routing/Clearing) → perform (Running) → reply
//
// A link that reaches its action is answered from pieces of the reply that were put together before, and no outcome is made
// of it. One that is stopped gets its outcome, written where the reply goes. What takes time leaves this path with its proof,
// and goes on in Pipeline.swift.

import Contract
import FactSources
import Features
import Routing
import Running

/// The short path of URLs through one table.
///
/// A class of constants, made with each table: what a call reads of the server would be retained and checked for
/// exclusive access on every call.
///
/// *Owner/thread*: the loop's thread.
final class OpenPath {
    /// What became of a URL.
    enum Opened: ~Copyable {
        /// Its reply was written.
        case answered
        /// Its action takes time, or its outcome tells more than most.
        case cleared(ClearedLink)
        /// Sources have to be asked before it is looked at again.
        case deferred
    }

    private let ruleset: Ruleset
    private let cache: VerificationCache
    private let gathering: FactGathering
    private let runner: ActionRunner
    private let callers: CallerRules
    private let names: OutcomeNames
    private let log: Log
    private let replies: PreparedReplies

    /// Makes the path of the server's table in force.
    init(_ server: Server) {
        ruleset = server.snapshot.ruleset
        cache = server.snapshot.cache
        gathering = server.facts.gathering
        runner = server.runner
        callers = server.callers
        names = server.outcomeNames
        log = server.log
        replies = PreparedReplies(ruleset)
    }

    /// Opens a URL for a caller who waits for the answer.
    func open(_ url: Span<UInt8>, for caller: Caller, to writer: inout JSONWriter) -> Opened {
        let sight = ruleset.catalogue.hasHidden ? callers.audience(of: caller) : .operator
        switch ruleset.pass(url, cache: cache, caller: caller, for: sight) {
        case .stopped(let stop):
            if let feature = stop.feature, !isReady(feature, caller) { return .deferred }
            tell(stop, to: caller, in: &writer)
            return .answered
        case .cleared(let link):
            guard isReady(link.proof.binding.feature, caller) else { return .deferred }
            guard let form = replies.form(for: link, in: ruleset) else { return .cleared(link) }
            perform(link, form, caller, to: &writer)
            return .answered
        }
    }

    /// Whether a call can be decided by the facts that are there.
    private func isReady(_ feature: Int, _ caller: Caller) -> Bool {
        gathering.isReady(feature, for: caller.subject)
    }

    /// Performs a link whose action answers by itself, and writes the reply.
    private func perform(
        _ link: consuming ClearedLink, _ form: PreparedReplies.Form, _ caller: Caller, to writer: inout JSONWriter
    ) {
        let (name, frame) = (names.next(), form.reply.frame)
        frame.write(before: .outcomeId, to: &writer)
        writer.verbatim(name.digits.span)
        frame.write(before: .url, to: &writer)
        link.writeURL(to: &writer)
        frame.write(before: .route, to: &writer)
        link.writeRoute(to: &writer)
        let revision = link.proof.stateRevision
        // An answer of this kind cannot fail.
        link.readRoute { route in
            let (feature, action) = form.names
            log.note(
                .okPerformed, id: name.digits.span, route: route, feature: feature.span, action: action.span,
                uid: caller.uid)
        }
        runner.perform(link.release(), as: form.reply, to: &writer)
        revision.write(to: &writer)
        frame.writeEnd(to: &writer)
    }

    /// Notes an outcome, and writes it as its caller may see it.
    private func tell(_ stop: StoppedLink, to caller: Caller, in writer: inout JSONWriter) {
        let (name, start, audience) = (names.next(), writer.count, callers.audience(of: caller))
        log.note(stop.outcome, id: name.digits.span, uid: caller.uid)
        let reports = stop.refusal?.reports(for: audience)
        if reports != nil || audience == .operator || stop.outcome.isForAnyone {
            ReplyEncoder.append(outcome: stop.outcome, id: name.digits.span, reports: reports, to: &writer)
            if writer.count - start <= Limits.answerBytes { return }
            writer.truncate(to: start)
        }
        var outcome = stop.outcome
        outcome.outcomeId = name.text
        Reply.outcome(outcome).told(to: audience).append(to: &writer, continues: false)
    }
}

extension Server {
    /// Performs a link whose action takes time, or whose outcome tells more than most.
    func perform(_ link: consuming ClearedLink, for waiter: Waiter, reply: @escaping (Outcome) -> Void) {
        let draft = link.draft(in: snapshot.ruleset)
        perform(link.release(), draft, for: waiter, reply: reply)
    }
}
