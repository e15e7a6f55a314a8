// The registry of outcomes: every code that a request can end with, with its class, rank, exit status and sentence, and if
// its link can be tried again.
//
// Codes are stable and dotted, extended but never renamed or reused: programs switch on them. The class is the part
// before the first dot. The rank orders constraints: the lowest rank of all unsatisfied ones is primary, and
// within one rank the order of this file decides. Command line and documentation read this table; no other file spells a
// code.

/// The outcome of a request, as a stable code.
package enum OutcomeCode: String, CaseIterable, Sendable, WireWord {
    case okPerformed = "ok.performed"
    case okAccepted = "ok.accepted"
    case okStarted = "ok.started"
    case okUnmatched = "ok.unmatched"
    case okDelivered = "ok.delivered"
    case okLimited = "ok.limited"
    case okReplayed = "ok.replayed"
    case okWouldPerform = "ok.wouldPerform"

    case platformUnsupported = "blocked.platform.unsupported"
    case platformVersionTooLow = "blocked.platform.versionTooLow"
    case profileNotAllowed = "blocked.profile.notAllowed"
    case featureDisabled = "blocked.feature.disabled"
    case callerNotAllowed = "blocked.caller.notAllowed"
    case programMissing = "blocked.program.missing"
    case permissionUnsupported = "blocked.permission.unsupported"
    case permissionRestricted = "blocked.permission.restricted"
    case permissionDenied = "blocked.permission.denied"
    case permissionNotDetermined = "blocked.permission.notDetermined"
    case toggleOff = "blocked.toggle.off"
    case purchaseUnsupported = "blocked.purchase.unsupported"
    case purchaseRequired = "blocked.purchase.required"
    case purchaseExpired = "blocked.purchase.expired"
    case purchaseBillingRetry = "blocked.purchase.billingRetry"
    case purchasePaused = "blocked.purchase.paused"
    case purchaseRevoked = "blocked.purchase.revoked"
    case purchasePendingApproval = "blocked.purchase.pendingApproval"
    case confirmationRequired = "blocked.confirmation.required"

    case pendingUndetermined = "pending.undetermined"
    case pendingAuthorisation = "pending.authorisation"
    case pendingQueued = "pending.queued"
    case pendingTable = "pending.table.invalid"

    case urlInvalid = "rejected.url.invalid"
    case urlTooLong = "rejected.url.tooLong"
    case urlTooManySegments = "rejected.url.tooManySegments"
    case urlTooManyItems = "rejected.url.tooManyItems"
    case urlSchemeNotAllowed = "rejected.url.schemeNotAllowed"
    case urlHostNotAllowed = "rejected.url.hostNotAllowed"
    case urlForbiddenComponent = "rejected.url.forbiddenComponent"
    case routeNotFound = "rejected.route.notFound"
    case routeExcluded = "rejected.route.excluded"
    case packageUnavailable = "rejected.package.unavailable"
    case actionNotFound = "rejected.action.notFound"
    case inputMissing = "rejected.input.missing"
    case inputInvalid = "rejected.input.invalid"
    case inputDuplicate = "rejected.input.duplicate"
    case inputUnexpected = "rejected.input.unexpected"
    case bindingUnknown = "rejected.binding.unknown"
    case bindingStale = "rejected.binding.stale"
    case bindingForeign = "rejected.binding.foreign"
    case callerRateLimited = "rejected.caller.rateLimited"
    case callerNotDelegated = "rejected.caller.notDelegated"
    case idempotencyInProgress = "rejected.idempotency.inProgress"
    case idempotencyConflict = "rejected.idempotency.conflict"
    case loop = "rejected.loop"
    case intercepted = "rejected.interceptor"
    case overloaded = "rejected.overloaded"
    case shuttingDown = "rejected.shuttingDown"

    case failedSpawn = "failed.spawn"
    case failedExit = "failed.exit"
    case failedRefused = "failed.refused"
    case failedSignal = "failed.signal"
    case failedTimeout = "failed.timeout"
    case failedLimit = "failed.limit"
    case failedDecode = "failed.decode"
    case failedNoSubscriber = "failed.channel.noSubscriber"
    case failedChannelFull = "failed.channel.full"
    case failedChannelRefused = "failed.channel.refused"
    case failedChannelNotKept = "failed.channel.notKept"
    case failedVarlink = "failed.varlink"
    case failedVarlinkNoService = "failed.varlink.noService"
    case failedVarlinkNoMethod = "failed.varlink.noMethod"
    case failedHTTP = "failed.http"
    case failedHTTPUnreachable = "failed.http.unreachable"
    case failedHTTPUntrusted = "failed.http.untrusted"
    case failedHTTPDenied = "failed.http.denied"
    case failedHTTPNotFound = "failed.http.notFound"
    case failedHTTPBusy = "failed.http.busy"
    case failedHTTPRefused = "failed.http.refused"
    case failedHTTPRedirect = "failed.http.redirect"
    case failedDBus = "failed.dbus"
    case failedDBusNoService = "failed.dbus.noService"
    case failedDBusNoMethod = "failed.dbus.noMethod"
    case failedDBusDenied = "failed.dbus.denied"
    case failedUnit = "failed.unit"
    case failedUnitNotFound = "failed.unit.notFound"
    case failedUnitDenied = "failed.unit.denied"
    case failedUnitNoManager = "failed.unit.noManager"
    case failedLaunch = "failed.launch"
    case failedLaunchNoApp = "failed.launch.noApp"
    case failedLaunchNoLink = "failed.launch.noLink"
    case failedCancelled = "failed.cancelled"
    case failedInternal = "failed.internal"

    case unknownEffect = "unknown.effect"
}

