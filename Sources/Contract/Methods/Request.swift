// The methods: what a call asks for, its parameters, and what the interface description says of it. The members of the
// replies are listed in Reply.swift and in the reports. To add a method:
//
// 1. its case and its `Method` here or in Method+permissions.swift, its place in `allCases`, and its parameters in
//    Request+members.swift;
// 2. the report that it replies with, if that is a new one, in Reports;
// 3. its handler in Serving/Requests/Server+requests.swift.

/// One call with its parameters, decoded and complete.
///
/// A `subject` is a text as the caller sent it: whose facts count, its own where nil.
package enum Request: Equatable, Sendable {
    /// Match, verify and perform.
    case open(
        Target, timings: Bool = false, subject: String? = nil, idempotencyKey: String? = nil, deadlineMs: Int64? = nil,
        activationToken: String? = nil, waitMs: Int64? = nil)
    /// Match and verify; the binding can be performed later by the same connection.
    case verify(Target, subject: String? = nil)
    /// Perform a binding of this connection.
    case perform(binding: String)
    /// Give the outcome that `open` would have, with the reasons.
    case explain(Target, candidates: Bool = false, subject: String? = nil)
    /// Build the link of a route.
    case link(route: String, parameters: [Value.Member] = [], scope: String? = nil)
    /// One page of the features: those after the one of that path.
    case list(subject: String? = nil, after: String? = nil)
    case describe(feature: String, subject: String? = nil)
    /// Answer again and again, whenever a feature's availability changes.
    case watch(subject: String? = nil)
    /// Move a user's own switch; nil puts it back to its default.
    case setToggle(feature: String, on: Bool?, subject: String? = nil)
    /// Move the operator's switch; nil puts it back to its default.
    case setRuntime(feature: String, on: Bool?)
    /// Set a permission in the place of what its source says; nil clears the setting.
    case setPermission(permission: String, status: String?, subject: String? = nil)
    /// Set the purchases of a product in the place of what is known of them; nil clears the setting.
    case setPurchase(
        product: String, state: String?, endsMs: Int64? = nil, units: Int64? = nil, subject: String? = nil)
    /// Answer again and again, with each link of a channel: those after the one of that number.
    case subscribe(channel: String, after: Int64? = nil)
    /// Say what became of a link that a subscription gave.
    case acknowledge(delivery: String, result: AcknowledgementResult, reason: String? = nil)
    case channels
    /// Remove the links that a channel keeps of a user.
    case clear(channel: String, subject: String? = nil)
    /// Answer again and again, with each question of a flow: for a feature, or for what a link or an action needs.
    case authorise(Target, feature: String? = nil, pace: QuestionPace? = nil, isInitiated: Bool = false)
    /// Say what came of one question of a flow.
    case answer(flow: String, permission: String? = nil, answer: PermissionAnswer)
    /// Give the caller's own answers that are kept.
    case consents
    /// Take back an answer that is kept.
    case withdraw(permission: String)
    /// Take signed licences.
    case ingest(items: [String], subject: String? = nil)
    case products
    /// Tell what a subject has of each product, or of one.
    case purchases(product: String? = nil, subject: String? = nil)
    /// Verify the licences of a subject once more.
    case restore(subject: String? = nil)
    /// Answer again and again, whenever what a subject has of a product changes.
    case watchPurchases(subject: String? = nil)
    case startTrial(product: String, subject: String? = nil)
    case status
    /// One part of the table in force: of its routes, or of its texts.
    case table(after: String? = nil, files: Bool = false)
    case check
    case reload
    /// Override a fact for a while; without a status end the override.
    case override(fact: String, status: String?, ttlMs: Int64? = nil)
    /// Copy the ledger, and answer again and again with the next bytes of the copy.
    case backup
    case getInfo
    case getInterfaceDescription(interface: String)

    /// The method that carries it.
    package var method: Method {
        switch self {
        case .open: .open
        case .verify: .verify
        case .perform: .perform
        case .explain: .explain
        case .link: .link
        case .list: .list
        case .describe: .describe
        case .watch: .watch
        case .setToggle: .setToggle
        case .setRuntime: .setRuntime
        case .setPermission: .setPermission
        case .setPurchase: .setPurchase
        case .subscribe: .subscribe
        case .acknowledge: .acknowledge
        case .channels: .channels
        case .clear: .clear
        case .authorise: .authorise
        case .answer: .answer
        case .consents: .consents
        case .withdraw: .withdraw
        case .ingest: .ingest
        case .products: .products
        case .purchases: .purchases
        case .restore: .restore
        case .watchPurchases: .watchPurchases
        case .startTrial: .startTrial
        case .status: .status
        case .table: .table
        case .check: .check
        case .reload: .reload
        case .override: .override
        case .backup: .backup
        case .getInfo: .getInfo
        case .getInterfaceDescription: .getInterfaceDescription
        }
    }
}

