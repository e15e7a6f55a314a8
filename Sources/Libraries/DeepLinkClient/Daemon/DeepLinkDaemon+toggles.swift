internal import Contract

extension DeepLinkDaemon {
    /// Switches a feature on or off for the caller.
    ///
    /// ```swift
    /// try await daemon.setToggle("Podcasts/DynamicSpeed", to: true)
    /// ```
    ///
    /// - Parameters:
    ///   - feature: a feature that requires a toggle, by its path, or by its last name where that is unique.
    ///   - isOn: nil for the default of the table.
    ///   - subject: whose toggle it is, as `account:ann`; nil for the caller's own.
    /// - Returns: whether the change outlives the daemon; false if the daemon keeps no ledger.
    /// - Throws: ``DeepLinkError/notKept(code:reason:)`` if the change could not be written; it is not in force then.
    @discardableResult
    public func setToggle(
        _ feature: String, to isOn: Bool?, subject: String? = nil
    ) async throws(DeepLinkError) -> Bool {
        try await driver.ask(.setToggle(feature, isOn, subject))
    }

    /// Switches a feature, and calls back.
    @discardableResult
    public func setToggle(
        _ feature: String, to isOn: Bool?, subject: String? = nil, completion: @escaping Completion<Bool>
    ) -> DeepLinkCall {
        driver.ask(.setToggle(feature, isOn, subject), completion)
    }
}

extension Question<Bool> {
    fileprivate static func setToggle(_ feature: String, _ isOn: Bool?, _ subject: String?) -> Self {
        Self(SetToggle { ($0.feature, $0.isOn, $0.subject) = (feature, isOn, subject) }, \.isDurable)
    }
}
