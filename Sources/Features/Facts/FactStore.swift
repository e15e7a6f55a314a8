// The facts of a running host, and the count of their changes. Nothing here is read from a source, a disk or a clock:
// whoever owns the store puts in what sources and users say, and moves its clock.
//
// Every change moves a revision by itself: the host's part for what counts for everybody (platforms, runtime switches, the
// machine's own facts, which shared toggles fall back on), the subject's part for what is one subject's. A change to what
// stands already moves nothing. The revisions are what clients see and what makes their bindings stale; beside each goes
// an epoch that moves with them and also where only the evidence did, for what is kept of earlier answers.
//
// The clock only goes forward: setting it back never grants again what has ended.

package import Contract

/// The facts in force, with explicit changes.
///
/// *Owner/thread*: one thread. Take `facts` out for one call, not for longer: while somebody holds the value, the next
/// change copies the list of subjects.
package final class FactStore {
    package private(set) var facts: Facts
    /// Whether an operator has put any fact in the place of what its source says.
    ///
    /// Every call asks; to ask `facts` copies all of them.
    package private(set) var isOverridden: Bool
    /// How far the clock is.
    ///
    /// *Units*: milliseconds since 1970 UTC.
    package private(set) var nowMs: Int64
    private(set) var hostEpoch: UInt64 = 0
    private(set) var hostRevision: UInt64
    private var marks = SubjectMarks()
    private var holdings: [Subject: [String: Holding]] = [:]
    private(set) var boundaries = BoundaryQueue()
    private var holdingCount = 0

    /// Begins with facts that were read before, at a moment.
    package init(_ facts: Facts = Facts(), nowMs: Int64 = 0) {
        self.facts = facts
        self.nowMs = nowMs
        hostRevision = facts.hostRevision
        isOverridden = facts.isOverridden
        for subject in Set(facts.subjects.keys).union(facts.subjectRevisions.keys) {
            marks.add(subject, revision: facts.subjectRevisions[subject] ?? 0)
        }
    }

    /// The state's revision as one subject sees it.
    package func revision(of subject: Subject) -> StateRevision {
        StateRevision(host: hostRevision, subject: mark(of: subject).revision)
    }

    /// The subject's number and counts.
    func mark(of subject: Subject) -> SubjectMarks.Mark { marks[subject] }

    // MARK: The host's facts

    /// Says what the machine is; whatever is not in it is absent.
    package func set(platforms: [String: PlatformFact], evidence: ConstraintReport.Evidence? = nil) {
        let isMoved = facts.platforms != platforms || !facts.platformsAreComplete
        let names = Set(facts.platforms.keys).union(platforms.keys)
        moveHost(isMoved, names.contains { facts.evidence[.platform($0)] != evidence })
        for name in names { facts.evidence[.platform(name)] = platforms[name] == nil ? nil : evidence }
        facts.platforms = platforms
        facts.platformsAreComplete = true
    }

    /// Says that nobody knows what the machine is: a platform is what its kind's source says, or unknown.
    package func forgetPlatforms() {
        moveHost(!facts.platforms.isEmpty || facts.platformsAreComplete)
        for name in facts.platforms.keys { facts.evidence[.platform(name)] = nil }
        facts.platforms = [:]
        facts.platformsAreComplete = false
    }

    /// Moves a runtime switch; nil puts it back to its default.
    package func set(runtime state: SwitchState?, of feature: String, evidence: ConstraintReport.Evidence? = nil) {
        moveHost(facts.runtime[feature] != state, facts.evidence[.runtime(feature)] != evidence)
        facts.runtime[feature] = state
        facts.evidence[.runtime(feature)] = evidence
    }

    /// Says that the source of some kinds of facts does not answer at the moment, and why.
    package func setUnanswered(_ kinds: Set<ConstraintReport.Kind>, evidence: ConstraintReport.Evidence? = nil) {
        moveHost(!kinds.isSubset(of: facts.unanswered), kinds.contains { facts.silences[$0] != evidence })
        facts.unanswered.formUnion(kinds)
        for kind in kinds { facts.silences[kind] = evidence }
    }

    /// Says that it answers again.
    package func setAnswered(_ kinds: Set<ConstraintReport.Kind>) {
        moveHost(!kinds.isDisjoint(with: facts.unanswered))
        facts.unanswered.subtract(kinds)
        for kind in kinds { facts.silences[kind] = nil }
    }

    /// Says what an operator puts in the place of what sources say; nil for nothing.
    package func set(overrides: FactOverrides?) {
        moveHost(facts.overrides != overrides)
        facts.overrides = overrides
        isOverridden = overrides != nil
    }

    /// Says that what names of users and groups stand for is another, though no fact and no text of the table is.
    package func noteOtherNames() { moveHost(true) }

    // MARK: One subject's facts

    /// Moves a user's own switch; nil puts it back to what it falls back on.
    package func set(
        toggle state: SwitchState?, of feature: String, for subject: Subject,
        evidence: ConstraintReport.Evidence? = nil
    ) {
        change(subject, .toggle(feature), evidence) { own in
            defer { own.toggles[feature] = state }
            return own.toggles[feature] != state
        }
    }

    /// Says what a source answered about a permission; nil means that it was never asked.
    package func set(
        permission status: PermissionStatus?, of permission: Permission, for subject: Subject,
        evidence: ConstraintReport.Evidence? = nil
    ) {
        change(subject, .permission(permission), evidence) { own in
            defer { own.permissions[permission] = status }
            return own.permissions[permission] != status
        }
    }

    /// Says what a subject holds of a product; nil means that no source has ever said anything.
    package func set(
        holding: Holding?, of product: String, for subject: Subject, evidence: ConstraintReport.Evidence? = nil
    ) {
        let wasHeld = holdings[subject]?[product] != nil
        holdings[subject, default: [:]][product] = holding
        holdingCount += (holding == nil ? 0 : 1) - (wasHeld ? 1 : 0)
        schedule(holding, of: product, for: subject)
        let state = holding?.state(atMs: nowMs)
        change(subject, .purchase(product), evidence) { own in
            defer { (own.purchases[product], own.units[product]) = (state, holding?.units) }
            return own.purchases[product] != state || own.units[product] != holding?.units
        }
    }

    /// Forgets everything about a subject, whose facts are everyone's again.
    package func forget(_ subject: Subject) {
        guard facts.subjects.removeValue(forKey: subject) != nil else { return }
        holdingCount -= holdings.removeValue(forKey: subject)?.count ?? 0
        move(subject, true, true, isShared: subject == .machine)
    }

    // MARK: The clock

    /// When a fact next changes by itself; nil if none will.
    ///
    /// *Units*: milliseconds since 1970 UTC.
    ///
    /// It may be too early, never too late: `advance` then changes nothing.
    package var nextBoundaryMs: Int64? { boundaries.firstMs }

    /// Moves the clock, and with it every purchase whose boundary has come; gives the subjects whose facts moved.
    ///
    /// *Cost*: a comparison where no boundary has come.
    @discardableResult
    package func advance(toMs newMs: Int64) -> Set<Subject> {
        nowMs = max(nowMs, newMs)
        var moved: Set<Subject> = []
        while let boundary = boundaries.removeFirst(untilMs: nowMs) {
            let (subject, product) = (boundary.subject, boundary.product)
            guard let holding = holdings[subject]?[product] else { continue }
            schedule(holding, of: product, for: subject)
            let state = holding.state(atMs: nowMs)
            guard let own = facts.subjects[subject], own.purchases[product] != state else { continue }
            facts.subjects[subject]?.purchases[product] = state
            move(subject, true, true, isShared: false)
            moved.insert(subject)
        }
        return moved
    }
}

