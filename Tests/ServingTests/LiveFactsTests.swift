import Contract
import EventLoop
import Features
import Foundation
import Ledger
import Routing
import Tables
import TestTables
import Testing

@testable import PurchaseRules
@testable import Serving

/// What goes on after something else went wrong, or was looked up anew.
@Suite struct LiveFactsTests {
    /// Runs a body with a state directory of its own, and removes it.
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        // ignored: what is left lies in the system's folder for temporary files.
        defer { _ = try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    private func server(
        _ loop: Loop, _ ruleset: Ruleset, _ source: TableSource, state: String? = nil
    ) throws -> Server {
        try Server(
            loop: loop, ruleset: ruleset, facts: Facts(), source: source, environment: [:],
            log: Log(), stateDirectory: state, services: .ofAllWings)
    }

    @Test func `a purchase that the ledger recorded counts, and without one a product without a source is unsupported`()
        throws
    {
        let table = SampleTable.text.replacingOccurrences(
            of: "feature F {", with: "product p {\n}\nfeature F {\n    require purchase p")
        try withFolder { folder in
            let ledger = try Ledger(directory: folder, schema: .standard)
            for (uid, state) in [(1, PurchaseState.active), (2, .expired)] as [(UInt32, PurchaseState)] {
                let fact = LedgerFact(setting: .purchase("p"), to: .purchase(Purchase(state)))
                _ = try ledger.apply([LedgerChange(fact, of: .uid(uid), by: Author(uid: 0, method: "test"))])
            }
            ledger.close()
            let loop = try Loop()
            let server = try server(
                loop, try SampleTable.load(table), TableSource(.files([]), purpose: .serving(allowsPrograms: true)),
                state: folder)
            var codes: [OutcomeCode] = []
            server.openLedger {
                for uid: UInt32 in 1...3 { server.open("t://say", for: Caller(uid: uid)) { codes.append($0.code) } }
                server.close()
            }
            loop.run()
            try loop.close()
            #expect(codes == [.okPerformed, .purchaseExpired, .purchaseUnsupported])
        }
    }

    @Test func `a reload that finds other groups behind the same text forgets what was answered`() throws {
        try withFolder { folder in
            let text = SampleTable.text.replacingOccurrences(
                of: "feature F {", with: "feature F {\n    require caller group deeplinkd-no-such-group")
            try text.write(toFile: folder + "/t", atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder + "/t")
            var environment = LoadEnvironment()
            environment.groupID = { _ in 4242 }
            let before = RulesetLoader.load(
                TableFile(name: "t", bytes: Array(text.utf8)), environment: environment)
            let loop = try Loop()
            let server = try server(
                loop, try #require(before.ruleset),
                TableSource(.files([folder + "/t"]), purpose: .serving(allowsPrograms: true)))
            let caller = Caller(uid: 54_321, gids: [4242])
            var codes: [OutcomeCode] = []
            func open() {
                server.open("t://say", for: caller) { codes.append($0.code) }
            }
            open()
            server.reloadTable { _ in
                open()
                server.close()
            }
            loop.run()
            try loop.close()
            #expect(codes == [.okPerformed, .callerNotAllowed])
        }
    }

    @Test func `what a silent ledger leaves unknown is not said to come from the host`() throws {
        let text = SampleTable.text.replacingOccurrences(of: "feature F {", with: "feature F {\n    require toggle on")
        let loop = try Loop()
        let server = try server(
            loop, try SampleTable.load(text), TableSource(.files([]), purpose: .serving(allowsPrograms: true)),
            state: "/nowhere/at/all")
        var outcome: Outcome?
        server.openLedger {
            server.open("t://say", for: Caller(uid: 1)) { outcome = $0 }
            server.close()
        }
        loop.run()
        try loop.close()
        #expect(outcome?.code == .pendingUndetermined)
        let evidence = try #require(outcome?.constraints.last?.evidence)
        #expect(evidence.source == "ledger" && evidence.fault != nil)
    }

    @Test
    func
        `a ledger that is not to be believed any more takes back what it told, and nothing that an operator said since`()
        throws
    {
        let feature =
            "feature F {\n    require runtime off\n    require toggle off\n    action a {\n        respond\n    }\n    route f /f do a\n}\n"
        let ann = Subject.uid(54_321)
        try withFolder { folder in
            let loop = try Loop()
            let server = try makeServer(loop, "scheme t\n" + feature, state: folder)
            let facts = server.facts
            let ledger = try #require(facts.ledger)
            let watchdog = try Watchdog(loop) { server.close() }
            var codes: [OutcomeCode] = []
            func open() {
                server.open("t://f", for: Caller(uid: 54_321)) {
                    codes.append($0.code)
                }
            }
            ledger.onFailure = { [onFailure = ledger.onFailure] error in
                onFailure?(error)
                open()
                guard case .corrupt = error else { return }
                #expect(
                    facts.store.facts.host.mapValues(\.value) == [
                        .runtime("G"): .off, .runtime("DeepLinking"): .on,
                    ])
                #expect(facts.store.facts.subjects[ann] == nil)
                watchdog.finish()
            }
            server.openLedger {
                facts.set(runtime: true, of: "F", by: 0) { _ in }
                facts.set(toggle: true, of: "F", for: ann, by: 54_321) { _ in
                    open()
                    ledger.perform(of: nil) { (_) throws(LedgerError) -> Int in
                        throw .locked(path: folder)
                    } then: { _ in
                        facts.set(runtime: false, of: "G", by: 0) { _ in }
                        // A file in the place of another: what it holds is nothing of ours.
                        for name in ["ledger.db", "ledger.db-wal"] {
                            // ignored: the log need not be there.
                            _ = try? FileManager.default.removeItem(atPath: folder + "/" + name)
                        }
                        let bytes = Data(String(repeating: "no database ", count: 1000).utf8)
                        #expect(
                            FileManager.default.createFile(
                                atPath: folder + "/ledger.db", contents: bytes, attributes: [.posixPermissions: 0o600]))
                    }
                }
            }
            loop.run()
            try loop.close()
            #expect(codes == [.okPerformed, .okPerformed, .pendingUndetermined])
        }
    }

    @Test func `without a ledger too a user may give others facts up to a number, itself always`() throws {
        let loop = try Loop()
        let server = try makeServer(loop, state: nil)
        var codes: [String?] = []
        func set(_ subject: Subject, by uid: UInt32) {
            server.facts.set(toggle: true, of: "G", for: subject, by: uid) { codes.append($0.failure?.code) }
        }
        for number in 0..<Limits.subjectsPerDelegate { set(.account("\(number)"), by: 9) }
        #expect(codes.allSatisfy { $0 == nil })
        codes = []
        for subject in [Subject.account("more"), .account("7"), .uid(9), .machine] { set(subject, by: 9) }
        #expect(codes == ["ledger.tooManySubjects", nil, nil, nil])
        codes = []
        for subject in [Subject.account("more"), .account("7"), .uid(9)] { set(subject, by: 10) }
        #expect(codes == [nil, nil, nil], "another user has places of its own")
        server.close()
        loop.run()
        try loop.close()
    }

    @Test func `an outcome that is too long to be kept is kept without what the program wrote`() throws {
        var outcome = Outcome(.okPerformed)
        outcome.text = String(repeating: "x", count: Limits.messageBytes)
        let text = try #require(KeptOutcome.text(of: outcome))
        #expect(text.utf8.count <= Limits.messageBytes)
        let replayed = try #require(KeptOutcome.replayed(text, wings: .ofAllWings))
        #expect(replayed.code == .okReplayed && replayed.isReplayed)
        #expect(replayed.message.hasSuffix("was not kept: it is longer than a message."))
    }
}
