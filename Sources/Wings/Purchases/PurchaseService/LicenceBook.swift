// The licences and trials of each subject, and what follows from them for a product:
//
//     licences that were verified    the set of them, with the table's issuers, gives one purchase for a product at a moment
//     a trial that was started       active until its end, whatever a later table says
//
// The book reads no clock, no disk and no key: LicenceDesk does, and puts what follows into the facts.
//
// Which licences of a subject count is worked out when it is first asked for. Where all subjects are asked at once, for the
// issuers of another table or after the ledger was read, that is worked out on the thread pool: `preparation`.

import Contract
import Features
import Ledger
import PurchaseRules
import Serving

/// The verified licences and the trials of all subjects.
struct LicenceBook {
    /// The issuers of the table in force.
    private(set) var issuers: [Issuer] = []
    /// Whether the clock of the machine is synchronised, for issuers that require it.
    var isClockSynchronised = true
    /// By subject and product.
    private(set) var trials: [Subject: [String: KeptTrial]] = [:]
    /// The units that are spent or reserved, by subject and product.
    private(set) var spent: [Subject: [String: SpentUnits]] = [:]
    private(set) var licences: [Subject: [Licence]] = [:]
    /// What follows from them, worked out when it is first asked for.
    private var held: [Subject: HeldLicences] = [:]
    /// Counts the changes of subjects' licences.
    private var changeCount = 0
    /// The last change of each subject's licences, by its count.
    private var changes: [Subject: Int] = [:]
    /// Counts how often all licences were replaced.
    private var generation = 0

    /// The subjects that have any.
    var subjects: Set<Subject> { Set(licences.keys).union(trials.keys).union(spent.keys) }

    /// How many licences of a subject were verified.
    func licenceCount(of subject: Subject) -> Int { licences[subject]?.count ?? 0 }

    // MARK: Changes

    /// Replaces all trials.
    mutating func replace(trials: [Subject: [String: KeptTrial]]) { self.trials = trials }

    /// Adds a trial.
    mutating func add(_ trial: KeptTrial, of product: String, for subject: Subject) {
        trials[subject, default: [:]][product] = trial
    }

    /// Replaces all that is spent or reserved.
    mutating func replace(spent: [Subject: [String: SpentUnits]]) {
        let touched = Set(self.spent.keys).union(spent.keys)
        self.spent = spent
        for subject in touched { noteChange(of: subject) }
    }

    /// Changes what a subject has spent or reserved of a product.
    mutating func changeSpent(of product: String, by subject: Subject, _ change: (inout SpentUnits) -> Void) {
        var units = spent[subject]?[product] ?? SpentUnits()
        change(&units)
        spent[subject, default: [:]][product] = units.isEmpty ? nil : units
        if spent[subject]?.isEmpty == true { spent[subject] = nil }
        noteChange(of: subject)
    }

    /// Adds licences of a subject, as often as they may come.
    mutating func add(_ more: [Licence], of subject: Subject) {
        guard !more.isEmpty else { return }
        let known = Set((licences[subject] ?? []).map(\.digest))
        let new = more.filter { !known.contains($0.digest) }
        // A user who sends the same ones again and again has nothing worked out anew.
        guard !new.isEmpty else { return }
        licences[subject, default: []] += new
        didChange(subject)
    }

    /// Replaces the licences of one subject.
    mutating func replace(_ licences: [Licence], of subject: Subject) {
        self.licences[subject] = licences.isEmpty ? nil : licences
        didChange(subject)
    }

    /// Replaces all licences.
    mutating func replace(licences: [Subject: [Licence]]) {
        self.licences = licences
        didReplaceAll()
    }

    private mutating func didReplaceAll(_ held: [Subject: HeldLicences] = [:]) {
        self.held = held
        changes = [:]
        generation += 1
    }

    private mutating func didChange(_ subject: Subject) {
        held[subject] = nil
        noteChange(of: subject)
    }

