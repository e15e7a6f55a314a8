// The methods of io.deeplinkd.Dispatch: links and actions.

extension Interface {
    /// What opens links.
    package static let dispatch = Interface(
        "io.deeplinkd.Dispatch", order: 10,
        """
        Sends app URLs to the actions that a route table binds them to.

        Whatever becomes of a link is a normal reply with an outcome; errors are for broken calls. Switch on the class of
        an outcome first and on its code where you want to be more exact.

        A message that is not a call closes the connection without a reply: one that is not JSON, is too long, or has
        a member twice, in the call itself or among its parameters.
        """,
        types: [OutcomeClass.self, ConstraintReport.Status.self, Remedy.self],
        methods: [OpenLink.self, VerifyLink.self, PerformBinding.self, ExplainLink.self, BuildLink.self],
        errors: [(LinkFault(), "The route has no such link.")])
}

/// Match, verify and perform.
package struct OpenLink: TargetMethod, LocalizedMethod {
    package typealias Answer = OutcomeAnswer

    package static let name = "io.deeplinkd.Dispatch.Open"
    package static let comment = """
        Matches the URL, or finds the action by its name, verifies the feature that owns the action, and performs it. If you close the connection before the
        reply, the action is stopped, or not begun, unless it says detach; a stored outcome then is failed.cancelled. You
        may shut down your writing half and still get the reply. An action of a oneway call always runs to its end.
        """
    package static let example = #"{"url":"podcast://episodes/7"}"#
    package static let mayTakeLong = true

    package var target = Target()
    package var isTimed = false
    package var subject: String?
    package var idempotencyKey: String?
    package var deadlineMs: Int64?
    package var activationToken: String?
    package var waitMs: Int64?
    package var traceparent: String?
    package var hops: Int64?
    package var with: String?
    package var languages: [String]?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        target.urlMember(&list)
        list.member("timings", &isTimed, .unlessBlank, "Whether the outcome is to carry timings; not if absent.")
        list.member("subject", &subject, Self.subjectComment)
        list.member("idempotencyKey", &idempotencyKey, Self.keyComment)
        list.member("deadlineMs", &deadlineMs, Self.deadlineComment)
        target.actionMembers(&list)
        list.member("activationToken", &activationToken, Self.tokenComment)
        list.member("waitMs", &waitMs, Self.waitComment)
        list.member("traceparent", &traceparent, Self.traceComment)
        list.member("hops", &hops, Self.hopsComment)
        list.member("with", &with, Self.withComment)
        list.member("languages", &languages, Self.languagesComment)
    }

    private static let keyComment = """
        Your own name for this request. Sent again with the same key it is not performed again: the outcome is repeated, also
        one that says that the action was stopped. If nothing was begun, it is performed. It takes a ledger: without one
        the parameter is refused.
        """
    private static let deadlineComment = """
        How long the request may take, in milliseconds from its arrival, 1 to 86400000: the wait for facts and for a place
        count. When it is over, the program is stopped as when its own time is over, which stays as it is, and the outcome
        is failed.timeout. Its message says whether the action had begun.
        """
    private static let tokenComment = """
        Allows the app that takes the link to bring its window to the front: the value of XDG_ACTIVATION_TOKEN, 1 to 256
        printable ASCII characters without blanks. It is passed on to subscribers of a channel, and not kept.
        """
    private static let traceComment = """
        The name of this request in a trace, as W3C Trace Context writes it: 00-, 32 hex digits, -, 16, -, 2. A service that
        is called over HTTP gets it. Not kept.
        """
    private static let hopsComment = """
        How often the link was handed on before this call, 0 to \(LinkHops.range.upperBound): the number in DEEPLINKD_HOPS of a program that
        was started for it. Redirects and hand-offs to another handler add to it, and one more than \(LinkHops.most) is rejected.loop.
        """
    private static let withComment = """
        The app that gets the link, by the id of its desktop entry, and no route: only where the table has an unmatched
        block for the link's scheme, whose feature decides.
        """
    private static let waitComment = """
        How long to wait where a permission, a purchase or a switch stands in the way, in milliseconds, 1 to 600000: if it is
        lifted meanwhile, the link is performed then, and once. If not, the answer says what stands in the way. One request
        waits for each user and feature: a newer one has the older answered. Not at all if absent.
        """
}

