import ArgumentParser
import PurchaseRules

/// `licence`: makes keys, signs and verifies licences, hands them to the daemon, and says what follows from them.
struct LicenceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "licence", abstract: "Make keys of your own, sign and verify licences, and see what they grant.",
        discussion: "Example: deeplinkctl licence keygen shop.jwk",
        subcommands: [
            Keygen.self, Sign.self, Verify.self, LicenceIngest.self, LicenceStatus.self, LicenceProducts.self,
            LicenceTrial.self, LicenceRestore.self, LicenceReserved.self, LicenceDecide.self,
        ])

    func run() throws {
        throw ValidationError(
            "Name what to do with licences: keygen, sign, verify, ingest, status, products, trial, restore, reserved or "
                + "decide.")
    }
}

extension LicenceSubject {
    /// Reads the subject of an option.
    ///
    /// *Throws*: misuse.
    init(option text: String) throws {
        guard let subject = LicenceSubject(text) else {
            throw ValidationError(
                "--subject takes uid:NUMBER, account:NAME or machine:ID with 32 digits, not \(UsageError.quoted(text))."
            )
        }
        self = subject
    }
}
