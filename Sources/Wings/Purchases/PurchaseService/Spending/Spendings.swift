// What is reserved for links, in the daemon's memory. It is what the ledger has, and what is on its way there:
//
//     under way     a link that has reserved and not ended; the ledger has it, or is about to
//     ended         the end is being written; until it is on the disk a ledger that is opened again lacks it
//     undecided     on the disk, until an operator decides
//
// Of another ledger, and of another run, memory knows nothing: there the disk is right.

import Contract
import Features
import Ledger
import PurchaseRules
import Serving

/// What is reserved for links, and what operators have to decide.
///
/// *Owner/thread*: the loop's thread; held by its desk.
final class Spendings: ChargeKeeper {
    private unowned let desk: LicenceDesk
    private var underWay: [String: Reservation] = [:]
    /// What has ended and is not known to be on the disk.
    private var unwritten: [String: (reservation: Reservation, end: ChargeEnd)] = [:]
    /// What operators have to decide, the oldest first.
    private(set) var undecided: [Reservation] = []
    /// Told of what became undecided.
    var onDoubt: ((Reservation) -> Void)?

    init(_ desk: LicenceDesk) { self.desk = desk }

    // MARK: Links

    /// Reserves what an action spends, if the subject has it.
    func reserve(
        _ charges: [Charge], for proof: borrowing VerifiedActionBinding, outcomeID: String, feature: String
    ) -> (any ChargeHold)? {
        let subject = proof.subject
        var parts: [ReservedPart] = []
        for charge in charges {
            guard let portions = desk.portions(of: charge.key, for: subject) else { continue }
            guard let taken = SpendingPortion.taking(charge.amount, of: portions) else { return nil }
            parts += taken.map { ReservedPart(charge.key.name, $0) }
        }
        let reservation = Reservation(
            outcomeID: outcomeID, uid: proof.caller.uid, subject: subject, feature: feature, action: proof.action.name,
            parts: parts)
        underWay[outcomeID] = reservation
        desk.changeSpent(parts, by: subject, areTaken: true)
        return SpendingHold(reservation, self)
    }

    /// Takes note that a link has ended.
    fileprivate func end(_ reservation: Reservation, _ end: ChargeEnd) {
        guard underWay.removeValue(forKey: reservation.outcomeID) != nil else { return }
        unwritten[reservation.outcomeID] = (reservation, end)
        switch end {
        case .taken: break
        case .givenBack: desk.changeSpent(reservation.parts, by: reservation.subject, areTaken: false)
        case .undecided:
            guard !reservation.parts.isEmpty else { return }
            undecided.append(reservation)
            onDoubt?(reservation)
        }
    }

    /// Takes note that the end is on the disk.
    fileprivate func didWriteEnd(of reservation: Reservation) { unwritten[reservation.outcomeID] = nil }

    // MARK: The ledger

    /// Takes over what a ledger has that was opened.
    ///
    /// Returns: all that is spent or reserved.
    func adopt(_ kept: KeptSpending) -> [Subject: [String: SpentUnits]] {
        var spent = kept.spent
        func add(_ reservation: Reservation) {
            for part in reservation.parts {
                spent[reservation.subject, default: [:]][part.product, default: SpentUnits()]
                    .add(part.portion.units, of: part.portion.basis)
            }
        }
        undecided = kept.undecided
        for reservation in underWay.values { add(reservation) }
        // One whose row is gone was written, though that was not heard of.
        for (reservation, end) in unwritten.values where kept.running.contains(reservation.outcomeID) {
            if end != .givenBack { add(reservation) }
            if end == .undecided { undecided.append(reservation) }
        }
        return spent
    }

    // MARK: Operators

    /// Decides what became of the units of a link; answers with whether it was undecided.
    func decide(
        _ outcomeID: String, isSpent: Bool, by author: Author,
        then reply: @escaping (Result<Reservation?, LedgerError>) -> Void
    ) {
        guard let ledger = desk.ledger, let found = undecided.first(where: { $0.outcomeID == outcomeID }) else {
            return reply(.success(nil))
        }
        ledger.write(SpendingStep.decided(outcomeID: outcomeID, isSpent: isSpent, by: author), of: author.uid) {
            [self] error in
            if let error { return reply(.failure(error)) }
            // Two operators may decide at once: the first one counts.
            guard let place = undecided.firstIndex(where: { $0.outcomeID == outcomeID }) else {
                return reply(.success(nil))
            }
            undecided.remove(at: place)
            if !isSpent { desk.changeSpent(found.parts, by: found.subject, areTaken: false) }
            reply(.success(found))
        }
    }

    /// The units of a product that are reserved for links of a subject.
    func reservedUnits(of product: String, for subject: Subject) -> Int {
        let all = Array(underWay.values) + undecided
        return all.lazy.filter { $0.subject == subject }.flatMap(\.parts).filter { $0.product == product }
            .reduce(0) { $0 + $1.portion.units }
    }
}

/// What is reserved for one link.
private final class SpendingHold: ChargeHold {
    private let reservation: Reservation
    private let spendings: Spendings

    init(_ reservation: Reservation, _ spendings: Spendings) {
        (self.reservation, self.spendings) = (reservation, spendings)
    }

    var beginning: any LedgerStep { SpendingStep.reserved(reservation) }

    func ending(_ end: ChargeEnd) -> any LedgerStep { SpendingStep.ended(reservation, end) }

    func putBack(into facts: inout Facts) {
        for (product, units) in reservation.amounts {
            let key = FactKey.purchase(product)
            guard var fact = facts.subjects[reservation.subject]?[key], var purchase = fact.value.purchase,
                let left = purchase.units
            else { continue }
            let (sum, isTooMuch) = left.addingReportingOverflow(units)
            purchase.units = isTooMuch ? .max : sum
            fact.value = .purchase(purchase)
            facts.subjects[reservation.subject]?[key] = fact
        }
    }

    func end(_ end: ChargeEnd) { spendings.end(reservation, end) }

    func didWriteEnd() { spendings.didWriteEnd(of: reservation) }
}
