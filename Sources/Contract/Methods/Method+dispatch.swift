extension Method {
    package static let open = Method(
        "Open", of: .dispatch, request: .open(url: ""), reply: .outcome(Outcome()),
        "Matches the URL, verifies the feature that owns the action, and performs it.")
    package static let verify = Method(
        "Verify", of: .dispatch, request: .verify(url: ""),
        reply: .verified(Outcome(), binding: nil, expiresAfterMs: nil),
        "Matches and verifies like Open but performs nothing yet: hands out a binding that Perform takes.")
    package static let perform = Method(
        "Perform", of: .dispatch, request: .perform(binding: ""), reply: .outcome(Outcome()),
        """
        Performs what Verify handed out. A binding is used up by the attempt, whatever its result. It is rejected with
        binding.stale where the table or the facts have changed.
        """)
    package static let explain = Method(
        "Explain", of: .dispatch, request: .explain(url: ""), reply: .explained(Outcome(), candidates: nil),
        "Gives the outcome that Open would have at this moment, and performs nothing.")
}
