import Contract
import Foundation
import Testing

/// Checks the files in systemd/ with systemd's own tools, without a running service manager.
@Suite(.enabled(if: Host.canCheckUnits, "systemd-analyze and the programs are there"))
struct UnitFileTests {
    @Test func `the system units pass systemd-analyze verify`() throws {
        try Places.withUnits { folder in
            let units = ["deeplinkd.socket", "deeplinkd.service"].map { folder.path + "/" + $0 }
            let result = try Command.run(["systemd-analyze", "verify", "--man=no"] + units)
            #expect(result.status == 0 && result.output.isEmpty, "\(result.output)")
        }
    }

    @Test func `the user units pass systemd-analyze verify`() throws {
        try Places.withUnits { folder in
            let units = ["deeplinkd.socket", "deeplinkd.service"].map { folder.path + "/user/" + $0 }
            let result = try Command.run(
                ["systemd-analyze", "verify", "--user", "--man=no"] + units,
                environment: ["XDG_RUNTIME_DIR": folder.path])
            #expect(result.status == 0 && result.output.isEmpty, "\(result.output)")
        }
    }

    @Test func `the system units pass systemd-analyze verify with the drop-ins that allow programs`() throws {
        try Places.withUnits { folder in
            try Self.addDropIns(in: folder)
            let units = ["deeplinkd.socket", "deeplinkd.service"].map { folder.path + "/" + $0 }
            let result = try Command.run(["systemd-analyze", "verify", "--man=no"] + units)
            #expect(result.status == 0 && result.output.isEmpty, "\(result.output)")
        }
    }

    @Test func `the units of the numbers pass systemd-analyze verify, and their exposure stays low`() throws {
        try Places.withUnits { folder in
            let unit = folder.path + "/deeplinkd-metrics@.service"
            let units = [folder.path + "/deeplinkd-metrics.socket", folder.path + "/deeplinkd-metrics@1.service"]
            try FileManager.default.createSymbolicLink(atPath: units[1], withDestinationPath: unit)
            let result = try Command.run(["systemd-analyze", "verify", "--man=no"] + units)
            #expect(result.status == 0 && result.output.isEmpty, "\(result.output)")
            let exposure = try Command.run([
                "systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=20", unit,
            ])
            #expect(exposure.status == 0, "\(exposure.output)")
        }
    }

    @Test func `the user that the unit of the numbers makes has not the name of a user or group of the package`() throws
    {
        let users = try Self.settings("deeplinkd-metrics@.service").filter { $0.hasPrefix("User=") }
        let groups = try Self.settings("sysusers.d/deeplinkd.conf").compactMap { line in
            line.split(separator: " ").dropFirst().first.map { "User=\($0)" }
        }
        // Without a line it would be the name of the unit, which is that of the group.
        #expect(users.count == 1 && !groups.isEmpty && !groups.contains(users.first ?? ""), "\(users) \(groups)")
    }

    // MARK: The clock

    @Test func `the unit that marks the clock of chrony passes systemd-analyze verify, and its exposure stays low`()
        throws
    {
        try Places.withUnits { folder in
            let unit = folder.appendingPathComponent("deeplinkd-clock.service")
            try String(contentsOf: Places.units.appendingPathComponent(unit.lastPathComponent), encoding: .utf8)
                .replacingOccurrences(of: "/usr/bin/chronyc", with: "/usr/bin/true")
                .write(to: unit, atomically: true, encoding: .utf8)
            try "[Service]\nExecStart=/usr/bin/true\n"
                .write(to: folder.appendingPathComponent("chrony.service"), atomically: true, encoding: .utf8)
            let result = try Command.run(["systemd-analyze", "verify", "--man=no", unit.path])
            #expect(result.status == 0 && result.output.isEmpty, "\(result.output)")
            let exposure = try Command.run([
                "systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=30", unit.path,
            ])
            #expect(exposure.status == 0, "\(exposure.output)")
        }
    }

    // Two of them: one serves its own time, and the other sets its own by it. Neither touches the clock of the machine.
    @Test(.enabled(if: Host.hasChrony, "takes root and chrony"))
    func `the command of that unit ends when chronyd is synchronised, and every user may run it`() throws {
        let settings = try Self.settings("deeplinkd-clock.service")
        let command = try #require(settings.first { $0.hasPrefix("ExecStart=/usr/bin/chronyc ") })
            .replacingOccurrences(of: "ExecStart=/usr/bin/chronyc", with: "timeout 20 chronyc -p $port")
        #expect(settings.contains("ExecStart=/usr/bin/touch /run/systemd/timesync/synchronized"))
        try Places.withUnits { folder in
            let port = 20_000 + Int(ProcessInfo.processInfo.processIdentifier) % 10_000
            let script = """
                cd "$0" || exit 99
                source=$1 port=$2
                printf 'local stratum 10\\nport %s\\nallow 127.0.0.1\\ncmdport 0\\nbindcmdaddress /\\npidfile %s/a\\n' \
                    $source "$PWD" > a.conf
                printf 'server 127.0.0.1 port %s iburst minpoll -2 maxpoll -2\\nport 0\\ncmdport %s\\n' $source $port > b.conf
                printf 'bindcmdaddress %s/c/chronyd.sock\\npidfile %s/b\\n' "$PWD" "$PWD" >> b.conf
                chronyd -x -n -u root -f "$PWD/a.conf" > a.log 2>&1 & first=$!
                chronyd -x -n -u root -f "$PWD/b.conf" > b.log 2>&1 & second=$!
                setpriv --reuid=1 --regid=1 --clear-groups \(command); status=$?
                setpriv --reuid=1 --regid=1 --clear-groups chronyc -h "$PWD/c/chronyd.sock" tracking && status=98
                kill -KILL $first $second; wait $first $second
                exit $status
                """
            let result = try Command.run(["sh", "-c", script, folder.path, "\(port)", "\(port + 10_000)"])
            #expect(result.status == 0, "\(result.output)")
        }
    }

