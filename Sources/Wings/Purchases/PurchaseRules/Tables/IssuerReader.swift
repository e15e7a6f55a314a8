// Reads who may sign licences, for which products:
//
//     issuer shop {
//         key /etc/deeplinkd/shop-2025.jwk /etc/deeplinkd/shop-2026.jwk
//         products premium.monthly founder.once
//         audience podcasts
//         revoked 2025 since 2026-03-01T00:00:00Z
//         require clock synchronised
//     }
//
// The key files are a part of the table: they are read when it is loaded, and read again at a reload, whose text may be the
// same. Where a table is checked for any machine, what is wrong with them is a note.

import Conf
import Contract
import Features
import Routing

/// Reads `issuer NAME { … }`.
struct IssuerReader: BlockReader {
    let table: TableReading

    /// What was read of an issuer so far.
    private struct Draft {
        /// The keys with the place of the file that has each.
        var keys: [(key: IssuerKey, place: SourceRange)] = []
        /// Whether all key files were read.
        var hasAllKeys = true
        var products: [String: SourceRange] = [:]
        var audience: String?
        var revoked: [String: (sinceMs: Int64, place: SourceRange)] = [:]
        var requiresClock = false
    }

    /// Reads one issuer into the draft of the table.
    func read(_ statement: Int) {
        let block = table.check(document.children(of: statement), as: IssuerDirective.self)
        let name = word(1, statement)
        guard Name.isProductID(name) else {
            return report(
                .badName, place(1, statement),
                "\(name.isEmpty ? "an empty word" : "`\(name)`") is not a valid name for an issuer",
                help:
                    "it is the `iss` of its licences, as in `shop` or `shop.example.org`: letters, digits, `.`, `-` and `_`"
            )
        }
        if let first = purchases.issuerPlaces[name] {
            return reportSecond(
                .duplicateIssuer, place(1, statement), "the issuer `\(name)` is declared twice", first: first)
        }
        purchases.issuerPlaces[name] = place(1, statement)
        var draft = Draft()
        for checked in block.checked { read(checked.directive, checked.statement, into: &draft) }
        reportUnknownRevocations(draft)
        if block.refused.isEmpty { reportMissing(block, of: statement) }
        purchases.issuers.append(
            Issuer(
                name: name, keys: draft.keys.map(\.key), products: Set(draft.products.keys),
                audience: draft.audience ?? "", revoked: draft.revoked.mapValues(\.sinceMs),
                requiresSynchronisedClock: draft.requiresClock))
    }

    private func read(_ directive: IssuerDirective, _ statement: Int, into draft: inout Draft) {
        switch directive {
        case .key: for file in arguments(statement) { readKeys(file, into: &draft) }
        case .products: for product in arguments(statement) { readProduct(product, into: &draft) }
        case .audience: draft.audience = readAudience(statement)
        case .revoked: readRevocation(statement, into: &draft)
        case .require:
            guard isKeyword(1, statement, "clock"), isKeyword(2, statement, "synchronised") else {
                return report(
                    .badIssuer, place(1, statement), "an issuer can require a synchronised clock, and nothing else",
                    help: "it is written `require clock synchronised`")
            }
            draft.requiresClock = true
        }
    }

    private func reportMissing(_ block: StatementChecker.Block<IssuerDirective>, of statement: Int) {
        let missing: [(IssuerDirective, String, String)] = [
            (.key, "no key, so no licence could be verified", "key /etc/deeplinkd/shop.jwk"),
            (.products, "no products that it may grant", "products premium.monthly"),
            (.audience, "no audience, so licences for other programs would count", "audience podcasts"),
        ]
        for (directive, sentence, example) in missing where block.statements(of: directive).isEmpty {
            report(
                .badIssuer, place(1, statement), "the issuer `\(word(1, statement))` has \(sentence)",
                help: "add a line such as `\(example)`")
        }
    }

    // MARK: Keys

    private func readKeys(_ file: PlacedWord, into draft: inout Draft) {
        guard Name.isPlainPath(file.text) else {
            return report(
                .badKey, file.place, "a key file is named by its absolute path",
                help: "without `.`, `..` and empty parts, as in `/etc/deeplinkd/shop.jwk`")
        }
        guard let readFile = table.environment.keyFile else { return draft.hasAllKeys = false }
        do throws(TableFault) {
            let read = try readFile(file.text)
            if let doubt = read.doubt { warn(doubt, file.place) }
            addKeys(of: read, file, to: &draft)
        } catch {
            draft.hasAllKeys = false
            reportKeys(error.code, file.place, error.message, help: error.help)
        }
    }

