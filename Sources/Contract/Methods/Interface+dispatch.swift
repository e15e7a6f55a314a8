extension Interface {
    /// The description of `io.deeplinkd.Dispatch`.
    static let dispatchText = """
        # Sends app URLs to the actions that a route table binds them to.
        #
        # Whatever becomes of a link is a normal reply with an outcome; errors are for broken calls. Switch on the class
        # of an outcome first and on its code where you want to be more exact.
        interface io.deeplinkd.Dispatch

        # How to handle an outcome. No further classes will be added.
        type OutcomeClass (
            # Performed, accepted or delivered.
            ok,
            # The request or the caller is at fault; the same request will never succeed.
            rejected,
            # A constraint is definitely not met; a remedy may lift it.
            blocked,
            # It cannot be decided yet, or a flow is running; the same request may succeed later.
            pending,
            # The action was attempted and did not succeed.
            failed,
            # The action may or may not have happened.
            unknown
        )

        \(constraintTypes)

        # Where and by which rule a request was refused. Only what applies is present.
        type Rejection (
            # The rule's stable name, such as bidiControl.
            rule: ?string,
            # The part of the URL at fault: scheme, userinfo, host, port, path, query or fragment.
            component: ?string,
            # Where the fault is, in bytes from the start of the URL as it was sent.
            offset: ?int,
            # The limit that was crossed.
            limit: ?int,
            # How much there was, in the unit of the limit.
            amount: ?int,
            # In how many milliseconds the same call may be tried again.
            retryAfterMs: ?int,
            # The route that would have taken the URL.
            route: ?string,
            # The query key or input at fault.
            key: ?string,
            # What the value had to be.
            expected: ?string,
            # The route that came nearest.
            nearest: ?string,
            # What kept that route from taking it, in one sentence.
            failure: ?string
        )

        # How a program ended: one of the two is present.
        type Exit (
            # The exit status.
            code: ?int,
            # The number of the signal that ended it.
            signal: ?int
        )

        # What was kept of one output stream of a program.
        type Stream (
            # The kept bytes as text; what is no UTF-8 reads U+FFFD.
            text: string,
            # How many bytes the program wrote, kept or not.
            bytes: int,
            # Whether more was written than is kept.
            truncated: bool
        )

        # What a performed action did.
        type Execution (
            # The kind of action: exec.
            kind: string,
            # How long it took.
            durationMs: int,
            # How the program ended; absent where it never ran or was left running.
            exit: ?Exit,
            # Its standard output.
            stdout: ?Stream,
            # Its standard error.
            stderr: ?Stream,
            # The system's name of the error that kept it from starting, such as ENOENT. Only operators are told.
            error: ?string
        )

        # How long the stages took, in nanoseconds.
        type Timings (
            # From the text to a link.
            parseNs: int,
            # From the link to a route with its inputs.
            matchNs: int,
            # From the feature to a verdict.
            verifyNs: int
        )

        # What one request came to. Fields that do not apply are absent.
        type Outcome (
            # Names this outcome in the daemon's logs.
            outcomeId: ?string,
            # How to handle it; always the first word of the code.
            class: OutcomeClass,
            # What happened, as a stable dotted code. More may come; handle those you do not know by their class.
            code: string,
            # The same as one sentence for people. Do not parse it.
            message: string,
            # The URL in canonical form.
            url: ?string,
            # The name of the route that took it.
            route: ?string,
            # The path of the feature that owns the action.
            feature: ?string,
            # The action's name.
            action: ?string,
            # The action's inputs and their values, defaults included; secret ones read ***.
            parameters: ?object,
            # The id of the constraint that decided the code.
            primary: ?string,
            # Every constraint of the feature and of those above it, outermost first.
            constraints: ?[]ConstraintReport,
            # What would lift what stands in the way, in the order to be offered; withheld ones last.
            remedies: ?[]Remedy,
            # Where and why the request was refused.
            rejection: ?Rejection,
            # What the performed action did.
            execution: ?Execution,
            # What the action answered. Of an action that responds with a text it is that string and no object: this
            # language has no type for either of two that every tool knows.
            result: ?object,
            # The URLs that redirects went through, first to last.
            via: ?[]string,
            # Which route table decided.
            tableRevision: ?string,
            # Which state of the facts decided.
            stateRevision: ?string,
            # How long the stages took; only where the call asked for it.
            timings: ?Timings
        )

        # One route that an explanation considered.
        type Candidate (
            # The route's name.
            route: string,
            # The path of the feature that owns it.
            feature: string,
            # The action it leads to.
            action: string,
            # The first thing that kept it from taking the link, in one sentence; absent for the route that takes it.
            failure: ?string
        )

        # Matches the URL, verifies the feature that owns the action, and performs it.
        method Open(
            # The URL, as you have it.
            url: string,
            # Whether the outcome is to carry timings; not if absent.
            timings: ?bool,
            # Whose facts count, as uid:1000 or account:ann; yours if absent. Only delegates and operators may name others.
            subject: ?string,
            # Your own name for this request. Sent again with the same key it is not performed again: the outcome is
            # repeated. It takes a ledger: without one the parameter is refused.
            idempotencyKey: ?string
        ) -> (
            # What the request came to.
            outcome: Outcome
        )

        # Matches and verifies like Open but performs nothing yet: hands out a binding that Perform takes.
        method Verify(
            # The URL, as you have it.
            url: string,
            # Whose facts count, as uid:1000 or account:ann; yours if absent. Only delegates and operators may name others.
            subject: ?string
        ) -> (
            # ok.wouldPerform, or what stands in the way.
            outcome: Outcome,
            # Good for one Perform on this connection; present with class ok only.
            binding: ?string,
            # How long the binding can be performed, in milliseconds.
            expiresAfterMs: ?int
        )

        # Performs what Verify handed out. A binding is used up by the attempt, whatever it comes to.
        method Perform(
            # From Verify, on this connection.
            binding: string
        ) -> (
            # What the request came to. It is rejected with binding.stale where the table or the facts have changed.
            outcome: Outcome
        )

        # Says what Open would come to at this moment, and performs nothing.
        method Explain(
            # The URL, as you have it.
            url: string,
            # Whether to list every route that was considered; not if absent.
            candidates: ?bool,
            # Whose facts count, as uid:1000 or account:ann; yours if absent. Only delegates and operators may name others.
            subject: ?string
        ) -> (
            # ok.wouldPerform, or what stands in the way.
            outcome: Outcome,
            # The routes that were considered, the winner first; only where the call asked for them.
            candidates: ?[]Candidate
        )

        """
}
