import Foundation
import Glibc
import TestSupport
import Testing

/// Actions that have the service manager start units, through the socket, with a manager that does as a unit's name says.
///
/// `Tests/SystemdTests` has those with systemd itself.
@Suite(.serialized) struct UnitActionTests {
    /// A table with an action for each kind of job that the manager knows, and one whose value is the instance.
    private static let table: String = {
        let kinds = [
            "done", "early", "failed", "forged", "silent", "late", "dead", "denied", "missing", "moved", "vanished",
        ]
        let actions = kinds.map {
            """
                action \($0) {
                    unit \($0)@x.service start
                    timeout \(["silent", "late", "dead"].contains($0) ? "400ms" : "20s")
                }
                route \($0) /\($0) do \($0)
            """
        }
        return """
            scheme t
            feature Units {
            \(actions.joined(separator: "\n"))
                action play {
                    input episode string
                    unit done@$(episode).service start
                }
                action again {
                    unit done@x.service restart
                }
                action anew {
                    unit done@x.service reload
                }
                action wait {
                    unit silent@x.service start
                    timeout 30s
                }
                route play /play do play {
                    query episode
                }
                route again /again do again
                route anew /anew do anew
                route wait /wait do wait
            }
            """
    }()

    /// Runs a test with a private bus, a manager on it, and a daemon; skips it where there is none.
    private func onStage(
        _ test: String = #function, hasManager: Bool = true, state: Bool = false,
        _ body: (RunningDaemon, PrivateBus) throws -> Void
    ) throws {
        guard let bus = try PrivateBus(for: test) else { return }
        defer { bus.end() }
        if hasManager { guard try FakeManager.start(on: bus, for: test) else { return } }
        // A daemon of root asks the manager of the machine, one of a person the person's own.
        let environment = ["DBUS_SYSTEM_BUS_ADDRESS": bus.address, "DBUS_SESSION_BUS_ADDRESS": bus.address]
        try withFolder { folder in
            try withDaemon(
                in: folder, table: Self.table, stateDirectory: state ? try folder.makeFolder("state") : nil,
                environment: environment
            ) { try body($0, bus) }
        }
    }

    /// A kind of unit, and the outcome of its link.
    struct Row: CustomTestStringConvertible {
        let kind: String
        let code: String
        let members: [String: String]

        init(_ kind: String, _ code: String, _ members: [String: String] = [:]) {
            (self.kind, self.code, self.members) = (kind, code, members)
        }

        var testDescription: String { kind }
    }

    private static let failure = [
        "execution.job": "failed", "execution.unitResult": "exit-code", "execution.exit.code": "7",
    ]

    @Test func `the end of the job is the outcome, and only what was not taken may be sent again`() throws {
        let rows = [
            Row("done", "ok.performed", ["execution.job": "done", "execution.unit": "done@x.service"]),
            Row("early", "ok.performed", ["execution.job": "done"]),
            Row("again", "ok.performed"), Row("anew", "ok.performed"),
            Row("failed", "failed.unit", Self.failure),
            // Another connection says that the job is done, and that the manager has moved.
            Row("forged", "failed.unit", Self.failure),
            Row("denied", "failed.unit.denied", ["execution.errorName": "org.freedesktop.DBus.Error.AccessDenied"]),
            Row("missing", "failed.unit.notFound", ["execution.reason": "Unit missing@x.service not found."]),
            Row("silent", "unknown.effect"), Row("late", "unknown.effect"),
            Row("moved", "ok.performed"), Row("vanished", "unknown.effect"),
            // At last: the manager ends.
            Row("dead", "unknown.effect"), Row("done", "failed.unit.noManager"),
        ]
        try onStage { daemon, bus in
            let client = try daemon.connect()
            for row in rows {
                let outcome = try client.open("t://" + row.kind)
                #expect(outcome["code"].text == row.code, "\(row.kind): \(outcome)")
                #expect(outcome["execution.kind"].text == "unit")
                for (path, value) in row.members {
                    #expect(outcome[path].text == value, "\(path) of \(row.kind): \(outcome)")
                }
            }
        }
    }

