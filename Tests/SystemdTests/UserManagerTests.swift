import Foundation
import Testing

/// The results of user-manager.sh: the user units under a real `systemd --user`, in namespaces of its own.
///
/// The script runs once; each test checks one part of its results.
@Suite(.enabled(if: Host.canRunManager, "root, unshare and systemd are there"), .serialized)
struct UserManagerTests {
    private static let seen = Sightings(by: "user-manager.sh", Places.package.path + "/routes.conf")

    @Test func `only its user can open the socket`() {
        Self.seen.expect(["socket mode": "600", "folder mode": "700"])
    }

    @Test func `the first call starts the service, and gets its reply`() {
        Self.seen.expect([
            "before the first call": "inactive", "first call": "ok.performed", "after the first call": "active",
        ])
    }

    @Test func `the service reports that it is ready and serving`() {
        Self.seen.expect(["status text": "serving"])
    }

    @Test func `a reload puts the changed table in force`() {
        Self.seen.expect([
            "reload of a good table": "0", "before the changed table": "blocked.toggle.off",
            "reload of a changed table": "0", "after the changed table": "ok.performed",
        ])
    }

    @Test func `a table that is bad at start leaves the socket listening, and the mended one serves after a reload`() {
        Self.seen.expect([
            "bad start": "500", "bad start restarts": "0", "bad start service": "active running",
            "bad start socket": "running success", "bad start text": "no route table is in force:",
            "bad start status": "6", "bad start reload": "1", "mended reload": "0", "mended call": "ok.performed",
            "mended text": "serving", "mended status": "0",
        ])
    }

    @Test func `a reload of a bad table fails, logs every error, and leaves the old table in force`() {
        Self.seen.expect([
            "reload of a bad table": "1", "result of the bad reload": "exit-code", "errors in the log": "3",
            "state after the bad table": "active", "call after the bad table": "ok.performed",
        ])
    }

    @Test func `a daemon with a stopped loop is restarted, and no call is lost`() {
        Self.seen.expect(["restarts by the watchdog": "1", "call after the restart": "ok.performed"])
    }

    @Test func `a stop leaves neither a process nor a socket`() {
        Self.seen.expect([
            "state after stop": "inactive", "result of stop": "success", "processes after stop": "0",
            "socket after stop": "gone",
        ])
    }

    @Test func `the daemon serves and reloads inside the system unit's sandbox`() {
        Self.seen.expect([
            "hardened call": "ok.performed", "hardened filter": "2", "hardened reload": "0", "hardened copy": "0 600",
        ])
    }

    @Test(.enabled(if: Host.hasICU))
    func `the first international host loads ICU inside the system unit's sandbox`() {
        Self.seen.expect(["hardened international host": "rejected.url.hostNotAllowed", "hardened ICU": "1"])
    }

    @Test func `the first issuer loads OpenSSL inside the system unit's sandbox`() {
        Self.seen.expect(["hardened licence": "0", "hardened OpenSSL": "1"])
    }

    @Test func `the system unit refuses a table with programs and names the drop-in`() {
        Self.seen.expect(["hardened reload with programs": "1", "hardened names the drop-in": "1"])
    }

    @Test func `with the drop-in the system unit starts programs`() {
        Self.seen.expect(["relaxed restart": "0", "relaxed call": "ok.performed", "hardened end": "success"])
    }

    @Test func `the user manager leaves nothing behind`() {
        Self.seen.expect(["end": "reached", "control group": "removed"])
    }
}