extension FactStore {
    private func schedule(_ holding: Holding?, of product: String, for subject: Subject) {
        guard let atMs = holding?.nextBoundaryMs(afterMs: nowMs) else { return }
        // What was replaced before its time would pile up; building anew takes it out.
        if boundaries.count > 2 * holdingCount + 64 { rebuildBoundaries() }
        boundaries.insert(.init(atMs: atMs, subject: subject, product: product))
    }

    private func rebuildBoundaries() {
        boundaries = BoundaryQueue()
        for (subject, own) in holdings {
            for (product, holding) in own {
                guard let atMs = holding.nextBoundaryMs(afterMs: nowMs) else { continue }
                boundaries.insert(.init(atMs: atMs, subject: subject, product: product))
            }
        }
    }

    /// Changes a subject's facts in place; `body` says whether anything will be another.
    private func change(
        _ subject: Subject, _ name: FactName, _ evidence: ConstraintReport.Evidence?,
        _ body: (inout Facts.OfSubject) -> Bool
    ) {
        // Taken out first: as a default it would be read while the facts are being changed.
        let everyone = facts.everyone
        let isMoved = body(&facts.subjects[subject, default: everyone])
        let isEvidenceMoved = facts.subjects[subject]?.evidence[name] != evidence
        if isEvidenceMoved { facts.subjects[subject]?.evidence[name] = evidence }
        move(subject, isMoved, isEvidenceMoved, isShared: subject == .machine && name.isToggle)
    }

    private func move(_ subject: Subject, _ isMoved: Bool, _ isEvidenceMoved: Bool, isShared: Bool) {
        // The machine's toggles count for everybody who shares them; its purchases and permissions are its own.
        if isShared { moveHost(isMoved, isEvidenceMoved) }
        let mark = marks.move(subject, isMoved: isMoved, isEvidenceMoved: isEvidenceMoved)
        facts.subjectRevisions[subject] = mark.revision
    }

    private func moveHost(_ isMoved: Bool, _ isEvidenceMoved: Bool = false) {
        if isMoved { hostRevision += 1 }
        if isMoved || isEvidenceMoved { hostEpoch += 1 }
        facts.hostRevision = hostRevision
    }
}

extension FactName {
    fileprivate var isToggle: Bool { if case .toggle = self { true } else { false } }
}
