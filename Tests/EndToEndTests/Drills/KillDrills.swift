import Foundation
import Glibc
import TestSupport
import Testing

/// The daemon is killed in each phase of its work, by SIGKILL and by the kernel when memory is short.
@Suite(.serialized) struct KillDrills {
    /// What is under way when it is killed.
    enum Phase: String, CaseIterable {
        case start, reload, answer, change, backup
    }

    private static let rounds = Sanitizer.isPresent ? 3 : 8
    private static let job = """
        feature Job {
            action run {
                exec /bin/sleep 3
                timeout 20s
                journal
            }
            route run /run do run
        }

        """

    @Test(arguments: Phase.allCases)
    func `killed in any phase, the daemon starts again with each change and each row that was confirmed`(
        _ phase: Phase
    ) throws {
        var random = SeededGenerator(for: "killed in the phase \(phase)")
        try DrillStage.with { stage in
            for round in 0..<Self.rounds {
                #expect(try stage.toggle(true, of: "a\(round)") == nil)
                let wait = UInt32.random(in: 0...(phase == .start ? 60_000 : 4000), using: &random)
                try kill(in: phase, after: wait, stage)
                for earlier in 0...round { #expect(try stage.isOn("a\(earlier)"), "round \(round)") }
                let subjects = try stage.audit().compactMap { $0["subject"]?.text }
                #expect((0...round).allSatisfy { subjects.contains("account:a\($0)") }, "\(subjects)")
                _ = try stage.timeline()
            }
        }
    }

    private func kill(in phase: Phase, after microseconds: UInt32, _ stage: DrillStage) throws {
        let (daemon, client) = (stage.daemon, try stage.daemon.connect())
        switch phase {
        case .start: _ = try daemon.startKilled(after: microseconds)
        case .reload:
            try daemon.replaceTable(DrillStage.table + (0..<300).map { "# \($0)\n" }.joined())
            try client.send(RawClient.message("io.deeplinkd.Monitor.Reload"))
        case .answer:
            for _ in 0..<50 {
                try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://plain"]))
            }
        case .change:
            for number in 0..<20 {
                try client.send(
                    RawClient.message(
                        DrillStage.setToggle, ["feature": "T", "on": true, "subject": "account:b\(number)"]))
            }
        case .backup:
            let copy = daemon.folder.path(of: "copy")
            let null = unsafe Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)
            defer { close(null) }
            let tool = try Program(
                Products.tool, ["ledger", "backup", copy, "--socket", daemon.socket], environment: [:],
                descriptors: [null, null, null])
            usleep(10 * microseconds)
            daemon.program.kill()
            let exit = try tool.wait()
            let isThere = FileManager.default.fileExists(atPath: copy)
            #expect(isThere == (exit == .code(0)))
            if isThere {
                #expect(try Program.tool("ledger", "verify", copy).exit == .code(0))
                try FileManager.default.removeItem(atPath: copy)
            }
        }
        if phase != .start { usleep(microseconds) }
        try daemon.restartKilled()
    }

    @Test func `killed while an action runs, the status names it until the page's command`() throws {
        try DrillStage.with(Self.job) { stage in
            let client = try stage.daemon.connect()
            try client.send(RawClient.message("io.deeplinkd.Dispatch.Open", ["url": "t://run"]))
            try Patience.lookFor("the program") {
                try !LeftoverTests.children(of: stage.daemon.program.processID).isEmpty
            }
            try stage.daemon.restartKilled()
            let shown = try stage.fault()
            #expect(shown.contains("journal  1 link: whether they took effect is not known"), "\(shown)")
            try stage.daemon.awaitLog("link interrupted")
            try DrillPage("crash").run(on: stage.daemon, state: stage.state)
        }
    }

