// The parameters of each method, as the interface description and the wire have them.

extension Request: WireMembers {
    package mutating func members(_ list: inout some MemberList) {
        switch self {
        case .open(var target, var timings, var subject, var key, var deadlineMs, var token, var waitMs):
            list.member("url", &target.url, Self.urlComment)
            list.member("timings", &timings, .unlessBlank, "Whether the outcome is to carry timings; not if absent.")
            list.member("subject", &subject, Self.subjectComment)
            list.member("idempotencyKey", &key, Self.keyComment)
            list.member("deadlineMs", &deadlineMs, Self.deadlineComment)
            target.actionMembers(&list)
            list.member("activationToken", &token, Self.tokenComment)
            list.member("waitMs", &waitMs, Self.waitComment)
            self = .open(
                target, timings: timings, subject: subject, idempotencyKey: key, deadlineMs: deadlineMs,
                activationToken: token, waitMs: waitMs)
        case .verify(var target, var subject):
            list.member("url", &target.url, Self.urlComment)
            list.member("subject", &subject, Self.subjectComment)
            target.actionMembers(&list)
            self = .verify(target, subject: subject)
        case .perform(var binding):
            list.member("binding", &binding, "From Verify, on this connection.")
            self = .perform(binding: binding)
        case .explain(var target, var candidates, var subject):
            list.member("url", &target.url, Self.urlComment)
            list.member("candidates", &candidates, .unlessBlank, Self.candidatesComment)
            list.member("subject", &subject, Self.subjectComment)
            target.actionMembers(&list)
            self = .explain(target, candidates: candidates, subject: subject)
        case .link(var route, var parameters, var scope):
            list.member("route", &route, "The route's name.")
            list.member("parameters", &parameters, Self.linkedComment)
            list.member("scope", &scope, Self.scopeComment)
            self = .link(route: route, parameters: parameters, scope: scope)
        case .list(var subject, var after):
            list.member("subject", &subject, Self.subjectComment)
            list.member("after", &after, Self.afterComment)
            self = .list(subject: subject, after: after)
        case .describe(var feature, var subject):
            list.member("feature", &feature, Self.featureComment)
            list.member("subject", &subject, Self.subjectComment)
            self = .describe(feature: feature, subject: subject)
        case .watch(var subject):
            list.member("subject", &subject, Self.watchedComment)
            self = .watch(subject: subject)
        case .setToggle(var feature, var on, var subject):
            list.member("feature", &feature, Self.featureComment)
            list.member("on", &on, Self.onComment)
            list.member("subject", &subject, Self.toggledComment)
            self = .setToggle(feature: feature, on: on, subject: subject)
        case .setRuntime(var feature, var on):
            list.member("feature", &feature, Self.featureComment)
            list.member("on", &on, Self.onComment)
            self = .setRuntime(feature: feature, on: on)
        case .setPermission(var permission, var status, var subject):
            list.member(
                "permission", &permission, "The permission's name, as tables write it: camera, location.whenInUse.")
            list.member("status", &status, Self.permissionStatusComment)
            list.member("subject", &subject, Self.grantedComment)
            self = .setPermission(permission: permission, status: status, subject: subject)
        case .setPurchase(var product, var state, var endsMs, var units, var subject):
            list.member(
                "product", &product, "The product's id. One that the table does not declare is InvalidParameter.")
            list.member("state", &state, Self.purchaseStateComment)
            list.member("endsMs", &endsMs, Self.endsComment)
            list.member("units", &units, "How many units are left of a consumable; not counted if absent.")
            list.member("subject", &subject, Self.grantedComment)
            self = .setPurchase(product: product, state: state, endsMs: endsMs, units: units, subject: subject)
        case .subscribe(var channel, var after):
            list.member("channel", &channel, Self.channelComment)
            list.member("after", &after, Self.sequenceComment)
            self = .subscribe(channel: channel, after: after)
        case .acknowledge(var delivery, var result, var reason):
            list.member("delivery", &delivery, "The name of the delivery, from the answer of Subscribe.")
            list.member("result", &result, "What became of the link.")
            list.member("reason", &reason, Self.reasonComment)
            self = .acknowledge(delivery: delivery, result: result, reason: reason)
        case .clear(var channel, var subject):
            list.member("channel", &channel, Self.channelComment)
            list.member("subject", &subject, Self.clearedComment)
            self = .clear(channel: channel, subject: subject)
        case .authorise(var target, var feature, var pace, var isInitiated):
            list.member("feature", &feature, Self.authorisedComment)
            list.member("url", &target.url, "The URL that is performed once nothing stands in its way.")
            target.actionMembers(&list)
            list.member("pace", &pace, "How fast the questions are answered; human if absent.")
            list.member("initiated", &isInitiated, .unlessBlank, Self.initiatedComment)
            self = .authorise(target, feature: feature, pace: pace, isInitiated: isInitiated)
        case .answer(var flow, var permission, var answer):
            list.member("flow", &flow, "The flow's name, from an answer of Authorise.")
            list.member("permission", &permission, "The permission of the question; needed for all but cancel.")
            list.member("answer", &answer, "What came of it.")
            self = .answer(flow: flow, permission: permission, answer: answer)
        case .withdraw(var permission):
            list.member("permission", &permission, "The permission's name.")
            self = .withdraw(permission: permission)
        case .ingest(var items, var subject):
            list.member("items", &items, "The licences, each as a compact JWS without blanks around it.")
            list.member("subject", &subject, Self.holderComment)
            self = .ingest(items: items, subject: subject)
        case .purchases(var product, var subject):
            list.member("product", &product, Self.productComment)
            list.member("subject", &subject, Self.subjectComment)
            self = .purchases(product: product, subject: subject)
        case .restore(var subject):
            list.member("subject", &subject, Self.subjectComment)
            self = .restore(subject: subject)
        case .watchPurchases(var subject):
            list.member("subject", &subject, Self.watchedComment)
            self = .watchPurchases(subject: subject)
        case .startTrial(var product, var subject):
            list.member(
                "product", &product, "The product's id. One that the table does not declare is InvalidParameter.")
            list.member("subject", &subject, Self.subjectComment)
            self = .startTrial(product: product, subject: subject)
        case .table(var after, var files):
            list.member("after", &after, Self.tableAfterComment)
            list.member(
                "files", &files, .unlessBlank, "Whether to give the texts in place of the routes; not if absent.")
            self = .table(after: after, files: files)
        case .override(var fact, var status, var ttlMs):
            list.member("fact", &fact, Self.factComment)
            list.member("status", &status, Self.statusComment)
            list.member("ttlMs", &ttlMs, "For how long, in milliseconds; an hour if absent, a day at most.")
            self = .override(fact: fact, status: status, ttlMs: ttlMs)
        case .getInterfaceDescription(var interface):
            list.member("interface", &interface, "The interface's full name.")
            self = .getInterfaceDescription(interface: interface)
        case .channels, .consents, .products, .status, .check, .reload, .backup, .getInfo: break
        }
    }