    // The exposure is a number from 0 to 10; the threshold is ten times that.
    @Test(arguments: [(false, 4), (true, 15)])
    func `the exposure of the system service stays low`(hasDropIn: Bool, threshold: Int) throws {
        try Places.withUnits { folder in
            if hasDropIn { try Self.addDropIns(in: folder) }
            let result = try Command.run([
                "systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=\(threshold)",
                folder.path + "/deeplinkd.service",
            ])
            #expect(result.status == 0, "\(result.output)")
        }
    }

    @Test(.enabled(if: Command.exists("systemd-sysusers")))
    func `systemd-sysusers accepts the file of the system user`() throws {
        let result = try Command.run([
            "systemd-sysusers", "--dry-run", Places.units.path + "/sysusers.d/deeplinkd.conf",
        ])
        #expect(result.status == 0, "\(result.output)")
    }

    @Test func `the system unit forbids programs and the drop-in allows them`() throws {
        let unit = try Self.settings("deeplinkd.service")
        let dropIn = try Self.settings("exec.conf")
        #expect(unit.contains("Environment=DEEPLINKD_EXEC=no"))
        #expect(dropIn.contains("Environment=DEEPLINKD_EXEC=yes"))
        #expect(try !Self.settings("user/deeplinkd.service").contains { $0.contains("DEEPLINKD_EXEC") })
    }

    @Test func `the system unit has no network and its drop-ins give it one`() throws {
        let unit = try Self.settings("deeplinkd.service")
        #expect(unit.contains("Environment=DEEPLINKD_NETWORK=no") && unit.contains("PrivateNetwork=yes"))
        for name in ["network.conf", "exec.conf"] {
            let dropIn = try Self.settings(name)
            #expect(dropIn.contains("Environment=DEEPLINKD_NETWORK=yes") && dropIn.contains("PrivateNetwork=no"))
        }
        #expect(try !Self.settings("user/deeplinkd.service").contains { $0.contains("DEEPLINKD_NETWORK") })
    }

    @Test func `the units let the daemon open every descriptor that its limits allow`() throws {
        for unit in ["deeplinkd.service", "user/deeplinkd.service"] {
            let line = try #require(try Self.settings(unit).first { $0.hasPrefix("LimitNOFILE=") })
            let soft = try #require(Int(line.dropFirst("LimitNOFILE=".count).prefix { $0 != ":" }))
            #expect(soft >= Limits.descriptors, "\(unit)")
        }
        // The number in the unit's comment.
        #expect(Limits.descriptors == 17_088)
    }

    @Test func `a crash loop disables neither a service nor its socket`() throws {
        for folder in ["", "user/"] {
            #expect(try Self.settings(folder + "deeplinkd.service").contains("StartLimitIntervalSec=0"))
            #expect(try Self.settings(folder + "deeplinkd.service").contains("RestartSec=1s"))
            #expect(try Self.settings(folder + "deeplinkd.socket").contains("TriggerLimitIntervalSec=0"))
        }
    }

    @Test func `connections wait in a short queue`() throws {
        for folder in ["", "user/"] {
            #expect(try Self.settings(folder + "deeplinkd.socket").contains("Backlog=128"))
        }
    }

    @Test func `the system service and its programs leave no core files`() throws {
        #expect(try Self.settings("deeplinkd.service").contains("LimitCORE=0"))
    }

    @Test func `the service has no user namespace, so callers keep their user ids`() throws {
        #expect(try Self.settings("deeplinkd.service").contains("PrivateUsers=no"))
    }

    @Test func `the daemon owns no folder that a table is read from`() throws {
        let settings = try Self.settings("deeplinkd.service")
        #expect(!settings.contains { $0.hasPrefix("RuntimeDirectory=") || $0.hasPrefix("ConfigurationDirectory=") })
    }

    @Test func `the socket unit registers every interface of the daemon`() throws {
        let folder = Places.package.path + "/Sources/"
        let texts = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }.map {
            try String(contentsOfFile: folder + $0, encoding: .utf8)
        }
        let interfaces = texts.flatMap {
            $0.matches(of: /Interface\(\s*"(io\.deeplinkd\.[A-Za-z]+)"/).map { String($0.1) }
        }
        #expect(!interfaces.isEmpty)
        let links = try Self.settings("deeplinkd.socket").filter { $0.hasPrefix("Symlinks=") }
        // systemd-report looks for numbers elsewhere.
        let registered = interfaces.map { "Symlinks=/run/varlink/registry/\($0)" }
        #expect(links.sorted() == (registered + ["Symlinks=/run/systemd/report/io.deeplinkd"]).sorted())
    }

    /// Installs the drop-ins as their heads describe.
    private static func addDropIns(in folder: URL) throws {
        let units = [
            ("exec.conf", "deeplinkd.service"), ("network.conf", "deeplinkd.service"),
            ("exec-socket.conf", "deeplinkd.socket"),
        ]
        for (file, unit) in units {
            let dropIns = folder.appendingPathComponent(unit + ".d")
            try FileManager.default.createDirectory(at: dropIns, withIntermediateDirectories: true)
            try FileManager.default.moveItem(
                at: folder.appendingPathComponent(file), to: dropIns.appendingPathComponent(file))
        }
    }

    /// The lines of a unit file without comments.
    private static func settings(_ name: String) throws -> [String] {
        try String(contentsOf: Places.units.appendingPathComponent(name), encoding: .utf8)
            .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }
}
