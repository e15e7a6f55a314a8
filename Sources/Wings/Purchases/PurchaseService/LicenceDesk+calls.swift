// The licence desk's part of calls: it takes in licences, lists and removes them, and starts trials. Each call verifies
// in its user's turn, writes in its user's turn, and is answered when the disk has what it brought.

import Contract
import FactSources
import Features
import Ledger
import PurchaseRules
import PurchaseWire
import Serving

/// Why a call about purchases is refused.
enum PurchaseRefusal: Error {
    /// The ledger could not keep it.
    case ledger(LedgerError)
    /// *Shape*: a stable code and a sentence for people.
    case request(code: String, reason: String)
}

extension LicenceDesk {
    /// One licence of a call, verified or not.
    private typealias Verified = Result<Licence, LicenceFault>

    /// Takes licences for a subject.
    ///
    /// - Parameter author: the calling user and the method.
    func ingest(
        _ items: [String], for subject: Subject, by author: Author,
        then reply: @escaping (Result<[IngestedLicence], PurchaseRefusal>) -> Void
    ) {
        guard let ledger else { return reply(.failure(.withoutLedger)) }
        if let error = ledger.error { return reply(.failure(.ledger(error))) }
        if let refusal = Self.refusal(of: items) { return reply(.failure(refusal)) }
        let (verifier, nowMs, machineID, edition) = (
            LicenceVerifier(issuers: book.issuers), store.nowMs, machineID, edition
        )
        lane.run(of: author.uid) {
            let expected = LicenceSubject(subject, machineID: machineID() ?? "unknown")
            return items.map { item in
                Verified { () throws(LicenceFault) in
                    try verifier.verify(item.utf8, for: expected, receivedMs: nowMs)
                }
            }
        } then: { [weak self] verified in
            guard let self else { return }
            guard let verified else { return reply(.failure(.noThread)) }
            // With another table each may be judged otherwise.
            guard edition == self.edition else { return ingest(items, for: subject, by: author, then: reply) }
            keep(Array(zip(items, verified)), for: subject, by: author, then: reply)
        }
    }

