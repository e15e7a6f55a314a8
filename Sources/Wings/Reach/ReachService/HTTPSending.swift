// One performance of `http`: a request, and its repetitions. What is known of the effect only ever grows less certain:
//
//     1st request   no connection        nothing was done; may be sent again
//     2nd request   cut, `idempotent`    maybe done: from here on the end is ok or `unknown.effect`
//     3rd request   status 409           `unknown.effect`: the second one may be what it is in conflict with

import Contract
import Features
import HostSystem
import ReachRules
import WebClient

/// A request with its repetitions.
///
/// *Owner/thread*: the loop's thread; held by what it waits for.
final class HTTPSending {
    /// The pause before the first repetition; each one after it is twice as long.
    private static let firstPause = Duration.milliseconds(200)
    private static let longestPause = Duration.seconds(10)

    let template: HTTPTemplate
    let action: Action
    let errand: Errand
    /// The request without what is signed anew for each repetition.
    let plain: WebRequest
    let seed: HTTPSigner.Seed
    private var count = 0
    /// True once a request may have had an effect.
    private var isUncertain = false

    init(
        _ template: HTTPTemplate, _ action: Action, _ errand: Errand, _ plain: WebRequest, _ seed: HTTPSigner.Seed
    ) {
        (self.template, self.action, self.errand) = (template, action, errand)
        (self.plain, self.seed) = (plain, seed)
    }

    /// True if a second effect does no harm.
    var mayRepeat: Bool { action.limits.hasNoEffect || action.limits.isIdempotent }

    /// The time that the next request has.
    ///
    /// A single one has a little longer than the errand, which knows what its end means.
    var timeOfRequest: Duration {
        template.retry == nil ? action.limits.timeout + .seconds(1) : min(action.limits.timeout, errand.timeLeft)
    }

    /// Counts the request that is sent now.
    func countRequest() {
        count += 1
        if count > 1 { errand.about.attempts = Int64(count) }
    }

    // MARK: Once more

    /// How long to wait before the request is sent again; nil where it is not.
    func pause(after end: HTTPEnd) -> Duration? {
        guard let retry = template.retry, count <= retry.count else { return nil }
        switch end.kind {
        case .success: return nil
        case .nothing(let isLasting): if isLasting { return nil }
        case .busy: break
        case .refused: return nil
        case .unknown: if !mayRepeat { return nil }
        }
        let doubled = min(Self.longestPause, Self.firstPause * (1 << min(count - 1, 10)))
        // Callers that failed together do not come back together.
        let pause = max(doubled * Double.random(in: 0.5...1), end.retryAfter ?? .zero)
        return pause < errand.timeLeft ? pause : nil
    }

    /// Takes note of the end of a request that is sent again.
    func note(_ end: HTTPEnd) {
        if case .unknown = end.kind, !action.limits.hasNoEffect { isUncertain = true }
        if !isUncertain { errand.markUnsent() }
    }

    // MARK: The end

    /// Answers with the end of the last request.
    func finish(_ end: HTTPEnd) {
        end.describe(&errand.about)
        switch end.kind {
        case .success(let answer): succeed(answer)
        case .nothing, .busy, .refused:
            if isUncertain {
                errand.failUnanswered("an earlier request was cut off, and the last one failed: \(end.reason)")
            } else {
                if case .nothing = end.kind { errand.markUnsent() }
                errand.fail(end.code, end.sentence(errand.subject))
            }
        case .unknown:
            guard action.limits.hasNoEffect else { return errand.failUnanswered(end.reason) }
            errand.fail(end.code, end.sentence(errand.subject))
        }
    }

    /// Answers without a request.
    ///
    /// - Parameter sentence: with its full stop.
    func failUnsent(_ sentence: String, error: String?) {
        guard !isUncertain else { return errand.failUnanswered("an earlier request was cut off") }
        errand.about.error = error
        errand.fail(.failedHTTPUnreachable, sentence)
    }

    private func succeed(_ answer: WebAnswer) {
        let code: OutcomeCode = answer.status == 202 ? .okAccepted : .okPerformed
        let later = "\(errand.subject) has accepted the request, and carries it out later."
        let message = answer.status == 202 ? later : nil
        // The table says nothing of the answer, so it does not matter what it is.
        guard action.result != nil else { return errand.end(.done(code, message: message, errand.execution)) }
        if let fault = answer.bodyFault { return errand.failUnreadable("\(fault)") }
        do throws(FramingError) {
            let value = try ValueDecoder.decode(answer.body.span, allowsDuplicates: true)
            errand.end(action.performance(answering: value, errand.execution, as: code))
        } catch {
            errand.failUnreadable("its body is no JSON")
        }
    }
}
