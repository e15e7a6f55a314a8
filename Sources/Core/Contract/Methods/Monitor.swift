// The methods of io.deeplinkd.Monitor: the daemon itself.

extension Interface {
    /// What shows and steers the daemon.
    package static let monitor = Interface(
        "io.deeplinkd.Monitor", order: 60, "Reports how the daemon is doing, and lets operators steer it.",
        types: [DiagnosticReport.self],
        methods: [
            GetStatus.self, GetTable.self, CheckTable.self, ReloadTable.self, OverrideFact.self, ClearCache.self,
            AcknowledgeLinks.self, BackUpLedger.self, InspectLedger.self, ListAudit.self, CompareTables.self,
            GetMetrics.self, GetTimeline.self, SetFocus.self,
        ],
        errors: [
            (BadFact(), "There is no such fact, or it cannot have that status."),
            (BareError.notDevelopment, "The table does not say profile development."),
            (BareError.noMetrics, "The table has no block metrics, or its conditions are not met."),
            (BareError.noTimeline, "The table has no block timeline."),
            (NoAudit(), "The table in force has no audit."),
            (NotKept("io.deeplinkd.Monitor"), "The ledger could not be copied, read or written."),
            (BadTable(), "The new table has errors, all of them listed here; the old one stays in force."),
        ])
}

/// How the daemon is doing.
package struct GetStatus: Method, Memberless {
    package typealias Answer = StatusReport

    package static let name = "io.deeplinkd.Monitor.Status"
    package static let comment = """
        Reports how the daemon is doing. Operators are told everything, everyone else nothing about files, faults or other
        callers.
        """

    package init() {}
}

/// One part of the table in force: of its routes, or of its texts.
package struct GetTable: Method {
    package typealias Answer = TableContents

    package static let name = "io.deeplinkd.Monitor.Table"
    package static let comment = """
        Gives the route table in force, a part at a time: the names, patterns, schemes, hosts, features and actions of its
        routes, or the texts that it was read from. Routes of a feature with visible no are told to operators alone. Texts
        name programs, arguments and files: anyone but an operator who asks for them gets PermissionDenied.
        """

    package var after: String?
    package var files = false

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member(
            "after", &after,
            """
            The value of next in the part before; the first part if absent. A value that no part of the table in force had
            is InvalidParameter.
            """)
        list.member(
            "files", &files, .unlessBlank, "Whether to give the texts in place of the routes; not if absent.")
    }
}

/// Check the tables as the next reload would read them.
package struct CheckTable: Method, Memberless {
    package typealias Answer = CheckReport

    package static let name = "io.deeplinkd.Monitor.Check"
    package static let comment =
        "Loads the route tables as Reload would, puts none in force, and reports what is wrong and what the daemon lacks. "
        + "It takes no path, so it reads its own tables alone. For operators only."
    package static let audience = Audience.operator
    package static let mayTakeLong = true

    package init() {}
}

/// Read the table again.
package struct ReloadTable: Method, Memberless {
    package typealias Answer = ReloadReport

    package static let name = "io.deeplinkd.Monitor.Reload"
    package static let comment =
        "Reads the route tables again and puts them in force if they have no error. For operators only."
    package static let audience = Audience.operator
    package static let mayTakeLong = true

    package init() {}
}

/// Override a fact for a while.
package struct OverrideFact: Method {
    package static let name = "io.deeplinkd.Monitor.Override"
    package static let comment = """
        Overrides a fact, whatever its source says, for everybody and for a while. For operators only, and only where the
        table says profile development. Until it ends, every outcome carries its constraints, with the overridden ones marked.
        """
    package static let example = #"{"fact":"toggle SleepTimer","status":"on"}"#
    package static let audience = Audience.operator

    package var fact = ""
    /// Nil ends the override.
    package var status: String?
    package var ttlMs: Int64?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member(
            "fact", &fact,
            "The fact as a test case names it: toggle SmartPlaylists, permission camera, purchase premium.monthly.")
        list.member(
            "status", &status,
            """
            The new value: on, denied, expired and others. If absent, the override ends and the source's answer counts.
            """)
        list.member("ttlMs", &ttlMs, "For how long, in milliseconds; an hour if absent, a day at most.")
    }

    /// When the override ends; nil where it has ended.
    package struct Answer: ReplyReport, PlainReply {
        package var endsAfterMs: Int64?

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member("endsAfterMs", &endsAfterMs, "In how many milliseconds it ends; absent if it has ended.")
        }
    }
}

