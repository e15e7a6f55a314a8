import EventLoop
import HostSystem
import LoopedBus
import SystemBus
import TestSupport
import Testing

/// The client of a service manager, with one that does as the unit's name says: `FakeManager`.
@Suite(.serialized) struct UnitManagerTests {
    private typealias End = Result<UnitJobEnd, UnitJobError>

    private static let exit7 = UnitJobEnd("failed", .init("exit-code", .code(7)))
    private static let done = UnitJobEnd("done")

    /// What one test has.
    private struct Stage {
        let loop: Loop
        let bus: PrivateBus
        let manager: UnitManager

        func start(_ job: UnitJob) -> End {
            var end: End?
            manager.start(job, deadline: .seconds(20)) {
                end = $0
                loop.stop()
            }
            while end == nil { loop.run() }
            return end ?? .failure(.endUnknown(nil))
        }

        func start(_ name: String, _ verb: UnitVerb = .start) -> End {
            start(UnitJob(verb, UnitManagerTests.unit(name)))
        }
    }

    /// A name that is one.
    fileprivate static func unit(_ name: String) -> UnitName {
        guard let unit = UnitName(name) else { preconditionFailure("\(name) is no unit's name") }
        return unit
    }

    private func onStage(
        _ test: String = #function, hasManager: Bool = true, _ body: (Stage) throws -> Void
    ) throws {
        guard let bus = try PrivateBus(for: test) else { return }
        defer { bus.end() }
        if hasManager { guard try FakeManager.start(on: bus, for: test) else { return } }
        try onLoop { loop in
            let connection = BusConnection(loop: loop, address: bus.address)
            defer { connection.close() }
            try body(Stage(loop: loop, bus: bus, manager: UnitManager(bus: connection)))
        }
    }

