internal import Contract
internal import Routing

/// What callers may take.
enum CallLimits {
    static let all = [
        LimitHelp("callBytes", .bytes(Limits.callBytes), "one call", "the connection is closed"),
        LimitHelp("messageBytes", .bytes(Limits.messageBytes), "one reply", "lists come in pages, texts are cut"),
        LimitHelp(
            "unsentBytesPerConnection", .bytes(Limits.unsentBytesPerConnection), "replies that a client has not read",
            "its calls wait"),
        LimitHelp(
            "unsentBytesPerUser", .bytes(Limits.unsentBytesPerUser), "the same of one user", "its calls wait"),
        LimitHelp("unsentBytes", .bytes(Limits.unsentBytes), "the same of all users", "calls wait"),
        LimitHelp(
            "connections", .count(Limits.connections), "connections at once",
            "the user with the most of them loses one, or a new one is closed", setting: .connections),
        LimitHelp(
            "fewestConnections", .count(Limits.fewestConnections), "the least value of `limit connections`",
            LanguageLimits.refused),
        LimitHelp(
            "mostConnections", .count(Limits.mostConnections), "the greatest value of it", LanguageLimits.refused),
        LimitHelp(
            "connectionsPerUser", .count(Limits.connectionsPerUser), "connections of one user at once",
            "a new one is closed", setting: .connectionsPerUser),
        LimitHelp(
            "connectionsPerSecond", .count(Limits.connectionsPerSecond),
            "new connections of one user in a second, while others connect", "a new one is closed"),
        LimitHelp(
            "connectionsAtOnce", .count(Limits.connectionsAtOnce), "the same that may come at once",
            "a new one is closed"),
        LimitHelp(
            "connectionsForOperators", .count(Limits.connectionsForOperators),
            "connections that are kept free for operators", "they are taken as any other"),
        LimitHelp(
            "mostCallsPerSecond", .count(Limits.mostCallsPerSecond), "`limit calls-per-second`",
            LanguageLimits.refused, setting: .callsPerSecond),
        LimitHelp(
            "callsInFlightPerUser", .count(Limits.callsInFlightPerUser), "calls of one user under way",
            "the call is `rejected.overloaded`"),
        LimitHelp("idleTime", .time(Limits.idleTime), "a connection without a call", "it is closed"),
        LimitHelp(
            "featuresPerPage", .count(Limits.featuresPerPage),
            "features in one reply of `List` and `Watch`", "the others come in further replies"),
        LimitHelp(
            "routesPerPage", .count(Limits.routesPerPage), "routes in one reply of `Table`",
            "the others come in further replies"),
        LimitHelp(
            "watchInterval", .time(Limits.watchInterval), "time between two replies of `Watch`",
            "changes between are told together"),
        LimitHelp(
            "bindingLifetime", .time(Limits.bindingLifetime), "the time from `Verify` to `Perform`",
            "the binding is `rejected.binding.unknown`"),
        LimitHelp(
            "bindingsPerConnection", .count(Limits.bindingsPerConnection), "verified bindings of a connection",
            "the oldest is forgotten"),
        LimitHelp(
            "bindingBytesPerUser", .bytes(Limits.bindingBytesPerUser), "verified bindings of a user",
            "the oldest are forgotten"),
        LimitHelp("longestWait", .time(Limits.longestWait), "`waitMs` of `Open`, `--wait`", "the value is refused"),
        LimitHelp("overrideTime", .time(Limits.overrideTime), "an override without a time", "it ends"),
        LimitHelp("overrideTimeLimit", .time(Limits.overrideTimeLimit), "an override", "the value is refused"),
        LimitHelp("overrides", .count(Limits.overrides), "overridden facts at once", "another one is refused"),
    ]
}

/// What sources of facts and questions to persons may take.
enum FactLimits {
    static let all = [
        LimitHelp(
            "sourceDeadline", .time(Limits.sourceDeadline), "the answer of a source", "the fact is undetermined"),
        LimitHelp(
            "sourceLifetime", .time(Limits.sourceLifetime), "the time for which an answer counts",
            "the next call asks again"),
        LimitHelp(
            "sourceRetry", .time(Limits.sourceRetry), "time until a source that failed is asked again",
            "the fact is undetermined until then"),
        LimitHelp("longestSourceGrace", .time(Limits.longestSourceGrace), "`grace`", LanguageLimits.refused),
        LimitHelp("factFileBytes", .bytes(Limits.factFileBytes), "a file with one fact", "the fact is undetermined"),
        LimitHelp(
            "sourceReplyBytes", .bytes(Limits.sourceReplyBytes), "the reply of a service", "the fact is undetermined"),
        LimitHelp("noteBytes", .bytes(Limits.noteBytes), "the sentence of a source or a policy", "it is cut"),
        LimitHelp(
            "policyFileBytes", .bytes(Limits.policyFileBytes), "the file of `permission policy`",
            "permissions are undetermined"),
        LimitHelp(
            "promptsPerWindow", .count(Limits.promptsPerWindow), "questions to one user in a minute",
            "the flow ends without asking"),
        LimitHelp(
            "promptWindow", .time(Limits.promptWindow), "the time in which these are counted", "they count no more"),
        LimitHelp(
            "machinePace", .time(Limits.machinePace), "the time of a program to answer by itself",
            "the question is given up"),
        LimitHelp("humanPace", .time(Limits.humanPace), "the time of a person to answer", "the question is given up"),
        LimitHelp(
            "denialRest", .time(Limits.denialRest), "the time in which what was denied is not asked again",
            "it may be asked again"),
    ]
}

