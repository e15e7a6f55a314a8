import ArgumentParser
internal import Contract
internal import Features
import HostSystem
internal import PurchaseRules
internal import Routing

extension LicenceCommand {
    /// `licence sign`: signs one licence.
    struct Sign: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sign",
            abstract: "Sign a licence with a private key, and print it.",
            discussion: """
                Example: deeplinkctl licence sign --key shop.jwk --issuer shop --audience podcasts --subject uid:1000 \
                --product premium.monthly --until 2027-01-01 > ann.licence

                The licence is one line of text. To renew it, or to take it back with --state revoked, sign a later one \
                with the same --id.
                """)

        @OptionGroup var output: FormatOption
        @Option(
            name: .long, help: ArgumentHelp("The file of the private key, as keygen writes it.", valueName: "file"),
            completion: .file())
        var key: String
        @Option(name: .long, help: ArgumentHelp("The issuer, as the table names it.", valueName: "name"))
        var issuer: String
        @Option(name: .long, help: ArgumentHelp("What the licence is for, as the table names it.", valueName: "name"))
        var audience: String
        @Option(
            name: .long,
            help: ArgumentHelp(
                "Whose licence it is: uid:1000, account:ann, or machine: with the text of /etc/machine-id.",
                valueName: "subject"))
        var subject: String
        @Option(name: .long, help: ArgumentHelp("A product that it grants; may be repeated.", valueName: "product"))
        var product: [String]
        @Option(
            name: .long,
            help: ArgumentHelp(
                "The purchase, as in order-17; a later licence with the same id replaces this one.",
                discussion: "Default: a random name.", valueName: "id"))
        var id: String?
        @Option(
            name: .long,
            help: ArgumentHelp(
                "When it ends: 2027-01-01, 2027-01-01T12:00:00Z, or a duration from now, as in 720h.",
                discussion: "Default: never.", valueName: "time"))
        var until: String?
        @Option(
            name: .long,
            help: ArgumentHelp(
                "Until when it is granted while payment is due: a time, or a duration from its end.", valueName: "time")
        )
        var grace: String?
        @Option(
            name: .long, help: ArgumentHelp("active, trial, cancelled, paused, revoked and so on.", valueName: "state"))
        var state = "active"
        @Option(name: .long, help: ArgumentHelp("The units of a consumable.", valueName: "count"))
        var units: Int?

        func validate() throws {
            _ = try LicenceSubject(option: subject)
            guard LicenceClaims.states.contains(where: { $0.rawValue == state }) else {
                let states = LicenceClaims.states.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("--state takes one of \(states), not \(UsageError.quoted(state)).")
            }
            if grace != nil, until == nil { throw ValidationError("--grace needs --until, after which it begins.") }
        }

        func run() throws {
            if let absence = LicenceVerifier.absence { throw ToolFailure(absence) }
            let key = try signingKey()
            let claims = try claims(atMs: HostClock.wallMs)
            do throws(LicenceFault) {
                // What a machine would refuse is not signed.
                try claims.check()
            } catch {
                throw UsageError("this licence would be refused: \(error)", help: "change the options")
            }
            guard let item = key.sign(claims) else {
                throw ToolFailure("the licence cannot be signed: no random numbers")
            }
            output.show(
                ["licence": item, "id": claims.id, "key": key.publicKey.id, "issuedMs": claims.issuedMs] as JSONObject,
                line: Line(item))
        }

        private func claims(atMs nowMs: Int64) throws -> LicenceClaims {
            let endsMs = try until.map { try Self.moment($0, after: nowMs, option: "--until") }
            let graceEndsMs = try grace.map { try Self.moment($0, after: endsMs ?? nowMs, option: "--grace") }
            return LicenceClaims(
                issuer: issuer, audience: audience, subject: try LicenceSubject(option: subject),
                id: try id ?? HostFacts.randomName(), products: product, issuedMs: nowMs, endsMs: endsMs,
                graceEndsMs: graceEndsMs, state: PurchaseState(rawValue: state) ?? .active, units: units)
        }

        private static func moment(_ text: String, after startMs: Int64, option: String) throws -> Int64 {
            if let moment = UTCTime.milliseconds(of: text) { return moment }
            if let duration = Quantity.duration(text) { return startMs + duration.wholeMilliseconds }
            throw UsageError(
                "\(option) takes a time, not \(UsageError.quoted(text))",
                help: "as in 2027-01-01, 2027-01-01T12:00:00Z or 720h")
        }

        /// Reads the private key from a file that no other user can read.
        private func signingKey() throws -> SigningKey {
            let status = try FileStatus(of: key)
            guard status.mode & 0o077 == 0 else {
                throw ToolFailure(
                    "other users may read or change \(key), which holds a private key: run `chmod 600 \(key.asShellWord)`, and "
                        + "make a new key if one of them may have read it")
            }
            let bytes = try FileReader.read(key, byteLimit: Limits.keyFileBytes).bytes
            do throws(KeyFault) {
                return try SigningKey.read(bytes)
            } catch {
                throw ToolFailure("the key file \(key) \(error)")
            }
        }
    }
}