// MARK: The methods

extension Method: CaseIterable {
    /// All methods, the most frequent one first: decoders look names up in this order.
    package static let allCases: [Method] = [
        .open, .verify, .perform, .explain, .link,
        .list, .describe, .watch, .setToggle, .setRuntime,
        .setPermission, .setPurchase,
        .subscribe, .acknowledge, .channels, .clear,
        .authorise, .answer, .consents, .withdraw,
        .ingest, .products, .purchases, .restore, .watchPurchases, .startTrial,
        .status, .table, .check, .reload, .override, .backup,
        .getInfo, .getInterfaceDescription,
    ]
}

// MARK: io.deeplinkd.Dispatch

extension Method {
    package static let open = Method(
        "Open", of: .dispatch, request: .open(Target()), reply: .outcome(Outcome()),
        """
        Matches the URL, or finds the action by its name, verifies the feature that owns the action, and performs it. If you close the connection before the
        reply, the action is stopped, or not begun, unless it says detach; a stored outcome then is failed.cancelled. You
        may shut down your writing half and still get the reply. An action of a oneway call always runs to its end.
        """)
    package static let verify = Method(
        "Verify", of: .dispatch, request: .verify(Target()),
        reply: .verified(Outcome(), binding: nil, expiresAfterMs: nil),
        """
        Matches and verifies like Open but performs nothing yet: hands out a binding that Perform takes. A connection keeps its
        last \(Limits.bindingsPerConnection) bindings: one more makes the first of them unknown.
        """)
    package static let perform = Method(
        "Perform", of: .dispatch, request: .perform(binding: ""), reply: .outcome(Outcome()),
        """
        Performs what Verify handed out. A binding is used up by the attempt, whatever its result. It is rejected with
        binding.stale where the table or the facts have changed.
        """)
    package static let explain = Method(
        "Explain", of: .dispatch, request: .explain(Target()), reply: .explained(Outcome(), candidates: nil),
        """
        Gives the outcome that Open would have at this moment, with what the action would do, and performs nothing.
        """)
    package static let link = Method(
        "Link", of: .dispatch, request: .link(route: ""), reply: .link(url: ""),
        """
        Builds the link of a route: one that this route takes, with these parameters. Features are not looked at, so the
        action behind the link may be blocked. If there is no such link, the error NotBuilt says why.
        """)
}

// MARK: io.deeplinkd.Features

extension Method {
    package static let list = Method(
        "List", of: .features, request: .list(), reply: .features([]),
        """
        Lists the features, parents before their children, at most 256 in one answer. Only operators are told of a feature
        with visible no in the table: for anyone else, here and in every other method, no feature has its name.
        """)
    package static let describe = Method(
        "Describe", of: .features, request: .describe(feature: ""), reply: .feature(FeatureReport()),
        "Describes one feature completely. An unknown one is InvalidParameter.")
    package static let watch = Method(
        "Watch", of: .features, isStreaming: true, request: .watch(), reply: .watched([], removed: []),
        """
        Lists the features as they are now, and again those that have changed, at most ten times a second. Call it with
        more. The first answer has every change that was made before the call. Changes that come faster, or that you do not
        read in time, are put into one answer. More than 256 features take several answers.
        """)
    package static let setToggle = Method(
        "SetToggle", of: .features, request: .setToggle(feature: "", on: nil), reply: .switched(isDurable: false),
        """
        Moves a switch of yours: one of a feature that requires a toggle. Any other feature is InvalidParameter. The answer
        comes when the change is on the disk.
        """)
    package static let setRuntime = Method(
        "SetRuntime", of: .features, for: .operator, request: .setRuntime(feature: "", on: nil),
        reply: .switched(isDurable: false),
        """
        Moves the operator's switch of a feature that requires runtime. For operators only. While the ledger is unavailable,
        the change is made in memory and written when the ledger is back. If DeepLinking is switched off, a file beside the
        ledger keeps that too.
        """)
}

// MARK: io.deeplinkd.Purchases