/// Match and verify; the binding can be performed later by the same connection.
package struct VerifyLink: TargetMethod, LocalizedMethod {
    package static let name = "io.deeplinkd.Dispatch.Verify"
    package static let comment = """
        Matches and verifies like Open but performs nothing yet: hands out a binding that Perform takes. A connection keeps its
        last \(Limits.bindingsPerConnection) bindings: one more makes the first of them unknown.
        """
    package static let example = #"{"url":"podcast://episodes/7"}"#

    package var target = Target()
    package var subject: String?
    package var languages: [String]?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        target.urlMember(&list)
        list.member("subject", &subject, Self.subjectComment)
        target.actionMembers(&list)
        list.member("languages", &languages, Self.languagesComment)
    }

    /// The outcome, and the binding of a link that can be performed.
    package struct Answer: OutcomeReply {
        package var outcome = Outcome()
        /// Present with class `ok` only.
        package var binding: String?
        /// Present together with the binding.
        package var expiresAfterMs: Int64?

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member("outcome", &outcome, "ok.wouldPerform, or what stands in the way.")
            list.member("binding", &binding, "Good for one Perform on this connection; present with class ok only.")
            list.member("expiresAfterMs", &expiresAfterMs, "How long the binding can be performed, in milliseconds.")
        }
    }
}

/// Perform a binding of this connection.
package struct PerformBinding: LocalizedMethod {
    package typealias Answer = OutcomeAnswer

    package static let name = "io.deeplinkd.Dispatch.Perform"
    package static let comment = """
        Performs what Verify handed out. A binding is used up by the attempt, whatever its result. It is rejected with
        binding.stale where the table or the facts have changed.
        """
    package static let example = #"{"binding":"8v7gjt2rvcq9k"}"#
    package static let mayTakeLong = true

    package var binding = ""
    package var languages: [String]?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("binding", &binding, "From Verify, on this connection.")
        list.member("languages", &languages, Self.languagesComment)
    }
}

/// Give the outcome that `OpenLink` would have, with the reasons.
package struct ExplainLink: TargetMethod, LocalizedMethod {
    package static let name = "io.deeplinkd.Dispatch.Explain"
    package static let comment = """
        Gives the outcome that Open would have at this moment, with what the action would do, and performs nothing.
        """
    package static let example = #"{"url":"podcast://episodes/7"}"#

    package var target = Target()
    package var wantsCandidates = false
    package var subject: String?
    package var facts: [String]?
    package var languages: [String]?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        target.urlMember(&list)
        list.member(
            "candidates", &wantsCandidates, .unlessBlank,
            "Whether to list every route that was considered; not if absent.")
        list.member("subject", &subject, Self.subjectComment)
        target.actionMembers(&list)
        list.member(
            "facts", &facts,
            """
            Facts in the place of the daemon's, for operators only: each as behind `with` in a test case, toggle Player on.
            All others are at the defaults of test cases, and so is the caller. Not together with a subject.
            """)
        list.member("languages", &languages, Self.languagesComment)
    }

    /// The outcome, the action, and the routes that were considered.
    package struct Answer: OutcomeReply {
        package var outcome = Outcome()
        package var preview = ActionPreview()
        /// Present only where the call asked for them.
        package var candidates: [CandidateReport]?

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member("outcome", &outcome, "ok.wouldPerform, or what stands in the way.")
            preview.members(&list)
            list.member(
                "candidates", &candidates,
                """
                The routes that were considered: the winner first, if there is one, then the others by precedence. Only
                where the call asked for them.
                """)
        }

        package var forAnyone: Self {
            replacing(outcome.forAnyone).with { $0.preview = preview.forAnyone }
        }

        /// First with fewer candidates, then without the action.
        package var shortened: Self? {
            var answer = self
            if let candidates, !candidates.isEmpty {
                answer.candidates = candidates.firstHalf
            } else if preview != ActionPreview() {
                answer.preview = ActionPreview()
            } else {
                return outcome.shortened.map(replacing)
            }
            return answer
        }
    }
}

/// Build the link of a route.
package struct BuildLink: Method {
    package static let name = "io.deeplinkd.Dispatch.Link"
    package static let comment = """
        Builds the link of a route: one that this route takes, with these parameters. Features are not looked at, so the
        action behind the link may be blocked. If there is no such link, the error NotBuilt says why.
        """
    package static let example = #"{"route":"episode","parameters":{"episode":7}}"#

    package var route = ""
    package var parameters: [Value.Member] = []
    package var scope: String?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("route", &route, "The route's name.")
        list.member(
            "parameters", &parameters,
            """
            What the link carries, by the names of captures, query keys and the fragment: strings, integers and booleans,
            and an array of strings for a tail. A nameless place goes by its number. A value that equals its default is left
            out.
            """)
        list.member(
            "scope", &scope,
            """
            The scheme, or the host without wildcards. If absent, the first of up to 16 that the table declares for the
            route in which there is such a link.
            """)
    }

    /// The link.
    package struct Answer: ReplyReport, PlainReply {
        package var url = ""

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member("url", &url, "The link in canonical form.")
        }
    }
}
