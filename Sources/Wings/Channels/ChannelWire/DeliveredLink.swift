public import Contract

/// A link as a subscriber of its channel gets it.
public struct DeliveredLink: WireObject, Equatable, Sendable {
    package static let typeName = "Link"
    package static let typeComment = "A link whose feature was verified. Perform what its action stands for."

    /// The name of the delivery, for its acknowledgement; nil if the channel is not of the kind `held`.
    public package(set) var delivery: String?
    /// The time for the acknowledgement, from the delivery on, and from each acknowledgement of a link that came before this
    /// one; nil if none is needed.
    public package(set) var acknowledgeWithin: Duration?
    /// True if it was handed to a subscriber before, which did not acknowledge it and may have acted on it.
    public package(set) var isRedelivered = false
    /// The user whose link it is.
    public package(set) var uid: UInt32 = 0
    /// The name of the route that took the URL; nil for an action that was named.
    public package(set) var route: String?
    /// The path of the feature that owns the action.
    public package(set) var feature = ""
    /// The action's name.
    public package(set) var action = ""
    package var inputs = OpenObject(members: [])
    /// The URL in canonical form; if a value in it is secret, `***` replaces all behind the scheme.
    public package(set) var url: String?
    /// What lets the app raise its window; nil if the sender gave none.
    public package(set) var activationToken: String?
    /// The place of the link in a trace of several programs, as W3C Trace Context writes it; nil if the sender gave none.
    public package(set) var traceparent: String?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("delivery", &delivery, Self.deliveryComment)
        list.member(
            "acknowledgeWithinMs", &acknowledgeWithin,
            """
            In how many milliseconds Acknowledge has to come, from now or from when you acknowledge a link that came before
            this one; present with delivery only.
            """)
        list.member("redelivered", &isRedelivered, Self.redeliveredComment)
        list.member("uid", &uid, "The user whose link it is: yours, unless you hear the links of all users.")
        list.member("route", &route, "The name of the route that took it; absent for an action that was named.")
        list.member("feature", &feature, "The path of the feature that owns the action.")
        list.member("action", &action, "The action's name.")
        list.member("inputs", &inputs, .always, "The action's inputs with their values, secret ones too.")
        list.member(
            "url", &url,
            """
            The URL in canonical form; absent for an action that was named. If a value in it is secret, *** replaces all
            behind the scheme.
            """)
        list.member(
            "activationToken", &activationToken,
            "The activationToken of the call of Open, so that the app can raise its window; absent if it had none."
        )
        list.member("traceparent", &traceparent, Self.traceComment)
    }

    private static let deliveryComment = """
        The name to Acknowledge the link by; absent where a channel is not of the kind held. A redelivered link has the name
        that it had before.
        """
    private static let traceComment = """
        The traceparent of the call of Open, or the daemon's own step in its trace where that is recorded; absent if the call
        had none, and for a link that the daemon has kept over a restart.
        """
    private static let redeliveredComment = """
        Whether a subscriber was told of it before and did not acknowledge it. It may have acted on the link: keep the names
        of your last deliveries together with their effects, and acknowledge one that you find there without acting again.
        """
}

extension DeliveredLink {
    /// Without its URL: the inputs say the same.
    var shortened: DeliveredLink? { url == nil ? nil : with { $0.url = nil } }
}