extension OutcomeCode {
    /// *Units and range*: 10 to 100 for codes of constraints, nil for all others.
    package var rank: Int? { row.rank }

    /// One plain sentence, the fallback where an outcome carries no message of its own.
    package var sentence: String { row.sentence }

    /// The class that decides how a client handles this code: its first word.
    ///
    /// No two classes begin with one letter, and to look at no more of the word allocates nothing: this was a twelfth of
    /// what a call costs up to its proof.
    package var outcomeClass: OutcomeClass {
        let letter = rawValue.utf8.first
        return OutcomeClass.allCases.first { $0.rawValue.utf8.first == letter } ?? .failed
    }

    /// True if the same link can be opened later, because nothing was performed now; false for a new code that is not listed.
    ///
    /// An action that was begun is not repeated: it may have done a part of its work.
    package var canBeTriedAgain: Bool {
        let others: [Self] = [
            .callerRateLimited, .idempotencyInProgress, .overloaded, .shuttingDown, .failedSpawn, .failedNoSubscriber,
            .failedChannelFull, .failedChannelNotKept, .failedVarlinkNoService, .failedVarlinkNoMethod,
            .failedHTTPUnreachable, .failedHTTPUntrusted, .failedHTTPDenied, .failedHTTPNotFound, .failedHTTPBusy,
            .failedDBusNoService, .failedDBusNoMethod, .failedDBusDenied, .failedUnitNotFound, .failedUnitDenied,
            .failedUnitNoManager, .failedLaunch, .failedLaunchNoApp, .failedLaunchNoLink,
        ]
        return outcomeClass == .pending || others.contains(self)
    }

    /// The command line's exit status for a class; `actionable` matters to `blocked` alone.
    package static func exitStatus(of outcomeClass: OutcomeClass, actionable: Bool) -> Int32 {
        switch outcomeClass {
        case .ok: 0
        case .rejected: 3
        case .blocked: actionable ? 4 : 5
        case .pending: 6
        case .failed: 7
        case .unknown: 8
        }
    }

