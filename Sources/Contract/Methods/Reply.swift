/// What a call is answered with; the first cases belong to the methods of the same meaning.
package enum Reply: Equatable, Sendable {
    /// `Open` and `Perform`.
    case outcome(Outcome)
    /// `Verify`; binding and expiry are present together, with class `ok` only.
    case verified(Outcome, binding: String?, expiresAfterMs: Int64?)
    /// `Explain`; candidates are present only where the call asked for them.
    case explained(Outcome, candidates: [CandidateReport]?, preview: ActionPreview = ActionPreview())
    /// `Link`.
    case link(url: String)
    /// `List`: one page; `next` is the path of its last feature where there are more.
    case features([FeatureReport], next: String? = nil)
    case feature(FeatureReport)
    /// One answer of `Watch`: the features that are not as they were, and the paths of those that are gone.
    case watched([FeatureReport], removed: [String])
    /// One answer of `Subscribe`: a link, or how many were missed (0 where that is not known), or neither at first.
    case subscribed(sequence: Int64, link: DeliveredLink?, missed: Int64?)
    case acknowledged
    /// `Channels.List`.
    case channels([ChannelReport])
    /// `Clear`. *Units*: links that were removed.
    case cleared(links: Int64)
    /// One answer of `Authorise`; with the outcome of its link at the end, where one was named.
    case authorisation(FlowReport, Outcome?)
    /// `Answer`.
    case taken
    /// `Permissions.List`.
    case consents([ConsentReport])
    /// `SetToggle`, `SetRuntime`, `SetPermission`, `SetPurchase` and `Withdraw`.
    case switched(isDurable: Bool)
    /// `Status`, `Reload`, `GetInfo`: a report is the whole reply.
    case reported(AnyReport)
    /// `Override`; nil where an override ended.
    case overridden(endsAfterMs: Int64?)
    /// One answer of `Backup`: the next bytes in base64, and how many bytes the whole copy has.
    case copied(bytes: String, size: Int)
    /// `GetInterfaceDescription`.
    case description(String)
    /// The error of `Link`: why there is no such link.
    case notBuilt(LinkFault)
    /// The error of `Subscribe` and `Clear`; with the declared name that is nearest.
    case noChannel(nearest: String?)
    /// The error of `Subscribe` where the user has as many subscriptions as one may have.
    case tooManySubscriptions(limit: Int64)
    /// The error that ends a subscription.
    case subscriptionEnded(code: String)
    /// The error of `Acknowledge`.
    case unknownDelivery
    /// The error of `Answer` where the caller has no such flow, or where it has ended.
    case unknownFlow
    /// The error of `Answer` where its question is not the one that is asked.
    case notAsked
    /// The error of `Reload`: every diagnostic of the table that was not put in force.
    case badTable([DiagnosticReport])
    /// The error of `Override`: what is wrong with the fact, as the reader of `with` lines says it.
    case badFact([DiagnosticReport])
    /// The error of `Override` where the table does not say `profile development`.
    case notDevelopment
    /// The error of whatever the ledger was to keep or to copy, and of which interface's method.
    case notKept(Interface, code: String, reason: String)
    case failure(VarlinkError)

    /// The error's full name on the wire; nil for what is no error.
    package var errorName: String? {
        switch self {
        case .notBuilt: Interface.dispatch.rawValue + ".NotBuilt"
        case .noChannel: Interface.channels.rawValue + ".NoChannel"
        case .tooManySubscriptions: Interface.channels.rawValue + ".TooManySubscriptions"
        case .subscriptionEnded: Interface.channels.rawValue + ".SubscriptionEnded"
        case .unknownDelivery: Interface.channels.rawValue + ".UnknownDelivery"
        case .unknownFlow: Interface.permissions.rawValue + ".UnknownFlow"
        case .notAsked: Interface.permissions.rawValue + ".NotAsked"
        case .badTable: "io.deeplinkd.Monitor.BadTable"
        case .badFact: "io.deeplinkd.Monitor.BadFact"
        case .notDevelopment: "io.deeplinkd.Monitor.NotDevelopment"
        case .notKept(let interface, _, _): interface.rawValue + ".NotKept"
        case .failure(let error): error.name
        case .outcome, .verified, .explained, .link, .features, .feature, .watched, .subscribed, .acknowledged,
            .channels, .cleared, .authorisation, .taken, .consents, .switched, .reported, .overridden, .copied,
            .description:
            nil
        }
    }

    /// The reply with another outcome; nil where it carries none.
    func replacingOutcome(_ replace: (Outcome) -> Outcome?) -> Reply? {
        switch self {
        case .outcome(let outcome): replace(outcome).map(Reply.outcome)
        case .verified(let outcome, let binding, let expiresAfterMs):
            replace(outcome).map { .verified($0, binding: binding, expiresAfterMs: expiresAfterMs) }
        case .explained(let outcome, let candidates, let preview):
            replace(outcome).map { .explained($0, candidates: candidates, preview: preview) }
        case .authorisation(let report, let outcome): outcome.flatMap(replace).map { .authorisation(report, $0) }
        case .link, .features, .feature, .watched, .subscribed, .acknowledged, .channels, .cleared, .taken, .consents,
            .switched, .reported, .overridden, .copied, .description, .notBuilt, .noChannel, .tooManySubscriptions,
            .subscriptionEnded, .unknownDelivery, .unknownFlow, .notAsked, .badTable, .badFact, .notDevelopment,
            .notKept, .failure:
            nil
        }
    }
}

