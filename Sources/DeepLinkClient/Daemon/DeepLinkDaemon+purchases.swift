internal import Contract

// MARK: Products

extension DeepLinkDaemon {
    /// The products of the table in force, with their prices and trials.
    public func products() async throws(DeepLinkError) -> [ProductOffer] { try await driver.ask(.products) }

    /// Gives the products, and calls back.
    @discardableResult
    public func products(
        completion: @escaping @Sendable (Result<[ProductOffer], DeepLinkError>) -> Void
    ) -> DeepLinkCall {
        driver.ask(.products, completion)
    }

    /// What the caller has of each product, or of one.
    ///
    /// - Parameters:
    ///   - product: its id; nil for all.
    ///   - subject: whose, as `account:ann`; nil for the caller's own.
    public func purchases(
        of product: String? = nil, subject: String? = nil
    ) async throws(DeepLinkError) -> [HeldProduct] {
        try await driver.ask(.purchases(of: product, subject))
    }

    /// Gives what the caller has, and calls back.
    @discardableResult
    public func purchases(
        of product: String? = nil, subject: String? = nil,
        completion: @escaping @Sendable (Result<[HeldProduct], DeepLinkError>) -> Void
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
    ) async throws(DeepLinkError) -> ProductTrial {
        try await driver.ask(.trial(of: product, subject))
    }

    /// Starts a trial, and calls back.
    @discardableResult
    public func startTrial(
        of product: String, subject: String? = nil,
        completion: @escaping @Sendable (Result<ProductTrial, DeepLinkError>) -> Void
    ) -> DeepLinkCall {
        driver.ask(.trial(of: product, subject), completion)
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
    /// - Parameter licences: each as a compact JWS.
    /// - Returns: what became of each, in the same order; the accepted ones are on the disk.
    /// - Throws: ``DeepLinkError/notKept(code:reason:)`` if the daemon has no ledger, or the ledger is full.
    public func ingest(
        _ licences: [String], subject: String? = nil
    ) async throws(DeepLinkError) -> [HandedLicence] {
        try await driver.ask(.ingest(licences, subject))
    }

    /// Hands signed licences to the daemon, and calls back.
    @discardableResult
    public func ingest(
        _ licences: [String], subject: String? = nil,
        completion: @escaping @Sendable (Result<[HandedLicence], DeepLinkError>) -> Void
    ) -> DeepLinkCall {
        driver.ask(.ingest(licences, subject), completion)
    }

    /// Has the daemon verify all licences that it keeps of the caller once more, with the keys of the table in force.
    public func restore(subject: String? = nil) async throws(DeepLinkError) -> Restoration {
        try await driver.ask(.restoration(subject))
    }

    /// Has the daemon verify the licences once more, and calls back.
    @discardableResult
    public func restore(
        subject: String? = nil, completion: @escaping @Sendable (Result<Restoration, DeepLinkError>) -> Void
    ) -> DeepLinkCall {
        driver.ask(.restoration(subject), completion)
    }
}

// MARK: The calls

extension Question<[ProductOffer]> {
    fileprivate static var products: Self {
        Self(.products) { (report: ProductsReport) in report.products.map(ProductOffer.init) }
    }
}

extension Question<[HeldProduct]> {
    fileprivate static func purchases(of product: String?, _ subject: String?) -> Self {
        Self(.purchases(product: product, subject: subject)) { (report: PurchasesReport) in
            report.purchases.map(HeldProduct.init)
        }
    }
}

extension Question<ProductTrial> {
    fileprivate static func trial(of product: String, _ subject: String?) -> Self {
        Self(.startTrial(product: product, subject: subject), ProductTrial.init)
    }
}

extension Question<[HandedLicence]> {
    fileprivate static func ingest(_ licences: [String], _ subject: String?) -> Self {
        Self(.ingest(items: licences, subject: subject)) { (report: IngestReport) in
            report.items.map(HandedLicence.init)
        }
    }
}

extension Question<Restoration> {
    fileprivate static func restoration(_ subject: String?) -> Self {
        Self(.restore(subject: subject), Restoration.init)
    }
}