    private func keep(
        _ items: [(text: String, verified: Verified)], for subject: Subject, by author: Author,
        then reply: @escaping (Result<[IngestedLicence], PurchaseRefusal>) -> Void
    ) {
        let edition = edition
        let new = items.compactMap { text, verified in
            // ignored: what was not verified is not kept, and its answer says why.
            (try? verified.get()).map { NewLicence($0, text) }
        }
        guard let ledger, !new.isEmpty else { return reply(.success(answers(to: items.map(\.verified), [], subject))) }
        ledger.perform(of: author.uid) { (ledger) throws(LedgerError) in
            try ledger.keep(new, of: subject, by: author)
        } then: { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error): reply(.failure(.ledger(error)))
            case .success(let receipts):
                // After another table was put in force, or the ledger opened anew, all of its licences are being verified again,
                // these among them.
                let verified = items.map(\.verified)
                reply(.success(answers(to: verified, receipts, subject, counts: edition == self.edition)))
            }
        }
    }

    private static func refusal(of items: [String]) -> PurchaseRefusal? {
        guard items.count <= Limits.licencesPerCall else {
            return .request(
                code: "licence.tooManyItems",
                reason: "the call has \(items.count) licences, and the limit is \(Limits.licencesPerCall): "
                    + "send them in several calls")
        }
        let byteCount = items.reduce(0) { $0 + $1.utf8.count }
        guard byteCount <= Limits.licenceBytesPerCall else {
            return .request(
                code: "licence.tooManyBytes",
                reason: "the licences of the call have \(byteCount) bytes, and the limit is "
                    + "\(Limits.licenceBytesPerCall): send them in several calls")
        }
        return nil
    }

    // MARK: Answers

    /// Counts what was kept, and says what became of each.
    ///
    /// - Parameter receipts: of those that were verified, in their order.
    private func answers(
        to verified: [Verified], _ receipts: [LicenceReceipt], _ subject: Subject, counts: Bool = true
    ) -> [IngestedLicence] {
        // ignored: what was not verified has no products.
        let licences = verified.compactMap { try? $0.get() }
        let products = Set(licences.flatMap(\.products)).filter { product($0) != nil }
        let before = states(of: products, subject)
        if counts {
            book.add(zip(licences, receipts).compactMap { $0.counted($1) }, of: subject)
            put(subject)
            onMove?()
        }
        let after = states(of: products, subject)
        let standings = Dictionary(
            book.entries(of: subject).entries.map { ($0.licence.digest, $0.standing) }
        ) { first, _ in first }
        var rest = receipts[...]
        return verified.map { verified in
            switch verified {
            case .failure(let fault): return IngestedLicence { ($0.code, $0.reason) = (fault.code, "\(fault)") }
            case .success(let licence):
                var answer = IngestedLicence {
                    ($0.issuer, $0.id) = (licence.issuer, licence.id)
                    $0.products = licence.products.filter(products.contains).map { product in
                        ProductChange {
                            ($0.product, $0.before, $0.after) = (
                                product, before[product] ?? "none", after[product] ?? "none"
                            )
                        }
                    }
                }
                guard let receipt = rest.popFirst() else { return answer }
                answer.take(receipt, standings[licence.digest])
                return answer
            }
        }
    }

    private func states(of products: Set<String>, _ subject: Subject) -> [String: String] {
        let facts = store.facts.of(subject)
        return Dictionary(
            uniqueKeysWithValues: products.map { ($0, (facts.purchase(of: $0)?.state ?? .none).rawValue) })
    }

    // MARK: Restoring

    /// Verifies all licences of a subject once more.
    func restore(
        _ subject: Subject, for user: UInt32, then reply: @escaping (Result<RestoreReport, PurchaseRefusal>) -> Void
    ) {
        guard let ledger else { return reply(.failure(.withoutLedger)) }
        if let error = ledger.error { return reply(.failure(.ledger(error))) }
        let reading = LicenceReading(edition: edition, of: subject, issuers: book.issuers)
        read(reading, for: user) { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error): reply(.failure(.ledger(error)))
            case .success(nil):
                reply(
                    .failure(
                        .request(
                            code: "licence.interrupted",
                            reason: "the table or the ledger changed meanwhile: restore once more")))
            case .success(let reading?): reply(.success(report(on: reading, subject)))
            }
        }
    }

    private func report(on reading: LicenceReading, _ subject: Subject) -> RestoreReport {
        book.replace(reading.licences[subject] ?? [], of: subject)
        put(subject)
        onMove?()
        let standings = book.entries(of: subject).entries.map(\.standing)
        return RestoreReport {
            $0.kept = reading.count
            $0.verified = standings.count
            $0.older = standings.count { if case .superseded = $0 { true } else { false } }
            $0.rejected = reading.rejections.count
            $0.codes = Set(reading.rejections).sorted()
        }
    }

    // MARK: Trials

    /// Starts the trial of a product.
    func startTrial(
        of product: Product, for subject: Subject, by author: Author,
        then reply: @escaping (Result<TrialReport, PurchaseRefusal>) -> Void
    ) {
        guard let length = product.trial else {
            return reply(
                .failure(
                    .request(code: "trial.notOffered", reason: "the table offers no trial of the product \(product.id)")
                ))
        }
        guard let ledger else { return reply(.failure(.withoutLedger)) }
        if let known = book.trials[subject]?[product.id] { return reply(.failure(.used(known, product.id))) }
        if store.facts.of(subject).purchase(of: product.id)?.state.entitles == true {
            return reply(
                .failure(
                    .request(
                        code: "trial.needless",
                        reason: "the product \(product.id) is granted already: start the trial when it is not")))
        }
        let nowMs = store.nowMs
        let trial = KeptTrial(startedMs: nowMs, endsMs: nowMs + length.wholeMilliseconds)
        ledger.perform(of: author.uid) { (ledger) throws(LedgerError) in
            try ledger.start(trial, of: product.id, for: subject, by: author)
        } then: { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error): reply(.failure(.ledger(error)))
            case .success(.before(let known)): reply(.failure(.used(known, product.id)))
            case .success(.started):
                book.add(trial, of: product.id, for: subject)
                put(subject)
                onMove?()
                reply(.success(report(on: product, subject) ?? TrialReport()))
            }
        }
    }

    /// The trial of a product that a subject has started, or can start; nil where there is none.
    func report(on product: Product, _ subject: Subject) -> TrialReport? {
        if let trial = book.trials[subject]?[product.id] {
            return TrialReport {
                ($0.startedMs, $0.endsMs) = (trial.startedMs, trial.endsMs)
                $0.left = .milliseconds(max(0, trial.endsMs - store.nowMs))
            }
        }
        return product.trial.map { length in TrialReport { $0.length = length } }
    }
}

extension PurchaseRefusal {
    fileprivate static let withoutLedger = request(
        code: "ledger.memory", reason: "the daemon keeps its facts in memory: start it with --state-dir")
    fileprivate static let noThread = request(
        code: "licence.interrupted", reason: "no thread is free to verify the licences: send them again")

    fileprivate static func used(_ trial: KeptTrial, _ product: String) -> PurchaseRefusal {
        .request(
            code: "trial.used",
            reason: "the trial of the product \(product) was started at \(UTCTime.text(ofMs: trial.startedMs)), "
                + "and there is one for ever; it ends at \(UTCTime.text(ofMs: trial.endsMs))")
    }
}

extension NewLicence {
    /// A licence as it is written down.
    fileprivate init(_ licence: Licence, _ text: String) {
        let digits = licence.digest.map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        self.init(
            digest: digits.joined(), issuer: licence.issuer, keyID: licence.keyID, id: licence.id,
            issuedMs: licence.issuedMs, receivedMs: licence.receivedMs, token: text)
    }
}

extension Licence {
    /// The licence as it counts after it was kept, with the time at which it first arrived; nil where it was not kept.
    fileprivate func counted(_ receipt: LicenceReceipt) -> Licence? {
        switch receipt {
        case .kept: return self
        case .duplicate(let receivedMs):
            var licence = self
            licence.receivedMs = receivedMs
            return licence
        case .refused: return nil
        }
    }
}

extension IngestedLicence {
    fileprivate mutating func take(_ receipt: LicenceReceipt, _ standing: HeldLicences.Standing?) {
        switch receipt {
        case .kept:
            if case .superseded = standing { result = .older } else { result = .accepted }
        case .duplicate: result = .duplicate
        case .refused(let error): (code, reason) = (error.code, "\(error)")
        }
    }
}
