/// A report that is a whole reply: the members of the reply are those of the report.
///
///     StatusReport   →   {"parameters":{"version":"1.0","routes":4,…}}
///
/// The two properties have no default, so that each new report decides both.
package protocol ReplyReport: WireReport, Equatable, Sendable {
    /// What everyone but operators is told of it; itself where that is everything, or where only operators get it.
    var forAnyone: Self { get }
    /// The report with less in it, where it is longer than an answer may be; nil where nothing can be left out.
    var shortened: Self? { get }
}

extension ReplyReport {
    fileprivate func equals(_ other: any ReplyReport) -> Bool { other as? Self == self }
}

/// A report of any type, as a reply holds it.
package struct AnyReport: Equatable, Sendable {
    var report: any ReplyReport

    package static func == (left: AnyReport, right: AnyReport) -> Bool { left.report.equals(right.report) }
}

extension Reply {
    /// The reply that a report is.
    package static func report(_ report: some ReplyReport) -> Reply { .reported(AnyReport(report: report)) }

    /// The report that the reply is; nil where it is another one, or none.
    package func report<Report: ReplyReport>(as type: Report.Type) -> Report? {
        if case .reported(let any) = self { any.report as? Report } else { nil }
    }
}
