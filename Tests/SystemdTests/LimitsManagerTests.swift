import Testing

/// The results of limits-manager.sh: programs of links whose units have their limits in force, under a real `systemd --user`.
@Suite(
    .enabled(
        if: Host.canRunManager && Host.hasUserBus && Host.hasOldControllers,
        "root, systemd, a bus for users and control groups of version 1 are there"),
    .serialized)
struct LimitsManagerTests {
    private static let seen = Sightings(by: "limits-manager.sh")

    @Test func `a program that needs more memory than its action says is killed, and else it runs to its end`() {
        // Of version 1 systemd does not report what killed it, which would be `failed.limit`.
        Self.seen.expect([
            "free memory": "ok.performed 0 200000000", "limited memory": "failed.signal -", "killed": "failed.signal 9",
        ])
    }

    @Test func `a program has as many processes as its action says`() {
        Self.seen.expect(["free tasks": "ok.performed 0 nine", "limited tasks": "failed.exit 2"])
    }

    @Test func `a program has as much of a processor as its action says`() {
        Self.seen.expect(["free cpu": "ok.performed 0 whole", "limited cpu": "ok.performed 0 throttled"])
    }

    @Test func `the manager of the limits leaves nothing behind`() {
        Self.seen.expect(["end": "reached", "control groups": "removed"])
    }
}
