import Foundation
import Glibc
import TestSupport
import Testing

/// `ledger verify`, `restore` and `status`, with a daemon that runs and one that does not.
@Suite struct LedgerCareCommandTests {
    private static let table =
        "scheme t\nfeature T {\n    require toggle off\n    action a {\n        respond\n    }\n    route t /t do a\n}\n"
    private static let setToggle = "io.deeplinkd.Features.SetToggle"

    private func withKeeper(
        user: UInt32? = nil, _ body: (RunningDaemon, _ state: String, _ backup: String) throws -> Void
    ) throws {
        try withFolder { folder in
            let state = try folder.makeFolder("state")
            if let user { try #require(unsafe chown(state, user, user) == 0 && chmod(folder.path, 0o755) == 0) }
            let daemon = try RunningDaemon(in: folder, table: Self.table, stateDirectory: state, user: user)
            defer { daemon.program.kill() }
            try body(daemon, state, folder.path(of: "backup"))
        }
    }

    private func toggle(_ daemon: RunningDaemon, _ isOn: Bool) throws {
        let reply = try daemon.connect().call(Self.setToggle, ["feature": "T", "on": isOn])
        #expect(reply["parameters.durable"].text == "true")
    }

    private func code(_ daemon: RunningDaemon) throws -> String { try daemon.connect().open("t://t")["code"].text }

    private func stop(_ daemon: RunningDaemon) throws {
        daemon.program.signal(SIGTERM)
        #expect(try daemon.program.wait() == .code(0))
    }

    private func ledger(_ daemon: RunningDaemon, _ word: String, _ more: String...) throws -> Program.Run {
        try Program.run(Products.tool, ["ledger", word, "--socket", daemon.socket] + more)
    }

    private func restore(_ file: String, _ state: String, _ more: String...) throws -> Program.Run {
        try Program.run(Products.tool, ["ledger", "restore", file, "--state-dir", state] + more)
    }

    @Test func `a backup is restored while the daemon is stopped, and not while it has the ledger open`() throws {
        try withKeeper { daemon, state, backup in
            try toggle(daemon, true)
            #expect(try ledger(daemon, "backup", backup).exit == .code(0))
            try toggle(daemon, false)
            let names = try FileManager.default.contentsOfDirectory(atPath: state).sorted()
            let refused = try restore(backup, state)
            #expect(refused.exit == .code(1) && refused.output.isEmpty)
            #expect(
                refused.errors
                    == "Error: nothing has changed: the daemon uses the ledger; stop it and its socket first\n")
            #expect(try FileManager.default.contentsOfDirectory(atPath: state).sorted() == names)
            #expect(try code(daemon) == "blocked.toggle.off")
            try stop(daemon)
            let restored = try restore(backup, state)
            #expect(restored.exit == .code(0) && restored.errors.isEmpty, "\(restored)")
            let lines = restored.output.split(separator: "\n")
            #expect(lines.count == 4 && lines[0].hasPrefix("the ledger is restored from \(backup): schema "))
            #expect(lines[1] == "the earlier one is kept: \(state)/ledger.db.replaced")
            #expect(lines[2] == "next: start the daemon again")
            try daemon.restartKilled()
            #expect(try code(daemon) == "ok.performed")
            // The one that was replaced is a ledger like another.
            try stop(daemon)
            let back = try restore(state + "/ledger.db.replaced", state, "--format", "json")
            #expect(try back.lines.first?["kept"].text == state + "/ledger.db.replaced-2", "\(back)")
            try daemon.restartKilled()
            #expect(try code(daemon) == "blocked.toggle.off")
        }
    }

    @Test func `a damaged ledger is restored under a daemon that runs without it, and a reload opens it`() throws {
        try withKeeper { daemon, state, backup in
            try toggle(daemon, true)
            #expect(try ledger(daemon, "backup", backup).exit == .code(0))
            daemon.program.kill()
            let text = Data(String(repeating: "no database ", count: 999).utf8)
            try text.write(to: URL(fileURLWithPath: state + "/ledger.db"))
            try daemon.restartKilled()
            #expect(try code(daemon) == "pending.undetermined")
            let status = try ledger(daemon, "status")
            let command = "`deeplinkctl ledger restore --state-dir \(state) FILE`"
            #expect(status.exit == .code(6) && status.output.contains(command))
            #expect(try restore(backup, state).exit == .code(0))
            #expect(FileManager.default.contents(atPath: state + "/ledger.db.replaced") == text)
            #expect(try daemon.tool("reload").exit == .code(0))
            try Patience.lookFor("the ledger") { try code(daemon) == "ok.performed" }
        }
    }

