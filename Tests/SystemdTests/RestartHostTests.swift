import Testing

/// The results of restart-host.sh: links that wait while the daemon is restarted, under a real process 1.
@Suite(.enabled(if: Host.canBoot, "root, systemd-nspawn and an overlay are there"), .serialized)
struct RestartHostTests {
    private static let seen = Sightings(by: "restart-host.sh")

    @Test func `a link that waits in memory comes back after each restart of the unit`() {
        Self.seen.expect([
            "link": "ok.accepted", "restart": "1 another process", "store after a restart": "0", "five restarts": "1",
            "restart after daemon-reload": "1", "try-restart": "1", "performed": #""id":0"#, "journal": "8",
        ])
    }

    @Test func `neither a crash nor a stop keeps it`() {
        Self.seen.expect(["crash": "0 active", "stop and start": "0"])
    }

    @Test func `a user's own instance keeps links over its restart`() {
        Self.seen.expect(["restart of hers": "3"])
    }

    @Test func `the daemon in its sandbox sees tables of an overlay that is mounted over etc, once it is reloaded`() {
        Self.seen.expect([
            "before the image": "rejected.url.schemeNotAllowed",
            "image without a reload": "rejected.url.schemeNotAllowed", "image": "0 ok.performed",
            "image after a restart": "0 ok.performed", "image removed": "0 rejected.url.schemeNotAllowed",
        ])
    }

    @Test func `the booted host leaves nothing behind`() {
        Self.seen.expect(["end": "reached", "control group": "removed"])
    }
}
