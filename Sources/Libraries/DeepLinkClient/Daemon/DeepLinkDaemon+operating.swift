internal import Contract

// The daemon itself. Most of these calls are for operators: others get `permissionDenied`.

extension DeepLinkDaemon {
    /// How the daemon is doing; anyone may ask, and operators are told more.
    ///
    /// ```swift
    /// let status = try await daemon.status()
    /// print(status.version, status.routes, status.tableState ?? "")
    /// ```
    public func status() async throws(DeepLinkError) -> DaemonStatus { try await driver.ask(.status) }

    /// Says how the daemon is doing, and calls back.
    @discardableResult
    public func status(completion: @escaping Completion<DaemonStatus>) -> DeepLinkCall {
        driver.ask(.status, completion)
    }

    /// Reads the route tables as the next reload would, puts none in force, and reports what is wrong; for operators.
    public func checkTable() async throws(DeepLinkError) -> CheckReport { try await driver.ask(Question(CheckTable())) }

    /// Checks the route tables, and calls back.
    @discardableResult
    public func checkTable(completion: @escaping Completion<CheckReport>) -> DeepLinkCall {
        driver.ask(Question(CheckTable()), completion)
    }

    /// Reads the route tables again, and puts them in force if they have no error; for operators.
    ///
    /// - Throws: ``DeepLinkError/invalidTable(_:)`` with all errors; the old table stays in force then.
    @discardableResult
    public func reloadTable() async throws(DeepLinkError) -> ReloadReport {
        try await driver.ask(Question(ReloadTable()))
    }

    /// Reads the route tables again, and calls back.
    @discardableResult
    public func reloadTable(completion: @escaping Completion<ReloadReport>) -> DeepLinkCall {
        driver.ask(Question(ReloadTable()), completion)
    }

    /// Switches a feature that requires `runtime` on or off for everyone; for operators.
    ///
    /// - Parameters:
    ///   - feature: its path, or its last name where that is unique.
    ///   - isOn: nil for the default of the table.
    /// - Returns: whether the change outlives the daemon; false if the daemon keeps no ledger.
    @discardableResult
    public func setRuntime(_ feature: String, to isOn: Bool?) async throws(DeepLinkError) -> Bool {
        try await driver.ask(Question(SetRuntime { ($0.feature, $0.isOn) = (feature, isOn) }, \.isDurable))
    }

    /// Switches a feature for everyone, and calls back.
    @discardableResult
    public func setRuntime(
        _ feature: String, to isOn: Bool?, completion: @escaping Completion<Bool>
    ) -> DeepLinkCall {
        driver.ask(Question(SetRuntime { ($0.feature, $0.isOn) = (feature, isOn) }, \.isDurable), completion)
    }

    /// Forgets the answers that are kept of actions with `cache`; for operators.
    ///
    /// - Returns: how many answers were kept.
    @discardableResult
    public func clearCache() async throws(DeepLinkError) -> Int {
        try await driver.ask(Question(ClearCache(), \.answers))
    }

    /// Forgets the answers that are kept, and calls back.
    @discardableResult
    public func clearCache(completion: @escaping Completion<Int>) -> DeepLinkCall {
        driver.ask(Question(ClearCache(), \.answers), completion)
    }
}

// MARK: Trying something out

extension DeepLinkDaemon {
    /// Overrides a fact for everybody and for a while, to try something out; for operators, and only where the table says
    /// `profile development`.
    ///
    /// ```swift
    /// try await daemon.override("toggle SleepTimer", with: "on", for: .seconds(60))
    /// ```
    ///
    /// - Parameters:
    ///   - fact: as a test case names it: `permission camera`, `purchase premium.monthly`.
    ///   - status: the new value; nil ends the override.
    ///   - time: a millisecond to a day; nil for an hour.
    /// - Throws: ``DeepLinkError/notConfigured(reason:)`` where the table does not say `profile development`;
    ///   ``DeepLinkError/invalidFact(_:)``.
    public func override(
        _ fact: String, with status: String?, for time: Duration? = nil
    ) async throws(DeepLinkError) {
        try await driver.ask(.override(fact, status, time))
    }

    /// Overrides a fact, and calls back.
    @discardableResult
    public func override(
        _ fact: String, with status: String?, for time: Duration? = nil, completion: @escaping Completion<Void>
    ) -> DeepLinkCall {
        driver.ask(.override(fact, status, time), completion)
    }
}

// MARK: Numbers

/// A format of the daemon's numbers.
public enum MetricsFormat: String, Sendable {
    /// Prometheus' text format, version 0.0.4.
    case prometheus
    /// OpenMetrics 1.0.0.
    case openMetrics = "openmetrics"
}

extension DeepLinkDaemon {
    /// The daemon's numbers as text; for operators, and for those whom `read` of the table's block `metrics` names.
    ///
    /// *Limits*: 64 MiB.
    ///
    /// - Throws: ``DeepLinkError/notConfigured(reason:)`` where the table has no such block.
    public func metrics(as format: MetricsFormat = .prometheus) async throws(DeepLinkError) -> String {
        try await driver.ask(.metrics, replies: GetMetrics(format)) { (reply) throws(FramingError) in
            try GetMetrics.Answer(reply: reply).text
        }
    }

    /// Gives the daemon's numbers, and calls back.
    @discardableResult
    public func metrics(
        as format: MetricsFormat = .prometheus, completion: @escaping Completion<String>
    ) -> DeepLinkCall {
        driver.ask(
            .metrics, replies: GetMetrics(format),
            read: { (reply) throws(FramingError) in try GetMetrics.Answer(reply: reply).text }, completion)
    }
}

extension GetMetrics {
    fileprivate init(_ format: MetricsFormat) { self.init { $0.format = format.rawValue } }
}

extension Gathering<String, String> {
    fileprivate static var metrics: Self {
        Self(
            start: "",
            add: { part, text in
                text += part
                return (part.utf8.count, nil)
            }, limit: 64 << 20)
    }
}

extension Question<DaemonStatus> {
    fileprivate static var status: Self { Self(request: GetStatus(), read: DaemonStatus.init(reply:)) }
}

extension Question<Void> {
    fileprivate static func override(_ fact: String, _ status: String?, _ time: Duration?) -> Self {
        let request = OverrideFact {
            ($0.fact, $0.status, $0.ttlMs) = (fact, status, time?.wholeMilliseconds)
        }
        return Self(request: request) { (reply) throws(FramingError) in _ = try OverrideFact.Answer(reply: reply) }
    }
}
