package import Contract

/// Everything a verification reads, as one value taken at one moment.
///
/// The verifier asks no source and touches no clock: whoever holds the facts took them before. Facts of the machine and
/// facts of each subject move separately, so that one user's change never makes another user's binding stale.
package struct Facts: Sendable {
    /// The facts of one subject.
    ///
    /// A missing entry means what the table or the kind of fact has as its default.
    package struct OfSubject: Equatable, Sendable {
        /// By the path of the feature whose toggle it is.
        package var toggles: [String: SwitchState] = [:]
        package var permissions: [Permission: PermissionStatus] = [:]
        /// By product.
        package var purchases: [String: PurchaseState] = [:]
        /// *Units*: units that are left of a consumable, by product; a granted product that is not listed counts as one.
        package var units: [String: Int] = [:]
        /// Where facts came from, where that is known better than by the whole's `source`.
        package var evidence: [FactName: ConstraintReport.Evidence] = [:]
        /// The whole's `unanswered`, filled in where the facts of a subject are taken out.
        fileprivate(set) var unanswered: Set<ConstraintReport.Kind> = []

        package init() {}
    }

    /// By platform: `linux`, `systemd`, `arch`, or an os-release ID.
    package var platforms: [String: PlatformFact] = [:]
    /// Whether a platform without a fact is absent; otherwise every requirement on it counts as met, so that a test case
    /// never depends on the machine that runs it.
    package var platformsAreComplete = false
    /// Runtime switches that were moved from their default, by the feature's path.
    package var runtime: [String: SwitchState] = [:]
    package var subjects: [Subject: OfSubject] = [:]
    /// The facts of every subject that has none of its own.
    package var everyone = OfSubject()
    /// Kinds of facts whose source does not answer: what it last said stands, and what is missing is unknown instead of at
    /// its default.
    package var unanswered: Set<ConstraintReport.Kind> = []
    /// Whose silence that is, and why.
    package var silences: [ConstraintReport.Kind: ConstraintReport.Evidence] = [:]
    /// Where the facts came from, as evidence names it.
    package var source = "table"
    /// Where facts of the machine's platforms and switches came from, where that is known better.
    package var evidence: [FactName: ConstraintReport.Evidence] = [:]
    /// Where the caller came from: the kernel says who calls, but for a test case, which says so itself.
    package var callerSource = "kernel"
    /// What an operator has put in the place of what sources say; then every outcome carries its evidence.
    package var overrides: FactOverrides?
    /// *Units*: counts changes of the machine's facts.
    package var hostRevision: UInt64 = 0
    /// *Units*: counts changes per subject.
    package var subjectRevisions: [Subject: UInt64] = [:]

    package init() {}

    /// The facts that count for a subject.
    package func of(_ subject: Subject) -> OfSubject {
        var facts = subjects[subject] ?? everyone
        facts.unanswered = unanswered
        overrides?.apply(to: &facts)
        return facts
    }

    /// Whether an operator has put any fact in the place of what its source says.
    package var isOverridden: Bool { overrides != nil }

    /// What is known of a platform; nil where a requirement on it counts as met.
    func platform(_ name: String) -> PlatformFact? {
        overrides?.platforms[name] ?? platforms[name] ?? (platformsAreComplete ? .absent : nil)
    }

    /// What is known of a feature's runtime switch; nil where it is at its default.
    func runtimeSwitch(of path: String) -> SwitchState? {
        overrides?.runtime[path] ?? runtime[path] ?? (unanswered.contains(.runtime) ? .unknown : nil)
    }

    /// The state's revision as one subject sees it.
    package func revision(of subject: Subject) -> StateRevision {
        StateRevision(host: hostRevision, subject: subjectRevisions[subject] ?? 0)
    }
}

/// Which state of the facts an answer rests on.
///
/// *Shape*: printed as `host.subject`, `3.1`.
package struct StateRevision: Equatable, Sendable, CustomStringConvertible {
    package let host: UInt64
    package let subject: UInt64

    package init(host: UInt64, subject: UInt64) {
        self.host = host
        self.subject = subject
    }

    package var description: String {
        // Every outcome carries it, and two texts put together with a third cost as much as matching a link.
        var text = InlineArray<41, UInt8>(repeating: 0)
        var start = Self.write(subject, to: &text, before: 41) - 1
        text[start] = UInt8(ascii: ".")
        start = Self.write(host, to: &text, before: start)
        guard let digits = try? UTF8Span(validating: text.span.extracting(start...)) else { return "" }
        return String(copying: digits)
    }

    /// Writes a number so that it ends before a place, and gives the place where it begins.
    private static func write(_ number: UInt64, to text: inout InlineArray<41, UInt8>, before end: Int) -> Int {
        var (rest, start) = (number, end)
        repeat {
            start -= 1
            text[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        return start
    }
}