    @Test func `a restore that is killed leaves a ledger, and the same command again completes it`() throws {
        var random = SeededGenerator(for: "a restore that is killed")
        try DrillStage.with { stage in
            #expect(try stage.toggle(true) == nil)
            try DrillPage.run("deeplinkctl ledger backup ledger.backup", on: stage.daemon)
            let backup = stage.daemon.folder.path(of: "ledger.backup")
            let null = unsafe Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)
            defer { close(null) }
            for _ in 0..<Self.rounds {
                #expect(try stage.toggle(false) == nil)
                try stage.daemon.stop()
                let tool = try Program(
                    Products.tool, ["ledger", "restore", backup, "--state-dir", stage.state], environment: [:],
                    descriptors: [null, null, null])
                usleep(UInt32.random(in: 5000...60_000, using: &random))
                tool.kill()
                try stage.daemon.restartKilled()
                // One of the two is in force, or the ledger is lost for the moment, which status says.
                let run = try stage.daemon.tool("status")
                #expect(run.exit == .code(0) || run.output.contains("(ledger.lost)"), "\(run)")
                try DrillPage("stopped-restore").run(on: stage.daemon, state: stage.state)
                #expect(try stage.isOn())
            }
        }
    }

    @Test(.enabled(if: MemoryGroup.isPossible))
    func `killed by the kernel because memory is short, it loses nothing that was confirmed`() throws {
        try DrillStage.with(Self.job) { stage in
            #expect(try stage.toggle(true) == nil)
            let before = try stage.daemon.connect().open("t://plain")["outcomeId"].text
            // Its end writes the timeline, which may be half a second behind.
            try stage.daemon.stop()
            try stage.daemon.restartKilled()
            let group = try MemoryGroup(limit: 8 << 20)
            defer { group.remove() }
            try group.add(stage.daemon.program.processID)
            // Calls that are not complete take memory until the kernel finds none; its limits are far above this one.
            let call = Array(#"{"method":"io.deeplinkd.Dispatch.Open","parameters":{"url":"t://plain?"#.utf8)
            let part = call + [UInt8](repeating: UInt8(ascii: "a"), count: 380_000)
            var clients: [RawClient] = []
            while clients.count < 60, let client = try? stage.daemon.connect() {
                clients.append(client)
                guard try client.send(bytes: part) else { break }
            }
            #expect(try stage.daemon.program.wait() == .signal(SIGKILL))
            try stage.daemon.restartKilled()
            #expect(try stage.isOn() && stage.timeline().contains(before))
        }
    }
}

/// A control group with a limit of memory: of version 2 where it has the memory controller, else of version 1.
private final class MemoryGroup {
    private let path: String
    let processes: String

    static let isPossible: Bool = {
        if geteuid() == 0, let group = try? MemoryGroup(limit: 1 << 30) {
            group.remove()
            return true
        }
        print("skipped: the drill of short memory: a control group for memory takes root")
        return false
    }()

    init(limit: Int) throws {
        let name = "deeplinkd-drill-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        let controllers = try? String(contentsOfFile: "/sys/fs/cgroup/cgroup.subtree_control", encoding: .utf8)
        let isSecond = controllers?.split(whereSeparator: \.isWhitespace).contains("memory") == true
        path = (isSecond ? "/sys/fs/cgroup/" : "/sys/fs/cgroup/memory/") + name
        processes = path + "/cgroup.procs"
        guard unsafe mkdir(path, 0o755) == 0 else { throw TestFailure("mkdir \(path): errno \(errno)") }
        try Self.write("\(limit)", to: path + (isSecond ? "/memory.max" : "/memory.limit_in_bytes"))
    }

    func add(_ processID: Int32) throws { try Self.write("\(processID)", to: processes) }

    private static func write(_ text: String, to path: String) throws {
        let descriptor = unsafe Glibc.open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw TestFailure("open \(path): errno \(errno)") }
        defer { close(descriptor) }
        guard unsafe Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count else {
            throw TestFailure("write \(path): errno \(errno)")
        }
    }

    /// Its processes must have ended.
    func remove() {
        for _ in 0..<200 {
            if unsafe rmdir(path) == 0 { return }
            usleep(10_000)
        }
    }
}
