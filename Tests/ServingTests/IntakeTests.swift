import Contract
import EventLoop
import Features
import Foundation
import Ledger
import Routing
import Testing

@testable import Serving

/// Where the switch of the intake stands, whatever becomes of the ledger.
@Suite struct IntakeTests {
    private static let command = "deeplinkctl runtime DeepLinking on"

    /// Runs steps with a server that is open; the last one calls what the body is given.
    private func serve(
        _ folder: String, _ line: String = "", _ body: @escaping (Server, @escaping () -> Void) throws -> Void
    ) throws {
        let loop = try Loop()
        let server = try makeServer(loop, line + "\n" + SampleTable.text, state: folder)
        let watchdog = try Watchdog(loop) { server.close() }
        var failure: (any Error)?
        server.openLedger {
            do {
                try body(server) { watchdog.finish() }
            } catch {
                failure = error
                watchdog.finish()
            }
        }
        loop.run()
        try loop.close()
        if let failure { throw failure }
    }

    /// The outcome of one link.
    private func outcome(_ server: Server) -> Outcome? {
        var outcome: Outcome?
        server.open("t://say", for: Caller(uid: 54_321)) { outcome = $0 }
        return outcome
    }

    /// Starts a server and returns the code of one link's outcome.
    private func code(_ folder: String, _ line: String = "") throws -> OutcomeCode {
        var code: OutcomeCode?
        try serve(folder, line) { server, finish in
            code = outcome(server)?.code
            finish()
        }
        return try #require(code)
    }

    /// Moves the switch; gives whether that is durable.
    private func move(_ server: Server, to on: Bool?, then done: @escaping (Bool?) throws -> Void) {
        server.facts.set(runtime: on, of: DeepLinkingFeature.name, by: 0) { result in
            do { try done(try? result.get()) } catch { Issue.record(error) }
        }
    }

    /// Starts a server, moves the switch and ends it.
    private func move(_ folder: String, to on: Bool?, isDurable: Bool = true) throws {
        try serve(folder) { server, finish in
            move(server, to: on) { durable in
                #expect(durable == isDurable)
                finish()
            }
        }
    }

    private func stamp(_ folder: String) -> String { IntakeStamp(directory: folder).path }

    private func removeLedger(_ folder: String, stampToo: Bool) {
        let names = ["ledger.db", "ledger.db-wal"] + (stampToo ? ["ledger.db.initialised"] : [])
        // ignored: the log need not be there.
        for name in names { try? FileManager.default.removeItem(atPath: folder + "/" + name) }
    }