    @Test func `a value is one instance of the template, whatever is in it`() throws {
        let values = [
            ("7", "7"), ("a/b-c", #"a-b\x2dc"#), ("../../etc", #"\x2e.-..-etc"#), ("..", #"\x2e."#),
            ("x.service", "x.service"), ("x@y", #"x\x40y"#), (#"a\x2fb"#, #"a\x5cx2fb"#), ("%n%i", #"\x25n\x25i"#),
            ("--help", #"\x2d\x2dhelp"#), ("-M root@host", #"\x2dM\x20root\x40host"#), ("$HOME", #"\x24HOME"#),
            ("ä", #"\xc3\xa4"#), (#""; x"#, #"\x22\x3b\x20x"#), ("silent@x.service", #"silent\x40x.service"#),
        ]
        try onStage { daemon, bus in
            let client = try daemon.connect()
            for (value, instance) in values {
                let encoded = value.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
                let outcome = try client.open("t://play?episode=" + encoded)
                #expect(outcome["code"].text == "ok.performed", "\(value): \(outcome)")
                #expect(outcome["execution.unit"].text == "done@\(instance).service")
                #expect(FakeManager.jobs(on: bus).last == "StartUnit done@\(instance).service replace")
            }
            let count = FakeManager.jobs(on: bus).count
            for value in [String(repeating: "x", count: 243), String(repeating: "-", count: 61), "a%0Ab", "a%00b", ""] {
                let outcome = try client.open("t://play?episode=" + value)
                #expect(outcome["code"].text.hasPrefix("rejected."), "\(value): \(outcome)")
            }
            let longest = String(repeating: "x", count: 242)
            #expect(try client.open("t://play?episode=" + longest)["code"].text == "ok.performed")
            #expect(FakeManager.jobs(on: bus).count == count + 1)
        }
    }

    @Test func `a bus without a manager, and no bus, are no effect`() throws {
        try onStage(hasManager: false) { daemon, bus in
            let client = try daemon.connect()
            #expect(try client.open("t://done")["code"].text == "failed.unit.noManager")
            bus.kill()
            #expect(try client.open("t://done")["code"].text == "failed.unit.noManager")
        }
    }

    @Test func `a bus that ends after the job was taken is unknown, and the next link finds the next bus`() throws {
        try onStage { daemon, bus in
            let client = try daemon.connect()
            try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://wait"]))
            try Patience.lookFor("the job") { FakeManager.jobs(on: bus).last == "StartUnit silent@x.service replace" }
            // The reply to this job comes after that to the other.
            #expect(try daemon.connect().open("t://done")["code"].text == "ok.performed")
            bus.kill()
            let answer = try client.receive()
            #expect(answer?["parameters.outcome.code"].text == "unknown.effect", "\(String(describing: answer))")
            bus.killService()
            try #require(try bus.start())
            try #require(try FakeManager.start(on: bus, for: #function))
            #expect(try client.open("t://failed")["execution.unitResult"].text == "exit-code")
        }
    }

    @Test func `the daemon's death in between is unknown afterwards, and the job is not asked for again`() throws {
        try onStage(state: true) { daemon, bus in
            let client = try daemon.connect()
            let request = ["url": "t://wait", "idempotencyKey": "k"]
            try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", request))
            let job = "StartUnit silent@x.service replace"
            try Patience.lookFor("the job") { FakeManager.jobs(on: bus).last == job }
            try daemon.restartKilled()
            let again = try daemon.connect().outcome("Open", request)
            #expect(again["code"].text == "unknown.effect", "\(again)")
            #expect(FakeManager.jobs(on: bus).filter { $0 == job }.count == 1)
        }
    }

    @Test func `a caller that hangs up leaves the job to the manager`() throws {
        try onStage(state: true) { daemon, bus in
            var leaving: RawClient? = try daemon.connect()
            let request = ["url": "t://wait", "idempotencyKey": "k"]
            try leaving?.send(RawClient.message("io.deeplinkd.Dispatch.Open", request))
            try Patience.lookFor("the job") { FakeManager.jobs(on: bus).last == "StartUnit silent@x.service replace" }
            leaving = nil
            try Patience.lookFor("the kept outcome") {
                (try? daemon.connect().outcome("Open", request))?["code"].text == "unknown.effect"
            }
            #expect(try daemon.connect().open("t://done")["code"].text == "ok.performed")
        }
    }
}