extension Method {
    package static let setPurchase = Method(
        "SetPurchase", of: .purchases, request: .setPurchase(product: "", state: nil),
        reply: .switched(isDurable: false),
        """
        Sets what a user or account has of a product, in the place of all that is known of it otherwise, until the setting
        is cleared. For operators, and for members of a group that the table names in grants product; anyone else, a delegate
        too, gets PermissionDenied. It is kept as SetPermission of io.deeplinkd.Permissions keeps a permission. In a user's
        own daemon a state that grants a product is NotKept with purchase.licensedOnly where an issuer of the table grants
        the product, unless the table says profile development; to take the product away is always possible.
        """)
}

// MARK: io.deeplinkd.Channels

extension Method {
    package static let subscribe = Method(
        "Subscribe", of: .channels, isStreaming: true, request: .subscribe(channel: ""),
        reply: .subscribed(sequence: 0, link: nil, missed: nil),
        """
        Answers with the links of a channel that are yours, as they come. Call it with more. The first answer comes at once
        and has no link: from then on you are subscribed. Close the connection to end the subscription: links that you did
        not acknowledge go to the next subscriber.
        """)
    package static let acknowledge = Method(
        "Acknowledge", of: .channels, request: .acknowledge(delivery: "", result: .performed), reply: .acknowledged,
        """
        Says what became of a link of a held channel; its sender is answered with that. Acknowledge links in any order. Call
        it on another connection than the one that is subscribed, as the user who is.
        """)
    package static let channels = Method(
        "List", of: .channels, request: .channels, reply: .channels([]),
        """
        Lists the channels of the table in force. Operators alone are told of a channel that only hidden features send to.
        """)
    package static let clear = Method(
        "Clear", of: .channels, request: .clear(channel: ""), reply: .cleared(links: 0),
        """
        Removes the link that a latest or sticky channel keeps of yours. Of a held channel it removes your links that wait,
        and not those that a subscriber has to acknowledge; their senders are answered failed.channel.noSubscriber, or
        unknown.effect where a subscriber was told of the link before.
        """)
}

// MARK: io.deeplinkd.Monitor

extension Method {
    package static let status = Method(
        "Status", of: .monitor, request: .status, reply: .report(StatusReport()),
        """
        Reports how the daemon is doing. Operators are told everything, everyone else nothing about files, faults or other
        callers.
        """)
    package static let table = Method(
        "Table", of: .monitor, request: .table(), reply: .report(TableContents()),
        """
        Gives the route table in force, a part at a time: the names, patterns, schemes, hosts, features and actions of its
        routes, or the texts that it was read from. Routes of a feature with visible no are told to operators alone. Texts
        name programs, arguments and files: anyone but an operator who asks for them gets PermissionDenied.
        """)
    package static let check = Method(
        "Check", of: .monitor, for: .operator, request: .check, reply: .report(CheckReport()),
        "Loads the route tables as Reload would, puts none in force, and reports what is wrong and what the daemon lacks. "
            + "It takes no path, so it reads its own tables alone. For operators only.")
    package static let reload = Method(
        "Reload", of: .monitor, for: .operator, request: .reload, reply: .report(ReloadReport()),
        "Reads the route tables again and puts them in force if they have no error. For operators only.")
    package static let override = Method(
        "Override", of: .monitor, for: .operator, request: .override(fact: "", status: nil),
        reply: .overridden(endsAfterMs: nil),
        """
        Overrides a fact, whatever its source says, for everybody and for a while. For operators only, and only where the
        table says profile development. Until it ends, every outcome carries its constraints, with the overridden ones marked.
        """)
    package static let backup = Method(
        "Backup", of: .monitor, for: .operator, isStreaming: true, request: .backup,
        reply: .copied(bytes: "", size: 0),
        """
        Copies the ledger, as it is at one moment, and answers with the bytes of the copy, a part at a time. Call it with
        more, and join the bytes: the copy is complete when they are as many as size. It takes no path, since the daemon may
        see other files than its caller. For operators only.
        """)
}

// MARK: org.varlink.service

extension Method {
    package static let getInfo = Method(
        "GetInfo", of: .service, request: .getInfo, reply: .report(ServiceDescription()),
        "Names this service and the interfaces that it has.")
    package static let getInterfaceDescription = Method(
        "GetInterfaceDescription", of: .service, request: .getInterfaceDescription(interface: ""),
        reply: .description(""), "Gives the definition of an interface, in the language that you are reading.")
}
