package import Contract

/// The facts that a verification reads, as one value taken at one moment.
///
/// The verifier asks no source and touches no clock. Facts of the host and facts of each subject move separately, so that one
/// user's change never makes another user's binding stale.
package struct Facts: Sendable {
    /// Platforms and runtime switches; a missing switch is at its default.
    package var host: [FactKey: Fact] = [:]
    /// Whether a platform without a fact is absent; otherwise every requirement on it counts as met, so that a test case
    /// never depends on the machine that runs it.
    package var platformsAreComplete = false
    /// Where the platforms, present and absent, are known from.
    package var platformEvidence: ConstraintReport.Evidence?
    /// The facts of each subject, such as toggles; a missing one is at its default.
    package var subjects: [Subject: [FactKey: Fact]] = [:]
    /// The facts of every subject that has none of its own.
    package var everyone: [FactKey: Fact] = [:]
    /// Facts that an operator puts in the place of what sources say, for everybody.
    ///
    /// They lie over the others and change none of them: what sources and users say meanwhile is kept, and counts again the
    /// moment an override ends.
    package var overrides: [FactKey: Fact] = [:]
    /// What an administrator's policy says, per subject: before what sources and operators say.
    package var policies: [Subject: [FactKey: Fact]] = [:]
    /// Per kind of facts: the source that does not answer, and its error.
    ///
    /// What it last said counts; what is missing is unknown instead of at its default.
    package var unanswered: [FactKind: ConstraintReport.Evidence] = [:]
    /// Facts that need a source, and that no source of this host answers.
    ///
    /// One of these without a fact is unsupported instead of at its default: neither a user nor a client can lift it. What has
    /// a fact counts by that: an override, or what the ledger recorded. Empty where no host is asked, as in test cases,
    /// and in a program that embeds the dispatcher, which is the source of all its facts.
    package var sourceless: Set<FactKey> = []
    /// Where the facts came from, as evidence names it.
    package var source = "table"
    /// Where the caller came from: the kernel says who calls, but for a test case, which says so itself.
    package var callerSource = "kernel"
    /// *Units*: counts changes of the host's facts.
    package var hostRevision: UInt64 = 0
    /// *Units*: counts changes per subject.
    package var subjectRevisions: [Subject: UInt64] = [:]

    package init() {}

    /// The facts that count for a subject.
    package func of(_ subject: Subject) -> SubjectFacts { SubjectFacts(self, subject) }

    /// Sets what the host's fact says, or everyone's; nil is the default.
    package subscript(key: FactKey) -> FactValue? {
        get { (key.isOfHost ? host[key] : everyone[key])?.value }
        set {
            let fact = newValue.map { Fact($0) }
            if key.isOfHost { host[key] = fact } else { everyone[key] = fact }
        }
    }

    /// The host's and everyone's facts.
    package var given: [FactKey: Fact] { host.merging(everyone) { host, _ in host } }

    /// Whether an operator has put any fact in the place of what its source says; then every outcome carries its evidence.
    package var isOverridden: Bool { !overrides.isEmpty }

    /// The state's revision as one subject sees it.
    package func revision(of subject: Subject) -> StateRevision {
        StateRevision(host: hostRevision, subject: subjectRevisions[subject] ?? 0)
    }
}
