// What is known of the licences and trials of each subject, and what follows from it for a product:
//
//     licences that were verified    the set of them, with the table's issuers, gives one purchase for a product at a moment
//     a trial that was started       active until its end, whatever a later table says
//
// The book reads no clock, no disk and no key: LicenceDesk does, and puts what follows into the facts.

import Contract
import Features
import Ledger
import Licences

/// The verified licences and the trials of all subjects.
struct LicenceBook {
    /// The issuers of the table in force.
    var issuers: [Issuer] = [] {
        didSet {
            forgetChangedKeys(of: oldValue)
            held = [:]
        }
    }
    /// Whether the clock of the machine is synchronised, for issuers that require it.
    var isClockSynchronised = true
    /// By subject and product.
    private(set) var trials: [Subject: [String: KeptTrial]] = [:]
    private var licences: [Subject: [Licence]] = [:]
    /// What follows from them, worked out when it is first asked for.
    private var held: [Subject: HeldLicences] = [:]

    /// The subjects that have any.
    var subjects: Set<Subject> { Set(licences.keys).union(trials.keys) }

    /// How many licences of a subject were verified.
    func licenceCount(of subject: Subject) -> Int { licences[subject]?.count ?? 0 }

    // MARK: Changes

    /// Replaces all trials.
    mutating func replace(trials: [Subject: [String: KeptTrial]]) { self.trials = trials }

    /// Adds a trial.
    mutating func add(_ trial: KeptTrial, of product: String, for subject: Subject) {
        trials[subject, default: [:]][product] = trial
    }

    /// Adds licences of a subject, as often as they may come.
    mutating func add(_ more: [Licence], of subject: Subject) {
        guard !more.isEmpty else { return }
        let known = Set((licences[subject] ?? []).map(\.digest))
        licences[subject, default: []] += more.filter { !known.contains($0.digest) }
        held[subject] = nil
    }

    /// Replaces the licences of one subject.
    mutating func replace(_ licences: [Licence], of subject: Subject) {
        self.licences[subject] = licences.isEmpty ? nil : licences
        held[subject] = nil
    }

    /// Replaces all licences.
    mutating func replace(licences: [Subject: [Licence]]) {
        self.licences = licences
        held = [:]
    }

    /// A key that is another one under the same id no longer stands for what it signed before.
    private mutating func forgetChangedKeys(of old: [Issuer]) {
        func keys(_ issuers: [Issuer]) -> [String: [String: IssuerKey]] {
            Dictionary(
                issuers.map { issuer in
                    (issuer.name, Dictionary(issuer.keys.map { ($0.id, $0) }) { first, _ in first })
                }
            ) { first, _ in first }
        }
        let (before, now) = (keys(old), keys(issuers))
        guard before != now else { return }
        for (subject, own) in licences {
            replace(
                own.filter { before[$0.issuer]?[$0.keyID] == now[$0.issuer]?[$0.keyID] }, of: subject)
        }
    }

    // MARK: What follows

    /// The standing of each licence of a subject.
    mutating func entries(of subject: Subject) -> HeldLicences {
        if let known = held[subject] { return known }
        let made = HeldLicences(licences[subject] ?? [], issuers: issuers)
        held[subject] = made
        return made
    }

    /// What licences say of a product; empty where they say nothing.
    mutating func licenceClaims(about product: String, of subject: Subject, atMs nowMs: Int64) -> [Fact] {
        guard licences[subject] != nil else { return [] }
        let entries = entries(of: subject)
        guard let purchase = entries.purchase(of: product, isClockSynchronised: isClockSynchronised, atMs: nowMs)
        else { return [] }
        let basis = basis(of: purchase, product, entries)
        let isClockAwaited = purchase.state == .unknown && !isClockSynchronised
        return [
            Fact(
                .purchase(purchase),
                .init(
                    source: basis.map { "licence:\($0.issuer)/\($0.keyID)" } ?? "licence",
                    asOfMs: basis?.issuedMs, freshness: .cached,
                    fault: isClockAwaited ? Self.clockFault : nil))
        ]
    }

    /// What a trial says of a product; empty where none was started.
    func trialClaims(about product: String, of subject: Subject) -> [Fact] {
        guard let trial = trials[subject]?[product] else { return [] }
        return [
            Fact(
                .purchase(Purchase(.trial, endsMs: trial.endsMs)),
                .init(source: "trial", asOfMs: trial.startedMs, freshness: .live))
        ]
    }

    /// The licence that what is held of a product rests on; nil where it rests on none.
    mutating func basis(of product: String, for subject: Subject, atMs nowMs: Int64) -> Licence? {
        guard licences[subject] != nil else { return nil }
        let entries = entries(of: subject)
        return entries.purchase(of: product, isClockSynchronised: isClockSynchronised, atMs: nowMs)
            .flatMap { basis(of: $0, product, entries) }
    }

    /// The licence with the dates of a purchase; of several the one that was issued last.
    private func basis(of purchase: Purchase, _ product: String, _ entries: HeldLicences) -> Licence? {
        let counting = entries.entries.filter { $0.standing == .counts && $0.licence.products.contains(product) }
            .map(\.licence)
        let exact = counting.filter { $0.endsMs == purchase.endsMs && $0.graceEndsMs == purchase.graceEndsMs }
        return (exact.isEmpty ? counting : exact).max { $0.issuedMs < $1.issuedMs }
    }

    private static let clockFault =
        "the table requires a synchronised clock, and this machine's is not: synchronise it with systemd-timesyncd, or with "
        + "chrony and deeplinkd-clock.service"
}
