// Makes an outcome of every error, and of every result of an action. The switches have no `default`: the compiler finds
// a new error that has no outcome yet.
//
//     LinkError            the text is not a link
//     DecisionRejection    no route takes the link, or one takes it with other inputs
//     Refusal              the feature is not available
//     Performance          the action was performed, or could not be
//     BindingError         the binding that a client named is not performed
//     RequestError         the request was not begun

package import Contract
package import Features
package import Links
import Matching

// MARK: Up to the gate

extension Outcome {
    /// The outcome of a text that is not a link.
    package init(_ error: LinkError) {
        var rejection = Rejection()
        let code: OutcomeCode
        switch error {
        case .invalid(let rule, let offset):
            (code, rejection.rule, rejection.offset) = (.urlInvalid, rule.rawValue, offset)
        case .tooLong(let length, let limit):
            (code, rejection.amount, rejection.limit) = (.urlTooLong, length, limit)
        case .tooManySegments(let count, let limit):
            (code, rejection.amount, rejection.limit) = (.urlTooManySegments, count, limit)
        case .tooManyItems(let count, let limit):
            (code, rejection.amount, rejection.limit) = (.urlTooManyItems, count, limit)
        case .forbidden(let component, let rule, let offset):
            code = rule == .trailingDot ? .urlHostNotAllowed : .urlForbiddenComponent
            (rejection.component, rejection.rule, rejection.offset) = (component.rawValue, rule.rawValue, offset)
        }
        self.init(code, message: error.sentence, rejection: rejection)
    }

    /// The outcome of a link that no route takes; it names routes of hidden features to operators alone.
    ///
    /// No initialiser: one that calls another copies the whole outcome at its end.
    package static func rejected(
        _ rejected: DecisionRejection, link: Link, in ruleset: Ruleset, for audience: Audience = .operator
    ) -> Outcome {
        let denial = "The route table denies this link."
        switch rejected {
        case .schemeNotAllowed:
            let scope = UndeclaredScope(schemeOf: link, in: ruleset.scopes)
            return .init(.urlSchemeNotAllowed, message: scope.sentence, url: link.href, rejection: scope.rejection)
        case .hostNotAllowed:
            let scope = UndeclaredScope(hostOf: link, in: ruleset.scopes)
            return .init(.urlHostNotAllowed, message: scope.sentence, url: link.href, rejection: scope.rejection)
        case .denied: return .init(.routeExcluded, message: denial, url: link.href)
        case .packageUnavailable(let package):
            return .init(
                .packageUnavailable, message: package.sentence, url: link.href, rejection: package.rejection)
        case .excluded(let row):
            let route = ruleset.routes[row: row]
            let name = ruleset.isShown(route.number, to: audience) ? route.name : nil
            return .init(
                .routeExcluded, message: name.map { "The route `\($0)` excludes this link." } ?? denial,
                url: route.maskedURL(of: link.canonical, in: ruleset),
                rejection: name.map { name in Rejection { $0.route = name } })
        case .notFound:
            guard let nearest = ruleset.trace(link, nearest: RouteIndex.fewCandidates, for: audience).first else {
                return .init(.routeNotFound, url: link.href)
            }
            let route = ruleset.routes[row: nearest.rule]
            let rejection = Rejection {
                $0.nearest = route.name
                $0.failure = ruleset.sentence(for: nearest, link)
            }
            // The link may hold the secret of the route that nearly took it.
            return .init(.routeNotFound, url: route.maskedURL(of: link.canonical, in: ruleset), rejection: rejection)
        case .input(let fault, let row): return .init(fault, of: link, ruleset.routes[row: row], in: ruleset)
        }
    }

    private init(_ fault: InputFault, of link: Link, _ route: Route, in ruleset: Ruleset) {
        self.init(
            fault.code, message: fault.sentence, url: route.maskedURL(of: link.canonical, in: ruleset),
            route: route.name,
            feature: ruleset.featurePath(of: route), title: ruleset.title(of: route),
            action: ruleset.action(of: route).name)
        rejection = Rejection {
            ($0.route, $0.key, $0.expected) = (route.name, fault.name, fault.expected)
            ($0.rule, $0.offset) = (fault.breach?.rule.rawValue, fault.breach.map { link.offset(of: $0) })
        }
    }

