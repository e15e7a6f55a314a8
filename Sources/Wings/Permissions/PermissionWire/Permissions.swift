// The methods of io.deeplinkd.Permissions: flows that ask for permissions, consents, and settings.

package import Contract

extension Interface {
    /// What asks people for permissions.
    package static let permissions = Interface(
        "io.deeplinkd.Permissions", order: 30,
        """
        Asks the person for the permissions that a feature needs, and keeps the answers to those whose source is consent.
        Operators, and groups that the table names, set permissions in the place of their sources.

        A word of yours never grants what another source answers for: a question that has been asked only makes
        the daemon ask that source again.
        """,
        types: [FlowReport.Event.self, PermissionAnswer.self, QuestionPace.self, OutcomeClass.self, Remedy.self],
        methods: [
            SetPermission.self, Authorise.self, AnswerQuestion.self, ListConsents.self, WithdrawConsent.self,
        ],
        errors: [
            (BareError.unknownFlow, "You have no flow of that name, or it has ended."),
            (BareError.notAsked, "The flow does not ask you this question at the moment."),
            (NotKept("io.deeplinkd.Permissions"), "The change could not be kept, and nothing has changed."),
        ])
}

/// Set a permission in the place of what its source says.
package struct SetPermission: Method {
    package typealias Answer = ChangeAnswer

    package static let name = "io.deeplinkd.Permissions.SetPermission"
    package static let comment = """
        Sets a permission of a user or account in the place of what its source says, until the setting is cleared. For
        operators, and for members of a group that the table names in grants permission; anyone else, a delegate too, gets
        PermissionDenied. The answer comes when the change is on the disk. While the ledger is unavailable, the change of an
        operator is made in memory and written when the ledger is back.
        """
    package static let example = #"{"permission":"camera","status":"authorized","subject":"uid:1000"}"#

    package var permission = ""
    /// Nil clears the setting.
    package var status: String?
    package var subject: String?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("permission", &permission, "The permission's name, as tables write it: camera, location.whenInUse.")
        list.member(
            "status", &status,
            """
            authorized, denied, restricted, notDetermined or unsupported. If absent, the setting is cleared and the source's
            answer counts.
            """)
        list.member("subject", &subject, Self.grantedComment)
    }
}

/// Ask the questions of a flow: for a feature, or for what a link or an action needs.
package struct Authorise: TargetMethod, LocalizedMethod {
    package typealias Answer = FlowReport

    package static let name = "io.deeplinkd.Permissions.Authorise"
    package static let comment = """
        Asks for the permissions that a feature needs, one after the other in the order of the table, and then performs the
        link or the action that you named. Call it with more, for yourself. A question whose by says client is yours to
        ask: show it to the person, and call Answer on another connection. Nothing is asked while something else stands in
        the way: a purchase, a switch, a permission that is restricted. You have one flow at a time: a newer one
        supersedes it. Close the connection to cancel it. A user is asked five questions a minute at most, by all programs
        together. In a flow that the person begins, those that follow a grant are not counted. What was denied is not asked
        for again within ten minutes, unless the person begins the flow.
        """
    package static let example = #"{"url":"podcast://clips/new"}"#
    package static let isStreaming = true

    package var target = Target()
    package var feature: String?
    package var pace: QuestionPace?
    package var isInitiated = false
    package var languages: [String]?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member(
            "feature", &feature,
            """
            The path of the feature, or the last name where that is unique. Absent where you name a URL or an action: one of
            the three is given.
            """)
        list.member("url", &target.url, "The URL that is performed once nothing stands in its way.")
        target.actionMembers(&list)
        list.member("pace", &pace, "How fast the questions are answered; human if absent.")
        list.member(
            "initiated", &isInitiated, .unlessBlank,
            """
            Whether the person asked for it just now, with a click for example, and not your program by itself; not if
            absent.
            """)
        list.member("languages", &languages, Self.languagesComment)
    }
}

/// Say what came of one question of a flow.
package struct AnswerQuestion: Method {
    package typealias Answer = EmptyAnswer

    package static let name = "io.deeplinkd.Permissions.Answer"
    package static let comment = """
        Says what came of the question that a flow asks. Call it on another connection than the flow's, as the same user.
        """
    package static let example = #"{"flow":"8v7gjt2rvcq9k","answer":"granted"}"#

    package var flow = ""
    package var permission: String?
    package var answer = PermissionAnswer.skip

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("flow", &flow, "The flow's name, from an answer of Authorise.")
        list.member("permission", &permission, "The permission of the question; needed for all but cancel.")
        list.member("answer", &answer, "What came of it.")
    }
}

/// The caller's own answers that are kept.
package struct ListConsents: Method, Memberless {
    package static let name = "io.deeplinkd.Permissions.List"
    package static let comment =
        "Lists your own answers that the daemon keeps: those to permissions whose source is consent."

    package init() {}

    /// The answers.
    package struct Answer: ReplyReport, PlainReply {
        package var consents: [ConsentReport] = []

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member("consents", &consents, "One entry for each permission, by name.")
        }
    }
}

/// Take back an answer that is kept.
package struct WithdrawConsent: Method {
    package typealias Answer = ChangeAnswer

    package static let name = "io.deeplinkd.Permissions.Withdraw"
    package static let comment = """
        Takes back your answer to a permission whose source is consent, so that you may be asked again. The answer comes
        when that is on the disk.
        """
    package static let example = #"{"permission":"camera"}"#

    package var permission = ""

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("permission", &permission, "The permission's name.")
    }
}

extension BareError {
    /// The caller has no such flow, or it has ended.
    package static let unknownFlow = BareError("io.deeplinkd.Permissions.UnknownFlow")
    /// The question is not the one that is asked.
    package static let notAsked = BareError("io.deeplinkd.Permissions.NotAsked")
}
