internal import Contract

extension DeepLinkDaemon {
    /// The features of the table in force, and whether they are available; parents before their children.
    ///
    /// ```swift
    /// for feature in try await daemon.features() where feature.availability == .blocked {
    ///     print(feature.path, feature.code ?? "")
    /// }
    /// ```
    ///
    /// Those with `visible no` are told to operators alone. ``watchFeatures(subject:)`` also gives what changes.
    ///
    /// - Parameter subject: for whom, as `account:ann`; nil for the caller.
    public func features(subject: String? = nil) async throws(DeepLinkError) -> [FeatureReport] {
        try await driver.ask(.features) { after in .features(after, subject) }
    }

    /// Gives the features, and calls back.
    @discardableResult
    public func features(
        subject: String? = nil, completion: @escaping Completion<[FeatureReport]>
    ) -> DeepLinkCall {
        driver.ask(.features, pages: { after in .features(after, subject) }, completion)
    }

    /// One feature with its constraints, and what would lift them.
    ///
    /// ```swift
    /// let timer = try await daemon.feature("SleepTimer")
    /// print(timer.availability, timer.constraints.map(\.id), timer.remedies.map(\.message))
    /// ```
    ///
    /// - Parameters:
    ///   - name: its path, or its last name where that is unique.
    ///   - subject: for whom, as `account:ann`; nil for the caller.
    /// - Throws: ``DeepLinkError/invalidParameter(name:method:)`` with the name `feature` if there is no such feature.
    public func feature(
        _ name: String, subject: String? = nil
    ) async throws(DeepLinkError) -> FeatureDescription {
        try await driver.ask(.feature(name, subject))
    }

    /// Gives one feature with its constraints, and calls back.
    @discardableResult
    public func feature(
        _ name: String, subject: String? = nil, completion: @escaping Completion<FeatureDescription>
    ) -> DeepLinkCall {
        driver.ask(.feature(name, subject), completion)
    }
}

extension Question<FeatureDescription> {
    fileprivate static func feature(_ name: String, _ subject: String?) -> Self {
        let request = DescribeFeature {
            ($0.feature, $0.subject, $0.languages) = (name, subject, LanguageList.ofSession.texts)
        }
        return Self(request: request, read: FeatureDescription.init(reply:))
    }
}

extension Question<ListFeatures.Answer> {
    fileprivate static func features(_ after: String?, _ subject: String?) -> Self {
        Self(
            ListFeatures { ($0.after, $0.subject, $0.languages) = (after, subject, LanguageList.ofSession.texts) })
    }
}

extension Gathering<ListFeatures.Answer, [FeatureReport]> {
    fileprivate static var features: Self {
        Self(start: []) { page, features in
            features += page.features
            return (page.features.count, page.next)
        }
    }
}