    @Test func `verify finds a flipped bit in the daemon's ledger, in a backup and at the start`() throws {
        try withKeeper { daemon, state, backup in
            try toggle(daemon, true)
            #expect(try ledger(daemon, "backup", backup).exit == .code(0))
            let sound = try ledger(daemon, "verify")
            let praise = "\(state)/ledger.db has no fault: schema "
            #expect(sound.exit == .code(0) && sound.output.hasPrefix(praise), "\(sound)")
            let file = try Program.tool("ledger", "verify", backup)
            #expect(file.exit == .code(0) && file.output.hasPrefix("\(backup) has no fault: schema "), "\(file)")
            // A daemon that was ended has its log in the database.
            try stop(daemon)
            try daemon.restartKilled()
            for path in [backup, state + "/ledger.db"] {
                try flip("SetToggle", in: path)
            }
            let faulty = try ledger(daemon, "verify")
            let fault = "is damaged:\n  the rows of the table change"
            #expect(faulty.exit == .code(1) && faulty.output.contains(fault), "\(faulty)")
            let json = try ledger(daemon, "verify", "--json")
            let found = try json.lines.first?["faults.0"].text.contains("change")
            #expect(json.exit == .code(1) && found == true, "\(json)")
            let copy = try Program.tool("ledger", "verify", backup)
            #expect(copy.exit == .code(1) && copy.output.contains("use another backup"), "\(copy)")
            let refused = try restore(backup, state)
            let reason = "\(backup) is damaged: the rows of"
            #expect(refused.exit == .code(1) && refused.errors.contains(reason), "\(refused)")
            try daemon.restartKilled()
            #expect(try daemon.tool("status").output.contains("unavailable (ledger.corrupt)"))
        }
    }

    /// Changes one bit of the first place of a text, in the file as it is.
    private func flip(_ text: String, in path: String) throws {
        let bytes = try #require(FileManager.default.contents(atPath: path))
        let offset = try #require(bytes.range(of: Data(text.utf8))?.lowerBound)
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try handle.seek(toOffset: UInt64(offset))
        try handle.write(contentsOf: [bytes[offset] ^ 1])
        try handle.close()
    }

    @Test func `what is no ledger is refused with what to do`() throws {
        try withKeeper { daemon, state, backup in
            let folder = daemon.folder
            let rows: [(words: [String], error: String)] = [
                (["verify", try folder.write("text", "no database")], "is no ledger of deeplinkd: name a backup"),
                (["verify", try folder.write("empty", "")], "is no ledger of deeplinkd"),
                (["verify", folder.path(of: "none")], "none: no such file or directory"),
                (["verify", state + "/ledger.db"], "is in use: `deeplinkctl ledger verify` without a file"),
                (["restore", folder.path(of: "text"), "--state-dir", state], "is no ledger of deeplinkd"),
                (["restore", folder.path(of: "text"), "--state-dir", state + "/none"], "there is no state folder"),
            ]
            for (words, error) in rows {
                let run = try Program.run(Products.tool, ["ledger"] + words)
                #expect(run.exit == .code(1) && run.errors.contains(error) && run.output.isEmpty, "\(words): \(run)")
            }
            #expect(try ledger(daemon, "backup", backup).exit == .code(0))
            try folder.write("backup-wal", "changes")
            let logged = try restore(backup, state)
            #expect(logged.exit == .code(1) && logged.errors.contains("so it is no backup"), "\(logged)")
        }
    }

    @Test func `status says what is in the ledger`() throws {
        try withKeeper { daemon, state, _ in
            try toggle(daemon, true)
            let run = try ledger(daemon, "status")
            let beginning = "ledger   on the disk\n  file       \(state)/ledger.db, "
            #expect(run.exit == .code(0) && run.output.hasPrefix(beginning))
            #expect(run.output.contains(", change 1, ") || run.output.contains("rows       change 1, "), "\(run)")
        }
    }

    @Test(.enabled(if: OtherUser.isPossible(for: "the rights of a restore")))
    func `root restores with the rights of the folder's user, and another user may not`() throws {
        let user: UInt32 = 54_321
        try withKeeper(user: user) { daemon, state, backup in
            try toggle(daemon, true)
            #expect(try ledger(daemon, "backup", backup).exit == .code(0))
            try stop(daemon)
            try #require(unsafe chmod(backup, 0o644) == 0)
            let words = [Products.tool, "ledger", "restore", backup, "--state-dir", state]
            let stranger = try Program.run(OtherUser.launcher, OtherUser.arguments(toRun: words, as: 54_322))
            #expect(stranger.exit == .code(1) && stranger.errors.contains("belongs to the user with the number 54321"))
            #expect(stranger.errors.contains("`sudo deeplinkctl ledger restore \(backup)`"), "\(stranger)")
            // Root alone can read it now.
            try #require(unsafe chmod(backup, 0o600) == 0)
            #expect(try restore(backup, state).exit == .code(0))
            for name in try FileManager.default.contentsOfDirectory(atPath: state) {
                var found = stat()
                try #require(unsafe stat(state + "/" + name, &found) == 0)
                #expect(found.st_uid == user && found.st_gid == user && found.st_mode & 0o777 == 0o600, "\(name)")
            }
            try daemon.restartKilled()
            #expect(try ledger(daemon, "verify").exit == .code(0))
        }
    }
}