// MARK: The members

extension Reply: WireMembers {
    package mutating func members(_ list: inout some MemberList) {
        switch self {
        case .outcome(var outcome):
            list.member("outcome", &outcome, "The result of the request.")
            self = .outcome(outcome)
        case .verified(var outcome, var binding, var expiresAfterMs):
            list.member("outcome", &outcome, Self.previewComment)
            list.member("binding", &binding, "Good for one Perform on this connection; present with class ok only.")
            list.member("expiresAfterMs", &expiresAfterMs, "How long the binding can be performed, in milliseconds.")
            self = .verified(outcome, binding: binding, expiresAfterMs: expiresAfterMs)
        case .explained(var outcome, var candidates, var preview):
            list.member("outcome", &outcome, Self.previewComment)
            preview.members(&list)
            list.member("candidates", &candidates, Self.candidatesComment)
            self = .explained(outcome, candidates: candidates, preview: preview)
        case .link(var url):
            list.member("url", &url, "The link in canonical form.")
            self = .link(url: url)
        case .features(var features, var next):
            list.member("features", &features, "One entry for each feature of the page.")
            list.member("next", &next, "The value of after for the next page; absent on the last one.")
            self = .features(features, next: next)
        case .feature(var feature):
            list.member("feature", &feature, "The feature with its constraints.")
            self = .feature(feature)
        case .watched(var features, var removed):
            list.member("features", &features, Self.changedComment)
            list.member("removed", &removed, .leniently, Self.removedComment)
            self = .watched(features, removed: removed)
        case .subscribed(var sequence, var link, var missed):
            list.member("sequence", &sequence, Self.sequenceComment)
            list.member("link", &link, "The link; absent in the first answer and where links were missed last.")
            list.member("missed", &missed, Self.missedComment)
            self = .subscribed(sequence: sequence, link: link, missed: missed)
        case .channels(var channels):
            list.member("channels", &channels, "One entry for each channel, by name.")
            self = .channels(channels)
        case .cleared(var links):
            list.member("cleared", &links, "How many links were removed.")
            self = .cleared(links: links)
        case .authorisation(var report, var outcome):
            report.members(&list)
            list.member("outcome", &outcome, Self.retriedComment)
            self = .authorisation(report, outcome)
        case .consents(var consents):
            list.member("consents", &consents, "One entry for each permission, by name.")
            self = .consents(consents)
        case .noChannel(var nearest):
            list.member("nearest", &nearest, "The declared name that is most like it; absent if none is.")
            self = .noChannel(nearest: nearest)
        case .tooManySubscriptions(var limit):
            list.member("limit", &limit, "How many subscriptions one user may have.")
            self = .tooManySubscriptions(limit: limit)
        case .subscriptionEnded(var code):
            list.member("code", &code, Self.endedComment)
            self = .subscriptionEnded(code: code)
        case .switched(var isDurable):
            list.member("durable", &isDurable, Self.durableComment)
            self = .switched(isDurable: isDurable)
        case .copied(var bytes, var size):
            list.member("bytes", &bytes, "The next bytes of the copy, in base64 with padding.")
            list.member("size", &size, "How many bytes the whole copy has.")
            self = .copied(bytes: bytes, size: size)
        case .overridden(var endsAfterMs):
            list.member("endsAfterMs", &endsAfterMs, "In how many milliseconds it ends; absent if it has ended.")
            self = .overridden(endsAfterMs: endsAfterMs)
        case .reported(var any):
            any.report.members(&list)
            self = .reported(any)
        case .description(var text):
            list.member("description", &text, "The definition with its comments.")
            self = .description(text)
        case .notBuilt(var fault):
            fault.members(&list)
            self = .notBuilt(fault)
        case .badTable(var diagnostics):
            list.member("diagnostics", &diagnostics, "The errors, and the warnings between them.")
            self = .badTable(diagnostics)
        case .badFact(var diagnostics):
            list.member("diagnostics", &diagnostics, "What is wrong with it.")
            self = .badFact(diagnostics)
        case .notKept(let interface, var code, var reason):
            list.member("code", &code, Self.notKeptComment)
            list.member("reason", &reason, "What is wrong, and what to do about it.")
            self = .notKept(interface, code: code, reason: reason)
        case .failure(var error):
            error.members(&list)
            self = .failure(error)
        case .acknowledged, .taken, .unknownDelivery, .unknownFlow, .notAsked, .notDevelopment: break
        }
    }

