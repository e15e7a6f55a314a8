import Foundation
import Glibc
import Testing

/// What `ledger backup` leaves behind if the copy does not arrive whole.
@Suite struct LedgerBackupCommandTests {
    /// The header of a database, of 18 bytes.
    private static let part = #"{"parameters":{"bytes":"U1FMaXRlIGZvcm1hdCAzAA==","size":18},"continues":true}"#

    private func withService(
        _ script: [[String]], _ body: (_ socket: String, _ copies: String) throws -> Void
    ) throws {
        try withFolder { folder in
            let socket = folder.path(of: "socket")
            let service = try ScriptedDaemon(at: socket, script: script)
            defer { service.stop() }
            try body(socket, try folder.makeFolder("copies"))
        }
    }

    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
    }

    /// Replies that are not a whole copy, with a part of the error.
    private static let failures: [(replies: [String], error: String)] = [
        ([part, #"{"parameters":{"bytes":"b","size":18}}"#], "does not belong to the request"),
        ([part, #"{"parameters":{"bytes":"bA==","size":18}}"#], "before the whole copy was sent"),
        ([part, #"{"parameters":{"bytes":"bGwh","size":18}}"#], "a copy of 18 bytes and sent 19"),
        ([#"{"parameters":{"bytes":"U1FMaXRlIGZvcm1hdCAzAA==","size":-1}}"#], "a copy of -1 bytes and sent 16"),
        ([#"{"parameters":{"bytes":"aGVsbG8=","size":5}}"#], "is no copy of a ledger"),
        ([#"{"parameters":{"bytes":"U1FM","size":3}}"#], "is no copy of a ledger"),
        ([#"{"parameters":{"bytes":"","size":0}}"#], "is no copy of a ledger"),
        (
            [
                part,
                #"{"error":"io.deeplinkd.Monitor.NotKept","parameters":{"code":"ledger.interrupted","reason":"why"}}"#,
            ], "why"
        ),
    ]

    @Test(arguments: failures.indices)
    func `a copy that does not arrive whole is removed`(_ index: Int) throws {
        let failure = Self.failures[index]
        try withService([failure.replies]) { socket, copies in
            let run = try Program.run(Products.tool, ["ledger", "backup", copies + "/copy", "--socket", socket])
            #expect(run.exit == .code(1) && run.errors.contains(failure.error), "\(run)")
            #expect(try names(copies) == [])
        }
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a copy that is interrupted is removed`(signal: Int32) throws {
        try withService([[Self.part]]) { socket, copies in
            let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
            defer { close(null) }
            let tool = try Program(
                Products.tool, ["ledger", "backup", copies + "/copy", "--socket", socket], environment: [:],
                descriptors: [null, null, null])
            defer { tool.kill() }
            try Patience.lookFor("the part of a copy") { try !names(copies).isEmpty }
            tool.signal(signal)
            #expect(try tool.wait() == .code(1))
            #expect(try names(copies) == [])
        }
    }

    @Test func `a copy that cannot be created is answered with the folder at fault and what to do`() throws {
        try withService([[]]) { socket, copies in
            let rows = [
                ("/none/x", "Error: there is no folder \(copies)/none: run `mkdir -p \(copies)/none`, or name another"),
                ("/my own/x", "run `mkdir -p '\(copies)/my own'`"),
                ("/file/x", "Error: \(copies)/file is not a folder: name another file"),
                ("", "exists already and is not replaced: name another file"),
            ]
            try Data().write(to: URL(fileURLWithPath: copies + "/file"))
            for (file, error) in rows {
                let run = try Program.run(Products.tool, ["ledger", "backup", copies + file, "--socket", socket])
                #expect(run.exit == .code(1) && run.errors.contains(error), "\(run)")
            }
            // Not even root can create files there; in /proc the system says that the file does not exist.
            let sealed = [
                ("/sys/x", "you may not create a file in the folder /sys"), ("/proc/x", "cannot create"),
            ]
            for (file, error) in sealed {
                let run = try Program.run(Products.tool, ["ledger", "backup", file, "--socket", socket])
                #expect(run.exit == .code(1) && run.errors.contains(error), "\(run)")
            }
            let empty = try Program.run(Products.tool, ["ledger", "backup", "", "--socket", socket])
            #expect(empty.exit == .code(2) && empty.errors.contains("The name of the file is empty."), "\(empty)")
            #expect(try names(copies) == ["file"])
        }
    }

    @Test func `a file that appears while a copy is received is not replaced`() throws {
        try withService([[Self.part, #"{"parameters":{"bytes":"bG8=","size":18}}"#]]) { socket, copies in
            let file = copies + "/copy"
            try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
            let run = try Program.run(Products.tool, ["ledger", "backup", file, "--socket", socket])
            #expect(run.exit == .code(1) && run.errors.contains("exists already"), "\(run)")
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
            #expect(try names(copies) == ["copy"])
        }
    }
}
