import Testing

/// The results of booted-host.sh: the system units under a real process 1, in a throw-away host.
///
/// The script runs once; each test checks one part of its results.
@Suite(.enabled(if: Host.canBoot, "root, systemd-nspawn and an overlay are there"), .serialized)
struct BootedHostTests {
    private static let seen = Sightings(by: "booted-host.sh")

    @Test func `any user's first call starts the service through the socket, and gets its reply`() {
        Self.seen.expect([
            "socket": "666 root root", "before the first call": "inactive", "first call": "ok.performed",
            "after the first call": "active", "user": "deeplinkd",
        ])
    }

    @Test func `the journal has the entry of a call, found by the id that the reply names, with its fields`() {
        Self.seen.expect([
            "journal of a call": "DEEPLINKD_CODE=ok.performed DEEPLINKD_FEATURE=Say DEEPLINKD_PEER_UID=4242 "
                + "DEEPLINKD_ROUTE=say PRIORITY=6 _TRANSPORT=journal"
        ])
    }

    @Test func `the limits are in force`() {
        Self.seen.expect(["limits": "268435456 536870912 0 32768", "open files": "as many as may be"])
    }

    @Test func `the daemon cannot run a file in a folder that it may write`() {
        Self.seen.expect(["program in the state folder": "126"])
    }

    @Test func `each scrape of the numbers is answered, by a process that is no operator`() {
        Self.seen.expect(["scrapes": "200 200"])
    }

    @Test func `only operators see the names of the table's files`() {
        Self.seen.expect(["told to a stranger": "0", "told to root": "1"])
    }

    @Test func `a copy of the ledger is a file of the caller, although the daemon has a private folder for such files`()
    {
        Self.seen.expect(["copy": "0 600 root", "copy for a stranger": "1"])
    }

    @Test func `the service manager reloads the table, and a bad table leaves the old one in force`() {
        Self.seen.expect([
            "reload by a stranger": "1", "plain reload": "0", "plain changed table": "ok.performed",
            "plain reload of a bad table": "1", "plain call after the bad table": "ok.performed",
            "reload by the daemon's user": "0",
        ])
    }

    @Test func `the daemon is reachable after ten crashes in a row`() {
        Self.seen.expect([
            "restarts": "10", "call after the crashes": "ok.performed",
            "socket after the stops": "success", "call after the stops": "ok.performed",
        ])
    }

    @Test func `with exec.conf links start programs, and the unit has no MemoryHigh to slow the daemon`() {
        Self.seen.expect([
            "exec call": "ok.performed", "exec user": "deeplinkd", "exec limits": "infinity 2147483648",
        ])
    }

    @Test func `with exec.conf the service manager still reloads the table`() {
        Self.seen.expect([
            "exec reload": "0", "exec changed table": "ok.performed", "exec reload of a bad table": "1",
            "exec call after the bad table": "ok.performed",
        ])
    }

    @Test func `with exec.conf neither the daemon's user nor an action's program is an operator`() {
        Self.seen.expect([
            "exec reload by the daemon's user": "1", "exec reload by root": "0", "exec program": "failed.exit",
            "exec gate": "blocked.feature.disabled",
        ])
    }

    @Test func `with exec-socket.conf only root and the members of its group may connect`() {
        Self.seen.expect([
            "narrow socket": "660 root deeplinkd-callers", "narrow stranger": "1", "narrow member": "ok.performed",
            "narrow root": "ok.performed",
        ])
    }

    @Test func `the unit sends requests to sockets, and with network.conf to hosts and ports`() {
        Self.seen.expect([
            "socket request": "ok.performed", "https without the drop-in": "1 1 1 ok.performed",
            "http without the drop-in": "1 1 1 ok.performed", "http with the drop-in": "ok.performed",
            "https with the drop-in": "failed.http.untrusted",
        ])
    }

    @Test func `the daemon checks its table as its unit starts it, and finds no program in a home`() {
        Self.seen.expect([
            "check": "1 1", "service after the check": "active", "check by a unit": "1", "check by root": "1",
            "check by a stranger": "1", "check of a bad table": "3 3", "check of the table in force": "0",
        ])
    }

    @Test func `an app's table that starts a program does the system instance no harm`() {
        Self.seen.expect([
            "app reload": "0", "app status": "0", "app status text": "serving", "app check": "0",
            "app link": "rejected.package.unavailable", "app says": "1", "app operator": "0",
            "app folder": "1", "system environment": "0",
        ])
    }

    @Test func `a second user clicks and gets there, without a command of hers`() {
        Self.seen.expect([
            "her socket": "600 her", "her service before": "inactive", "her click": "ok.performed",
            "her service after": "active", "her program": "her", "her other app": "ok.performed",
            "her link of the system's table": "ok.performed", "her status": "0",
        ])
    }

    @Test(.enabled(if: Host.hasUserBus))
    func `a link starts an app as a unit of her manager, which outlives the daemon`() {
        Self.seen.expect([
            "her app": "ok.started", "her app's arguments": "<$HOME><apps://one/a?x=${HOME}&y=$$&%25u>",
            "her app's variables": "t0ken t0ken wayland-her []",
            "her app's group": #"app.slice/app-deeplinkd-org.example.app\x2done@RANDOM.service"#,
            "her app's unit": "exec cgroup app-one", "her app's id": "org.example.app-one",
            "her app after the daemon's death": "active ok.performed", "her app after a restart": "active",
            "her app that cannot be executed": "failed.launch",
            "her app without a place for links": "failed.launch.noLink 0",
        ])
    }

    @Test func `the ledger of a user is in the state folder, and one beside the table is moved there`() {
        Self.seen.expect([
            "her ledger": "700 her 1 0", "her switch": "0", "her moved switch": "blocked.toggle.off",
            "her moved ledger": "0 1",
        ])
    }

    @Test func `folders of XDG_DATA_DIRS take nothing from the machine, and one that others can write is left out`() {
        Self.seen.expect([
            "her data folder": "ok.performed", "her mask": "ok.performed",
            "open data folder": "rejected.url.schemeNotAllowed", "open data folder status": "0 1",
        ])
    }

    @Test func `on a kiosk the links of the machine are the system instance's`() {
        Self.seen.expect([
            "kiosk click": "rejected.url.schemeNotAllowed", "kiosk system": "ok.performed", "kiosk status": "0 1",
            "kiosk check": "1",
        ])
    }

    @Test func `the booted host leaves nothing behind`() {
        Self.seen.expect(["state after stop": "inactive", "end": "reached", "control group": "removed"])
    }
}
