import Foundation
import TestSupport
import Testing

/// `deeplinkctl check --print polkit`: the rule for the units of a table, as text and as polkit reads it.
@Suite struct PolkitRuleTests {
    private static let table = #"""
        scheme t
        feature F {
            action a {
                unit backup.service start
            }
            action b {
                unit backup.service restart
            }
            action c {
                input x string
                unit "play@ep\\x2d$(x)-z.service" start
            }
            action d {
                unit backup.service start
            }
            route a /a do a
            route b /b do b
            route c /c/$(x) do c
            route d /d do d
        }

        """#

    /// Runs the command on a table.
    private func rule(for table: String) throws -> Program.Run {
        try withFolder { folder in
            try Program.tool("check", "-f", try folder.write("t.conf", table), "--print", "polkit")
        }
    }

    @Test func `each unit and job of the table is in the rule once, and texts are those of JavaScript`() throws {
        let run = try rule(for: Self.table)
        #expect(run.exit == .code(0) && run.errors.isEmpty, "\(run)")
        let conditions = run.output.split(separator: "\n").drop { $0 != "    if (" }.dropFirst().prefix {
            $0 != "    ) {"
        }
        #expect(
            conditions.map(String.init) == [
                #"        isInstance("play@ep\\x2d", "-z.service") && verb == "start""#,
                #"        || unit == "backup.service" && verb == "restart""#,
                #"        || unit == "backup.service" && verb == "start""#,
            ])
    }

    @Test func `a table without units needs no rule, and one with errors has none`() throws {
        let none = try rule(for: "scheme t\n")
        #expect(
            none.exit == .code(0) && none.output == "// The table names no unit: polkit needs no rule.\n", "\(none)")
        let wrong = try rule(for: Self.table + "nonsense\n")
        #expect(wrong.exit == .code(3) && wrong.output.isEmpty && wrong.errors.contains("RT101"), "\(wrong)")
    }

    @Test func `polkit allows these units and jobs to the user, and nothing else`() throws {
        guard let bus = try PrivateBus(for: #function) else { return }
        defer { bus.end() }
        // The user of the system instance is not on every machine.
        let text = try rule(for: Self.table).output.replacing(#""deeplinkd""#, with: #""daemon""#)
        let action = "org.freedesktop.systemd1.manage-units"
        guard try bus.startPolkit(for: #function, defaults: [action: "no", "io.test.other": "no"], rules: text) else {
            return
        }
        func isAllowed(_ unit: String, _ verb: String, of user: String = "daemon", to action: String = action) throws
            -> Bool
        {
            let program = try ChildProgram("/usr/bin/setpriv", ["--reuid", user, "--clear-groups", "sleep", "600"])
            defer { program.kill() }
            let path = "/proc/\(program.processID)/comm"
            _ = PrivateBus.wait { (try? String(contentsOfFile: path, encoding: .utf8)) == "sleep\n" }
            let run = try ChildProgram.run(
                "/usr/bin/pkcheck",
                [
                    "--action-id", action, "--process", "\(program.processID)", "--detail", "unit", unit, "--detail",
                    "verb", verb,
                ],
                environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
            return run.exit == .code(0)
        }
        for (unit, verb) in [
            ("backup.service", "start"), ("backup.service", "restart"), (#"play@ep\x2d7-z.service"#, "start"),
            (#"play@ep\x2d\x40\x2e_:-z.service"#, "start"),
        ] { #expect(try isAllowed(unit, verb), "\(unit) \(verb)") }
        for (unit, verb) in [
            ("backup.service", "stop"), ("backup.service", "reload"), ("other.service", "start"), ("", "start"),
            (#"play@ep\x2d7-z.service"#, "restart"), (#"play@ep\x2d-z.service"#, "start"),
            ("play@ep7-z.service", "start"),
            (#"play@ep\x2d7@8-z.service"#, "start"), (#"play@ep\x2d7/8-z.service"#, "start"),
            ("play@ep\\x2d7\n-z.service", "start"), ("backup.service\n", "start"), ("xbackup.service", "start"),
            (#"play@ep\x2d7-z.service.service"#, "start"),
        ] { #expect(try !isAllowed(unit, verb), "\(unit) \(verb)") }
        #expect(try !isAllowed("backup.service", "start", of: "nobody"))
        #expect(try !isAllowed("backup.service", "start", to: "io.test.other"))
    }
}