    @Test func `a job is waited for to its end, and a unit that failed says how`() throws {
        try onStage { stage in
            #expect(stage.start("done@1.service") == .success(Self.done))
            #expect(stage.start("done@1.service", .restart) == .success(Self.done))
            #expect(stage.start("done@1.service", .reload) == .success(Self.done))
            #expect(stage.start("failed@1.service") == .success(Self.exit7))
            #expect(
                FakeManager.jobs(on: stage.bus) == [
                    "StartUnit done@1.service replace", "RestartUnit done@1.service replace",
                    "ReloadUnit done@1.service replace", "StartUnit failed@1.service replace",
                ])
        }
    }

    @Test func `an end that comes before the reply counts`() throws {
        try onStage { stage in
            #expect(stage.start("early@1.service") == .success(Self.done))
            #expect(stage.start("early@fail.service") == .success(Self.exit7))
        }
    }

    @Test func `an end that another connection sends does not count`() throws {
        try onStage { stage in #expect(stage.start("forged@1.service") == .success(Self.exit7)) }
    }

    @Test func `the manager sends its signals for as long as jobs are waited for`() throws {
        try onStage { stage in
            let silent = UnitJob(.start, Self.unit("silent@1.service"))
            let ticket = stage.manager.start(silent, deadline: .seconds(20)) { _ in }
            #expect(stage.start("done@1.service") == .success(Self.done))
            #expect(stage.start("missing@1.service").isFailure)
            #expect(FakeManager.calls(on: stage.bus).filter { $0.hasSuffix("ubscribe") } == ["Subscribe"])
            stage.manager.giveUp(ticket)
            #expect(stage.start("done@1.service") == .success(Self.done))
            runLoop(stage.loop, atMost: .milliseconds(50))
            #expect(
                FakeManager.calls(on: stage.bus).filter { $0.hasSuffix("ubscribe") }
                    == ["Subscribe", "Unsubscribe", "Subscribe", "Unsubscribe"])
        }
    }

    @Test func `a transient unit is started with its properties`() throws {
        try onStage { stage in
            let name = Self.unit("done@1.service")
            let properties: [(String, BusValue)] = [
                ("Slice", .string("app.slice")), ("RemainAfterExit", .boolean(true)),
            ]
            #expect(stage.start(UnitJob(startingTransient: name, properties)) == .success(Self.done))
            #expect(
                FakeManager.jobs(on: stage.bus) == [
                    "Slice=app.slice", "RemainAfterExit=1", "StartTransientUnit done@1.service fail",
                ])
        }
    }

    @Test func `a refusal is named, and nothing was started`() throws {
        try onStage { stage in
            #expect(
                stage.start("denied@1.service")
                    == .failure(
                        .refused(name: "org.freedesktop.DBus.Error.AccessDenied", text: "Permission denied")))
            #expect(
                stage.start("missing@1.service")
                    == .failure(
                        .refused(
                            name: "org.freedesktop.systemd1.NoSuchUnit", text: "Unit missing@1.service not found.")))
        }
    }

    @Test func `a bus without a manager, and no bus, are named`() throws {
        try onStage(hasManager: false) { stage in
            guard case .failure(.noManager(.refused)) = stage.start("done@1.service") else {
                return fail("it has no manager")
            }
            stage.bus.kill()
            let end = stage.start("done@1.service")
            guard case .failure(.noManager(.noBus)) = end else { return fail("\(end)") }
        }
    }

    @Test func `a bus that ends after the manager took the job leaves its end unknown, and the next one is asked anew`()
        throws
    {
        try onStage { stage in
            var end: End?
            stage.manager.start(
                UnitJob(.start, Self.unit("silent@1.service")), deadline: .seconds(20)
            ) { end = $0 }
            // The reply to this job comes after that to the other.
            #expect(stage.start("done@1.service") == .success(Self.done))
            #expect(end == nil)
            stage.bus.kill()
            while end == nil { runLoop(stage.loop, atMost: .milliseconds(20)) }
            #expect(end == .failure(.endUnknown(nil)))
            stage.bus.killService()
            try #require(try stage.bus.start())
            try #require(try FakeManager.start(on: stage.bus, for: #function))
            #expect(stage.start("failed@1.service") == .success(Self.exit7))
            #expect(FakeManager.calls(on: stage.bus).first == "Subscribe")
        }
    }

    @Test func `a bus that was started again while nothing was asked is used by the next job`() throws {
        try onStage { stage in
            #expect(stage.start("done@1.service") == .success(Self.done))
            stage.bus.kill()
            stage.bus.killService()
            try #require(try stage.bus.start())
            try #require(try FakeManager.start(on: stage.bus, for: #function))
            // The loop has not run: it is the call that finds that the connection is lost.
            #expect(stage.start("failed@1.service") == .success(Self.exit7))
        }
    }

    @Test func `a manager that ends before its reply leaves the end unknown`() throws {
        try onStage { stage in
            var end: End?
            stage.manager.start(
                UnitJob(.start, Self.unit("late@1.service")), deadline: .seconds(20)
            ) { end = $0 }
            #expect(stage.start("done@1.service") == .success(Self.done))
            stage.bus.killService()
            while end == nil { runLoop(stage.loop, atMost: .milliseconds(20)) }
            guard case .failure(.endUnknown(.refused)) = end else { return fail("\(String(describing: end))") }
        }
    }

    @Test func `a job goes on when the manager gets another connection, and one that is gone then is unknown`() throws {
        try onStage { stage in
            #expect(stage.start("moved@1.service") == .success(Self.done))
            #expect(stage.start("vanished@1.service") == .failure(.endUnknown(nil)))
            #expect(stage.start("done@1.service") == .success(Self.done))
        }
    }

    @Test func `a job that is given up has no reply, and the others have theirs`() throws {
        try onStage { stage in
            var replies = 0
            let silent = Self.unit("silent@1.service")
            let ticket = stage.manager.start(UnitJob(.start, silent), deadline: .seconds(20)) { _ in replies += 1 }
            stage.manager.giveUp(ticket)
            #expect(stage.start("done@1.service") == .success(Self.done))
            #expect(replies == 0)
        }
    }

    @Test func `forty jobs at once end each with its own result`() throws {
        try onStage { stage in
            var ends: [Int: End] = [:]
            let kinds = ["done", "failed", "early"]
            for number in 0..<40 {
                let name = Self.unit("\(kinds[number % 3])@\(number).service")
                stage.manager.start(UnitJob(.start, name), deadline: .seconds(20)) {
                    ends[number] = $0
                    if ends.count == 40 { stage.loop.stop() }
                }
            }
            while ends.count < 40 { stage.loop.run() }
            for number in 0..<40 {
                #expect(ends[number] == .success(number % 3 == 1 ? Self.exit7 : Self.done))
            }
        }
    }
}

extension Result {
    fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
