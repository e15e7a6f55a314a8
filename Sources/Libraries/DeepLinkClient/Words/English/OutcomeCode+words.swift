internal import Contract

// The table of sentences, in the second person. It has no `default`: a new code gets its words here.

extension OutcomeCode {
    /// What a person reads of an outcome with this code, as one sentence.
    func words(_ outcome: OutcomeWords) -> String {
        let this = outcome.this
        return switch self {
        case .okPerformed: "\(this) was opened."
        case .okAccepted, .okStarted: "\(this) was started."
        case .okUnmatched: "\(this) was handed to another app."
        case .okDelivered: "\(this) was handed to its app."
        case .okLimited: "\(this) was opened, with a part of what it can do."
        case .okReplayed: "\(this) was opened before, and not again."
        case .okWouldPerform: "\(this) can be opened."

        case .platformUnsupported: "\(this) does not work on your computer."
        case .platformVersionTooLow: "\(this) needs a newer version of your system."
        case .profileNotAllowed: "\(this) is not for this installation."
        case .featureDisabled: "\(this) is switched off for everyone on your computer."
        case .callerNotAllowed: "you are not allowed to open \(this)."
        case .programMissing: "\(this) needs a program that is missing on your computer."
        case .permissionUnsupported: "\(this) needs \(outcome.permission), which your computer does not offer."
        case .permissionRestricted: "\(this) needs \(outcome.permission), which your administrator does not allow."
        case .permissionDenied: "\(this) needs \(outcome.permission), which you do not allow."
        case .permissionNotDetermined: "\(this) needs \(outcome.permission), and you have not allowed that yet."
        case .toggleOff: "\(outcome.toggle) is off."
        case .purchaseUnsupported: "\(this) needs a purchase, and your computer cannot tell whether you have it."
        case .purchaseRequired: "you need \(outcome.products()) for \(this)\(outcome.held)."
        case .purchaseExpired: "you need \(outcome.products()) for \(this), and what you bought has ended."
        case .purchaseBillingRetry:
            "your payment for \(outcome.products(.updatePayment)) has failed, and \(this) needs it."
        case .purchasePaused: "you need \(outcome.products(.resumeSubscription)) for \(this), and you have paused it."
        case .purchaseRevoked: "you need \(outcome.products(.contactVendor)) for \(this), and it was taken back."
        case .purchasePendingApproval: "you need \(outcome.products(.wait)) for \(this), and it waits for approval."
        case .confirmationRequired: "\(this) needs your confirmation."

        case .pendingUndetermined: "whether you can open \(this) is not known at the moment; try again later."
        case .pendingAuthorisation: "you are already asked about \(this); answer that question first."
        case .pendingQueued: "\(this) waits for its turn."
        case .pendingTable: "no link can be opened now: your administrator has to correct the table of links."

        case .urlInvalid: "this link is not valid."
        case .urlTooLong, .urlTooManySegments, .urlTooManyItems: "this link is too long."
        case .urlSchemeNotAllowed: "no app on your computer takes links of this kind."
        case .urlHostNotAllowed: "no app on your computer takes links to this site."
        case .urlForbiddenComponent: "this link has a part that is not allowed."
        case .routeNotFound: "no app on your computer takes this link."
        case .routeExcluded: "links like this one are not opened on your computer."
        case .packageUnavailable where outcome.isForUserInstance:
            "this link needs a deeplinkd of your own. Start it with systemctl --user enable --now deeplinkd.socket."
        case .packageUnavailable: "the app for this link is not set up correctly; your administrator can correct that."
        case .actionNotFound: "no app on your computer offers this action."
        case .inputMissing: "a value is missing in this link."
        case .inputInvalid: "this link has a value that is not valid."
        case .inputDuplicate: "this link gives a value twice."
        case .inputUnexpected: "this link has a value that does not belong there."
        case .bindingUnknown, .bindingStale, .bindingForeign: "this link was checked too long ago; open it again."
        case .intercepted: "\(this) is not allowed here at the moment."
        case .callerRateLimited: "you have opened too many links in a short time; try again in a moment."
        case .callerNotDelegated: "you are not allowed to open links for another user."
        case .idempotencyInProgress: "this link is being opened already."
        case .idempotencyConflict: "this link was not opened, because another one was opened in its place."
        case .loop: "this link leads back to itself."
        case .overloaded: "your computer opens too many links at the moment; try again soon."
        case .shuttingDown: "no links are opened at the moment; try again soon."

        case .failedSpawn, .failedUnit, .failedUnitNotFound, .failedUnitDenied, .failedUnitNoManager, .failedLaunch:
            "\(this) could not be started."
        case .failedLaunchNoApp: "the app for \(this) is not installed."
        case .failedLaunchNoLink: "the app for \(this) takes no links."
        case .failedExit: "\(this) was started and has failed."
        case .failedRefused: "\(this) was started and has refused the link."
        case .failedSignal: "\(this) was started and ended unexpectedly."
        case .failedTimeout: "\(this) took too long and was stopped."
        case .failedLimit: "\(this) was stopped, because it needed more than it may have."
        case .failedDecode: "\(this) was started, and its answer cannot be read."
        case .failedNoSubscriber: "the app for \(this) is not running."
        case .failedChannelFull: "too many links wait for the app of \(this) already."
        case .failedChannelRefused: "the app for \(this) could not open it."
        case .failedChannelNotKept: "\(this) could not be kept for its app, because your disk takes no more."
        case .failedVarlink, .failedHTTP, .failedDBus: "the app for \(this) answered with an error."
        case .failedHTTPUnreachable: "the service for \(this) cannot be reached."
        case .failedHTTPUntrusted: "the service for \(this) cannot prove who it is."
        case .failedHTTPDenied: "the service for \(this) does not let you open it."
        case .failedHTTPNotFound: "the service for \(this) does not have it."
        case .failedHTTPBusy: "the service for \(this) is busy; try again soon."
        case .failedHTTPRefused: "the service for \(this) does not take what the link asks of it."
        case .failedHTTPRedirect: "the service for \(this) is at another address now."
        case .failedVarlinkNoService, .failedDBusNoService: "the app for \(this) is not running."
        case .failedVarlinkNoMethod, .failedDBusNoMethod: "the app for \(this) does not know what the link asks of it."
        case .failedDBusDenied: "the app for \(this) does not take links from deeplinkd."
        case .failedCancelled: "\(this) was cancelled."
        case .failedInternal: "\(this) was not opened because of an error in deeplinkd."

        case .unknownEffect: "\(this) was started, and it is not known whether it worked; look before you try again."
        }
    }
}

extension OutcomeClass {
    /// What a person reads of an outcome whose code is not known.
    func words(_ outcome: OutcomeWords) -> String {
        let this = outcome.this
        return switch self {
        case .ok: "\(this) was opened."
        case .rejected: "this link cannot be opened."
        case .blocked: "something that \(this) needs is missing."
        case .pending: "whether you can open \(this) is not known at the moment; try again later."
        case .failed: "\(this) was started and has failed."
        case .unknown: "\(this) was started, and it is not known whether it worked; look before you try again."
        }
    }
}
