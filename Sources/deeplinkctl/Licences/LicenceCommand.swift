import ArgumentParser

/// `licence`: makes keys, and signs and verifies licences.
struct LicenceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "licence", abstract: "Make keys of your own, and sign and verify licences.",
        discussion: "Example: deeplinkctl licence keygen shop.jwk",
        subcommands: [Keygen.self, Sign.self, Verify.self])

    func run() throws { throw ValidationError("Name what to do with licences: keygen, sign, verify.") }
}
