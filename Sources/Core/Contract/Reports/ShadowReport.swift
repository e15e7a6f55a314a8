/// How a second table would have decided the links since one of the two tables changed.
package struct ShadowReport: ReplyReport {
    package var file: String?
    package var tableRevision: String?
    package var sinceMs: Int64?
    package var links = 0
    package var differing = 0
    package var kinds = 0
    package var others = 0
    package var differences: [ShadowDifference] = []

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member(
            "file", &file, "The file that shadow names; absent if the table in force has no such line.")
        list.member(
            "tableRevision", &tableRevision,
            "The revision of the second table; absent where it has errors, which Status names: no link is compared then."
        )
        list.member(
            "sinceMs", &sinceMs,
            "When counting began, in milliseconds since 1970 UTC; it begins anew when either table changes.")
        list.member("links", &links, "How many links were compared.")
        list.member("differing", &differing, "How many of them the second table decides otherwise.")
        list.member("kinds", &kinds, "How many kinds of difference there are, 256 at most.")
        list.member("others", &others, "How many links differ in further ways, which are not told apart.")
        list.member(
            "differences", &differences,
            "The kinds, the most frequent first; fewer than kinds if the answer would be too long.")
    }

    /// The same: only operators are answered.
    package var forAnyone: ShadowReport { self }

    /// Without the least frequent kinds.
    package var shortened: ShadowReport? {
        differences.count > 1 ? with { $0.differences = differences.firstHalf } : nil
    }
}

/// One way in which a second table decides links otherwise.
package struct ShadowDifference: WireObject, Equatable {
    /// What differs.
    package enum Change: String, CaseIterable, Sendable, WireWord {
        /// Whether a route takes the link, or why none does.
        case code
        /// The route that takes it.
        case route
        /// The action.
        case action
        /// The values of inputs.
        case inputs
        /// What the feature requires.
        case conditions
    }

    package static let typeComment = "One way in which the second table decides links otherwise."

    package var changed: [Change] = []
    package var inputs: [String] = []
    package var links = 0
    package var now = ShadowedDestination()
    package var then = ShadowedDestination()
    package var example: String?
    package var firstMs: Int64 = 0
    package var lastMs: Int64 = 0

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member(
            "changed", &changed,
            """
            What differs: code where only one table has a route for the link, or they refuse it for other reasons; else
            route, action, inputs or conditions.
            """)
        list.member("inputs", &inputs, .unlessBlank, "The inputs whose values differ.")
        list.member("links", &links, "How many links differ in this way.")
        list.member("now", &now, "What the table in force says.")
        list.member("then", &then, "What the second table says.")
        list.member(
            "example", &example,
            """
            The first such link, at most 512 bytes of it, with secrets of either table masked; absent where neither table
            can take it apart.
            """)
        list.member("firstMs", &firstMs, "When the first was opened, in milliseconds since 1970 UTC.")
        list.member("lastMs", &lastMs, "When the last was.")
    }
}

/// Where one of two tables sends a link.
package struct ShadowedDestination: WireObject, Equatable {
    package static let typeComment = "Where a table sends a link, whether or not the feature is available."

    package var code: String?
    package var route: String?
    package var action: String?
    package var conditions: [String] = []

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("code", &code, "Why no route takes it, or ok.unmatched where it is handed on; absent otherwise.")
        list.member("route", &route, "The route that takes it, or refuses its inputs.")
        list.member("action", &action, "That route's action, behind the path of its feature and a dot.")
        list.member("conditions", &conditions, .unlessBlank, "What the feature requires, as tables write it.")
    }
}