    private static let previewComment = "ok.wouldPerform, or what stands in the way."
    private static let candidatesComment =
        """
        The routes that were considered: the winner first, if there is one, then the others by precedence. Only where the call
        asked for them.
        """
    private static let changedComment = "The features that have changed since the last answer; at first all of them."
    private static let removedComment = "The paths of features that a new table does not declare any more."
    private static let sequenceComment = """
        The link's number: numbers go up from link to link, also over restarts of the daemon. Give the last one as after when
        you subscribe again. An answer without a link has a number below the next link's. In a held channel each delivery has
        a number: a redelivered link has another than before.
        """
    private static let missedComment = """
        How many links before this answer you were not told, because you did not read in time or were not subscribed: 0
        where that is not known, absent if none.
        """
    private static let endedComment = """
        Why, as a stable name: channel.removed, where a new table does not declare the channel; channel.notAcknowledging,
        where you let three links in a row pass without Acknowledge; channel.notAdmitted, where a new table does not let you
        hear the links of all users; shutdown, where the daemon ends. More may come.
        """
    private static let retriedComment = """
        The outcome of the link or the action; only with completed, and only where it was performed or rejected.
        """
    private static let durableComment =
        "Whether the change outlives the daemon. It does not without a state directory, or if it could not be written."
    private static let notKeptComment = """
        A stable name: ledger.full, ledger.copyExists and others; ledger.unavailable for anyone but operators where the
        ledger fails; table.invalid where no route table is in force.
        """
}

// MARK: What is left out

extension Reply {
    /// The reply as an audience may see it.
    ///
    /// *Cost*: none for operators, and for outcomes without constraints, which are nearly all.
    package func told(to audience: Audience) -> Reply {
        guard audience == .anyone else { return self }
        switch self {
        case .explained(let outcome, let candidates, let preview):
            return .explained(outcome.forAnyone, candidates: candidates, preview: preview.forAnyone)
        case .outcome, .verified, .authorisation:
            return replacingOutcome { $0.isWhole(for: .anyone) ? nil : $0.forAnyone } ?? self
        case .feature(var feature):
            feature.constraints = feature.constraints?.map(\.forAnyone)
            return .feature(feature)
        case .reported(let any): return Self.narrowed(any.report)
        // Lists carry no evidence. The others are about the call itself, or answer methods of operators alone.
        // A fault of a link names routes and patterns, as an explanation does.
        // A subscriber gets the links that are its own, secret inputs too; who may subscribe is checked before.
        case .link, .features, .watched, .subscribed, .acknowledged, .channels, .cleared, .taken, .consents, .switched,
            .overridden, .copied, .description, .notBuilt, .noChannel, .tooManySubscriptions, .subscriptionEnded,
            .unknownDelivery, .unknownFlow, .notAsked, .badTable, .badFact, .notDevelopment, .notKept, .failure:
            return self
        }
    }

    private static func narrowed(_ report: some ReplyReport) -> Reply { .report(report.forAnyone) }
}

extension Reply {
    /// A reply that says less; nil where there is nothing left that could be left out.
    package var shortened: Reply? {
        switch self {
        case .explained(let outcome, let candidates?, let preview) where !candidates.isEmpty:
            .explained(outcome, candidates: candidates.firstHalf, preview: preview)
        case .explained(let outcome, let candidates, let preview) where preview != ActionPreview():
            .explained(outcome, candidates: candidates)
        case .outcome, .verified, .explained, .authorisation: replacingOutcome(\.shortened)
        case .features(let features, _) where features.count > 1:
            .features(features.firstHalf, next: features.firstHalf.last?.path)
        case .features(let features, let next): features.first?.shortened.map { .features([$0], next: next) }
        case .feature(let feature): feature.shortened.map(Reply.feature)
        case .watched(let features, let removed): Self.shortened(features, removed)
        case .reported(let any): Self.shortened(any.report)
        case .badTable(let diagnostics) where diagnostics.count > 1: .badTable(diagnostics.firstHalf)
        case .badFact(let diagnostics) where diagnostics.count > 1: .badFact(diagnostics.firstHalf)
        case .notBuilt(let fault): fault.shortened.map(Reply.notBuilt)
        case .subscribed(let sequence, let link?, let missed):
            link.shortened.map { .subscribed(sequence: sequence, link: $0, missed: missed) }
        case .channels(let channels) where channels.count > 1: .channels(channels.firstHalf)
        case .link, .subscribed, .acknowledged, .channels, .cleared, .taken, .consents, .switched, .overridden, .copied,
            .description, .noChannel, .tooManySubscriptions, .subscriptionEnded, .unknownDelivery, .unknownFlow,
            .notAsked, .badTable, .badFact, .notDevelopment, .notKept, .failure:
            nil
        }
    }

    private static func shortened(_ report: some ReplyReport) -> Reply? { report.shortened.map { .report($0) } }

    private static func shortened(_ features: [FeatureReport], _ removed: [String]) -> Reply? {
        let shorter = features.compactMap(\.shortened)
        return shorter.count == features.count && !features.isEmpty ? .watched(shorter, removed: removed) : nil
    }
}
