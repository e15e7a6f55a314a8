// The daemon's licences and trials, from a call or the ledger to the facts:
//
//     a call brings licences     verified on the thread pool → on the disk → counted → answered
//     the ledger was opened      read and verified a page at a time; until then products that are missing are unknown
//     a table has other keys     the same; until then what the new table still trusts goes on counting, and where the table
//                                trusts more than the last one, products that are missing are unknown
//     a date is reached          the store asks for the licences' claims anew
//     OpenSSL is missing         products that are missing are unknown, until a reload finds it
//
// A licence that is on the disk is a claim until it was verified with the keys of the table in force: another
// program that writes the file cannot make one. What was revoked since is left out by the book, which knows when each licence arrived.

import Contract
import EventLoop
import FactSources
import Features
import HostSystem
import Ledger
import PurchaseRules
import Routing
import Serving

/// Takes licences, starts trials, and keeps the facts that follow from them up to date.
///
/// *Owner/thread*: the loop's thread. The owner calls `close()`.
final class LicenceDesk: FactContributor {
    /// Told after facts have moved.
    var onMove: (() -> Void)?
    var book = LicenceBook()
    /// Counts changes of issuers and of the ledger: what was verified before one of them is verified again.
    private(set) var edition = 0
    let store: FactStore
    let ledger: LedgerQueue?
    /// Verifies licences off the loop, one user's call at a time: a signature takes some 150 µs of a processor, and a call may
    /// bring 64 of them.
    let lane: PoolLane
    let machineID: @Sendable () -> String?
    private(set) var products: [Product] = []
    /// The products that cannot be set to a state that grants them, since an issuer of the table grants them.
    ///
    /// The operator of a user instance is its user, who has to buy them. None with `profile development`.
    private(set) var licensedOnly: Set<FactKey> = []
    private let isOfUserInstance: Bool
    /// The products of which something was put into the facts.
    var told: [Subject: Set<String>] = [:]
    /// What links spend of what licences and trials grant.
    private(set) lazy var spendings = Spendings(self)
    private let loop: Loop
    private let log: Log
    private lazy var clock = ClockState(loop: loop, path: clockPath, interval: Limits.clockStateInterval) {
        [weak self] in self?.clockDidChange($0)
    }
    private let clockPath: String
    /// Whether the ledger's licences have to be verified before anything of them counts.
    private var isUnread = false
    /// Why licences cannot be verified; nil where they can be, and where there are no issuers.
    private(set) var absence: String?
    /// Told once they are, or take too long.
    private var onRead: [() -> Void] = []
    /// What was worked out for the issuers of a table that is about to be put in force.
    private var prepared: LicenceBook.Prepared?
    private lazy var patience = try? Timer(loop: loop) { [weak self] in self?.endPatience() }

    /// Adds itself to the daemon's facts.
    ///
    /// - Parameters:
    ///   - clockPath: the file that is there while the clock is synchronised.
    ///   - machineID: reads the machine's id; called on the thread pool.
    init(
        _ facts: LiveFacts, loop: Loop, log: Log, isOfUserInstance: Bool,
        clockPath: String = HostClock.synchronisedMark, machineID: @escaping @Sendable () -> String? = MachineID.read
    ) {
        (self.loop, store, ledger, self.log) = (loop, facts.store, facts.ledger, log)
        (self.isOfUserInstance, self.clockPath, self.machineID) = (isOfUserInstance, clockPath, machineID)
        lane = PoolLane(loop: loop, width: 1)
        store.purchases.renewal = { [weak self, weak store] product, subject in
            guard let self, let store else { return [] }
            return book.licenceClaims(about: product, of: subject, atMs: store.nowMs)
        }
        listenForSpending()
        facts.add(self)
        facts.charges = spendings
    }

    /// Ends timers, and forgets calls that wait.
    func close() {
        clock.close()
        patience?.close()
        lane.close()
        edition += 1
        onMove = nil
    }

    // MARK: The table

    /// The products for which licences or a trial are a source.
    var sourced: Set<FactKey> {
        let licensed = book.issuers.flatMap(\.products)
        return Set((licensed + products.filter { $0.trial != nil }.map(\.id)).map(FactKey.purchase))
    }

    /// Works out beside the loop what licences are worth to a table that will be put in force.
    func prepare(_ ruleset: Ruleset, then done: @escaping () -> Void) {
        guard ruleset.issuers != book.issuers, !book.subjects.isEmpty else { return done() }
        let preparation = book.preparation(
            for: ruleset.issuers, isClockSynchronised: isSynchronised(for: ruleset.issuers), atMs: store.nowMs)
        lane.run(of: nil, preparation) { [weak self] prepared in
            self?.prepared = prepared
            done()
        }
    }

    /// Puts a table's issuers and products in force.
    func adopt(_ ruleset: Ruleset) {
        let licensed = ruleset.issuers.flatMap(\.products).map(FactKey.purchase)
        licensedOnly = isOfUserInstance && ruleset.profile == .production ? Set(licensed) : []
        store.set(unsettable: licensedOnly)
        let hasSameIssuers = book.issuers == ruleset.issuers
        let trustsMore = ruleset.issuers.trust(moreThan: book.issuers)
        let prepared = prepared.take()
        guard !hasSameIssuers || products != ruleset.catalogue.products else { return }
        products = ruleset.catalogue.products
        let claims = book.adopt(ruleset.issuers, prepared)
        book.isClockSynchronised = isSynchronised(for: ruleset.issuers)
        if ruleset.issuers.contains(where: \.requiresSynchronisedClock) { clock.start() } else { clock.stop() }
        putAll(claims)
        guard !hasSameIssuers else { return }
        edition += 1
        guard ledger?.isOpen == true else { return }
        if trustsMore { awaitReading() }
        readAll()
    }

