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
    private(set) var hostEpoch: UInt64 = 0
    private(set) var hostRevision: UInt64
    private let marks = SubjectMarks()
    /// The claims of kinds of which several can say something; what counts of them is in `facts`.
    private var books: [FactKind: any ClaimBook] = [:]
    /// The earliest first.
    ///
    /// What was replaced stays in it until its moment comes or it is built anew: looking at a fact once
    /// too often changes nothing.
    private var boundaries = Heap<FactBoundary>()
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
    ///   - origin: who says it; of no effect for a kind without a `ClaimBook`.
    package func set(
        _ key: FactKey, to fact: Fact?, of subject: Subject = .machine, from origin: ClaimOrigin = .setting
    ) {
        guard !key.isOfHost else { return moveHost(Self.change(&facts.host[key], to: fact)) }
        if let book = book(of: key.kind) {
            book.set(fact, from: origin, about: key, of: subject)
            return claimsMoved(about: key, of: subject)
        }
        // Taken out first: as a default it would be read while the facts are being changed.
        let everyone = facts.everyone
        let change = Self.change(&facts.subjects[subject, default: everyone][key], to: fact)
        move(subject, change, isShared: subject == .machine && key.kind == .toggle)
    }

    /// The claims of a kind; nil for a kind of which there is one claim at a time.
    package func book(of kind: FactKind) -> (any ClaimBook)? {
        if let book = books[kind] { return book }
        guard let book = kind.rule.claimBook?.init() else { return nil }
        books[kind] = book
        return book
    }

    /// Puts in force what counts of a fact whose claims were changed in their book.
    ///
    /// - Parameter isShared: true if the change counts for subjects without facts of their own too.
    package func claimsMoved(about key: FactKey, of subject: Subject, isShared: Bool = false) {
        guard let book = book(of: key.kind) else { return }
        schedule(key, of: subject, in: book)
        settle(key, of: subject, in: book)
        if isShared { share(key, in: book) }
    }

    /// Puts what counts of all claims in force; says whether it moved anything.
    @discardableResult
    private func settle(_ key: FactKey, of subject: Subject, in book: any ClaimBook) -> FactChange {
        let everyone = facts.everyone
        let change = Self.change(
            &facts.subjects[subject, default: everyone][key], to: book.counting(key, of: subject, atMs: nowMs))
        move(subject, change, isShared: false)
        return change
    }

    /// Puts what is said for all subjects in force; gives those whose facts moved.
    ///
    /// *Cost*: goes through all subjects with facts of their own; what is said for all changes seldom.
    @discardableResult
    private func share(_ key: FactKey, in book: any ClaimBook) -> [Subject] {
        let known = facts.subjects.keys.filter { $0 != .machine }
        // Users without facts of their own share these.
        moveHost(Self.change(&facts.everyone[key], to: book.shared(key, atMs: nowMs)))
        return known.filter { settle(key, of: $0, in: book) == .effect }
    }

    /// Sets what an administrator's policy says of a fact; nil where it says nothing.
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

    /// Sets which facts need a source, and have none on this host.
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
        for book in books.values { book.forget(subject) }
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

    /// Moves the clock, and with it every fact whose boundary has come; gives the subjects whose facts moved.
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
            guard let book = books[key.kind], book.renew(key, of: subject) else { continue }
            schedule(key, of: subject, in: book)
            if settle(key, of: subject, in: book) == .effect { moved.insert(subject) }
            if subject == .machine { moved.formUnion(share(key, in: book)) }
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

    private func schedule(_ key: FactKey, of subject: Subject, in book: any ClaimBook) {
        guard let atMs = book.nextBoundaryMs(of: key, for: subject, afterMs: nowMs) else { return }
        // What was replaced before its time would pile up; building anew takes it out.
        if boundaryCount > boundaryLimit { rebuildBoundaries() }
        boundaries.insert(.init(atMs: atMs, subject: subject, key: key))
        earliestMs = min(earliestMs, atMs)
    }

    private func rebuildBoundaries() {
        boundaries = []
        for book in books.values {
            for (key, subject) in book.all {
                guard let atMs = book.nextBoundaryMs(of: key, for: subject, afterMs: nowMs) else { continue }
                boundaries.insert(.init(atMs: atMs, subject: subject, key: key))
            }
        }
        boundaryLimit = 2 * boundaries.count + 64
        earliestMs = boundaries.min?.atMs ?? .max
    }

    private func move(_ subject: Subject, _ change: FactChange, isShared: Bool) {
        // The machine's toggles count for everybody who shares them; its other facts are its own.
        if isShared { moveHost(change) }
        facts.subjectRevisions[subject] = marks.move(subject, change).revision
    }

    private func moveHost(_ change: FactChange) {
        if change == .effect { hostRevision += 1 }
        if change != .nothing { hostEpoch += 1 }
        facts.hostRevision = hostRevision
    }
}