    /// The outcome of an action that no route leads to.
    init(unknownAction name: String, nearest: String?) {
        let help = nearest.map { "; did you mean `\($0)`?" } ?? "."
        self.init(.actionNotFound, message: "No route leads to an action `\(name)`" + help)
        rejection = nearest.map { nearest in Rejection { $0.nearest = nearest } }
    }

    /// The outcome of an action by its name, with an input that it does not take.
    init(_ fault: InputFault, of binding: ActionBinding, in ruleset: Ruleset) {
        let feature = ruleset.catalogue.features[binding.feature]
        self.init(
            fault.code, message: fault.sentence, feature: feature.path, title: feature.title?.plain,
            action: ruleset.catalogue.actions[binding.action].name)
        rejection = Rejection {
            ($0.key, $0.expected, $0.nearest) = (fault.name.isEmpty ? nil : fault.name, fault.expected, fault.nearest)
            $0.rule = fault.rule?.rawValue
        }
    }

    /// The outcome of a URL while the intake is off, or while it is not known whether it is on.
    package init(closedIntake refusal: Refusal) {
        self.init(
            refusal.code,
            message: refusal.sentence
                + " An operator switches it on with `\(DeepLinkingFeature.commandToSwitchOn)`.",
            feature: DeepLinkingFeature.name, action: DeepLinkingFeature.action)
        add(refusal)
    }

    /// The outcome of a link whose feature is not available.
    package init(_ refusal: Refusal, of draft: consuming OutcomeDraft) {
        self.init(refusal.code, message: refusal.sentence, of: draft)
        add(refusal)
        if refusal.code == .confirmationRequired { UserConfirmation.fillQuestions(of: &self) }
    }

    private mutating func add(_ refusal: Refusal) {
        primary = refusal.primary
        constraints = refusal.constraints
        remedies = refusal.remedies
    }

    /// The outcome of a link whose action could be performed, and is not.
    package init(wouldPerform draft: consuming OutcomeDraft) {
        self.init(.okWouldPerform, of: draft)
    }

    @inline(__always)
    private init(
        _ code: OutcomeCode, message: String? = nil, of draft: consuming OutcomeDraft, _ execution: Execution? = nil
    ) {
        self.init(code, message: message)
        draft.known.code = code
        draft.known.message = self.message
        draft.known.execution = execution
        // Swapped, because to assign it copies the whole of it.
        swap(&self, &draft.known)
    }
}

extension InputFault {
    /// The code of its outcome.
    var code: OutcomeCode {
        switch kind {
        case .missing: .inputMissing
        case .invalid: .inputInvalid
        case .duplicate: .inputDuplicate
        case .unexpected: .inputUnexpected
        }
    }
}

// MARK: After the gate

extension Outcome {
    /// The outcome of a performed action.
    package init(_ performance: Performance, of draft: consuming OutcomeDraft) {
        switch performance {
        case .answered(let members):
            self.init(.okPerformed, of: draft)
            result = OpenObject(members: members)
        case .answeredText(let answer):
            self.init(.okPerformed, of: draft)
            text = answer
        case .launched(let execution): self.init(.okAccepted, of: draft, execution)
        case .done(let code, let message, let execution, let members):
            self.init(code, message: message, of: draft, execution)
            result = members.map { OpenObject(members: $0) }
        case .ended(let execution, let isSuccess):
            switch execution.exit {
            case .code where isSuccess: self.init(.okPerformed, of: draft, execution)
            case .code(let code):
                self.init(.failedExit, message: "The program ended with status \(code).", of: draft, execution)
            case .signal(let signal):
                self.init(.failedSignal, message: "The program was ended by signal \(signal).", of: draft, execution)
            case nil: self.init(.failedInternal, of: draft, execution)
            }
        case .stopped(let execution, let cause):
            self.init(cause.code, message: cause.sentenceForProgram, of: draft, execution)
        case .notBegun(let cause): self.init(cause.code, message: cause.sentenceForNothing, of: draft)
        case .refused(let refusal): self.init(refusal, of: draft)
        case .failed(let error): self.init(error.code, message: error.message, of: draft, error.execution)
        }
    }
}