    /// Has what is being worked out for a subject not be taken: it is worked out anew.
    private mutating func noteChange(of subject: Subject) {
        changeCount += 1
        changes[subject] = changeCount
    }

    // MARK: All at once

    /// What follows of all licences for some issuers, at a moment.
    struct Prepared: Sendable {
        fileprivate let generation: Int
        /// The book's count when it began.
        fileprivate let changeCount: Int
        fileprivate let issuers: [Issuer]
        fileprivate let licences: [Subject: [Licence]]
        fileprivate let held: [Subject: HeldLicences]
        fileprivate let claims: [Subject: [String: [Fact]]]
    }

    /// Works out on the thread pool what follows of all licences.
    ///
    /// - Parameters:
    ///   - read: the licences that were read and verified with the issuers; nil for those that are known, of which only those
    ///     count whose key is the same.
    ///   - issuers: those in force, or those that will be.
    func preparation(
        of read: [Subject: [Licence]]? = nil, for issuers: [Issuer], isClockSynchronised: Bool, atMs nowMs: Int64
    ) -> @Sendable () -> Prepared {
        let (known, old, generation, changeCount) = (licences, self.issuers, generation, changeCount)
        let spent = spent
        return {
            let licences = read ?? Self.trusted(known, from: old, to: issuers)
            let held = licences.mapValues { HeldLicences($0, issuers: issuers) }
            let products = Set(issuers.flatMap(\.products))
            let claims = Dictionary(
                uniqueKeysWithValues: held.map { subject, entries in
                    let all = products.map { product in
                        let spent = spent[subject]?[product] ?? SpentUnits()
                        return (
                            product, Self.claims(about: product, entries, spent, isClockSynchronised, atMs: nowMs)
                        )
                    }
                    return (subject, Dictionary(uniqueKeysWithValues: all.filter { !$0.1.isEmpty }))
                })
            return Prepared(
                generation: generation, changeCount: changeCount, issuers: issuers, licences: licences, held: held,
                claims: claims)
        }
    }

    /// Puts issuers in force, with what was worked out for them.
    ///
    /// Subjects whose licences have changed meanwhile keep what was added, and are worked out when they are asked for.
    ///
    /// Returns: what licences say of each product, of every subject of which that was worked out.
    mutating func adopt(_ issuers: [Issuer], _ prepared: Prepared?) -> [Subject: [String: [Fact]]] {
        let old = self.issuers
        self.issuers = issuers
        guard let prepared, prepared.issuers == issuers, prepared.generation == generation else {
            guard issuers != old else { return [:] }
            licences = Self.trusted(licences, from: old, to: issuers)
            didReplaceAll()
            return [:]
        }
        let changed = changes.filter { $0.value > prepared.changeCount }
        let late = Self.trusted(licences.filter { changed[$0.key] != nil }, from: old, to: issuers)
        licences = prepared.licences
        didReplaceAll(prepared.held)
        for (subject, own) in late { add(own, of: subject) }
        return prepared.claims.filter { changed[$0.key] == nil }
    }

    /// The licences without those of keys that are gone, or are another one under the same id: that one does not stand for
    /// what the first one signed.
    private static func trusted(
        _ licences: [Subject: [Licence]], from old: [Issuer], to issuers: [Issuer]
    ) -> [Subject: [Licence]] {
        func keys(_ issuers: [Issuer]) -> [KeyName: IssuerKey] {
            let all = issuers.flatMap { issuer in
                issuer.keys.map { (KeyName(issuer: issuer.name, id: $0.id), $0) }
            }
            return Dictionary(all) { first, _ in first }
        }
        let now = keys(issuers)
        let gone = Set(keys(old).filter { now[$0.key] != $0.value }.keys)
        guard !gone.isEmpty else { return licences }
        return licences.compactMapValues { own in
            let kept = own.filter { !gone.contains(KeyName(issuer: $0.issuer, id: $0.keyID)) }
            return kept.isEmpty ? nil : kept
        }
    }