/// Forget the answers that are kept.
package struct ClearCache: Method, Memberless {
    package static let name = "io.deeplinkd.Monitor.ClearCache"
    package static let comment = """
        Forgets the answers that are kept of actions with cache, so that the next links are answered by their services. For
        operators only.
        """
    package static let audience = Audience.operator

    package init() {}

    /// How much was forgotten.
    package struct Answer: ReplyReport, PlainReply {
        package var answers = 0
        package var bytes = 0

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member("answers", &answers, "How many answers were kept.")
            list.member("bytes", &bytes, "About how many bytes they took.")
        }
    }
}

/// Remove interrupted links from the status.
package struct AcknowledgeLinks: Method {
    package static let name = "io.deeplinkd.Monitor.Acknowledge"
    package static let comment = """
        Removes links of actions with journal from the status that a crash has interrupted, because an operator has looked
        at them. For operators only.
        """
    package static let audience = Audience.operator

    package var outcomeId: String?

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member("outcomeId", &outcomeId, "The id of one link; all of them if absent.")
    }

    /// How many were removed.
    package struct Answer: ReplyReport, PlainReply {
        package var links = 0

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member("links", &links, "How many links were removed.")
        }
    }
}

/// Copy the ledger, and answer again and again with the next bytes of the copy.
package struct BackUpLedger: Method, Memberless {
    package static let name = "io.deeplinkd.Monitor.Backup"
    package static let comment = """
        Copies the ledger, as it is at one moment, and answers with the bytes of the copy, a part at a time. Call it with
        more, and join the bytes: the copy is complete when they are as many as size. It takes no path, since the daemon may
        see other files than its caller. For operators only.
        """
    package static let audience = Audience.operator
    package static let isStreaming = true
    package static let mayTakeLong = true

    package init() {}

    /// The next bytes in base64, and how many bytes the whole copy has.
    package struct Answer: ReplyReport, PlainReply {
        package var bytes = ""
        package var size = 0

        package init() {}

        package mutating func members(_ list: inout some MemberList) {
            list.member("bytes", &bytes, "The next bytes of the copy, in base64 with padding.")
            list.member("size", &size, "How many bytes the whole copy has.")
        }
    }
}

/// Report how a second table would have decided the links.
package struct CompareTables: Method, Memberless {
    package typealias Answer = ShadowReport

    package static let name = "io.deeplinkd.Monitor.Shadow"
    package static let comment = """
        Reports how many links the table that a line shadow names decides otherwise than the table in force, and in which
        ways. The second table performs nothing, and is asked for no fact. For operators only.
        """
    package static let audience = Audience.operator

    package init() {}
}

/// The error of `ReloadTable`: every diagnostic of the table that was not put in force.
package struct BadTable: ReplyReport {
    package var diagnostics: [DiagnosticReport] = []

    package init() {}

    package var errorName: String? { "io.deeplinkd.Monitor.BadTable" }
    /// The same: only operators reload.
    package var forAnyone: Self { self }
    package var shortened: Self? {
        diagnostics.count > 1 ? Self { $0.diagnostics = diagnostics.firstHalf } : nil
    }

    package mutating func members(_ list: inout some MemberList) {
        list.member("diagnostics", &diagnostics, "The errors, and the warnings between them.")
    }
}

/// The error of `OverrideFact`: what is wrong with the fact, as the reader of `with` lines says it.
package struct BadFact: ReplyReport {
    package var diagnostics: [DiagnosticReport] = []

    package init() {}

    package var errorName: String? { "io.deeplinkd.Monitor.BadFact" }
    /// The same: only operators override.
    package var forAnyone: Self { self }
    package var shortened: Self? {
        diagnostics.count > 1 ? Self { $0.diagnostics = diagnostics.firstHalf } : nil
    }

    package mutating func members(_ list: inout some MemberList) {
        list.member("diagnostics", &diagnostics, "What is wrong with it.")
    }
}

extension BareError {
    /// The table does not say `profile development`.
    package static let notDevelopment = BareError("io.deeplinkd.Monitor.NotDevelopment")
}
