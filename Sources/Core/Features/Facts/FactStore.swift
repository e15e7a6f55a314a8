// The facts of a running host, and the count of their changes. Nothing here is read from a source, a disk or a clock:
// its owner puts in what sources and users say, and moves its clock.
//
// Every change moves a revision by itself: the host's part for what counts for everybody (platforms, runtime switches, the
// machine's own facts, which shared toggles fall back on), the subject's part for what is one subject's. A change to what
// stands already moves nothing. The revisions are what clients see and what makes their bindings stale; beside each goes
// an epoch that moves with them and also where only the evidence did, for what is kept of earlier answers.
//
// The clock only goes forward: setting it back never grants again what has ended.

package import Contract
internal import HeapModule

/// The facts in force, with explicit changes.
///
/// *Owner/thread*: one thread. Take `facts` out for one call, not for longer: while a copy of the value is held, the next
/// change copies the list of subjects.
package final class FactStore {
    package private(set) var facts: Facts
    /// Whether an operator has put any fact in the place of what its source says.
    ///
    /// Every call asks; to ask `facts` copies all of them.
    package var isOverridden: Bool { hasOverrides }
    /// Apart from what other targets see: so no access of it is checked at run time.
    private var hasOverrides: Bool
    /// How far the clock is.
    ///
    /// *Units*: milliseconds since 1970 UTC.
    package private(set) var nowMs: Int64
    /// The earliest boundary, or later than every moment: every turn compares it, and a heap is no comparison.
    private var earliestMs = Int64.max
    /// Says what licences grant of a product, for a subject and at the store's moment; asked where a date of theirs comes.
    ///
    /// Set by the owner of the licences, of which several together may have a next state that the claim does not tell.
    package var renewal: ((_ product: String, _ subject: Subject) -> [Fact])?
    private(set) var hostEpoch: UInt64 = 0
    private(set) var hostRevision: UInt64
    private let marks = SubjectMarks()
    /// What is said of purchases; what counts of it is in `facts`.
    private var purchases = PurchaseClaimBook()
    /// The earliest first.
    ///
    /// What was replaced stays in it until its moment comes or it is built anew: looking at a purchase once
    /// too often changes nothing.
    private var boundaries = Heap<PurchaseBoundary>()
    /// *Units*: boundaries, those of what was replaced among them.
    var boundaryCount: Int { boundaries.count }
    /// *Units*: boundaries at which the queue is built anew.
    private var boundaryLimit = 64

    /// Begins with facts that were read before, at a moment.
    package init(_ facts: Facts = Facts(), nowMs: Int64 = 0) {
        self.facts = facts
        self.nowMs = nowMs
        hostRevision = facts.hostRevision
        hasOverrides = facts.isOverridden
        for subject in Set(facts.subjects.keys).union(facts.subjectRevisions.keys) {
            marks.add(subject, revision: facts.subjectRevisions[subject] ?? 0)
        }
    }

    /// The state's revision as one subject sees it.
    package func revision(of subject: Subject) -> StateRevision { standing(of: subject).revision }

    /// Where the facts that count for a subject stand.
    package func standing(of subject: Subject) -> FactStanding {
        let mark = marks[subject]
        return FactStanding(
            number: mark.number, epoch: mark.epoch, hostEpoch: hostEpoch, isOverridden: hasOverrides,
            revision: StateRevision(host: hostRevision, subject: mark.revision))
    }

    // MARK: Changes

    /// Sets one fact, and what it becomes on its dates; nil puts it back to its default.
    ///
    /// - Parameters:
    ///   - subject: whose fact it is; of no effect for a fact of the host.
    ///   - origin: who says it; of no effect unless several can say something, as of purchases.
    package func set(
        _ key: FactKey, to fact: Fact?, of subject: Subject = .machine, from origin: PurchaseClaims.Origin = .setting
    ) {
        guard !key.isOfHost else { return moveHost(Self.change(&facts.host[key], to: fact)) }
        if key.kind == .purchase { return set(key, claims: fact.map { [$0] } ?? [], from: origin, of: subject) }
        // Taken out first: as a default it would be read while the facts are being changed.
        let everyone = facts.everyone
        let change = Self.change(&facts.subjects[subject, default: everyone][key], to: fact)
        move(subject, change, isShared: subject == .machine && key.kind == .toggle)
    }

    /// Sets what one origin says of a product; nothing is said where the list is empty.
    ///
    /// The other origins' claims stay, and the best of all counts (PurchaseClaims).
    package func set(
        _ key: FactKey, claims facts: [Fact], from origin: PurchaseClaims.Origin, of subject: Subject
    ) {
        var all = purchases[key, subject]
        let isSharedChange = subject == .machine && origin == .licences && all[.licences] != facts
        all[origin] = facts
        purchases[key, subject] = all
        schedule(all, key, of: subject)
        settle(key, of: subject)
        if isSharedChange { share(key) }
    }

    /// Sets the products that only licences, trials and sources grant.
    ///
    /// Of these a setting counts only if it grants nothing.
    package func set(unsettable keys: Set<FactKey>) {
        let changed = purchases.unsettable.symmetricDifference(keys)
        purchases.unsettable = keys
        for subject in purchases.subjects {
            for key in changed where !purchases[key, subject].isEmpty { settle(key, of: subject) }
        }
    }

    /// Puts what counts of all claims in force; says whether it moved anything.
    @discardableResult
    private func settle(_ key: FactKey, of subject: Subject) -> FactChange {
        let everyone = facts.everyone
        let change = Self.change(
            &facts.subjects[subject, default: everyone][key],
            to: purchases.counting(key, of: subject).inForce(atMs: nowMs))
        move(subject, change, isShared: false)
        return change
    }

    /// Puts what the machine's licences say of a product in force for all subjects; gives those whose facts moved.
    ///
    /// *Cost*: goes through all subjects with facts of their own; the licences of the machine change seldom.
    @discardableResult
    private func share(_ key: FactKey) -> [Subject] {
        let known = facts.subjects.keys.filter { $0 != .machine }
        var claims = PurchaseClaims()
        claims[.machine] = purchases[key, .machine][.licences]
        // Users without facts of their own share these.
        moveHost(Self.change(&facts.everyone[key], to: claims.inForce(atMs: nowMs)))
        return known.filter { settle(key, of: $0) == .effect }
    }

    /// All that is said of a product for a subject, with what does not count.
    package func claims(about product: String, of subject: Subject) -> [(origin: PurchaseClaims.Origin, fact: Fact)] {
        purchases.counting(.purchase(product), of: subject).all
    }

    /// Sets what an administrator's policy says of a permission; nil where it says nothing.
    package func set(policy fact: Fact?, on key: FactKey, of subject: Subject) {
        guard fact != nil || facts.policies[subject]?[key] != nil else { return }
        let change = Self.change(&facts.policies[subject, default: [:]][key], to: fact)
        if facts.policies[subject]?.isEmpty == true { facts.policies[subject] = nil }
        move(subject, change, isShared: false)
    }

    /// Replaces all platforms: one that is missing is absent.
    ///
    /// With nil the machine is not known: a platform is met by assumption, or unknown where its source does not answer.
    package func set(platforms: [FactKey: FactValue]?, evidence: ConstraintReport.Evidence? = nil) {
        var change: FactChange = facts.platformsAreComplete != (platforms != nil) ? .effect : .nothing
        let known = facts.host.keys.filter { $0.kind == .platform }
        for key in Set(known).union(platforms?.keys.map(\.self) ?? []) {
            change = max(change, Self.change(&facts.host[key], to: platforms?[key].map { Fact($0, evidence) }))
        }
        facts.platformsAreComplete = platforms != nil
        if facts.platformEvidence != evidence { change = max(change, .evidence) }
        facts.platformEvidence = evidence
        moveHost(change)
    }

    /// Replaces all runtime switches and all subjects' facts, as a ledger keeps them; what is missing is at its default.
    ///
    /// - Parameter keeping: switches that stay as they are where `switches` does not have them.
    package func replace(
        switches: [FactKey: Fact], keeping: Set<FactKey> = [], subjects: [Subject: [FactKey: Fact]]
    ) {
        for key in facts.host.keys where key.kind == .runtime && switches[key] == nil && !keeping.contains(key) {
            set(key, to: nil)
        }
        for (key, fact) in switches { set(key, to: fact) }
        for subject in facts.subjects.keys where subjects[subject] == nil { forget(subject) }
        for (subject, own) in subjects {
            for key in (facts.subjects[subject] ?? [:]).keys where own[key] == nil { set(key, to: nil, of: subject) }
            for (key, fact) in own { set(key, to: fact, of: subject) }
        }
    }

    /// Notes that the source of some kinds of facts does not answer at the moment, and why.
    package func setUnanswered(_ kinds: Set<FactKind>, evidence: ConstraintReport.Evidence) {
        var change = FactChange.nothing
        for kind in kinds {
            let known = facts.unanswered.updateValue(evidence, forKey: kind)
            change = max(change, known == nil ? .effect : known != evidence ? .evidence : .nothing)
        }
        moveHost(change)
    }

    /// Notes that it answers again.
    package func setAnswered(_ kinds: Set<FactKind>) {
        let before = facts.unanswered.count
        for kind in kinds { facts.unanswered[kind] = nil }
        moveHost(facts.unanswered.count != before ? .effect : .nothing)
    }

    /// Sets which permissions and purchases no source of this host answers.
    package func set(sourceless: Set<FactKey>) {
        moveHost(facts.sourceless != sourceless ? .effect : .nothing)
        facts.sourceless = sourceless
    }

    /// Sets all facts that an operator puts in the place of what sources say.
    package func set(overrides: [FactKey: Fact]) {
        moveHost(facts.overrides != overrides ? .effect : .nothing)
        facts.overrides = overrides
        hasOverrides = facts.isOverridden
    }

    /// Notes that names of users and groups stand for other ids, though no fact and no text of the table has changed.
    package func userOrGroupIDsChanged() { moveHost(.effect) }

    /// Forgets everything about a subject, whose facts are everyone's again.
    package func forget(_ subject: Subject) {
        purchases.forget(subject)
        guard facts.subjects.removeValue(forKey: subject) != nil else { return }
        move(subject, .effect, isShared: subject == .machine)
    }

    // MARK: The clock

    /// When a fact next changes by itself; nil if none will.
    ///
    /// *Units*: milliseconds since 1970 UTC.
    ///
    /// It may be too early, never too late: `advance` then changes nothing.
    package var nextBoundaryMs: Int64? { earliestMs == .max ? nil : earliestMs }

    /// Moves the clock, and with it every purchase whose boundary has come; gives the subjects whose facts moved.
    ///
    /// *Cost*: a comparison where no boundary has come.
    @discardableResult
    package func advance(toMs newMs: Int64) -> Set<Subject> {
        nowMs = max(nowMs, newMs)
        guard earliestMs <= nowMs else { return [] }
        var moved: Set<Subject> = []
        while let boundary = boundaries.min, boundary.atMs <= nowMs {
            boundaries.removeMin()
            let (subject, key) = (boundary.subject, boundary.key)
            var claims = purchases[key, subject]
            guard !claims.isEmpty else { continue }
            if let renewal, !claims[.licences].isEmpty {
                claims[.licences] = renewal(key.name, subject)
                purchases[key, subject] = claims
            }
            schedule(claims, key, of: subject)
            if settle(key, of: subject) == .effect { moved.insert(subject) }
            if subject == .machine { moved.formUnion(share(key)) }
        }
        earliestMs = boundaries.min?.atMs ?? .max
        return moved
    }
}

