import Foundation

/// What the tests require of this host; each check prints once why it fails.
enum Host {
    /// True if unit files can be checked.
    static let canCheckUnits: Bool = {
        if Command.exists("systemd-analyze"), Places.programs != nil { return true }
        print("skipped: unit files: systemd-analyze or the built programs are missing")
        return false
    }()

    /// True if the programs can be installed into a folder.
    static let canInstall: Bool = {
        if Places.programs != nil, Command.exists("jq") { return true }
        print("skipped: installing: the built programs or jq are missing (Debian: jq)")
        return false
    }()

    /// True if chrony is installed, and this is root, as chronyd has to be.
    static let hasChrony: Bool = {
        if Command.exists("chronyd"), Command.exists("chronyc"), NSUserName() == "root" { return true }
        print("skipped: the clock of chrony: takes root and chrony (Debian: chrony)")
        return false
    }()

    /// True if a service manager can run in namespaces of its own.
    static let canRunManager: Bool = {
        guard let reason = obstacle else { return true }
        print("skipped: units under systemd --user: \(reason)")
        return false
    }()

    /// True if the programs can find ICU.
    static let hasICU: Bool = {
        let folders = ["/usr/lib", "/usr/lib64", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"]
        let names = folders.flatMap { (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? [] }
        if names.contains(where: { $0.hasPrefix("libicuuc.so.") }) { return true }
        print("skipped: international hosts under systemd: ICU is not installed (Debian: libicu72)")
        return false
    }()

    /// True if a separate host can be booted, with systemd as its process 1.
    static let canBoot: Bool = {
        guard let reason = obstacle ?? bootObstacle else { return true }
        print("skipped: units under a booted host: \(reason)")
        return false
    }()

    /// True if such a host has polkit and a bus for each user, and `jq` to read outcomes.
    static let canStartUnits: Bool = {
        guard canBoot else { return false }
        let needed = ["jq": "jq", "busctl": "systemd", "pkcheck": "polkitd", "dbus-daemon": "dbus"]
        guard let missing = needed.first(where: { !Command.exists($0.key) }) else { return true }
        print("skipped: links that start units: \(missing.key) is not installed (Debian: \(missing.value))")
        return false
    }()

    /// True if users of this machine have a message bus, on which their service manager is.
    static let hasUserBus: Bool = {
        if FileManager.default.fileExists(atPath: "/usr/lib/systemd/user/dbus.socket") { return true }
        print("skipped: apps of a user under a booted host: there is no bus for users (Debian: dbus-user-session)")
        return false
    }()

    /// True if control groups of version 1 have the controllers of a unit's limits, and a program can be given them.
    static let hasOldControllers: Bool = {
        let missing = ["pids", "memory", "cpu", "cpuacct", "systemd", "unified"].first { name in
            !FileManager.default.isWritableFile(atPath: "/sys/fs/cgroup/\(name)/cgroup.procs")
        }
        if let missing {
            print("skipped: limits by control groups of version 1: this machine has no hierarchy \(missing) of them")
            return false
        }
        guard let tool = ["jq", "perl"].first(where: { !Command.exists($0) }) else { return true }
        print("skipped: limits by control groups of version 1: \(tool) is not installed (Debian: \(tool))")
        return false
    }()

    private static let bootObstacle: String? = {
        for tool in ["systemd-nspawn", "setpriv", "systemd-sysusers"] where !Command.exists(tool) {
            return "\(tool) is not installed"
        }
        let trial = """
            d=$(mktemp -d); mount -t tmpfs tmpfs "$d" && mkdir "$d/upper" "$d/work" "$d/root" \
                && mount -t overlay overlay -o "lowerdir=/,upperdir=$d/upper,workdir=$d/work" "$d/root"
            s=$?; umount "$d/root"; umount "$d"; rmdir "$d"; exit $s
            """
        let result = try? Command.run(["unshare", "--mount", "sh", "-c", trial])
        return result?.status == 0 ? nil : "this host allows no overlay over its root file system"
    }()

    private static let obstacle: String? = {
        if Places.programs == nil { return "the built programs are not beside the tests" }
        if getuid() != 0 { return "namespaces and control groups of its own need root" }
        let managers = ["/usr/lib/systemd/systemd", "/lib/systemd/systemd"]
        if !managers.contains(where: FileManager.default.isExecutableFile) { return "systemd is not installed" }
        for tool in ["unshare", "systemctl", "pgrep", "timeout"] where !Command.exists(tool) {
            return "\(tool) is not installed"
        }
        let trial = """
            d=$(mktemp -d); mount -t cgroup2 cgroup2 "$d" && mkdir "$d/deeplinkd-$$" && rmdir "$d/deeplinkd-$$"
            s=$?; umount "$d"; rmdir "$d"; exit $s
            """
        let command = ["unshare", "--mount", "--pid", "--cgroup", "--fork", "--mount-proc", "sh", "-c", trial]
        let result = try? Command.run(command)
        return result?.status == 0 ? nil : "this host allows no control groups in namespaces"
    }()
}
