import Testing

/// The results of programs-host.sh: links that run programs as units of a user's own manager, under a real process 1.
@Suite(
    .enabled(
        if: Host.canStartUnits && Host.hasUserBus, "root, systemd-nspawn, an overlay and a bus for users are there"),
    .serialized)
struct ProgramsHostTests {
    private static let seen = Sightings(by: "programs-host.sh")

    @Test func `a program of a unit gets the same as a child of the daemon, and nothing of the manager`() {
        Self.seen.expect([
            "code": "ok.performed 0 deeplinkd-program-RANDOM.service",
            "arguments": "<one><p://say/x?a=$HOME&b=${HOME}&c=$$&%25u=%22>", "input": #"{"rest":["x"]}"#,
            "variables": "DEEPLINKD_HOPS=1 DESKTOP_STARTUP_ID=t0ken HOME=/srv/hers XDG_ACTIVATION_TOKEN=t0ken",
            "folder": "/srv",
            "group": "app.slice/deeplinkd-program-RANDOM.service", "output": "out err", "units left": "0",
        ])
    }

    @Test func `its end is the outcome, and one that is not executed was not started`() {
        Self.seen.expect([
            "status": "failed.exit 7", "refusal": "failed.refused 3 Not now.", "signal": "failed.signal 9",
            "not executable": "failed.spawn failed", "not there": "failed.spawn ENOENT",
        ])
    }

    @Test func `with its control group ends a grandchild with a session of its own, which else goes on`() {
        Self.seen.expect([
            "leave": "ok.performed gone", "hang": "failed.timeout gone", "hang-up": "gone",
            "shutdown": "failed.cancelled gone", "plain program": "ok.performed runs",
        ])
    }

    @Test func `as many run at once as the table says, and one more waits`() {
        Self.seen.expect([
            "lanes": "lane.1 lane.2 rejected.overloaded",
            "lanes afterwards": "lane.1 lane.2 lane.3 3 ok.performed",
        ])
    }

    @Test func `its limits are those of its unit`() {
        Self.seen.expect(["properties": "67108864 0 16 500ms exec app.slice", "limited": "ok.performed"])
    }

    @Test func `memory and tasks are in force where the kernel has the controllers`() {
        let controllers = Self.seen["controllers"] ?? ""
        if controllers.contains("no-memory") {
            print(
                "skipped: the memory of a program: this kernel has no such controller for version 2 of control groups")
        } else {
            Self.seen.expect(["memory": "failed.limit oom-kill"])
        }
        if controllers.contains("no-pids") {
            print("skipped: the tasks of a program: this kernel has no such controller for version 2 of control groups")
        } else {
            Self.seen.expect(["tasks": "failed.exit 2"])
        }
    }

    @Test func `without a service manager nothing is run`() {
        Self.seen.expect(["without a bus": "failed.spawn 0", "end": "reached", "control group": "removed"])
    }
}
