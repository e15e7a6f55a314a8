// What happened to links: the timeline of a table with the block `timeline`.

/// Report links that began and ended.
package struct GetTimeline: Method {
    package static let name = "io.deeplinkd.Monitor.Timeline"
    package static let comment = """
        Reports links that began and ended, the oldest first, a part at a time; never a URL. Call it with more. Anyone gets
        the entries of their own links, as the caller or as the subject, and operators get all. What is not asked for is
        left out. The error NoTimeline says that the table has no block timeline.
        """
    package static let example = #"{"last":20}"#
    package static let isStreaming = true

    package var after: Int64?
    package var last: Int64?
    package var sinceMs: Int64?
    package var untilMs: Int64?
    package var uid: Int64?
    package var feature: String?
    package var code: String?
    package var outcomeId: String?
    package var follows = false

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member(
            "after", &after,
            """
            The number of the last entry that the caller has: entries behind it are given. If it is gone by now, the first
            entry says that others are missing before it.
            """)
        list.member("last", &last, "How many entries to give, the last ones; all if absent.")
        list.member("sinceMs", &sinceMs, "Of entries from this moment on, in milliseconds since 1970 UTC.")
        list.member("untilMs", &untilMs, "Of entries up to this moment.")
        list.member("uid", &uid, "Of links that this user opened, or that were opened for this user.")
        list.member("feature", &feature, "Of links of the feature with this path, or of one inside it.")
        list.member("code", &code, "Of links with this code, or with one that begins with these words: blocked.toggle.")
        list.member("outcomeId", &outcomeId, "Of the link with this outcome.")
        list.member(
            "follow", &follows, .unlessBlank,
            "Whether to go on with the entries that are made from now on; not if absent.")
    }

    /// The next entries.
    package struct Answer: ReplyReport, PlainReply {
        package var entries: [TimelineEntryReport] = []

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member("entries", &entries, "The next entries; none where there are no more.")
        }
    }
}

/// Have values of inputs recorded.
package struct SetFocus: Method {
    package static let name = "io.deeplinkd.Monitor.Focus"
    package static let comment = """
        Records the values of inputs too, of the links of some features from now on, in memory alone and with secrets
        masked. They are shown to who opened the link and to whom it was opened for, and to operators only where the table
        says profile development. For operators only.
        """
    package static let example = #"{"features":["Playback/SleepTimer"]}"#
    package static let audience = Audience.operator

    package var features: [String]?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member(
            "features", &features,
            "The paths of features, with those inside them; none of them ends it. What there is stays if absent.")
    }

    /// The features whose values are recorded.
    package struct Answer: ReplyReport, PlainReply {
        package var features: [String] = []

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member("features", &features, "The paths of the features in focus.")
        }
    }
}

extension BareError {
    /// The table has no block `timeline`.
    package static let noTimeline = BareError("io.deeplinkd.Monitor.NoTimeline")
}
