import ArgumentParser

/// `licence`: makes keys, signs and verifies licences, hands them to the daemon, and says what follows from them.
struct LicenceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "licence", abstract: "Make keys of your own, sign and verify licences, and see what they grant.",
        discussion: "Example: deeplinkctl licence keygen shop.jwk",
        subcommands: [
            Keygen.self, Sign.self, Verify.self, LicenceIngest.self, LicenceStatus.self, LicenceProducts.self,
            LicenceTrial.self, LicenceRestore.self,
        ])

    func run() throws {
        throw ValidationError(
            "Name what to do with licences: keygen, sign, verify, ingest, status, products, trial or restore.")
    }
}
