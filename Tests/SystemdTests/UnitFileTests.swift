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

    // The exposure is a number from 0 to 10; the threshold is ten times that.
    @Test(arguments: [(false, 4), (true, 20)])
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

    @Test func `the units let the daemon open every descriptor that its limits allow`() throws {
        for unit in ["deeplinkd.service", "user/deeplinkd.service"] {
            let line = try #require(try Self.settings(unit).first { $0.hasPrefix("LimitNOFILE=") })
            let soft = try #require(Int(line.dropFirst("LimitNOFILE=".count).prefix { $0 != ":" }))
            #expect(soft >= Limits.descriptors, "\(unit)")
        }
        // The number in the unit's comment.
        #expect(Limits.descriptors == 4416)
    }

    @Test func `a crash loop disables neither a service nor its socket`() throws {
        for folder in ["", "user/"] {
            #expect(try Self.settings(folder + "deeplinkd.service").contains("StartLimitIntervalSec=0"))
            #expect(try Self.settings(folder + "deeplinkd.service").contains("RestartSec=1s"))
            #expect(try Self.settings(folder + "deeplinkd.socket").contains("TriggerLimitIntervalSec=0"))
        }
    }

    @Test func `the service has no user namespace, so callers keep their user ids`() throws {
        #expect(try Self.settings("deeplinkd.service").contains("PrivateUsers=no"))
    }

    @Test func `the daemon owns no folder that a table is read from`() throws {
        let settings = try Self.settings("deeplinkd.service")
        #expect(!settings.contains { $0.hasPrefix("RuntimeDirectory=") || $0.hasPrefix("ConfigurationDirectory=") })
    }

    @Test func `the socket unit registers every interface of the daemon`() throws {
        let interfaces = try String(
            contentsOfFile: Places.package.path + "/Sources/Contract/Methods/Interface.swift", encoding: .utf8
        ).matches(of: /"(io\.deeplinkd\.[A-Za-z]+)"/).map { String($0.1) }
        #expect(!interfaces.isEmpty)
        let links = try Self.settings("deeplinkd.socket").filter { $0.hasPrefix("Symlinks=") }
        #expect(links == interfaces.map { "Symlinks=/run/varlink/registry/\($0)" })
    }

    /// Installs both drop-ins as their heads describe.
    private static func addDropIns(in folder: URL) throws {
        for (file, unit) in [("exec.conf", "deeplinkd.service"), ("exec-socket.conf", "deeplinkd.socket")] {
            let dropIns = folder.appendingPathComponent(unit + ".d")
            try FileManager.default.createDirectory(at: dropIns, withIntermediateDirectories: false)
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
