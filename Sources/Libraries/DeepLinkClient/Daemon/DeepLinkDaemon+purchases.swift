import Contract
import PurchaseWire

// MARK: Products

extension DeepLinkDaemon {
    /// The products of the table in force, with their prices and trials.
    public func products() async throws(DeepLinkError) -> [ProductReport] {
        try await driver.ask(.products)
    }

    /// Gives the products, and calls back.
    @discardableResult
    public func products(completion: @escaping Completion<[ProductReport]>) -> DeepLinkCall {
        driver.ask(.products, completion)
    }

    /// What the caller has of each product, or of one.
    ///
    /// - Parameters:
    ///   - product: its id; nil for all.
    ///   - subject: whose, as `account:ann`; nil for the caller's own.
    public func purchases(
        of product: String? = nil, subject: String? = nil
    ) async throws(DeepLinkError) -> [PurchaseReport] {
        try await driver.ask(.purchases(of: product, subject))
    }

    /// Gives what the caller has, and calls back.
    @discardableResult
    public func purchases(
        of product: String? = nil, subject: String? = nil, completion: @escaping Completion<[PurchaseReport]>
    ) -> DeepLinkCall {
        driver.ask(.purchases(of: product, subject), completion)
    }

    /// Starts the trial that the table offers for a product.
    ///
    /// Each subject has one trial of a product for ever.
    ///
    /// - Parameters:
    ///   - product: its id.
    ///   - subject: whose; nil for the caller's own. A delegate names accounts, and only an operator another user.
    /// - Throws: ``DeepLinkError/notKept(code:reason:)`` if it was started before, or the table offers none.
    public func startTrial(
        of product: String, subject: String? = nil
    ) async throws(DeepLinkError) -> TrialReport {
        try await driver.ask(Question(StartTrial { ($0.product, $0.subject) = (product, subject) }))
    }

    /// Starts a trial, and calls back.
    @discardableResult
    public func startTrial(
        of product: String, subject: String? = nil, completion: @escaping Completion<TrialReport>
    ) -> DeepLinkCall {
        driver.ask(Question(StartTrial { ($0.product, $0.subject) = (product, subject) }), completion)
    }
}

// MARK: Licences

extension DeepLinkDaemon {
    /// Hands signed licences to the daemon, which verifies and keeps them.
    ///
    /// ```swift
    /// for licence in try await daemon.ingest([receipt]) where licence.result == .rejected {
    ///     print(licence.code ?? "", licence.reason ?? "")
    /// }
    /// ```
    ///
    /// Sending one again does no harm.
    ///
    /// *Limits*: 64 licences and 256 KiB in one call.
    ///
    /// - Parameters:
    ///   - licences: each as a compact JWS.
    ///   - subject: whose, as `account:ann`; nil for the caller's own.
    /// - Returns: the result of each, in the same order; the accepted ones are on the disk.
    /// - Throws: ``DeepLinkError/notKept(code:reason:)`` if the daemon has no ledger, or the ledger is full.
    public func ingest(
        _ licences: [String], subject: String? = nil
    ) async throws(DeepLinkError) -> [IngestedLicence] {
        try await driver.ask(Question(IngestLicences { ($0.items, $0.subject) = (licences, subject) }, \.items))
    }

    /// Hands signed licences to the daemon, and calls back.
    @discardableResult
    public func ingest(
        _ licences: [String], subject: String? = nil, completion: @escaping Completion<[IngestedLicence]>
    ) -> DeepLinkCall {
        driver.ask(Question(IngestLicences { ($0.items, $0.subject) = (licences, subject) }, \.items), completion)
    }

    /// Has the daemon verify all licences that it keeps of the caller once more, with the keys of the table in force.
    public func restorePurchases(subject: String? = nil) async throws(DeepLinkError) -> RestoreReport {
        try await driver.ask(.restored(subject))
    }

    /// Has the daemon verify the licences once more, and calls back.
    @discardableResult
    public func restorePurchases(
        subject: String? = nil, completion: @escaping Completion<RestoreReport>
    ) -> DeepLinkCall {
        driver.ask(.restored(subject), completion)
    }
}

// MARK: Calls whose answers have titles of products

extension Question<[ProductReport]> {
    fileprivate static var products: Self {
        Self(ListProducts { $0.languages = LanguageList.ofSession.texts }, \.products)
    }
}

extension Question<[PurchaseReport]> {
    fileprivate static func purchases(of product: String?, _ subject: String?) -> Self {
        let request = GetPurchases {
            ($0.product, $0.subject, $0.languages) = (product, subject, LanguageList.ofSession.texts)
        }
        return Self(request, \.purchases)
    }
}

extension Question<RestoreReport> {
    fileprivate static func restored(_ subject: String?) -> Self {
        Self(RestoreLicences { ($0.subject, $0.languages) = (subject, LanguageList.ofSession.texts) })
    }
}