    private func addKeys(of read: TableFile, _ file: PlacedWord, to draft: inout Draft) {
        do throws(KeyFault) {
            for key in try IssuerKey.read(read.bytes) {
                if let first = draft.keys.first(where: { $0.key.id == key.id }) {
                    reportKeys(
                        .badKey, file.place, "the key file \(file.text) has the key id `\(key.id)` again",
                        help: "licences choose their key by its id: give each another",
                        related: [.init(place: first.place, note: "the first is here")])
                } else {
                    draft.keys.append((key, file.place))
                }
            }
        } catch {
            draft.hasAllKeys = false
            return report(error, file)
        }
        guard draft.keys.count > Limits.keysPerIssuer else { return }
        reportKeys(
            .badKey, file.place,
            "with \(file.text) the issuer has \(draft.keys.count) keys, and the limit is \(Limits.keysPerIssuer)",
            help: "remove keys that no longer sign")
        draft.keys.removeLast(draft.keys.count - Limits.keysPerIssuer)
    }

    private func report(_ fault: KeyFault, _ file: PlacedWord) {
        let isMissing = fault == .libraryMissing
        reportKeys(
            .badKey, file.place, "the key file \(file.text) \(fault)",
            help: isMissing
                ? "install it and read the table again: until then nothing is known of purchases by licences"
                : "it is a public key as a JWK, a JWK set or PEM, as `deeplinkctl licence keygen` writes one",
            highest: isMissing ? .warning : .error)
    }

    private func warn(_ doubt: String, _ place: SourceRange) {
        table.diagnostics.report(
            Diagnostic(
                code: .untrustedFile, severity: table.environment.doubtSeverity, place: place, message: doubt,
                help: "the daemon refuses it: it must be root's or the daemon's, and writable by its owner alone"))
    }

    /// Reports what is wrong with the keys that this machine has.
    ///
    /// - Parameter highest: the highest severity that it has.
    private func reportKeys(
        _ code: DiagnosticCode, _ place: SourceRange, _ message: String, help: String?,
        related: [Diagnostic.Related] = [], highest: Severity = .error
    ) {
        table.diagnostics.report(
            Diagnostic(
                code: code, severity: min(code.severity, table.environment.keyFaultSeverity, highest), place: place,
                message: message, help: help, related: related))
    }

    // MARK: Words

    private func readProduct(_ product: PlacedWord, into draft: inout Draft) {
        guard table.mayGrant(product: product.text) else {
            return reportUnknownProduct(product, declaration: "declare it with `product \(product.text)`")
        }
        if let first = draft.products[product.text] {
            return reportSecond(
                .repeatedDirective, product.place, "the product `\(product.text)` is named twice", first: first)
        }
        draft.products[product.text] = product.place
    }

    private func readAudience(_ statement: Int) -> String? {
        let name = word(1, statement)
        if !name.isEmpty, name.utf8.count <= Limits.licenceNameBytes { return name }
        return refuse(
            .badIssuer, place(1, statement), "an audience has 1 to \(Limits.licenceNameBytes) bytes",
            help: "it is the `aud` of the licences, as in `audience podcasts`")
    }

    private func readRevocation(_ statement: Int, into draft: inout Draft) {
        let (id, time) = (word(1, statement), word(3, statement))
        guard isKeyword(2, statement, "since") else {
            return report(
                .badIssuer, place(2, statement), "before its time stands `since`, not `\(word(2, statement))`",
                help: "as in `revoked 2025 since 2026-03-01T00:00:00Z`")
        }
        guard let sinceMs = UTCTime.milliseconds(of: time) else {
            return report(
                .badIssuer, place(3, statement), "`\(time)` is not a moment in UTC",
                help: "as in `2026-03-01` or `2026-03-01T12:30:00Z`")
        }
        if let first = draft.revoked[id] {
            return reportSecond(
                .repeatedDirective, place(1, statement), "the key `\(id)` is revoked twice", first: first.place)
        }
        draft.revoked[id] = (sinceMs, place(1, statement))
    }

    /// A revocation that names no key would be without effect, and a key that was lost would go on counting.
    private func reportUnknownRevocations(_ draft: Draft) {
        guard draft.hasAllKeys else { return }
        let ids = Set(draft.keys.map(\.key.id))
        for (id, revoked) in draft.revoked.sorted(by: { $0.value.place.offset < $1.value.place.offset })
        where !ids.contains(id) {
            reportKeys(
                .unknownKey, revoked.place, "no key file of the issuer has the key `\(id)`",
                help: ids.isEmpty ? "remove it" : Suggestion.help(for: id, among: ids.sorted()))
        }
    }
}