    /// A key as licences name it.
    private struct KeyName: Hashable {
        let issuer: String
        let id: String
    }

    // MARK: What follows

    /// The standing of each licence of a subject.
    mutating func entries(of subject: Subject) -> HeldLicences {
        if let known = held[subject] { return known }
        let made = HeldLicences(licences[subject] ?? [], issuers: issuers)
        held[subject] = made
        return made
    }

    /// What licences say of a product, that what is held first; empty where they say nothing.
    mutating func licenceClaims(about product: String, of subject: Subject, atMs nowMs: Int64) -> [Fact] {
        guard licences[subject] != nil else { return [] }
        return Self.claims(
            about: product, entries(of: subject), spent(of: product, by: subject), isClockSynchronised, atMs: nowMs)
    }

    /// What the machine's licences say of a product to a subject that has spent units of them; empty for all others, to whom
    /// they say what they say to the machine.
    mutating func sharedClaims(about product: String, of subject: Subject, atMs nowMs: Int64) -> [Fact] {
        let spent = spent(of: product, by: subject)
        guard subject != .machine, spent.isOfMachine, licences[.machine] != nil else { return [] }
        return Self.claims(
            about: product, entries(of: .machine), spent, ofMachine: true, isClockSynchronised, atMs: nowMs)
    }

    /// The units of a product that a subject has spent or reserved.
    func spent(of product: String, by subject: Subject) -> SpentUnits {
        spent[subject]?[product] ?? SpentUnits()
    }

    private static func claims(
        about product: String, _ entries: HeldLicences, _ spent: SpentUnits, ofMachine isOfMachine: Bool = false,
        _ isClockSynchronised: Bool, atMs nowMs: Int64
    ) -> [Fact] {
        entries.purchases(
            of: product, spent: spent, ofMachine: isOfMachine, isClockSynchronised: isClockSynchronised, atMs: nowMs
        ).map { purchase in
            let basis = basis(of: purchase, product, entries)
            let isClockAwaited = purchase.state == .unknown && !isClockSynchronised
            return Fact(
                .purchase(purchase),
                .init(
                    source: basis.map { "licence:\($0.issuer)/\($0.keyID)" } ?? "licence",
                    asOfMs: basis?.issuedMs, freshness: .cached,
                    fault: isClockAwaited ? clockFault : nil))
        }
    }

    /// What a trial says of a product; empty where none was started.
    func trialClaims(about product: String, of subject: Subject) -> [Fact] {
        guard let trial = trials[subject]?[product] else { return [] }
        let units = spent(of: product, by: subject).left(of: nil, of: .trial)
        return [
            Fact(
                .purchase(Purchase(.trial, units: units, endsMs: trial.endsMs)),
                .init(source: "trial", asOfMs: trial.startedMs, freshness: .live))
        ]
    }

    /// The licence that what is held of a product rests on; nil where it rests on none.
    mutating func basis(of product: String, for subject: Subject, atMs nowMs: Int64) -> Licence? {
        guard licences[subject] != nil else { return nil }
        let entries = entries(of: subject)
        return entries.purchase(of: product, isClockSynchronised: isClockSynchronised, atMs: nowMs)
            .flatMap { Self.basis(of: $0, product, entries) }
    }

    /// The licence with the dates of a purchase; of several the one that was issued last.
    private static func basis(of purchase: Purchase, _ product: String, _ entries: HeldLicences) -> Licence? {
        let counting = entries.entries.filter { $0.standing == .counts && $0.licence.products.contains(product) }
            .map(\.licence)
        let exact = counting.filter { $0.endsMs == purchase.endsMs && $0.graceEndsMs == purchase.graceEndsMs }
        return (exact.isEmpty ? counting : exact).max { $0.issuedMs < $1.issuedMs }
    }

    private static let clockFault =
        "the table requires a synchronised clock, and this machine's is not: synchronise it with systemd-timesyncd, or with "
        + "chrony and deeplinkd-clock.service"
}
