import Foundation
import Glibc

/// A message bus of a test's own, with the services that the test starts on it; nothing of the machine's is touched.
///
/// The test calls `end()`.
package final class PrivateBus {
    /// *Shape*: as D-Bus writes it.
    package let address: String
    /// A private folder, removed at the end.
    package let folder: String
    private let configuration: String
    private var daemon: ChildProgram?
    private var services: [ChildProgram] = []

    /// Starts a bus on which every user may do everything; nil, with the reason printed, where that is not possible.
    ///
    /// - Parameters:
    ///   - serviceFolder: of the files that say which services the bus starts.
    ///   - policy: rules of the bus behind those that allow everything.
    package init?(for test: String, serviceFolder: String? = nil, policy: String = "") throws {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-daemon") else {
            print("skipped: \(test): dbus-daemon is not installed (Debian: dbus-daemon)")
            return nil
        }
        folder = NSTemporaryDirectory() + "deeplinkd-bus-" + UUID().uuidString.prefix(8)
        address = "unix:path=" + folder + "/bus"
        configuration = folder + "/bus.conf"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
        let services = serviceFolder.map { "<servicedir>\($0)</servicedir>" } ?? ""
        try """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig><listen>\(address)</listen><auth>EXTERNAL</auth>\(services)
        <policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*" eavesdrop="false"/>
        <allow receive_sender="*"/>\(policy)</policy></busconfig>
        """.write(toFile: configuration, atomically: true, encoding: .utf8)
        guard try start() else {
            print("skipped: \(test): dbus-daemon does not start here")
            end()
            return nil
        }
    }

    /// Starts the bus, again after `kill()`; false if it does not come up.
    @discardableResult
    package func start() throws -> Bool {
        try? FileManager.default.removeItem(atPath: folder + "/bus")
        let environment = ["XDG_DATA_HOME": folder + "/data", "XDG_RUNTIME_DIR": folder, "PATH": "/usr/bin:/bin"]
        daemon = try ChildProgram(
            "/usr/bin/dbus-daemon", ["--config-file=" + configuration, "--nofork", "--nopidfile"],
            environment: environment)
        return Self.wait { FileManager.default.fileExists(atPath: self.folder + "/bus") }
    }

    /// Kills the bus, and leaves the services without one.
    package func kill() { daemon?.kill() }

    /// Stops the bus without ending it, or lets it go on.
    package func pause(_ isPaused: Bool) {
        daemon?.signal(isPaused ? SIGSTOP : SIGCONT)
    }

    /// Starts a service, and waits until it has its name; false if it does not get it.
    @discardableResult
    package func start(
        _ name: String, _ program: String, _ arguments: [String] = [], _ environment: [String: String] = [:]
    ) throws -> Bool {
        let own = [
            "DBUS_SYSTEM_BUS_ADDRESS": address, "DBUS_SESSION_BUS_ADDRESS": address,
            "PATH": "/usr/bin:/bin:/usr/sbin:/sbin",
            "XDG_DATA_HOME": folder + "/data", "HOME": folder, "XDG_RUNTIME_DIR": folder,
        ]
        services.append(try ChildProgram(program, arguments, environment: own.merging(environment) { $1 }))
        return Self.wait { self.has(name) }
    }

    /// Kills the service that was started last.
    package func killService() { services.popLast()?.kill() }

    /// Stops the service that was started last without ending it, or lets it go on.
    package func pauseService(_ isPaused: Bool) {
        services.last?.signal(isPaused ? SIGSTOP : SIGCONT)
    }

    /// Whether a service has a name on the bus.
    package func has(_ name: String) -> Bool {
        call(
            ["org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner", "s", name]
        ) == "b true\n"
    }

    /// Calls a method with `busctl`, and returns what it prints; nil if it fails.
    @discardableResult
    package func call(_ arguments: [String]) -> String? {
        let run = try? ChildProgram.run("/usr/bin/busctl", ["--address=" + address, "call"] + arguments)
        return run?.exit == .code(0) ? run?.output : nil
    }

    /// Ends all that was started, and removes the folder.
    package func end() {
        for service in services { service.kill() }
        services = []
        daemon?.kill()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Waits until something is so; false if it is not after ten seconds.
    package static func wait(until isSo: () -> Bool) -> Bool {
        let deadline = Date(timeIntervalSinceNow: 10)
        while !isSo() {
            guard Date() < deadline else { return false }
            usleep(10_000)
        }
        return true
    }
}

// MARK: - polkit and the permission store

extension PrivateBus {
    /// Starts polkit with actions and rules of the test's own, in a mount namespace of its own, so that the machine keeps its;
    /// false, with the reason printed, where that is not possible.
    ///
    /// - Parameter defaults: of each action, for every kind of session.
    package func startPolkit(for test: String, defaults: [String: String], rules: String = "") throws -> Bool {
        let daemons = ["/usr/lib/polkit-1/polkitd", "/usr/libexec/polkitd"]
        guard let daemon = daemons.first(where: FileManager.default.isExecutableFile), geteuid() == 0 else {
            print("skipped: \(test): needs root and polkitd (Debian: polkitd)")
            return false
        }
        try write(actions: defaults)
        try FileManager.default.createDirectory(atPath: folder + "/rules", withIntermediateDirectories: true)
        try rules.write(toFile: folder + "/rules/50-test.rules", atomically: true, encoding: .utf8)
        let script = """
            mount --bind \(folder)/actions /usr/share/polkit-1/actions && mount --bind \(folder)/rules \
            /etc/polkit-1/rules.d && exec \(daemon) --no-debug
            """
        if try start(
            "org.freedesktop.PolicyKit1", "/usr/bin/unshare", ["-m", "--propagation", "private", "sh", "-c", script])
        {
            return true
        }
        print("skipped: \(test): polkitd does not start here")
        return false
    }

    /// Writes polkit's list of actions, which polkit reads again by itself.
    package func write(actions: [String: String]) throws {
        let texts = actions.sorted { $0.key < $1.key }.map { id, answer in
            """
            <action id="\(id)"><description>A test</description><message>A test</message><defaults>
            <allow_any>\(answer)</allow_any><allow_inactive>\(answer)</allow_inactive>
            <allow_active>\(answer)</allow_active></defaults></action>
            """
        }
        try FileManager.default.createDirectory(atPath: folder + "/actions", withIntermediateDirectories: true)
        try """
        <?xml version="1.0"?><!DOCTYPE policyconfig PUBLIC "-//freedesktop//DTD PolicyKit Policy Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/PolicyKit/1.0/policyconfig.dtd">
        <policyconfig>\(texts.joined())</policyconfig>
        """.write(toFile: folder + "/actions/test.policy", atomically: true, encoding: .utf8)
    }

    /// Starts the desktop portal's permission store; false, with the reason printed, where it is not installed.
    package func startPermissionStore(for test: String) throws -> Bool {
        let program = "/usr/libexec/xdg-permission-store"
        guard FileManager.default.isExecutableFile(atPath: program) else {
            print("skipped: \(test): needs xdg-permission-store (Debian: xdg-desktop-portal)")
            return false
        }
        return try start("org.freedesktop.impl.portal.PermissionStore", program)
    }

    /// Writes what the store keeps of one app.
    package func store(_ values: [String], table: String, id: String, app: String) {
        let path = "/org/freedesktop/impl/portal/PermissionStore"
        call(
            [
                "org.freedesktop.impl.portal.PermissionStore", path, "org.freedesktop.impl.portal.PermissionStore",
                "SetPermission", "sbssas", table, "true", id, app, "\(values.count)",
            ] + values)
    }
}
