/// The limits of what the daemon keeps for those who run it.
extension Limits {
    /// For how long a start, or a reload, asks the service manager for more time than its unit says.
    package static let loadTime: Duration = .seconds(900)
    /// *Units*: combinations of route, feature and code that links are counted by; links of further ones are counted together.
    package static let metricSeries = 1000
    /// How long the timeline can keep entries on the disk.
    package static let longestTimeline: Duration = .seconds(366 * 86_400)
    /// *Units*: bytes of the entries of the timeline that are kept in memory, some thirty thousand links.
    package static let timelineBytes = 4 << 20
    /// *Units*: bytes of the files of the timeline, some two million links.
    package static let timelineFileBytes = 256 << 20
    /// *Units*: days for which rows of the audit are kept, where the table does not say.
    package static let auditDays = 90
    /// How long rows of the audit can be kept.
    package static let longestAudit: Duration = .seconds(3_660 * 86_400)
    /// *Units*: rows of the audit, some 300 bytes each.
    package static let auditRows = 100_000
    /// *Units*: rows in one answer.
    package static let auditPage = 256
    /// *Units*: spans in memory that wait to be sent, some 500 bytes each.
    package static let tracingSpans = 8192
    /// How long spans wait for others that are sent with them.
    package static let tracingDelay: Duration = .seconds(2)
}
