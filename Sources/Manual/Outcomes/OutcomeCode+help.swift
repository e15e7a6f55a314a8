package import Contract

extension OutcomeCode {
    /// What the manual says of the code.
    package var help: OutcomeHelp {
        switch self {
        case .okPerformed: PerformedOutcomes.performed
        case .okAccepted: PerformedOutcomes.accepted
        case .okDelivered: PerformedOutcomes.delivered
        case .okLimited: PerformedOutcomes.limited
        case .okReplayed: PerformedOutcomes.replayed
        case .okWouldPerform: PerformedOutcomes.wouldPerform

        case .platformUnsupported: BlockedOutcomes.platformUnsupported
        case .platformVersionTooLow: BlockedOutcomes.platformVersionTooLow
        case .profileNotAllowed: BlockedOutcomes.profileNotAllowed
        case .featureDisabled: BlockedOutcomes.featureDisabled
        case .callerNotAllowed: BlockedOutcomes.callerNotAllowed
        case .programMissing: BlockedOutcomes.programMissing
        case .permissionUnsupported: BlockedOutcomes.permissionUnsupported
        case .permissionRestricted: BlockedOutcomes.permissionRestricted
        case .permissionDenied: BlockedOutcomes.permissionDenied
        case .permissionNotDetermined: BlockedOutcomes.permissionNotDetermined
        case .toggleOff: BlockedOutcomes.toggleOff
        case .purchaseUnsupported: PurchaseOutcomes.unsupported
        case .purchaseRequired: PurchaseOutcomes.required
        case .purchaseExpired: PurchaseOutcomes.expired
        case .purchaseBillingRetry: PurchaseOutcomes.billingRetry
        case .purchasePaused: PurchaseOutcomes.paused
        case .purchaseRevoked: PurchaseOutcomes.revoked
        case .purchasePendingApproval: PurchaseOutcomes.pendingApproval
        case .confirmationRequired: BlockedOutcomes.confirmationRequired

        case .pendingUndetermined: PerformedOutcomes.undetermined
        case .pendingAuthorisation: PerformedOutcomes.authorisation
        case .pendingQueued: PerformedOutcomes.queued
        case .pendingTable: PerformedOutcomes.table

        case .urlInvalid: LinkOutcomes.urlInvalid
        case .urlTooLong: LinkOutcomes.urlTooLong
        case .urlTooManySegments: LinkOutcomes.urlTooManySegments
        case .urlTooManyItems: LinkOutcomes.urlTooManyItems
        case .urlSchemeNotAllowed: LinkOutcomes.schemeNotAllowed
        case .urlHostNotAllowed: LinkOutcomes.hostNotAllowed
        case .urlForbiddenComponent: LinkOutcomes.forbiddenComponent
        case .routeNotFound: LinkOutcomes.routeNotFound
        case .routeExcluded: LinkOutcomes.routeExcluded
        case .packageUnavailable: LinkOutcomes.packageUnavailable
        case .actionNotFound: LinkOutcomes.actionNotFound
        case .inputMissing: LinkOutcomes.inputMissing
        case .inputInvalid: LinkOutcomes.inputInvalid
        case .inputDuplicate: LinkOutcomes.inputDuplicate
        case .inputUnexpected: LinkOutcomes.inputUnexpected
        case .bindingUnknown: CallerOutcomes.bindingUnknown
        case .bindingStale: CallerOutcomes.bindingStale
        case .bindingForeign: CallerOutcomes.bindingForeign
        case .callerRateLimited: CallerOutcomes.callerRateLimited
        case .callerNotDelegated: CallerOutcomes.callerNotDelegated
        case .idempotencyInProgress: CallerOutcomes.idempotencyInProgress
        case .idempotencyConflict: CallerOutcomes.idempotencyConflict
        case .loop: CallerOutcomes.loop
        case .overloaded: CallerOutcomes.overloaded
        case .shuttingDown: CallerOutcomes.shuttingDown

        case .failedSpawn: FailedOutcomes.spawn
        case .failedExit: FailedOutcomes.exit
        case .failedSignal: FailedOutcomes.signal
        case .failedTimeout: FailedOutcomes.timeout
        case .failedLimit: FailedOutcomes.limit
        case .failedDecode: FailedOutcomes.decode
        case .failedNoSubscriber: FailedOutcomes.noSubscriber
        case .failedChannelFull: FailedOutcomes.channelFull
        case .failedChannelRefused: FailedOutcomes.channelRefused
        case .failedChannelNotKept: FailedOutcomes.channelNotKept
        case .failedVarlink: FailedOutcomes.varlink
        case .failedDBus: FailedOutcomes.dbus
        case .failedUnit: FailedOutcomes.unit
        case .failedCancelled: FailedOutcomes.cancelled
        case .failedInternal: FailedOutcomes.internalFailure

        case .unknownEffect: PerformedOutcomes.unknownEffect
        }
    }
}
