// Earlier names of version 0.1; they go with version 1.0.

import Contract

extension DeepLinkDaemon {
    /// An earlier name.
    @available(*, deprecated, renamed: "watchFeatures(subject:)")
    public func watch(subject: String? = nil) -> FeatureChanges { watchFeatures(subject: subject) }

    /// An earlier name.
    @available(*, deprecated, renamed: "watchFeatures(subject:handler:)")
    public func watch(subject: String? = nil, handler: @escaping Completion<FeatureChange>) -> FeatureChanges {
        watchFeatures(subject: subject, handler: handler)
    }

    /// An earlier name.
    @available(*, deprecated, renamed: "restorePurchases(subject:)")
    public func restore(subject: String? = nil) async throws(DeepLinkError) -> RestoreReport {
        try await restorePurchases(subject: subject)
    }

    /// An earlier name.
    @available(*, deprecated, renamed: "restorePurchases(subject:completion:)")
    @discardableResult
    public func restore(subject: String? = nil, completion: @escaping Completion<RestoreReport>) -> DeepLinkCall {
        restorePurchases(subject: subject, completion: completion)
    }
}

extension Outcome {
    /// An earlier name.
    @available(*, deprecated, renamed: "inputs")
    public var parameters: [String: Value] { inputs }
}

extension CachedAnswer {
    /// An earlier name.
    @available(*, deprecated, renamed: "isStale")
    public var stale: Bool { isStale }
}
