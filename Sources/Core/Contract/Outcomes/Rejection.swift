/// The place and the rule by which a request was refused: the evidence of a `rejected.…` outcome.
///
/// *Shape*: only what applies is set. URLs carry rule, component and offset, or limit and amount; inputs carry route and
/// key; a URL without a route carries the nearest route and the first point where it fails; one with a scheme or host that
/// is not declared carries component, offset and the nearest declared one.
package struct Rejection: WireObject, Equatable {
    package static let typeComment = "Where and by which rule a request was refused. Only what applies is present."

    package var rule: String?
    package var component: String?
    package var offset: Int?
    package var limit: Int?
    package var amount: Int?
    package var retryAfterMs: Int64?
    package var route: String?
    package var key: String?
    /// The language that the value has to match, or the type of the input.
    package var expected: String?
    package var nearest: String?
    package var failure: String?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("rule", &rule, "The rule's stable name, such as bidiControl.")
        list.member("component", &component, "scheme, userinfo, host, port, path, query or fragment.")
        list.member("offset", &offset, "The place of the fault, in bytes from the start of the URL as it was sent.")
        list.member("limit", &limit, "The limit that was crossed.")
        list.member("amount", &amount, "How much there was, in the unit of the limit.")
        list.member("retryAfterMs", &retryAfterMs, "In how many milliseconds the same call may be tried again.")
        list.member("route", &route, "The route that would have taken the URL.")
        list.member("key", &key, "The query key or input at fault.")
        list.member("expected", &expected, "What the value had to be.")
        list.member(
            "nearest", &nearest,
            """
            The route that came nearest. Where the scheme, host, action or input is not declared, the declared one that was
            probably meant.
            """)
        list.member("failure", &failure, "What kept that route from taking it, in one sentence.")
    }
}
