import Foundation
import Glibc
import Testing

/// Attacks by another user of the machine on the files that a daemon reads and starts.
///
/// A thread with that user's rights makes every swap for real.
@Suite(.enabled(if: OtherUser.isPossible(for: "files that other users can swap"))) struct TrustTests {
    private static let attacker = OtherUser(uid: 54_321)

    /// The administrator's setup, the step that opens it to the attacker, and the attacker's swap.
    struct Swap: Sendable {
        /// Below the test's folder.
        var program = "shared/tool"
        let prepare: @Sendable (TemporaryFolder) throws -> Void
        let open: @Sendable (TemporaryFolder) throws -> Void
        let swap: @Sendable (TemporaryFolder) throws -> Void
        /// The text in the refusal at the start; `%` is the test's folder.
        let fault: String
    }

    private static let evil = "#!/bin/sh\necho EVIL\n"

    private static func install(_ folder: TemporaryFolder, _ name: String) throws {
        try FileManager.default.copyItem(atPath: "/bin/echo", toPath: folder.path(of: name))
    }

    private static func give(_ folder: TemporaryFolder, _ name: String) throws {
        try expect(unsafe lchown(folder.path(of: name), attacker.uid, .max), "lchown \(name)")
    }

    private static func setMode(_ folder: TemporaryFolder, _ name: String, _ mode: mode_t) throws {
        try expect(unsafe chmod(folder.path(of: name), mode), "chmod \(name)")
    }

    private static func move(_ folder: TemporaryFolder, _ name: String, _ new: String) throws {
        try expect(unsafe rename(folder.path(of: name), folder.path(of: new)), "rename \(name)")
    }

    private static func expect(_ answer: Int32, _ what: String) throws {
        guard answer == 0 else { throw TestFailure("\(what): errno \(errno)") }
    }

    private static func theirsIn(_ folder: String) -> String {
        "the folder \(folder) belongs to uid 54321, who could change it"
    }

    /// The six swaps of programs, and the same in a sticky folder.
    static let swaps: [Swap] = [
        Swap(
            prepare: { _ = try $0.makeFolder("shared", mode: 0o755) },
            open: { try setMode($0, "shared", 0o777) },
            swap: { try $0.write("shared/tool", evil, mode: 0o777) },
            fault: "the folder %/shared is writable by users other than its owner (mode 0777)"),
        Swap(
            prepare: { _ = try $0.makeFolder("shared", mode: 0o755) },
            open: { try setMode($0, "shared", 0o1777) },
            swap: { try $0.write("shared/tool", evil, mode: 0o777) },
            fault: "%/shared/tool belongs to uid 54321, who could change it"),
        Swap(
            prepare: {
                _ = try $0.makeFolder("shared", mode: 0o755)
                try install($0, "shared/tool")
            },
            open: { try setMode($0, "shared", 0o777) },
            swap: {
                try move($0, "shared/tool", "shared/old")
                try $0.write("shared/tool", evil, mode: 0o755)
            },
            fault: "the folder %/shared is writable by users other than its owner (mode 0777)"),
        Swap(
            prepare: {
                _ = try $0.makeFolder("shared", mode: 0o755)
                try install($0, "shared/tool")
            },
            open: { try give($0, "shared") },
            swap: {
                try expect(unsafe unlink($0.path(of: "shared/tool")), "unlink")
                try $0.write("shared/tool", evil, mode: 0o755)
            },
            fault: theirsIn("%/shared")),
        Swap(
            prepare: {
                _ = try $0.makeFolder("shared", mode: 0o755)
                _ = try $0.makeFolder("theirs", mode: 0o755)
                try install($0, "real")
                try $0.write("theirs/evil", evil, mode: 0o755)
                try expect(unsafe symlink("../real", $0.path(of: "shared/tool")), "symlink")
            },
            open: {
                try setMode($0, "shared", 0o1777)
                try give($0, "shared/tool")
            },
            swap: {
                try expect(unsafe unlink($0.path(of: "shared/tool")), "unlink")
                // To a program owned by root, so that only the link itself belongs to the attacker.
                try expect(unsafe symlink("../theirs/evil", $0.path(of: "shared/tool")), "symlink")
            },
            fault: "the link %/shared/tool belongs to uid 54321, who could change it"),
        Swap(
            program: "theirs/in/tool",
            prepare: {
                _ = try $0.makeFolder("theirs", mode: 0o755)
                _ = try $0.makeFolder("theirs/in", mode: 0o755)
                try install($0, "theirs/in/tool")
            },
            open: { try give($0, "theirs") },
            swap: {
                try move($0, "theirs/in", "theirs/old")
                _ = try $0.makeFolder("theirs/in", mode: 0o755)
                try $0.write("theirs/in/tool", evil, mode: 0o755)
            },
            fault: theirsIn("%/theirs")),
        Swap(
            prepare: {
                _ = try $0.makeFolder("shared", mode: 0o755)
                try install($0, "shared/tool")
            },
            open: { try give($0, "shared/tool") },
            swap: { try Data(evil.utf8).write(to: URL(fileURLWithPath: $0.path(of: "shared/tool"))) },
            fault: "%/shared/tool belongs to uid 54321, who could change it"),
        // The interpreter of a script.
        Swap(
            prepare: {
                _ = try $0.makeFolder("shared", mode: 0o755)
                _ = try $0.makeFolder("theirs", mode: 0o755)
                try install($0, "theirs/run")
                try $0.write("shared/tool", "#!\($0.path(of: "theirs/run"))\n", mode: 0o755)
            },
            open: { try give($0, "theirs") },
            swap: {
                try move($0, "theirs/run", "theirs/old")
                try $0.write("theirs/run", evil, mode: 0o755)
            },
            fault: theirsIn("%/theirs")),
    ]

    private func table(_ program: String) -> String {
        "scheme t\nfeature F {\n    action a {\n        exec \(program) hello\n    }\n    route r /r do a\n}\n"
    }

    /// A folder that others can enter, and one for the daemon that others cannot enter.
    private func withFolders(_ body: (TemporaryFolder, TemporaryFolder) throws -> Void) throws {
        try withFolder { shared in
            try Self.expect(unsafe chmod(shared.path, 0o755), "chmod")
            try withFolder { try body(shared, $0) }
        }
    }

    @Test(arguments: swaps.indices)
    func `a program that another user swapped after the load of the table is not started`(number: Int) throws {
        let swap = Self.swaps[number]
        try withFolders { shared, folder in
            try swap.prepare(shared)
            let program = shared.path(of: swap.program)
            let isThere = FileManager.default.fileExists(atPath: program)
            let daemon = try RunningDaemon(in: folder, table: table(program))
            defer { daemon.program.kill() }
            let client = try daemon.connect()
            let before = try client.open("t://r")
            #expect(before["code"].text == (isThere ? "ok.performed" : "failed.spawn"), "\(before)")
            try swap.open(shared)
            try Self.attacker.act { try swap.swap(shared) }
            let outcome = try client.open("t://r")
            #expect(outcome["code"].text == "failed.spawn", "\(outcome)")
            let fault = swap.fault.replacingOccurrences(of: "%", with: shared.path)
            let message = outcome["message"].text
            #expect(message.hasPrefix("The program \(program) was not started: \(fault); "), "\(message)")
            #expect(outcome["execution.stdout"] == nil)
        }
    }

    @Test(arguments: swaps.indices)
    func `a table with a program that another user could swap is refused`(number: Int) throws {
        let swap = Self.swaps[number]
        try withFolders { shared, folder in
            try swap.prepare(shared)
            try swap.open(shared)
            let text = table(shared.path(of: swap.program))
            let run = try Program.run(
                Products.daemon,
                ["-f", try folder.write("routes.conf", text), "--socket", folder.path(of: "socket")])
            #expect(run.exit == .code(78) && run.errors.contains("error RT306: "), "\(run)")
            #expect(run.errors.contains(shared.path) && run.errors.contains("help: "), "\(run)")
        }
    }

    @Test func `a program that is absent at the load is a warning, and can be started once it exists`() throws {
        try withFolders { shared, folder in
            let daemon = try RunningDaemon(in: folder, table: table(shared.path(of: "tool")))
            defer { daemon.program.kill() }
            try daemon.awaitLog("table has warnings count=1\ntable warning at=")
            #expect(daemon.log.contains("code=RT314"))
            let status = try daemon.connect().call("io.deeplinkd.Monitor.Status")
            #expect(status["parameters.table.warnings"].text == "1", "\(status)")
            #expect(status["parameters.table.firstWarnings.0.code"].text == "RT314", "\(status)")
            let reload = try daemon.connect().call("io.deeplinkd.Monitor.Reload")
            #expect(reload["parameters.warnings.0.code"].text == "RT314", "\(reload)")
            #expect(try daemon.connect().open("t://r")["execution.error"].text == "ENOENT")
            try Self.install(shared, "tool")
            #expect(try daemon.connect().open("t://r")["execution.stdout.text"].text == "hello\n")
        }
    }

    // MARK: Tables

    private static let present =
        "scheme t\ndeny /secret\nfeature F {\n    action a {\n        respond now\n    }\n    route r /** do a\n}\n"

    /// A table that the attacker can replace with an older one owned by root: its path, and the step that opens it.
    private static let places: [(name: String, open: @Sendable (TemporaryFolder) throws -> Void, fault: String)] = [
        (
            "shared/t", { try setMode($0, "shared", 0o777) },
            "the folder %/shared is writable by users other than its owner"
        ),
        ("shared/t", { try give($0, "shared") }, theirsIn("%/shared")),
        ("shared/in/t", { try give($0, "shared") }, theirsIn("%/shared")),
        (
            "shared/l",
            {
                try setMode($0, "shared", 0o1777)
                try give($0, "shared/l")
            }, "the link %/shared/l belongs to uid 54321"
        ),
    ]

    private func prepareTables(_ shared: TemporaryFolder) throws {
        _ = try shared.makeFolder("shared", mode: 0o755)
        _ = try shared.makeFolder("shared/in", mode: 0o755)
        for name in ["shared/t", "shared/in/t", "real"] { try shared.write(name, Self.present) }
        try Self.expect(unsafe symlink("../real", shared.path(of: "shared/l")), "symlink")
    }

    @Test(arguments: places.indices, [false, true])
    func `a table that another user could replace is not served, whether named or included`(
        number: Int, isIncluded: Bool
    )
        throws
    {
        let place = Self.places[number]
        try withFolders { shared, folder in
            try prepareTables(shared)
            try place.open(shared)
            let table = shared.path(of: place.name)
            let file = isIncluded ? try folder.write("routes.conf", "include \(table)\n") : table
            let run = try Program.run(Products.daemon, ["-f", file, "--socket", folder.path(of: "socket")])
            #expect(run.exit == .code(78) && run.errors.contains("error RT012: "), "\(run)")
            #expect(run.errors.contains(place.fault.replacingOccurrences(of: "%", with: shared.path)), "\(run)")
        }
    }

    @Test(arguments: places.indices)
    func `a table that another user replaced is not reloaded, and the old one stays in force`(number: Int) throws {
        let place = Self.places[number]
        try withFolders { shared, folder in
            try prepareTables(shared)
            try shared.write("older", Self.present.replacingOccurrences(of: "deny /secret\n", with: ""))
            let table = shared.path(of: place.name)
            let daemon = try RunningDaemon(in: folder, table: "include \(table)\n")
            defer { daemon.program.kill() }
            let client = try daemon.connect()
            let denied = try client.open("t://secret")["code"].text
            #expect(denied.hasPrefix("rejected."))
            try place.open(shared)
            try Self.attacker.act {
                let way = place.name == "shared/in/t" ? "shared/in" : place.name
                try Self.move(shared, way, "shared/old")
                // A folder or link of the attacker, to a text owned by root.
                if way == "shared/in" { _ = try shared.makeFolder(way, mode: 0o755) }
                try Self.expect(unsafe symlink(shared.path(of: "older"), table), "symlink")
            }
            let reload = try client.call("io.deeplinkd.Monitor.Reload")
            #expect(reload["parameters.diagnostics.0.code"].text == "RT012", "\(reload)")
            #expect(try client.open("t://secret")["code"].text == denied)
        }
    }

    // MARK: Switches

    @Test(arguments: [false, true])
    func `a switch file below another user's folder does not count`(isLate: Bool) throws {
        try withFolders { shared, folder in
            _ = try shared.makeFolder("theirs", mode: 0o755)
            _ = try shared.makeFolder("theirs/in", mode: 0o755)
            _ = try shared.makeFolder("elsewhere", mode: 0o755)
            try shared.write("theirs/in/on", "off\n")
            try shared.write("elsewhere/on", "on\n")
            let swap = {
                try Self.give(shared, "theirs")
                try Self.attacker.act {
                    try Self.move(shared, "theirs/in", "theirs/old")
                    try Self.expect(unsafe symlink("../elsewhere", shared.path(of: "theirs/in")), "symlink")
                }
            }
            if !isLate { try swap() }
            let text = Self.present.replacingOccurrences(
                of: "feature F {\n", with: "feature F {\n    require runtime from file \(shared.path)/theirs/in/on\n")
            let daemon = try RunningDaemon(in: folder, table: text)
            defer { daemon.program.kill() }
            let client = try daemon.connect()
            if isLate {
                #expect(try client.open("t://r")["code"].text == "blocked.feature.disabled")
                try swap()
            }
            var outcome = try client.open("t://r")
            // The last reading is valid for a second.
            try Patience.lookFor("the switch is read again") {
                outcome = try client.open("t://r")
                return outcome["code"].text != "blocked.feature.disabled"
            }
            #expect(outcome["code"].text == "pending.undetermined", "\(outcome)")
            let fault = outcome["constraints.0.evidence.fault"].text
            #expect(fault.contains(Self.theirsIn(shared.path + "/theirs")), "\(fault)")
        }
    }
}