    /// Calls back once the ledger's licences are verified with the keys of the table in force, or take too long.
    func whenRead(then done: @escaping () -> Void) {
        guard isUnread else { return done() }
        onRead.append(done)
        // Its end stays where it is, however many calls come meanwhile.
        if patience?.isRunning == false { patience?.start(after: Limits.licenceStartTime) }
    }

    /// Has products that are missing count as unknown until all licences are verified: one of them may grant the product.
    private func awaitReading() {
        isUnread = true
        store.setUnanswered(
            [.purchase], evidence: .init(source: "ledger", fault: "its licences are being verified"))
    }

    private func isSynchronised(for issuers: [Issuer]) -> Bool {
        !issuers.contains(where: \.requiresSynchronisedClock) || clock.isSynchronised
    }

    private func clockDidChange(_ isSynchronised: Bool) {
        book.isClockSynchronised = isSynchronised
        log.notice("clock", ["synchronised": "\(isSynchronised)"])
        putAll()
        onMove?()
    }

    // MARK: The ledger

    /// Takes the trials of a ledger that was opened, reads its licences, and tells when they are verified or take too long.
    func ledgerOpened(_ kept: WingParts, then done: @escaping () -> Void) {
        edition += 1
        book.replace(trials: kept[KeptTrials.self].bySubject)
        replace(spent: spendings.adopt(kept[KeptSpending.self]))
        book.replace(licences: [:])
        putAll()
        guard !book.issuers.isEmpty else { return done() }
        awaitReading()
        whenRead(then: done)
        readAll()
    }

    /// Forgets everything that the ledger may have told.
    func forgetLedger() {
        edition += 1
        book.replace(trials: [:])
        replace(spent: spendings.adopt(KeptSpending()))
        book.replace(licences: [:])
        putAll()
    }

    /// Reads all licences and verifies them anew.
    private func readAll() {
        let wasAbsent = absence != nil
        absence = book.issuers.isEmpty ? nil : LicenceVerifier.absence
        if wasAbsent { awaitReading() }
        if let absence {
            isUnread = false
            store.setUnanswered([.purchase], evidence: .init(source: "licences", fault: absence))
            return endPatience()
        }
        read(LicenceReading(edition: edition, of: nil, issuers: book.issuers), for: nil) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let reading?): didReadAll(reading)
            // Another reading was begun.
            case .success(nil): return
            // The ledger has failed: all is read again when it is open.
            case .failure: endPatience()
            }
        }
    }

    private func didReadAll(_ reading: LicenceReading) {
        let preparation = book.preparation(
            of: reading.licences, for: book.issuers, isClockSynchronised: book.isClockSynchronised, atMs: store.nowMs)
        lane.run(of: nil, preparation) { [weak self] prepared in
            guard let self, reading.edition == edition else { return }
            if prepared == nil { book.replace(licences: reading.licences) }
            let claims = book.adopt(book.issuers, prepared)
            if reading.count > 0 {
                log.notice(
                    "licences verified", ["kept": "\(reading.count)", "rejected": "\(reading.rejections.count)"])
            }
            if isUnread { store.setAnswered([.purchase]) }
            isUnread = false
            putAll(claims)
            onMove?()
            endPatience()
        }
    }

    /// Goes on where a start or a reload waits for the licences.
    private func endPatience() {
        patience?.cancel()
        for done in onRead.released() { done() }
    }

    /// Reads on, a page at a time, and gives what was read; nil where issuers or the ledger have changed meanwhile.
    ///
    /// - Parameter user: whose turns it takes; nil for the daemon's own.
    func read(
        _ reading: LicenceReading, for user: UInt32?,
        then done: @escaping (Result<LicenceReading?, LedgerError>) -> Void
    ) {
        guard let ledger, reading.edition == edition else { return done(.success(nil)) }
        ledger.perform(of: user, isReading: true) { (ledger) throws(LedgerError) in
            try ledger.licences(after: reading.last, of: reading.subject, limit: Limits.licencesPerReading)
        } then: { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error): done(.failure(error))
            case .success(let page) where page.isEmpty: done(.success(reading.edition == edition ? reading : nil))
            case .success(let page):
                lane.run(of: user) {
                    reading.verifying(page)
                } then: { [weak self] next in
                    if let next { self?.read(next, for: user, then: done) } else { done(.success(nil)) }
                }
            }
        }
    }
}

extension [Issuer] {
    /// Whether a licence that others do not accept may be accepted by these.
    fileprivate func trust(moreThan others: [Issuer]) -> Bool {
        contains { issuer in
            guard let other = others.first(where: { $0.name == issuer.name }) else { return true }
            return issuer.audience != other.audience || !issuer.products.isSubset(of: other.products)
                || !issuer.keys.allSatisfy(other.keys.contains)
        }
    }
}
