import ArgumentParser
import HostSystem
internal import PurchaseRules

extension LicenceCommand {
    /// `licence keygen`: makes a key.
    struct Keygen: ParsableCommand {
        /// The algorithms, as the command line names them.
        enum Algorithm: String, ExpressibleByArgument, CaseIterable {
            case ed25519, es256
        }

        static let configuration = CommandConfiguration(
            commandName: "keygen",
            abstract: "Make a key that signs licences: a private file, and a public one.",
            discussion: """
                Example: deeplinkctl licence keygen shop.jwk

                The private key goes to the file, which only you can read, and the public key to the file with .pub at the \
                end of its name. No file is replaced. Machines that take the licences need the public file alone: keep the \
                private one where licences are signed.
                """)

        @OptionGroup var output: FormatOption
        @Option(name: .long, help: "ed25519, or es256 where other programs need it.")
        var algorithm = Algorithm.ed25519
        @Option(
            name: .long,
            help: ArgumentHelp(
                "The name of the key, as in 2026.", discussion: "Default: the thumbprint of the public key.",
                valueName: "id"))
        var id: String?
        @Argument(help: "The new file of the private key, which must not exist.", completion: .file())
        var file: String

        func validate() throws {
            guard !file.isEmpty else { throw ValidationError("The name of the file is empty.") }
        }

        func run() throws {
            if let absence = LicenceVerifier.absence { throw ToolFailure(absence) }
            let key = try makeKey()
            try Self.create(file, key.privateJWK, mode: 0o600)
            do {
                try Self.create(publicFile, key.publicKey.jwk, mode: 0o644)
            } catch {
                // ignored: the error below is about the folder that this file is in.
                try? DurableFile.remove(file)
                throw error
            }
            output.show(
                [
                    "private": file, "public": publicFile, "key": key.publicKey.id,
                    "algorithm": key.publicKey.algorithm.rawValue,
                ] as JSONObject
            ) {
                Output.line("private  \(file)  signs licences; keep it secret")
                Output.line("public   \(publicFile)  verifies them; for the machines that take them")
                Output.line("key      \(key.publicKey.id)")
            }
        }

        private var publicFile: String { file + ".pub" }

        private func makeKey() throws -> SigningKey {
            do throws(KeyFault) {
                return try SigningKey(algorithm == .ed25519 ? .edDSA : .es256, id: id)
            } catch .libraryMissing {
                throw ToolFailure("OpenSSL makes no such key: it has no random numbers, or lacks the curve")
            } catch {
                throw UsageError("the key id is not 1 to 256 characters of printable ASCII", help: "as in --id 2026")
            }
        }

        private static func create(_ file: String, _ text: String, mode: UInt32) throws {
            try ToolFailure.creating(file) { () throws(LoopError) in
                try DurableFile.create(file, bytes: Array((text + "\n").utf8), mode: mode)
            }
        }
    }
}