extension Outcome {
    /// The outcome of a link that gets an answer that was kept.
    ///
    /// - Parameter answer: the outcome of an earlier link of the action.
    package init(repeating answer: Outcome, _ cached: CachedAnswer, of draft: consuming OutcomeDraft) {
        self.init(.okPerformed, message: CachedAnswer.sentence, of: draft, answer.execution)
        (result, text, self.cached) = (answer.result, answer.text, cached)
    }

    /// Makes the outcome of a link that would be performed that of a performance.
    mutating func settle(_ performance: Performance) {
        switch performance {
        case .done(let code, _, _, let members):
            (self.code, message, result) = (code, code.sentence, members.map { OpenObject(members: $0) })
        case .failed(let error): (code, message, execution) = (error.code, error.message, error.execution)
        case .answered, .answeredText, .launched, .ended, .stopped, .notBegun, .refused:
            preconditionFailure("an answer is one that was taken or not")
        }
    }
}

extension Interruption {
    fileprivate var code: OutcomeCode {
        switch self {
        case .timeout, .deadline: .failedTimeout
        case .hangUp, .shutdown: .failedCancelled
        }
    }
}

// MARK: Without a link

extension Outcome {
    /// The outcome of a binding that is not performed.
    package init(_ error: BindingError) {
        let (code, message): (OutcomeCode, String?) =
            switch error {
            case .unknown: (.bindingUnknown, nil)
            case .foreign: (.bindingForeign, nil)
            case .expired: (.bindingUnknown, "The binding was not performed in time and is forgotten.")
            case .stale: (.bindingStale, nil)
            }
        self.init(code, message: message)
    }

    /// The outcome of a request that is not performed again, with the link, route and action that its URL leads to now.
    ///
    /// - Parameter found: the outcome that the URL would have now.
    package init(_ error: RequestError, insteadOf found: Outcome) {
        self.init(error)
        (tableRevision, stateRevision) = (found.tableRevision, found.stateRevision)
        // With the intake switched off nothing is looked at, and the feature is the intake.
        guard found.feature != DeepLinkingFeature.name else { return }
        (url, route, feature, action) = (found.url, found.route, found.feature, found.action)
        title = found.title
        parameters = found.parameters
        guard let feature, let action else { return }
        let origin = route.map { ", by the route \($0)" } ?? ""
        message = message.dropLast() + " (the action \(action) of \(feature)\(origin))."
    }

    /// The outcome of a request that was not begun.
    package init(_ error: RequestError) {
        let (code, message): (OutcomeCode, String?) =
            switch error {
            case .shuttingDown: (.shuttingDown, nil)
            case .noTable:
                (
                    .pendingTable,
                    OutcomeCode.pendingTable.sentence + " `deeplinkctl status` shows an operator the first error."
                )
            case .notDelegated: (.callerNotDelegated, nil)
            case .keyInProgress: (.idempotencyInProgress, nil)
            case .keyInterrupted: (.unknownEffect, nil)
            case .keyConflict: (.idempotencyConflict, nil)
            case .noRoomForKey(let reason): (.overloaded, reason)
            case .keyNotWritten(let reason): (.pendingUndetermined, "The key cannot be written down: \(reason).")
            case .beginningNotWritten(let reason):
                (.pendingUndetermined, "The beginning of the action cannot be written down: \(reason).")
            case .unreadableOutcome:
                (.unknownEffect, "The request was carried out, its outcome cannot be read.")
            case .interrupted(let cause): (cause.code, cause.sentenceForNothing)
            case .noRandomBits: (.failedInternal, nil)
            case .tooManyHops: (.loop, nil)
            case .intercepted(let name, let reason):
                (.intercepted, "\(name.map { "`\($0)`" } ?? "A rule of this machine") refused the link: \(reason)")
            case .tooManyCalls(let limit):
                (.overloaded, "\(limit) of your calls are under way, which is as many as may be.")
            case .tooFast(let limit, let retryAfterMs):
                (.callerRateLimited, "More than \(limit) calls in a second; try again in \(retryAfterMs) ms.")
            }
        self.init(code, message: message)
        if case .tooManyCalls(let limit) = error { rejection = Rejection { $0.limit = limit } }
        if case .tooFast(let limit, let retryAfterMs) = error {
            rejection = Rejection { ($0.limit, $0.retryAfterMs) = (limit, retryAfterMs) }
        }
    }
}
