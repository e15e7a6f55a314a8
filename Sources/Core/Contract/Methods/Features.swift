// The methods of io.deeplinkd.Features: what is available, and switches.

extension Interface {
    /// What lists features and moves switches.
    package static let features = Interface(
        "io.deeplinkd.Features", order: 20,
        "Lists the features of the route tables and whether they are available to the caller, and moves switches.",
        types: [FeatureReport.Availability.self, ConstraintReport.Status.self, Remedy.self],
        methods: [ListFeatures.self, DescribeFeature.self, WatchFeatures.self, SetToggle.self, SetRuntime.self],
        errors: [(NotKept("io.deeplinkd.Features"), "The change could not be kept, and nothing has changed.")])
}

/// One page of the features: those after the one of that path.
package struct ListFeatures: LocalizedMethod {
    package static let name = "io.deeplinkd.Features.List"
    package static let comment = """
        Lists the features, parents before their children, at most 256 in one answer. Only operators are told of a feature
        with visible no in the table: for anyone else, here and in every other method, no feature has its name.
        """

    package var subject: String?
    package var after: String?
    package var languages: [String]?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("subject", &subject, Self.subjectComment)
        list.member(
            "after", &after,
            """
            The value of next in the page before; the first page if absent. A path that the table in force does not declare
            is InvalidParameter.
            """)
        list.member("languages", &languages, Self.languagesComment)
    }

    /// One page.
    package struct Answer: ReplyReport {
        package var features: [FeatureReport] = []
        /// The path of the last feature where there are more.
        package var next: String?

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member("features", &features, "One entry for each feature of the page.")
            list.member("next", &next, "The value of after for the next page; absent on the last one.")
        }

        /// The same: lists carry no evidence.
        package var forAnyone: Self { self }

        /// With half of the features, or with less of the only one.
        package var shortened: Self? {
            var answer = self
            if features.count > 1 {
                answer.features = features.firstHalf
                answer.next = answer.features.last?.path
            } else {
                guard let feature = features.first?.shortened else { return nil }
                answer.features = [feature]
            }
            return answer
        }
    }
}

/// One feature with its constraints.
package struct DescribeFeature: LocalizedMethod {
    package static let name = "io.deeplinkd.Features.Describe"
    package static let comment = "Describes one feature completely. An unknown one is InvalidParameter."
    package static let example = #"{"feature":"Playback"}"#

    package var feature = ""
    package var subject: String?
    package var languages: [String]?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("feature", &feature, SetToggle.featureComment)
        list.member("subject", &subject, Self.subjectComment)
        list.member("languages", &languages, Self.languagesComment)
    }

    /// The feature.
    package struct Answer: ReplyReport {
        package var feature = FeatureReport()

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member("feature", &feature, "The feature with its constraints.")
        }

        package var forAnyone: Self {
            with { $0.feature.constraints = feature.constraints?.map(\.forAnyone) }
        }

        package var shortened: Self? { feature.shortened.map { feature in Self { $0.feature = feature } } }
    }
}

/// The features, and again those that have changed.
package struct WatchFeatures: LocalizedMethod {
    package static let name = "io.deeplinkd.Features.Watch"
    package static let comment = """
        Lists the features as they are now, and again those that have changed, at most ten times a second. Call it with
        more. The first answer has every change that was made before the call. Changes that come faster, or that you do not
        read in time, are put into one answer. More than 256 features take several answers. A feature changes with each of
        its constraints, which Describe tells of: its report here may be the same as before.
        """
    package static let isStreaming = true

    package var subject: String?
    package var languages: [String]?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("subject", &subject, Self.watchedComment)
        list.member("languages", &languages, Self.languagesComment)
    }

    /// The features that are not as they were, and the paths of those that are gone.
    package struct Answer: ReplyReport {
        package var features: [FeatureReport] = []
        package var removed: [String] = []

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member(
                "features", &features,
                "The features that have changed since the last answer; at first all of them.")
            list.member(
                "removed", &removed, .leniently, "The paths of features that a new table does not declare any more.")
        }

        /// The same: lists carry no evidence.
        package var forAnyone: Self { self }

        /// With less of each feature.
        package var shortened: Self? {
            var answer = self
            answer.features = features.compactMap(\.shortened)
            return answer.features.count == features.count && !features.isEmpty ? answer : nil
        }
    }
}

/// Move a user's own switch.
package struct SetToggle: Method {
    package typealias Answer = ChangeAnswer

    package static let name = "io.deeplinkd.Features.SetToggle"
    package static let comment = """
        Moves a switch of yours: one of a feature that requires a toggle. Any other feature is InvalidParameter. The answer
        comes when the change is on the disk.
        """
    package static let example = #"{"feature":"SleepTimer","on":true}"#

    package var feature = ""
    /// Nil for its default.
    package var isOn: Bool?
    package var subject: String?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("feature", &feature, Self.featureComment)
        list.member("on", &isOn, Self.onComment)
        list.member(
            "subject", &subject,
            """
            Whose switch, as uid:1000, account:ann or machine; yours if absent. Only delegates and operators may name
            others, and only operators the machine.
            """)
    }

    fileprivate static let featureComment = "The path, or the last name where that is unique."
    fileprivate static let onComment = "true for on, false for off; the switch's default if absent."
}

/// Move the operator's switch.
package struct SetRuntime: Method {
    package typealias Answer = ChangeAnswer

    package static let name = "io.deeplinkd.Features.SetRuntime"
    package static let comment = """
        Moves the operator's switch of a feature that requires runtime. For operators only. While the ledger is unavailable,
        the change is made in memory and written when the ledger is back. If DeepLinking is switched off, a file beside the
        ledger keeps that too.
        """
    package static let example = #"{"feature":"SleepTimer","on":true}"#
    package static let audience = Audience.operator

    package var feature = ""
    /// Nil for its default.
    package var isOn: Bool?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("feature", &feature, SetToggle.featureComment)
        list.member("on", &isOn, SetToggle.onComment)
    }
}