/// What channels may take.
enum ChannelLimits {
    static let all = [
        LimitHelp(
            "channelCapacity", .count(Limits.channelCapacity), "links of a user that wait in a channel without `hold`",
            "`overflow` says what happens"),
        LimitHelp(
            "channelLifetime", .time(Limits.channelLifetime), "the time of a link in such a channel",
            "it is `failed.channel.noSubscriber`"),
        LimitHelp(
            "longestChannelLifetime", .time(Limits.longestChannelLifetime), "the time of `hold`",
            LanguageLimits.refused),
        LimitHelp(
            "acknowledgeTime", .time(Limits.acknowledgeTime), "time to acknowledge a link without `acknowledge`",
            "the next app gets it"),
        LimitHelp(
            "unacknowledgedLinks", .count(Limits.unacknowledgedLinks),
            "links that an app was given and has not acknowledged", "further links wait"),
        LimitHelp(
            "missedDeadlines", .count(Limits.missedDeadlines), "deadlines that an app misses in a row",
            "with this one its subscription is ended"),
        LimitHelp(
            "acknowledgementReason", .bytes(Limits.acknowledgementReason), "the reason of an app for a failure",
            "it is cut"),
        LimitHelp(
            "activationTokenBytes", .bytes(Limits.activationTokenBytes), "`activationToken` of `Open`",
            "the value is refused"),
        LimitHelp(
            "subscriptionsPerUser", .count(Limits.subscriptionsPerUser), "subscriptions of one user",
            "the error `TooManySubscriptions`"),
        LimitHelp(
            "channelBytesPerUser", .bytes(Limits.channelBytesPerUser), "links that wait for one user's apps",
            "the link is `failed.channel.full`"),
        LimitHelp(
            "heldLinksPerUser", .count(Limits.heldLinksPerUser),
            "links of one user in all held channels",
            "the link is `failed.channel.full`"),
        LimitHelp(
            "durableLinkBytesPerUser", .bytes(Limits.durableLinkBytesPerUser), "durable links of one user on the disk",
            "the link is `failed.channel.notKept`"),
        LimitHelp(
            "starterRetry", .time(Limits.starterRetry), "time until a program of `start` is started again",
            "it is doubled each time"),
        LimitHelp(
            "starterLongestRetry", .time(Limits.starterLongestRetry), "the longest such time", "it stays so"),
    ]
}

/// What licences may have.
enum LicenceLimits {
    static let all = [
        LimitHelp("licenceBytes", .bytes(Limits.licenceBytes), "one licence", refused),
        LimitHelp("productsPerLicence", .count(Limits.productsPerLicence), "products of a licence", refused),
        LimitHelp("audiencesPerLicence", .count(Limits.audiencesPerLicence), "audiences of a licence", refused),
        LimitHelp("licenceNameBytes", .bytes(Limits.licenceNameBytes), "the id of a licence, key or product", refused),
        LimitHelp("unitsPerLicence", .count(Limits.unitsPerLicence), "units of a consumable in a licence", refused),
        LimitHelp(
            "licenceClockLeeway", .time(Limits.licenceClockLeeway), "how far the issuer's clock may run ahead",
            refused),
        LimitHelp("keyFileBytes", .bytes(Limits.keyFileBytes), "a file of `key`", LanguageLimits.refused),
        LimitHelp("keysPerIssuer", .count(Limits.keysPerIssuer), "keys of an issuer", LanguageLimits.refused),
        LimitHelp("longestTrial", .time(Limits.longestTrial), "`trial`", LanguageLimits.refused),
        LimitHelp("licencesPerCall", .count(Limits.licencesPerCall), "licences of one call of `Ingest`", call),
        LimitHelp(
            "licenceBytesPerCall", .bytes(Limits.licenceBytesPerCall), "the licences of one call of `Ingest`", call),
        LimitHelp("licencesPerSubject", .count(Limits.licencesPerSubject), "licences and trials of a subject", refused),
        LimitHelp(
            "licenceBytesPerSubject", .bytes(Limits.licenceBytesPerSubject), "their bytes on the disk", refused),
    ]

    private static let refused = "the licence is refused"
    private static let call = "the call is refused"
}

/// What the ledger keeps.
enum LedgerLimits {
    static let all = [
        LimitHelp(
            "idempotencyLifetime", .time(Limits.idempotencyLifetime), "the time of an idempotency key",
            "the request is performed again"),
        LimitHelp(
            "idempotencyKeysPerSubject", .count(Limits.idempotencyKeysPerSubject),
            "idempotency keys of a caller for one subject", refused),
        LimitHelp(
            "idempotencyBytesPerCaller", .bytes(Limits.idempotencyBytesPerCaller), "outcomes kept for one caller",
            refused),
        LimitHelp(
            "subjectsPerDelegate", .count(Limits.subjectsPerDelegate), "subjects that one caller gives facts", refused),
        LimitHelp(
            "factBytesPerCaller", .bytes(Limits.factBytesPerCaller), "facts that one caller has had written", refused),
        LimitHelp("ledgerTextBytes", .bytes(Limits.ledgerTextBytes), "one text, such as an account", refused),
        LimitHelp(
            "ledgerHistory", .count(Limits.ledgerHistory), "superseded changes of one fact", "the oldest is removed"),
        LimitHelp("ledgerCopies", .count(Limits.ledgerCopies), "copies that are sent at once", refused),
        LimitHelp(
            "clockSkew", .time(Limits.clockSkew), "how far the ledger's clock may run ahead of the machine's",
            "the machine's clock counts"),
        LimitHelp("logBytes", .bytes(Limits.logBytes), "lines of the log that wait for their reader", "lines are lost"),
    ]

    private static let refused = "the request is refused"
}