    private func damage(_ folder: String) throws {
        removeLedger(folder, stampToo: false)
        let bytes = Data(String(repeating: "no database ", count: 1000).utf8)
        try #require(
            FileManager.default.createFile(
                atPath: folder + "/ledger.db", contents: bytes, attributes: [.posixPermissions: 0o600]))
    }

    // MARK: While the daemon runs

    @Test(
        arguments: [
            (nil, LedgerError.corrupt(path: "x", detail: "d"), OutcomeCode.okPerformed),
            (true, .lost(path: "x", stamp: "s"), .okPerformed),
            (false, .corrupt(path: "x", detail: "d"), .featureDisabled),
            (false, .foreign(path: "x"), .featureDisabled), (nil, .locked(path: "x"), .okPerformed),
            (false, .full(path: "x"), .featureDisabled),
        ] as [(Bool?, LedgerError, OutcomeCode)])
    func `a ledger that becomes unreadable leaves the intake as it was read last, whatever the table says`(
        last: Bool?, error: LedgerError, code: OutcomeCode
    ) throws {
        for line in ["", "intake without-ledger off", "intake without-ledger on"] {
            try withStateFolder { folder in
                try serve(folder, line) { server, finish in
                    move(server, to: last) { _ in
                        let ledger = try #require(server.facts.ledger)
                        ledger.onFailure = { [onFailure = ledger.onFailure] in
                            onFailure?($0)
                            #expect(outcome(server)?.code == code, "\(line)")
                            #expect(server.facts.report.state == .unavailable)
                            ledger.onFailure = nil
                            finish()
                        }
                        ledger.perform(of: nil) { (_) throws(LedgerError) -> Int in
                            throw error
                        } then: { _ in
                        }
                    }
                }
            }
        }
    }

    @Test func `what the intake was read as last is told as stale, and the ledger counts again when it is back`() throws
    {
        try withStateFolder { folder in
            try serve(folder) { server, finish in
                let ledger = try #require(server.facts.ledger)
                ledger.perform(of: nil) { (_) throws(LedgerError) -> Int in
                    throw .corrupt(path: "x", detail: "d")
                } then: { _ in
                    let evidence = server.facts.store.facts.host[.runtime(DeepLinkingFeature.name)]?.evidence
                    #expect(evidence?.freshness == .stale && evidence?.fault?.contains("damaged") == true)
                    #expect(server.facts.report.intake == "the intake stays on, as the ledger said last")
                    ledger.onOpen = { [onOpen = ledger.onOpen] in
                        onOpen?($0, $1, $2)
                        #expect(!server.facts.store.facts.host.keys.contains { $0.kind == .runtime })
                        #expect(server.facts.report == LedgerReport { $0.state = .available })
                        finish()
                    }
                    ledger.open()
                }
            }
        }
    }

    // MARK: At a start without a ledger

    @Test(arguments: [
        ("", OutcomeCode.pendingUndetermined), ("intake without-ledger undetermined", .pendingUndetermined),
        ("intake without-ledger off", .featureDisabled), ("intake without-ledger on", .okPerformed),
    ])
    func `at a start without a ledger the intake is what the table says, and an operator's word goes before it`(
        line: String, code: OutcomeCode
    ) throws {
        try withStateFolder { folder in
            try damage(folder)
            try serve(folder, line) { server, finish in
                let first = try #require(outcome(server))
                #expect(first.code == code)
                let note = try #require(server.facts.report.intake)
                #expect((code == .okPerformed) != first.message.contains(Self.command), "\(first.message)")
                #expect((code == .okPerformed) != note.contains(Self.command), "\(note)")
                move(server, to: code != .featureDisabled ? false : true) { _ in
                    #expect(outcome(server)?.code == (code != .featureDisabled ? .featureDisabled : .okPerformed))
                    move(server, to: true) { isDurable in
                        #expect(isDurable == false)
                        #expect(outcome(server)?.code == .okPerformed)
                        #expect(server.facts.report.intake == nil)
                        finish()
                    }
                }
            }
        }
    }

    @Test func `a reload changes what the table says of the intake, unless an operator or the ledger has said it`()
        throws
    {
        try withStateFolder { folder in
            try damage(folder)
            try serve(folder) { server, finish in
                let facts = server.facts
                for (line, code) in [
                    (.on, OutcomeCode.okPerformed), (.off, .featureDisabled), (.undetermined, .pendingUndetermined),
                ] as [(IntakeWithoutLedger, OutcomeCode)] {
                    facts.intakeWithoutLedger = line
                    #expect(outcome(server)?.code == code)
                }
                move(server, to: true) { _ in
                    facts.intakeWithoutLedger = .off
                    #expect(outcome(server)?.code == .okPerformed)
                    finish()
                }
            }
        }
        try withStateFolder { folder in
            try serve(folder) { server, finish in
                server.facts.intakeWithoutLedger = .off
                #expect(outcome(server)?.code == .okPerformed)
                finish()
            }
        }
    }

    // MARK: The stamp

    @Test func `an intake that was switched off stays off, whatever happens to the database`() throws {
        try withStateFolder { folder in
            let on = "intake without-ledger on"
            try move(folder, to: nil)
            try FileManager.default.copyItem(atPath: folder + "/ledger.db", toPath: folder + "/old")
            try move(folder, to: false)
            #expect(FileManager.default.fileExists(atPath: stamp(folder)))
            #expect(try code(folder, on) == .featureDisabled)
            try damage(folder)
            #expect(try code(folder, on) == .featureDisabled)
            removeLedger(folder, stampToo: false)
            #expect(try code(folder, on) == .featureDisabled)
            // An older copy, from before the intake was switched off; then a new ledger.
            try FileManager.default.moveItem(atPath: folder + "/old", toPath: folder + "/ledger.db")
            #expect(try code(folder, on) == .featureDisabled)
            removeLedger(folder, stampToo: true)
            try serve(folder, on) { server, finish in
                #expect(outcome(server)?.code == .featureDisabled)
                let report = server.facts.report
                #expect(report.state == .available && report.intake?.contains(Self.command) == true)
                #expect(report.intake?.contains(stamp(folder)) == true)
                finish()
            }
            // Only an operator lifts it.
            try move(folder, to: true)
            #expect(!FileManager.default.fileExists(atPath: stamp(folder)))
            #expect(try code(folder) == .okPerformed)
            try damage(folder)
            #expect(try code(folder, on) == .okPerformed)
        }
    }

    @Test(arguments: [true, nil] as [Bool?])
    func `the stamp is gone once the intake is on or at its default`(position: Bool?) throws {
        try withStateFolder { folder in
            try move(folder, to: false)
            try move(folder, to: position)
            #expect(!FileManager.default.fileExists(atPath: stamp(folder)))
            #expect(try code(folder) == .okPerformed)
        }
    }

    @Test func `an off that was said without a ledger outlives the daemon by its stamp`() throws {
        try withStateFolder { folder in
            try damage(folder)
            try move(folder, to: false, isDurable: true)
            #expect(try code(folder, "intake without-ledger on") == .featureDisabled)
            removeLedger(folder, stampToo: true)
            #expect(try code(folder) == .featureDisabled)
        }
    }

    @Test func `a ledger of an earlier version that says off gets its stamp at the next start`() throws {
        try withStateFolder { folder in
            try move(folder, to: false)
            try FileManager.default.removeItem(atPath: stamp(folder))
            try serve(folder) { server, finish in
                server.facts.intake?.whenFree { end in
                    #expect(FileManager.default.fileExists(atPath: stamp(folder)))
                    end()
                    finish()
                }
            }
            try damage(folder)
            #expect(try code(folder, "intake without-ledger on") == .featureDisabled)
        }
    }

    @Test func `a stamp that is no file keeps the intake off, and an on that cannot remove it is told to be for now`()
        throws
    {
        try withStateFolder { folder in
            try FileManager.default.createDirectory(atPath: stamp(folder), withIntermediateDirectories: false)
            try serve(folder) { server, finish in
                #expect(outcome(server)?.code == .featureDisabled)
                move(server, to: true) { isDurable in
                    #expect(isDurable == false)
                    #expect(outcome(server)?.code == .okPerformed)
                    let note = server.facts.report.intake
                    #expect(
                        note?.contains(stamp(folder)) == true && note?.contains("next start") == true, "\(note ?? "")")
                    finish()
                }
            }
            #expect(try code(folder) == .featureDisabled)
        }
    }

    @Test func `an off whose stamp cannot be written counts, and is told not to be durable`() throws {
        try withStateFolder { folder in
            try serve(folder) { server, finish in
                // The ledger is open and goes on; a new name cannot be made.
                try FileManager.default.moveItem(atPath: folder, toPath: folder + "-moved")
                move(server, to: false) { isDurable in
                    #expect(isDurable == false)
                    #expect(outcome(server)?.code == .featureDisabled)
                    #expect(server.facts.report.intake?.contains("not durably") == true)
                    try FileManager.default.moveItem(atPath: folder + "-moved", toPath: folder)
                    move(server, to: false) { isDurable in
                        #expect(isDurable == true)
                        #expect(server.facts.report == LedgerReport { $0.state = .available })
                        finish()
                    }
                }
            }
        }
    }

    @Test func `of two operators at once the later one counts, for the ledger and for the stamp`() throws {
        for last in [true, false] {
            try withStateFolder { folder in
                try serve(folder) { server, finish in
                    var answers = 0
                    for position in [last, !last, last, !last, last] {
                        move(server, to: position) { isDurable in
                            #expect(isDurable == true)
                            answers += 1
                            if answers == 5 { finish() }
                        }
                    }
                }
                #expect(FileManager.default.fileExists(atPath: stamp(folder)) == !last)
                #expect(try code(folder) == (last ? .okPerformed : .featureDisabled))
            }
        }
    }
}
