import Foundation
import Glibc
import TestSupport
import Testing

/// What facts come from hangs: a service, a FIFO, and a file system that does not answer, as NFS without its server.
@Suite(.serialized) struct SourceDrills {
    private static func table(_ place: String) -> String {
        """
        feature Run {
            require runtime from \(place)
            action a {
                respond
            }
            route run /run do a
        }

        """
    }

    /// While the source hangs everything else works, and its feature says why it does not.
    private func expectOnlyRunIsMissing(_ stage: DrillStage) throws {
        for number in 0..<20 {
            #expect(try stage.open("t://run") == "pending.undetermined")
            #expect(try stage.open("t://plain") == "ok.performed" && stage.toggle(number.isMultiple(of: 2)) == nil)
        }
        let shown = try stage.fault()
        #expect(shown.contains("source   undetermined: runtime Run, "), "\(shown)")
        try stage.daemon.awaitLog("source does not answer")
    }

    @Test func `a service that accepts and is silent leaves its feature undetermined until it is restarted`() throws {
        try withFolder { folder in
            let path = folder.path(of: "flags")
            let service = try FlagService(at: path, .silence)
            defer { service.stop() }
            let place = "varlink unix:\(path) org.example.Flags.Get = on"
            try DrillStage.with(Self.table(place), in: folder) { stage in
                try expectOnlyRunIsMissing(stage)
                try DrillPage("source").run(on: stage.daemon, state: stage.state) { _ in
                    service.begin(.answer(#"{"on":true}"#))
                }
                try Patience.lookFor("the service") { try stage.open("t://run") == "ok.performed" }
                try stage.daemon.awaitLog("source answers again")
            }
        }
    }

    @Test func `a FIFO in the place of a file is not waited for`() throws {
        try withFolder { folder in
            let path = folder.path(of: "flag")
            try #require(unsafe mkfifo(path, 0o600) == 0)
            try DrillStage.with(Self.table("file \(path)"), in: folder) { stage in
                try expectOnlyRunIsMissing(stage)
                try FileManager.default.removeItem(atPath: path)
                try folder.write("flag", "on\n")
                try Patience.lookFor("the file") { try stage.open("t://run") == "ok.performed" }
            }
        }
    }

    @Test(.enabled(if: HungFolder.isPossible), .timeLimit(.minutes(2)))
    func `a file system that hangs stops no other link, no change and no end of the daemon`() throws {
        try withFolder { folder in
            let path = try folder.makeFolder("flags")
            let hung = try HungFolder(at: path)
            defer { hung.end() }
            try DrillStage.with(Self.table("file \(path)/flag"), in: folder) { stage in
                try expectOnlyRunIsMissing(stage)
                // It ends, and starts beside the folder that still hangs.
                try stage.daemon.stop()
                try stage.daemon.restartKilled()
                try expectOnlyRunIsMissing(stage)
                hung.end()
                try put("on\n", at: path + "/flag", mode: 0o644)
                try Patience.lookFor("the file") { try stage.open("t://run") == "ok.performed" }
            }
        }
    }
}

/// A file system of FUSE without a program behind it: a look at it waits.
private final class HungFolder {
    private let path: String
    private let device: Int32
    private var isEnded = false

    static let isPossible: Bool = {
        if geteuid() == 0, let folder = try? TemporaryFolder() {
            defer { folder.remove() }
            if let hung = try? HungFolder(at: folder.path) {
                hung.end()
                return true
            }
        }
        print("skipped: the drill of a file system that hangs: mounting with FUSE takes root and /dev/fuse")
        return false
    }()

    init(at path: String) throws {
        self.path = path
        device = unsafe open("/dev/fuse", O_RDWR | O_CLOEXEC)
        guard device >= 0 else { throw TestFailure("/dev/fuse: errno \(errno)") }
        let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(null) }
        let mount = try Program(
            "/bin/mount", ["-i", "-t", "fuse", "-o", "fd=3,rootmode=40700,user_id=0,group_id=0", "hung", path],
            environment: [:], descriptors: [null, null, null, device])
        guard try mount.wait() == .code(0) else {
            close(device)
            throw TestFailure("FUSE cannot be mounted")
        }
    }

    /// Ends the wait of all who look at it; a second call does nothing.
    func end() {
        guard !isEnded else { return }
        isEnded = true
        // From then on the kernel answers by itself.
        close(device)
        // ignored: a file system that stays mounted ends with the machine.
        _ = try? Program.run("/bin/umount", ["-l", path])
    }
}
