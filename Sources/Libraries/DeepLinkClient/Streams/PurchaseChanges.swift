import Contract
import PurchaseWire

/// The changes of what a subject has, as they come.
public typealias PurchaseChanges = Notices<PurchasesReport>

extension DeepLinkDaemon {
    /// What the caller has of each product now, and again what has changed.
    ///
    /// ```swift
    /// for try await change in daemon.watchPurchases() {
    ///     for purchase in change.purchases { print(purchase.product, purchase.state) }
    /// }
    /// ```
    ///
    /// If the connection is lost, the client connects again, with pauses of 0.1 to 10 s, and all products are told anew.
    ///
    /// - Parameter subject: for whom, as `uid:1000`; nil for the caller.
    public func watchPurchases(subject: String? = nil) -> PurchaseChanges {
        Notices(
            StreamHandle(
                driver,
                .init(request: { _ in
                    WatchPurchases { ($0.subject, $0.languages) = (subject, LanguageList.ofSession.texts) }
                })),
            replies: PurchasesReport.init(reply:))
    }

    /// Calls back with what the caller has of each product now, and again with what has changed.
    ///
    /// The last call is a failure. Keep what is returned: its end is the end of the notices, without a call.
    public func watchPurchases(
        subject: String? = nil, handler: @escaping Completion<PurchasesReport>
    ) -> PurchaseChanges {
        watchPurchases(subject: subject).forEach(handler)
    }
}
