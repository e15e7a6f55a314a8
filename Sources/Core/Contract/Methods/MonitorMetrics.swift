// Monitor.Metrics: the numbers of the daemon, as the text that Prometheus and others read.

/// Give the daemon's numbers, a part at a time.
package struct GetMetrics: Method {
    /// How the text is written.
    package enum Form: String, CaseIterable, Sendable, WireWord {
        /// Prometheus' text format, version 0.0.4.
        case prometheus
        /// OpenMetrics 1.0.0.
        case openmetrics
    }

    package static let name = "io.deeplinkd.Monitor.Metrics"
    package static let comment = """
        Gives the numbers of the daemon as text, a part at a time: call it with more, and join the texts. For operators, and
        for those whom the line read of the table's block metrics names; anyone else gets PermissionDenied. NoMetrics without
        that block, or where its conditions are not met.
        """
    package static let isStreaming = true

    /// *Shape*: a `Form`; the name of one that a later client may know.
    package var format: String?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member(
            "format", &format, "prometheus, version 0.0.4 of its text format, if absent; or openmetrics, version 1.0.0."
        )
    }

    /// The next part.
    package struct Answer: ReplyReport, PlainReply {
        package var text = ""

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member("text", &text, "The next lines, each with its line end.")
        }
    }
}

extension BareError {
    /// The table has no block `metrics`, or its conditions are not met.
    package static let noMetrics = BareError("io.deeplinkd.Monitor.NoMetrics")
}