    private static let urlComment =
        "The URL, as you have it. Absent for an action by its name: one of the two is given."
    private static let subjectComment = """
        Whose facts count, as uid:1000, account:ann or machine; yours if absent. Only delegates and operators may name
        others, and only operators the machine.
        """
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
    private static let waitComment = """
        How long to wait where a permission, a purchase or a switch stands in the way, in milliseconds, 1 to 600000: if it is
        lifted meanwhile, the link is performed then, and once. If not, the answer says what stands in the way. One request
        waits for each user and feature: a newer one has the older answered. Not at all if absent.
        """
    private static let candidatesComment = "Whether to list every route that was considered; not if absent."
    private static let linkedComment = """
        What the link carries, by the names of captures, query keys and the fragment: strings, integers and booleans, and
        an array of strings for a tail. A nameless place goes by its number. A value that equals its default is left out.
        """
    private static let scopeComment = """
        The scheme, or the host without wildcards. If absent, the first of up to 16 that the table declares for the route
        in which there is such a link.
        """
    private static let afterComment = """
        The value of next in the page before; the first page if absent. A path that the table in force does not declare is
        InvalidParameter.
        """
    private static let tableAfterComment = """
        The value of next in the part before; the first part if absent. A value that no part of the table in force had is
        InvalidParameter.
        """
    private static let featureComment = "The path, or the last name where that is unique."
    private static let watchedComment = """
        For whom, as uid:1000, account:ann or machine; for you if absent. Only delegates and operators may name others, and
        only operators the machine. If a reload takes that right from you, the watch ends with PermissionDenied.
        """
    private static let channelComment = "The channel's name. One that the table in force does not declare is NoChannel."
    private static let sequenceComment = """
        The sequence number of the last answer that you have dealt with, to go on after a subscription that ended. Links
        after it that are not kept are counted in missed. If absent, you get what the channel keeps, and what comes. A held
        channel needs none: you get all links that wait.
        """
    private static let reasonComment =
        "Why it failed, as one sentence for its sender; of more than 1024 bytes the rest is cut off."
    private static let clearedComment = "Whose links, as uid:1000; yours if absent. Only operators may name others."
    private static let authorisedComment = """
        The path of the feature, or the last name where that is unique. Absent where you name a URL or an action: one of the
        three is given.
        """
    private static let initiatedComment = """
        Whether the person asked for it just now, with a click for example, and not your program by itself; not if absent.
        """
    private static let holderComment = """
        For whom, as uid:1000, account:ann or machine; for you if absent. Each licence has to name that subject. Only delegates
        and operators may name others, and only operators the machine.
        """
    private static let productComment =
        "The product's id; all products if absent. One that the table does not declare is InvalidParameter."
    private static let onComment = "true for on, false for off; the switch's default if absent."
    private static let toggledComment = """
        Whose switch, as uid:1000, account:ann or machine; yours if absent. Only delegates and operators may name others, and
        only operators the machine.
        """
    private static let permissionStatusComment = """
        authorized, denied, restricted, notDetermined or unsupported. If absent, the setting is cleared and the source's
        answer counts.
        """
    private static let purchaseStateComment = """
        active, trial, grace, cancelled, billingRetry, paused, pendingApproval, expired, revoked or none. If absent, the
        setting is cleared, and no other member than product and subject is given.
        """
    private static let endsComment =
        "When that ends, in milliseconds since 1970 UTC; it does not end by itself if absent."
    private static let grantedComment = """
        Whose, as uid:1000, account:ann or machine; yours if absent. Only operators may name the machine.
        """
    private static let factComment =
        "The fact as a test case names it: toggle SmartPlaylists, permission camera, purchase premium.monthly."
    private static let statusComment =
        "The new value: on, denied, expired and others. If absent, the override ends and the source's answer counts."
}
