/// The result of loading the table that a reload would put in force, and of looking for what it needs.
///
/// Nothing was put in force.
public struct CheckReport: ReplyReport {
    /// Names the table that a reload would put in force; nil if it would put none in force, because of the errors.
    public package(set) var tableRevision: String?
    /// How many routes it has.
    public package(set) var routes = 0
    /// How many features it declares.
    public package(set) var features = 0
    package var channels = 0
    package var issuers = 0
    package var files: [TableFileReport] = []
    package var withheldBy: String?
    /// How many errors its files have.
    public package(set) var errors = 0
    /// How many warnings they have.
    public package(set) var warnings = 0
    /// The first errors and warnings, in the order of the text.
    public package(set) var diagnostics: [DiagnosticReport] = []
    package var trusted: [String] = []
    package var packages: [PackageReport]?
    package var findings: [HostFinding] = []

    package init() {}

    package mutating func members(_ list: inout some MemberList) {
        list.member(
            "tableRevision", &tableRevision,
            "Which table a reload would put in force now; absent if it would put none in force, because of the errors.")
        list.member("routes", &routes, "How many routes it has.")
        list.member("features", &features, "How many features it declares.")
        list.member("channels", &channels, "How many channels it declares.")
        list.member("issuers", &issuers, "How many issuers of licences it declares.")
        list.member("files", &files, "The files that it was read from.")
        list.member(
            "withheldBy", &withheldBy,
            "The place of the user-instances no that keeps the daemon from the machine's tables; absent if none does.")
        list.member("errors", &errors, "How many errors the files have.")
        list.member("warnings", &warnings, "How many warnings they have.")
        list.member("diagnostics", &diagnostics, "The first of them, in the order of the text.")
        list.member(
            "trusted", &trusted, .unlessBlank,
            "The actions whose programs the table calls trusted: feature, action and program, with a blank between them."
        )
        list.member(
            "packages", &packages,
            "The packages that a reload would not put in force as they were read; absent if none.")
        list.member(
            "findings", &findings,
            """
            What the table needs of the machine, as the daemon sees it from its own process; empty without a table. If the
            answer would be too long, those that answer are left out first.
            """)
    }

    /// The same: only operators check.
    package var forAnyone: CheckReport { self }

    /// With the findings of faults alone, then with half of them, of the diagnostics, or of the files.
    package var shortened: CheckReport? {
        var report = self
        let faults = findings.filter { $0.verdict != .answers }
        if !findings.isEmpty {
            report.findings = faults.count < findings.count ? faults : findings.firstHalf
        } else if diagnostics.count > 1 {
            report.diagnostics = diagnostics.firstHalf
        } else {
            report.files = files.firstHalf
        }
        return report == self ? nil : report
    }
}
