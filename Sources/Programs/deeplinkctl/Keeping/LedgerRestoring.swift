import ArgumentParser
internal import Conf
internal import Contract
internal import HostSystem
internal import Ledger

extension LedgerCommand {
    /// `ledger restore`: puts a backup in the place of the ledger of a daemon that does not run.
    struct Restore: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "restore",
            abstract: "Put a backup in force in the place of the ledger, while the daemon is stopped.",
            discussion: """
                Example: deeplinkctl ledger restore ledger.backup

                Run it as root, or as the user to whom the state folder belongs, after the daemon and its socket were \
                stopped. The backup is copied and verified first, and nothing changes if it has a fault. The new ledger \
                belongs to the user of the state folder, who alone can read it. The earlier one stays beside it as \
                ledger.db.replaced, and can be restored in the same way. If the machine stops in between, one of the two is \
                in force.

                While the daemon has its ledger open, nothing is changed: it has links and requests in memory that another \
                ledger does not know.
                """)

        @OptionGroup var output: FormatOption
        @Option(
            name: .customLong("state-dir"),
            help: ArgumentHelp(
                "The state folder of the daemon.",
                discussion: "Default: for root /var/lib/deeplinkd, for others $XDG_STATE_HOME/deeplinkd.",
                valueName: "directory"), completion: .directory)
        var stateDirectory: String?
        @Argument(help: "The backup.", completion: .file())
        var file: String

        func run() throws {
            let directory = try directory()
            let backup = try Self.open(file)
            try Self.becomeOwner(of: directory, next: "deeplinkctl ledger restore \(file.asShellWord)")
            switch try restore(backup, in: directory) {
            case .damaged(let found):
                let contents = LedgerContents(found, of: file, isVerified: true)
                throw ToolFailure(
                    "nothing has changed: \(file) is damaged: \(contents.faults.joined(separator: "; ")); use another backup"
                )
            case .restored(let found, let kept):
                show(LedgerContents(found, of: file, isVerified: true), kept, directory)
            }
        }

        private func show(_ contents: LedgerContents, _ kept: String?, _ directory: String) {
            output.show(["file": directory + "/ledger.db", "kept": kept, "ledger": contents] as JSONObject) {
                var lines: [Line] = [Line("the ledger is restored from \(file): \(contents.summary)")]
                if let kept { lines.append(Line("the earlier one is kept: \(kept)")) }
                let start = Self.units(of: directory, "start") ?? "start the daemon again"
                lines.append("next: " + Line(whole: start))
                lines.append("or, if it runs without its ledger: deeplinkctl reload")
                Output.lines(lines)
            }
        }

        // MARK: The state folder

        private static let ofSystem = "/var/lib/deeplinkd"

        private func directory() throws -> String {
            if let stateDirectory { return stateDirectory }
            if HostFacts.userID == 0 { return Self.ofSystem }
            guard let directory = Self.ofUser else {
                throw ToolFailure("the state folder is not known without HOME: name it with --state-dir")
            }
            return directory
        }

        private static var ofUser: String? { UserFolders.state(HostFacts.environment).map { $0 + "/deeplinkd" } }

        /// The command for the units of the daemon that has the folder; nil where none has it.
        private static func units(of directory: String, _ verb: String) -> String? {
            let user = directory == ofSystem ? "" : directory == ofUser ? "--user " : nil
            return user.map { "systemctl \($0)\(verb) deeplinkd.socket deeplinkd.service" }
        }

        /// What this process does from here on, it does with the rights of the folder's user: files belong to that user, and
        /// links that the user could have put there lead root nowhere.
        private static func becomeOwner(of directory: String, next: String) throws {
            let found: FileStatus
            do throws(LoopError) {
                found = try FileStatus(of: directory)
            } catch {
                guard error.codeName == "ENOENT" || error.codeName == "ENOTDIR" else { throw ToolFailure("\(error)") }
                throw ToolFailure("there is no state folder \(directory): name the daemon's with --state-dir")
            }
            guard found.kind == .folder else {
                throw ToolFailure("\(directory) is no folder: name the daemon's state folder with --state-dir")
            }
            guard found.ownerID != HostFacts.userID else { return }
            guard HostFacts.userID == 0 else {
                throw ToolFailure(
                    "nothing has changed: the state folder \(directory) belongs to the user with the number "
                        + "\(found.ownerID): run `sudo \(next)`")
            }
            try ProcessSetup.become(userID: found.ownerID, groupID: found.groupID)
        }

        private static func open(_ file: String) throws -> ReadableFile {
            let log = file + "-wal"
            if try FileStatus.isAnythingThere(log), try FileStatus(of: log).byteCount > 0 {
                throw ToolFailure(
                    "nothing has changed: the latest changes of \(file) are in \(log), so it is no backup: name a file that "
                        + "`deeplinkctl ledger backup` made")
            }
            return try ReadableFile(file)
        }

        private func restore(_ backup: ReadableFile, in directory: String) throws -> LedgerRestore.Result {
            do throws(LedgerError) {
                return try LedgerRestore(backup, in: directory).run()
            } catch {
                switch error {
                case .locked:
                    let stop = Self.units(of: directory, "stop").map { ": `\($0)`" } ?? ""
                    throw ToolFailure(
                        "nothing has changed: the daemon uses the ledger; stop it and its socket first\(stop)")
                case .foreign, .newerSchema, .corrupt:
                    throw ToolFailure("nothing has changed: \(ToolFailure(reading: file, error))")
                case .noDirectory, .untrusted, .lost, .readOnly, .full, .failed, .copyExists, .refused:
                    throw ToolFailure("nothing has changed: \(error)")
                }
            }
        }
    }
}
