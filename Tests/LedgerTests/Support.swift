import Features
import Foundation
import Ledger
import SQLite
import TestSupport
import TestTables
import Testing

@testable import ChannelService

/// A state directory for one test, removed with it.
final class StateDirectory {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "/deeplinkd-ledger-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    var database: String { path + "/ledger.db" }
    var stamp: String { database + ".initialised" }

    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }

    /// Every file with its bytes.
    ///
    /// Call it only while the ledger is closed, since closing a file drops the locks on it.
    var contents: [String: Data] {
        Dictionary(
            uniqueKeysWithValues: names.map { ($0, FileManager.default.contents(atPath: path + "/" + $0) ?? Data()) })
    }

    func open(nowMs: Int64 = 1_000_000, continuing run: LedgerRun? = nil) throws(LedgerError) -> Ledger {
        try Ledger(directory: path, schema: .standard, continuing: run, clock: { nowMs })
    }

    /// Opens the ledger, runs the body and closes the ledger.
    func use<Value>(_ body: (Ledger) throws -> Value) throws -> Value {
        let ledger = try open()
        defer { ledger.close() }
        return try body(ledger)
    }

    func write(_ bytes: Data, to path: String) throws {
        try bytes.write(to: URL(fileURLWithPath: path))
    }
}

extension Ledger {
    func apply(_ change: LedgerChange) throws(LedgerError) -> LedgerReceipt { try apply([change])[0] }

    func write(_ steps: [LinkStep]) throws(LedgerError) -> [LedgerError?] { try write(steps as [any LedgerStep]) }
}

let someone = Author(uid: 1000, method: "io.deeplinkd.Features.SetToggle")

func toggle(_ feature: String, _ isOn: Bool?, of subject: Subject = .uid(1000)) throws -> LedgerChange {
    try LedgerChange(LedgerFact(.toggle(feature), isOn.map { $0 ? .on : .off }), of: subject, by: someone)
}

/// The error that opening a ledger throws; nil if it opens.
func openingError(_ directory: StateDirectory) -> LedgerError? {
    do throws(LedgerError) {
        try directory.open().close()
        return nil
    } catch {
        return error
    }
}

/// The texts in the first column of an answer.
func texts(_ db: Database, _ sql: String) throws -> [String] { try db.rows(sql).compactMap { $0.text(0) } }

/// The path of the probe program, beside the test runner.
func probeProgram() throws -> String {
    let runner = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return try #require(
        ([runner] + CommandLine.arguments).map { path in
            URL(fileURLWithPath: path).deletingLastPathComponent().path + "/LedgerProbe"
        }.first { FileManager.default.isExecutableFile(atPath: $0) })
}

/// Starts the probe program, which writes its lines to `output`.
func probe(
    _ arguments: [String], input: ProgramPipe? = nil, output: ProgramPipe
) throws -> ChildProgram {
    try ChildProgram(try probeProgram(), arguments, input: input, output: output)
}

/// Runs a tool; true if it succeeded.
func run(_ program: String, _ arguments: [String]) throws -> Bool {
    try ChildProgram.run(program, arguments).exit == .code(0)
}

/// A small file system mounted on a state directory.
///
/// `init` returns nil, with the reason printed, if mounting fails.
final class SmallDisk {
    let directory: StateDirectory

    init?(kilobytes: Int, for test: String) throws {
        directory = try StateDirectory()
        let options = "size=\(kilobytes)k,mode=0700"
        guard getuid() == 0, try run("/bin/mount", ["-t", "tmpfs", "-o", options, "none", directory.path]) else {
            print("skipped: \(test): mounting a small file system takes root")
            return nil
        }
    }

    func remount(_ options: String) throws {
        try #require(try run("/bin/mount", ["-o", "remount,\(options)", directory.path]))
    }

    deinit {
        _ = try? run("/bin/umount", [directory.path])
    }
}
