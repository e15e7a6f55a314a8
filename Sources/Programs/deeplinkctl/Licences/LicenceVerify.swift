import ArgumentParser
internal import Conf
internal import Contract
internal import Features
import HostSystem
internal import PurchaseRules
internal import Routing
internal import Tables

extension LicenceCommand {
    /// `licence verify`: verifies licences without a daemon.
    struct Verify: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify",
            abstract: "Verify licences with public keys or a table's issuers, and print what they say.",
            discussion: """
                Example: deeplinkctl licence verify --key shop.jwk.pub ann.licence

                Each line of the file is a licence. With -f it is verified as the daemon of that table would: with the \
                issuer's keys, products, audience and revocations, and as if it had just arrived. With --key, issuer and \
                audience are compared with the options that are given. Exit status: 0, or 3 if a licence is refused.
                """)

        @OptionGroup var output: FormatOption
        @Option(
            name: .long,
            help: ArgumentHelp(
                "A file of public keys: JWK, JWK set or PEM; may be repeated.", valueName: "file"),
            completion: .file())
        var key: [String] = []
        @Option(
            name: [.customShort("f"), .customLong("file")],
            help: ArgumentHelp(
                "A route table whose issuers verify them; may be repeated.", valueName: "routes.conf"),
            completion: .file(extensions: ["conf"]))
        var tables: [String] = []
        @Option(name: .long, help: ArgumentHelp("Refuse licences of other issuers.", valueName: "name"))
        var issuer: String?
        @Option(name: .long, help: ArgumentHelp("Refuse licences for another use.", valueName: "name"))
        var audience: String?
        @Option(
            name: .long, help: ArgumentHelp("Refuse licences of others: uid:1000, account:ann.", valueName: "subject"))
        var subject: String?
        @Argument(help: "The file with the licences; - for standard input.", completion: .file())
        var file = "-"

        func validate() throws {
            guard key.isEmpty != tables.isEmpty else {
                throw ValidationError("Name either public keys with --key, or a table with -f.")
            }
            if !tables.isEmpty, issuer != nil || audience != nil {
                throw ValidationError("The table of -f says issuers and audiences: leave out --issuer and --audience.")
            }
            try TableOption.validate(tables, and: file)
            _ = try subject.map(LicenceSubject.init(option:))
        }

        func run() throws {
            if let absence = LicenceVerifier.absence { throw ToolFailure(absence) }
            let issuers =
                try tables.isEmpty
                ? nil : TableSource(.files(tables), purpose: .verifying).loadForTool(isNamed: true).issuers
            let keys = try readKeys()
            var (count, isRefused) = (0, false)
            try Input.forEachLine(of: file) { number, text in
                guard text != "" else { return }
                count += 1
                do throws(LicenceFault) {
                    show(try verify(text ?? "\u{FFFD}", by: issuers, with: keys))
                } catch {
                    isRefused = true
                    refuse(error, line: number)
                }
            }
            guard count > 0 else { throw ToolFailure("\(file == "-" ? "standard input" : file) holds no licence") }
            if isRefused { throw ExitCode(3) }
        }

        private func readKeys() throws -> [IssuerKey] {
            var keys: [IssuerKey] = []
            for file in key {
                let bytes = try FileReader.read(file, byteLimit: Limits.keyFileBytes).bytes
                do throws(KeyFault) {
                    keys += try IssuerKey.read(bytes)
                    try IssuerKey.check(keys)
                } catch {
                    throw ToolFailure("the key file \(file) \(error)")
                }
            }
            return keys
        }

        /// Verifies one licence; what neither a table nor an option names may be whatever the licence says.
        ///
        /// - Parameter issuers: those of a table; nil without one.
        private func verify(
            _ text: String, by issuers: [Issuer]?, with keys: [IssuerKey]
        ) throws(LicenceFault) -> Verified {
            let told = try LicenceContent(unverified: text.utf8)
            let issuers =
                issuers ?? [
                    Issuer(
                        name: issuer ?? told.claims.issuer, keys: keys, products: Set(told.claims.products),
                        audience: audience ?? told.claims.audiences[0])
                ]
            let nowMs = HostClock.wallMs
            let expected = subject.flatMap { LicenceSubject($0) } ?? told.claims.subject
            let licence = try LicenceVerifier(issuers: issuers).verify(text.utf8, for: expected, receivedMs: nowMs)
            let granted = issuers.first { $0.name == licence.issuer }?.products ?? []
            return Verified(
                licence: licence, ignored: told.ignored, withheld: licence.products.filter { !granted.contains($0) },
                nowMs: nowMs)
        }

        /// A licence that was verified.
        private struct Verified {
            let licence: Licence
            /// Names of members that have no effect.
            let ignored: [String]
            /// Products that the table does not let its issuer grant.
            let withheld: [String]
            let nowMs: Int64

            /// The state that it grants now.
            var state: PurchaseState { Purchase(licence).state(atMs: nowMs) }
        }

        private func show(_ verified: Verified) {
            let licence = verified.licence
            output.show(
                [
                    "valid": true, "issuer": licence.issuer, "audiences": licence.audiences,
                    "subject": licence.subject.description, "id": licence.id, "products": licence.products,
                    "state": verified.state.rawValue, "issuedMs": licence.issuedMs, "endsMs": licence.endsMs,
                    "graceEndsMs": licence.graceEndsMs, "units": licence.units.map { Int64($0) }, "key": licence.keyID,
                    "ignored": verified.ignored.isEmpty ? nil : verified.ignored,
                    "withheld": verified.withheld.isEmpty ? nil : verified.withheld,
                ] as JSONObject
            ) {
                Output.line("✓ \(licence.issuer)  \(licence.id)")
                for (name, text) in Self.rows(verified) { Output.line("  \(name.padded(to: 9)) \(text)") }
            }
        }

        private static func rows(_ verified: Verified) -> [(name: String, text: String)] {
            let licence = verified.licence
            let rows: [(String, String?)] = [
                ("products", licence.products.joined(separator: ", ")), ("subject", licence.subject.description),
                ("audience", licence.audiences.joined(separator: ", ")), ("state", verified.state.rawValue),
                ("units", licence.units.map(String.init)), ("issued", UTCTime.text(ofMs: licence.issuedMs)),
                ("ends", licence.endsMs.map(UTCTime.text(ofMs:)) ?? "never"),
                ("grace", licence.graceEndsMs.map { "until " + UTCTime.text(ofMs: $0) }), ("key", licence.keyID),
                (
                    "ignored",
                    verified.ignored.isEmpty ? nil : verified.ignored.joined(separator: ", ") + " has no effect"
                ),
                (
                    "withheld",
                    verified.withheld.isEmpty
                        ? nil : verified.withheld.joined(separator: ", ") + " is no product of this issuer in the table"
                ),
            ]
            return rows.compactMap { row in row.1.map { (row.0, $0) } }
        }

        private func refuse(_ fault: LicenceFault, line number: Int) {
            output.show(
                ["valid": false, "line": Int64(number), "code": fault.code, "message": fault.description] as JSONObject
            ) {
                Output.error(Escaping.printable("line \(number)  ✗  \(fault.code): \(fault)") + "\n")
            }
        }
    }
}
