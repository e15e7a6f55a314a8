import Contract

/// The codes of purchases that are not there, or do not count now.
enum PurchaseOutcomes {
    static let unsupported = OutcomeHelp(
        """
        No source of this host answers for the product: neither a line of the table nor a licence could grant it. So
        nothing is offered for sale.
        """,
        person: "Ask the administrator to give the table a source, or an issuer of licences.", program: .explain,
        near: [.purchaseRequired, .permissionUnsupported])

    static let required = OutcomeHelp(
        """
        The feature needs a product that the user does not have. The remedy names the products that would do, and a second
        one looks for purchases that were made before.
        """,
        person: "Buy one of the products, or restore an earlier purchase.", program: .sell,
        near: [.purchaseExpired, .purchaseUnsupported],
        example: product("none"))

    static let expired = OutcomeHelp(
        """
        The user had the product, and its time is over.
        """,
        person: "Buy it again, or restore a renewal that was made elsewhere.", program: .sell,
        near: [.purchaseRequired, .purchaseBillingRetry],
        example: product("expired"))

    static let billingRetry = OutcomeHelp(
        """
        The renewal could not be charged, and the store tries again. The purchase does not count until it succeeds.
        """,
        person: "Update the means of payment in the store.", program: .settle,
        near: [.purchaseExpired, .purchasePaused],
        example: product("billingRetry"))

    static let paused = OutcomeHelp(
        """
        The user has paused the subscription; it neither counts nor is charged.
        """,
        person: "Resume it in the store.", program: .settle, near: [.purchaseBillingRetry, .purchaseExpired],
        example: product("paused"))

    static let revoked = OutcomeHelp(
        """
        The vendor has taken the purchase back, for example after a refund.
        """,
        person: "Ask the vendor, or buy it again.", program: .sell, near: [.purchaseExpired, .purchaseRequired],
        example: product("revoked"))

    static let pendingApproval = OutcomeHelp(
        """
        The purchase was made and waits for the approval of another person, such as a parent.
        """,
        person: "Wait for the approval.", program: .wait, near: [.purchaseRequired],
        example: product("pendingApproval"))

    private static func product(_ state: String) -> OutcomeExample {
        .player(require: "purchase premium", top: "product premium", facts: "purchase premium \(state)")
    }
}