    /// Class and exit status follow from the code's first word.
    private var row: (rank: Int?, sentence: String) {
        switch self {
        case .okPerformed: (nil, "The action was performed.")
        case .okAccepted: (nil, "The action was started and outlives the call.")
        case .okStarted: (nil, "The app was started.")
        case .okUnmatched: (nil, "The link is no link of the table, and was handed to the app for all others.")
        case .okDelivered: (nil, "The link was delivered to its channel.")
        case .okLimited: (nil, "The limited variant was performed.")
        case .okReplayed: (nil, "The stored outcome of the same request is repeated.")
        case .okWouldPerform: (nil, "The action would be performed.")

        case .platformUnsupported: (10, "The feature is not supported on this platform.")
        case .platformVersionTooLow: (10, "The platform is older than the feature needs.")
        case .profileNotAllowed: (10, "The feature is for a table with another profile.")
        case .featureDisabled: (20, "The feature is switched off by the operator.")
        case .callerNotAllowed: (20, "The caller is not allowed to use the feature.")
        case .programMissing: (30, "A program that the feature needs is missing, or the daemon may not start it.")
        case .permissionUnsupported: (30, "A permission that the feature needs does not exist here.")
        case .permissionRestricted: (40, "A permission that the feature needs is restricted by policy.")
        case .permissionDenied: (80, "A permission that the feature needs was denied.")
        case .permissionNotDetermined: (90, "A permission that the feature needs was not yet asked for.")
        case .toggleOff: (50, "The user has the feature switched off.")
        case .purchaseUnsupported: (30, "This host has no source for the purchase that the feature needs.")
        case .purchaseRequired: (60, "The feature needs a purchase.")
        case .purchaseExpired: (60, "The purchase that the feature needs has expired.")
        case .purchaseBillingRetry: (60, "The renewal of the purchase that the feature needs could not be charged.")
        case .purchasePaused: (60, "The subscription that the feature needs is paused.")
        case .purchaseRevoked: (60, "The purchase that the feature needs was revoked.")
        case .purchasePendingApproval: (60, "The purchase that the feature needs awaits approval.")
        case .confirmationRequired: (100, "The feature needs the person's confirmation of this one link.")

        case .pendingUndetermined: (nil, "A fact that the feature depends on is not known at the moment.")
        case .pendingAuthorisation: (nil, "An authorisation flow is running.")
        case .pendingQueued: (nil, "The action waits for its turn.")
        case .pendingTable: (nil, "No route table is in force, because the one that was read has errors.")

        case .urlInvalid: (nil, "The text is not a valid absolute URL.")
        case .urlTooLong: (nil, "The URL is too long.")
        case .urlTooManySegments: (nil, "The URL has too many path segments.")
        case .urlTooManyItems: (nil, "The URL has too many query items.")
        case .urlSchemeNotAllowed: (nil, "No route table declares this scheme.")
        case .urlHostNotAllowed: (nil, "No route table declares this host and port.")
        case .urlForbiddenComponent: (nil, "The URL holds something that the dispatcher refuses.")
        case .routeNotFound: (nil, "No route takes this URL.")
        case .routeExcluded: (nil, "The route table excludes this URL.")
        case .packageUnavailable: (nil, "The package that takes this URL has an error, or is for other instances.")
        case .actionNotFound: (nil, "No route leads to an action of this name.")
        case .inputMissing: (nil, "An input that the route needs is missing.")
        case .inputInvalid: (nil, "An input has a value that the route does not take.")
        case .inputDuplicate: (nil, "An input is given more than once.")
        case .inputUnexpected: (nil, "The URL has a query item that the route does not declare.")
        case .bindingUnknown: (nil, "There is no such binding: it was used, has expired, or was never made.")
        case .bindingStale: (nil, "The table or the facts have changed since the binding was verified.")
        case .bindingForeign: (nil, "The binding belongs to another connection.")
        case .callerRateLimited: (nil, "The caller sends requests too fast.")
        case .callerNotDelegated: (nil, "The caller may not act for another subject.")
        case .idempotencyInProgress: (nil, "The same request is still being performed.")
        case .idempotencyConflict: (nil, "The idempotency key was used for another request.")
        case .loop: (nil, "The link was handed on too often, or comes back at once.")
        case .intercepted: (nil, "A guard or a rewrite of the table refused the link.")
        case .overloaded: (nil, "The dispatcher has no room for another request at the moment.")
        case .shuttingDown: (nil, "The dispatcher is shutting down.")

        case .failedSpawn: (nil, "The program could not be started.")
        case .failedExit: (nil, "The program ended with a failure status.")
        case .failedRefused: (nil, "The program refused the link.")
        case .failedSignal: (nil, "The program was ended by a signal.")
        case .failedTimeout: (nil, "The action took too long and was stopped.")
        case .failedLimit: (nil, "The action went over one of its limits.")
        case .failedDecode: (nil, "The action's answer could not be read.")
        case .failedNoSubscriber: (nil, "The channel has no subscriber.")
        case .failedChannelFull: (nil, "The channel's queue is full.")
        case .failedChannelRefused: (nil, "The app that took the link says that its action failed.")
        case .failedChannelNotKept: (nil, "The channel is durable, and the link could not be kept on the disk.")
        case .failedVarlink: (nil, "The Varlink service answered with an error.")
        case .failedVarlinkNoService: (nil, "The Varlink service of the action does not run.")
        case .failedVarlinkNoMethod: (nil, "The Varlink service does not have the method with these parameters.")
        case .failedHTTP: (nil, "The HTTP service answered with a failure.")
        case .failedHTTPUnreachable: (nil, "The HTTP service of the action cannot be reached.")
        case .failedHTTPUntrusted: (nil, "The HTTP service of the action cannot prove who it is.")
        case .failedHTTPDenied: (nil, "The HTTP service does not let the daemon do this.")
        case .failedHTTPNotFound: (nil, "The HTTP service does not have what the request asks for.")
        case .failedHTTPBusy: (nil, "The HTTP service is busy.")
        case .failedHTTPRefused: (nil, "The HTTP service refused the request.")
        case .failedHTTPRedirect: (nil, "The HTTP service names another address, which is not followed.")
        case .failedDBus: (nil, "The D-Bus service answered with an error.")
        case .failedDBusNoService: (nil, "The D-Bus service of the action does not run, and cannot be started.")
        case .failedDBusNoMethod: (nil, "The D-Bus service does not have the method with these arguments.")
        case .failedDBusDenied: (nil, "The message bus or the D-Bus service refused the daemon's call.")
        case .failedUnit: (nil, "The job of the unit failed.")
        case .failedUnitNotFound: (nil, "The service manager has no such unit.")
        case .failedUnitDenied: (nil, "The service manager may not start the unit for the daemon.")
        case .failedUnitNoManager: (nil, "The service manager cannot be reached.")
        case .failedLaunch: (nil, "The app could not be started.")
        case .failedLaunchNoApp: (nil, "The app is not installed.")
        case .failedLaunchNoLink: (nil, "The app takes no links.")
        case .failedCancelled: (nil, "The action was cancelled.")
        case .failedInternal: (nil, "The dispatcher failed; this is a bug.")

        case .unknownEffect: (nil, "The action was started, and whether it took effect is not known.")
        }
    }
}
