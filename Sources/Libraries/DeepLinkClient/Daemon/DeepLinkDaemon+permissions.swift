import Contract
import PermissionWire

// MARK: The caller's own answers

extension DeepLinkDaemon {
    /// The caller's answers that the daemon keeps: those to permissions whose source is `consent`.
    ///
    /// ```swift
    /// for consent in try await daemon.consents() where consent.isGranted {
    ///     try await daemon.withdrawConsent(to: consent.permission)
    /// }
    /// ```
    public func consents() async throws(DeepLinkError) -> [ConsentReport] {
        try await driver.ask(Question(ListConsents(), \.consents))
    }

    /// Gives the caller's answers, and calls back.
    @discardableResult
    public func consents(completion: @escaping Completion<[ConsentReport]>) -> DeepLinkCall {
        driver.ask(Question(ListConsents(), \.consents), completion)
    }

    /// Takes back the caller's answer to a permission, so that the person can be asked again.
    ///
    /// - Returns: whether the change outlives the daemon; false if the daemon keeps no ledger.
    /// - Throws: ``DeepLinkError/notKept(code:reason:)`` if the change could not be written; the answer counts on.
    @discardableResult
    public func withdrawConsent(to permission: String) async throws(DeepLinkError) -> Bool {
        try await driver.ask(Question(WithdrawConsent { $0.permission = permission }, \.isDurable))
    }

    /// Takes back the caller's answer, and calls back.
    @discardableResult
    public func withdrawConsent(to permission: String, completion: @escaping Completion<Bool>) -> DeepLinkCall {
        driver.ask(Question(WithdrawConsent { $0.permission = permission }, \.isDurable), completion)
    }
}

// MARK: Settings

extension DeepLinkDaemon {
    /// Sets a permission of a user or account in the place of what its source says; for operators, and for groups that the
    /// table names in `grants permission`.
    ///
    /// - Parameters:
    ///   - permission: its name, as `camera`.
    ///   - status: `authorized`, `denied`, `restricted`, `notDetermined` or `unsupported`; nil to have its source count again.
    ///   - subject: whose, as `uid:1000`; nil for the caller's own.
    /// - Returns: whether the change outlives the daemon.
    /// - Throws: ``DeepLinkError/permissionDenied(method:)`` for anyone else.
    @discardableResult
    public func setPermission(
        _ permission: String, to status: String?, subject: String? = nil
    ) async throws(DeepLinkError) -> Bool {
        try await driver.ask(.setPermission(permission, status, subject))
    }

    /// Sets a permission, and calls back.
    @discardableResult
    public func setPermission(
        _ permission: String, to status: String?, subject: String? = nil, completion: @escaping Completion<Bool>
    ) -> DeepLinkCall {
        driver.ask(.setPermission(permission, status, subject), completion)
    }
}

extension Question<Bool> {
    fileprivate static func setPermission(_ permission: String, _ status: String?, _ subject: String?) -> Self {
        Self(
            SetPermission { ($0.permission, $0.status, $0.subject) = (permission, status, subject) }, \.isDurable)
    }
}
