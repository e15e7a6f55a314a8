/// One thing of the machine that a table needs, and whether a daemon finds it there.
///
/// *Shape*: in JSON `{"what":"program","subject":"/usr/bin/mpv","verdict":"answers","because":"it can be started"}`.
package struct HostFinding: WireObject, Equatable {
    /// How sure the finding is.
    package enum Verdict: String, CaseIterable, Sendable, WireWord {
        /// It is there now.
        case answers
        /// It never is, as table and machine are: one of them must be changed.
        case willNot
        /// It depends on what appears and goes away, such as a service.
        case cannotTell
    }

    package static let typeComment =
        "One thing of the machine that a table needs, and whether the daemon finds it there."

    package var what = ""
    package var subject = ""
    package var verdict = Verdict.answers
    package var because = ""

    package init() {}

    /// Makes a finding of a verdict and its reason.
    package init(_ what: String, _ subject: String, _ judgement: (verdict: Verdict, because: String)) {
        (self.what, self.subject, verdict, because) = (what, subject, judgement.verdict, judgement.because)
    }

    package mutating func members(_ list: inout some MemberList) {
        list.member(
            "what", &what,
            "permission, product, issuer, clock, switch, platform, program, user or group. More may come.")
        list.member("subject", &subject, "Its name: camera, premium.monthly, the path of a feature or of a program.")
        list.member(
            "verdict", &verdict,
            "answers, willNot where table or machine must be changed, or cannotTell where it may come and go.")
        list.member(
            "because", &because, "The reason, as one sentence for people without its full stop. Do not parse it.")
    }
}