extension FactStore {
    /// Changes one fact in place.
    private static func change(_ known: inout Fact?, to fact: Fact?) -> FactChange {
        defer { known = fact }
        let isSame = fact.map { $0.value.hasSameEffect(as: known?.value) } ?? (known == nil)
        return !isSame ? .effect : known?.evidence != fact?.evidence ? .evidence : .nothing
    }

    private func schedule(_ claims: PurchaseClaims, _ key: FactKey, of subject: Subject) {
        guard let atMs = claims.nextBoundaryMs(afterMs: nowMs) else { return }
        // What was replaced before its time would pile up; building anew takes it out.
        if boundaryCount > boundaryLimit { rebuildBoundaries() }
        boundaries.insert(.init(atMs: atMs, subject: subject, key: key))
        earliestMs = min(earliestMs, atMs)
    }

    private func rebuildBoundaries() {
        boundaries = []
        for (subject, own) in purchases.all {
            for (key, claims) in own {
                guard let atMs = claims.nextBoundaryMs(afterMs: nowMs) else { continue }
                boundaries.insert(.init(atMs: atMs, subject: subject, key: key))
            }
        }
        boundaryLimit = 2 * boundaries.count + 64
        earliestMs = boundaries.min?.atMs ?? .max
    }

    private func move(_ subject: Subject, _ change: FactChange, isShared: Bool) {
        // The machine's toggles count for everybody who shares them; its purchases and permissions are its own.
        if isShared { moveHost(change) }
        facts.subjectRevisions[subject] = marks.move(subject, change).revision
    }

    private func moveHost(_ change: FactChange) {
        if change == .effect { hostRevision += 1 }
        if change != .nothing { hostEpoch += 1 }
        facts.hostRevision = hostRevision
    }
}
