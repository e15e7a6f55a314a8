// The interfaces that the daemon serves. Their descriptions are printed from the members that methods and types list, and
// are the documentation that users of other languages read, so every type, field and method is commented, for them and not
// for us.
//
// Sets that only we can extend and that clients must handle by more than display (`class`, `status`, `actor`) are
// enumerations. Whatever may grow (codes, reasons, kinds) is a string.

/// One interface that the daemon serves.
package enum Interface: String, CaseIterable, Sendable {
    case dispatch = "io.deeplinkd.Dispatch"
    case features = "io.deeplinkd.Features"
    case permissions = "io.deeplinkd.Permissions"
    case purchases = "io.deeplinkd.Purchases"
    case channels = "io.deeplinkd.Channels"
    case monitor = "io.deeplinkd.Monitor"
    case service = "org.varlink.service"

    /// The description, comments included, that `GetInterfaceDescription` answers with.
    package var text: String { Self.texts[self] ?? "" }

    private static let texts = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.description.text) })

    private var description: InterfaceDescription {
        let methods = Method.allCases.filter { $0.interface == self }.map(\.description)
        return InterfaceDescription(
            rawValue, comment, types: leadingTypes, members: methods + errors.map { description(of: $0, $1) })
    }

    private var comment: String {
        switch self {
        case .dispatch:
            """
            Sends app URLs to the actions that a route table binds them to.

            Whatever becomes of a link is a normal reply with an outcome; errors are for broken calls. Switch on the class of
            an outcome first and on its code where you want to be more exact.

            A message that is not a call closes the connection without a reply: one that is not JSON, is too long, or has
            a member twice, in the call itself or among its parameters.
            """
        case .features:
            "Lists the features of the route tables and whether they are available to the caller, and moves switches."
        case .permissions:
            """
            Asks the person for the permissions that a feature needs, and keeps the answers to those whose source is consent.
            Operators, and groups that the table names, set permissions in the place of their sources.

            A word of yours never grants what another source answers for: a question that has been asked only makes
            the daemon ask that source again.
            """
        case .purchases:
            """
            Takes signed licences, starts trials, and tells what callers have of the table's products. Operators, and groups that
            the table names, set purchases in the place of their sources.

            A licence is a compact JWS of an issuer that the table declares. It is verified again when the issuer's keys change.
            """
        case .channels:
            """
            Passes the links of a channel on to the apps that are subscribed to it.

            A link is only passed on after the feature that owns its action was verified. A link of a held channel goes to one
            subscriber at a time, and to the next if it is not acknowledged: so it comes at least once, and a subscriber keeps
            the names of its last deliveries. A subscriber gets several links before it has acknowledged the first, unless
            the channel does not redeliver.
            """
        case .monitor: "Reports how the daemon is doing, and lets operators steer it."
        case .service: "Describes the service, as every Varlink service does, and defines the errors of all methods."
        }
    }

    /// The types that are declared first; the order of the others follows from their use.
    private var leadingTypes: [any WireDeclared.Type] {
        switch self {
        case .dispatch: [OutcomeClass.self, ConstraintReport.Status.self, Remedy.self]
        case .features: [FeatureReport.Availability.self, ConstraintReport.Status.self, Remedy.self]
        case .channels: [AcknowledgementResult.self]
        case .permissions:
            [FlowReport.Event.self, PermissionAnswer.self, QuestionPace.self, OutcomeClass.self, Remedy.self]
        case .purchases: [IngestedLicence.Result.self]
        case .monitor: [DiagnosticReport.self]
        case .service: []
        }
    }

    /// The errors that it defines, with what the description says of each.
    private var errors: [(Reply, String)] {
        switch self {
        case .dispatch: [(.notBuilt(LinkFault()), "The route has no such link.")]
        case .features:
            [(.notKept(self, code: "", reason: ""), "The change could not be kept, and nothing has changed.")]
        case .channels:
            [
                (.noChannel(nearest: nil), "The table in force does not declare the channel."),
                (.tooManySubscriptions(limit: 0), "You have as many subscriptions as one user may have: end one."),
                (.subscriptionEnded(code: ""), "The subscription ends, and no other answer follows."),
                (
                    .unknownDelivery,
                    "You were told of no such link, or its time is over: it went to another subscriber, or was given up."
                ),
            ]
        case .permissions:
            [
                (.unknownFlow, "You have no flow of that name, or it has ended."),
                (.notAsked, "The flow does not ask you this question at the moment."),
                (.notKept(self, code: "", reason: ""), "The change could not be kept, and nothing has changed."),
            ]
        case .purchases:
            [(.notKept(self, code: "", reason: ""), "Nothing was kept: the code and the reason say why.")]
        case .monitor:
            [
                (.badFact([]), "There is no such fact, or it cannot have that status."),
                (.notDevelopment, "The table does not say profile development."),
                (.notKept(self, code: "", reason: ""), "The ledger could not be copied."),
                (.badTable([]), "The new table has errors, all of them listed here; the old one stays in force."),
            ]
        case .service: Self.protocolErrors.map { (.failure($0), $1) }
        }
    }

    private func description(of error: Reply, _ comment: String) -> InterfaceDescription.Member {
        let name = String((error.errorName ?? "").dropFirst(rawValue.count + 1))
        return InterfaceDescription.Member(name, comment, inputs: error.memberDescriptions)
    }

    private static let protocolErrors: [(VarlinkError, String)] = [
        (.interfaceNotFound(interface: ""), "The service does not have this interface."),
        (.methodNotFound(method: ""), "The interface does not define this method."),
        (
            .methodNotImplemented(method: ""),
            "The method is defined but cannot be called this way; here, with the upgrade flag, which no method supports."
        ),
        (.invalidParameter(parameter: ""), "A parameter is unknown, missing, or not of its type."),
        (.permissionDenied, "The caller may not do this."),
        (.expectedMore, "The method has to be called with the more flag."),
        (.expectedUpgrade, "The method has to be called with the upgrade flag."),
    ]
}
