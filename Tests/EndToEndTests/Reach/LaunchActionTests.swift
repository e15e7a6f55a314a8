import Foundation
import Glibc
import TestSupport
import Testing

/// Actions that start an app by its desktop entry, through the socket: with a service manager, and without one.
@Suite struct LaunchActionTests {
    private static let id = "org.example.Play-er"
    /// What a shell, a quote, a field code, a unit or Flatpak could take for its own.
    private static let link = "t://open/a;b?$HOME=$$&h=${HOME}&c='d'&%25u=%22x%22&@@u=@@&%60id%60"

    /// Runs a test with a bus, a service manager on it, and a daemon.
    private static func withManager(
        _ test: String, version: Int = 252, table: String = AppDesk.table(id),
        _ body: (RunningDaemon, AppDesk) throws -> Void
    ) throws {
        guard let bus = try PrivateBus(for: test) else { return }
        defer { bus.end() }
        try withFolder { folder in
            let desk = try AppDesk(folder)
            guard
                try TransientManager.start(on: bus, for: test, version: version, notes: folder.path(of: "units"))
            else { return }
            try withDaemon(in: folder, table: table, environment: desk.environment(bus: bus)) { try body($0, desk) }
        }
    }

    // MARK: The service manager

    @Test func `the app gets its link as one argument, and is a unit from which the portal takes its id`() throws {
        try Self.withManager(#function) { daemon, desk in
            try desk.entry(Self.id, exec: desk.app + " --open %u", "Path=" + desk.folder.path)
            let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
            let outcome = try daemon.connect().outcome(
                "Open", ["url": Self.link, "activationToken": "t0ken", "traceparent": trace])
            #expect(outcome["code"].text == "ok.started", "\(outcome)")
            #expect(outcome["execution.kind"].text == "launch" && outcome["execution.app"].text == Self.id)
            #expect(outcome["execution.job"].text == "done")
            let start = try desk.awaitStart()
            #expect(start.arguments == ["--open", Self.link])
            #expect(start.folder == desk.folder.path)
            #expect(start.environment["XDG_ACTIVATION_TOKEN"] == "t0ken")
            #expect(start.environment["DESKTOP_STARTUP_ID"] == "t0ken")
            #expect(start.environment["TRACEPARENT"] == trace)
            // The session is that of the manager, and not what this daemon inherited.
            #expect(start.environment["WAYLAND_DISPLAY"] == "wayland-of-the-manager")
            let unit = try #require(desk.folder.notes("units").first)
            let name = try #require(unit["unit"]?.text)
            #expect(name == outcome["execution.unit"].text)
            // As xdg-desktop-portal reads it.
            let pattern = /^app-(?:[[:alnum:]]+\-)?(.+?)(?:@[[:alnum:]]*|\-autostart)?\.service$/
            let id = try #require(name.wholeMatch(of: pattern)?.1)
            #expect(id.replacing("\\x2d", with: "-") == Self.id)
            let expected = [
                "mode": "fail", "Description": "Spieler", "Slice": "app.slice", "Type": "exec",
                "CollectMode": "inactive-or-failed", "ExitType": "cgroup", "WorkingDirectory": desk.folder.path,
            ]
            let variables = try #require(unit["Environment"]?.text)
            #expect(variables.hasPrefix("DEEPLINKD_HOPS=1@"))
            #expect(variables.hasSuffix(" DESKTOP_STARTUP_ID=t0ken TRACEPARENT=\(trace) XDG_ACTIVATION_TOKEN=t0ken"))
            for (property, value) in expected { #expect(unit[property]?.text == value, "\(property)") }
            let again = try daemon.connect().open(Self.link)
            #expect(again["code"].text == "ok.started" && again["execution.unit"].text != name)
            let second = try desk.awaitStart(2)
            #expect(second.arguments == ["--open", Self.link])
            #expect(desk.folder.notes("units").last?["Environment"]?.text.contains(" ") == false)
        }
    }

    @Test(arguments: [
        ("env BAMF_DESKTOP_FILE_HINT=/x/p_p.desktop APP %U", ["LINK"]),
        (
            "APP run --file-forwarding org.example.P @@u %u @@",
            ["run", "--file-forwarding", "org.example.P", "@@u", "LINK", "@@"]
        ),
        ("APP --url=%u %i --name %c", ["--url=LINK", "--icon", "play", "--name", "Spieler"]),
    ])
    func `entries of Snap and Flatpak work as they are`(_ exec: String, _ arguments: [String]) throws {
        try Self.withManager(#function) { daemon, desk in
            try desk.entry(Self.id, exec: exec.replacing("APP", with: desk.app), "Icon=play")
            #expect(try daemon.connect().open(Self.link)["code"].text == "ok.started")
            let start = try desk.awaitStart()
            #expect(start.arguments == arguments.map { $0.replacing("LINK", with: Self.link) })
            if exec.hasPrefix("env") { #expect(start.environment["BAMF_DESKTOP_FILE_HINT"] == "/x/p_p.desktop") }
        }
    }

    @Test func `an older manager is asked without what it does not know`() throws {
        try Self.withManager(#function, version: 249) { daemon, desk in
            try desk.entry(Self.id, exec: desk.app + " %u")
            #expect(try daemon.connect().open(Self.link)["code"].text == "ok.started")
            #expect(try desk.awaitStart().arguments == [Self.link])
            #expect(desk.folder.notes("units").first?["ExitType"] == nil)
        }
    }

    @Test func `what the manager refuses was not started, and what it does not end is unknown`() throws {
        try Self.withManager(#function, table: AppDesk.table(Self.id, timeout: "500ms")) { daemon, desk in
            let client = try daemon.connect()
            func open(_ name: String, _ exec: String) throws -> JSONTree {
                let entry = "[Desktop Entry]\nType=Application\nName=\(name)\nExec=\(exec)\n"
                try desk.folder.write("applications/\(Self.id).desktop", entry)
                return try client.open(Self.link)
            }
            let denied = try open("deny", desk.app + " %u")
            #expect(denied["code"].text == "failed.launch", "\(denied)")
            #expect(denied["execution.errorName"].text == "org.freedesktop.systemd1.LoadFailed")
            #expect(denied["execution.reason"].text == "No such slice.")
            // An ELF file of a machine that does not exist: systemd's exit status 203.
            try desk.folder.write("elf", "\u{7F}ELF" + String(repeating: "x", count: 100), mode: 0o755)
            let failed = try open("exec", desk.folder.path(of: "elf") + " %u")
            #expect(failed["code"].text == "failed.launch", "\(failed)")
            #expect(failed["execution.job"].text == "failed")
            let silent = try open("silent", desk.app + " %u")
            #expect(silent["code"].text == "unknown.effect", "\(silent)")
            let died = try open("die", desk.app + " %u")
            #expect(died["code"].text == "unknown.effect", "\(died)")
            #expect(desk.starts.isEmpty)
        }
    }

    // MARK: Without one

    @Test func `without a manager the app has a session of its own, and outlives the death of the daemon`() throws {
        try withFolder { folder in
            let desk = try AppDesk(folder)
            try desk.entry(Self.id, exec: desk.app + " %u stay")
            let daemon = try RunningDaemon(
                in: folder, table: AppDesk.table(Self.id), environment: desk.environment())
            defer { daemon.program.kill() }
            let outcome = try daemon.connect().outcome("Open", ["url": Self.link, "activationToken": "t0ken"])
            #expect(outcome["code"].text == "ok.started", "\(outcome)")
            #expect(outcome["execution.unit"] == nil && outcome["execution.app"].text == Self.id)
            let start = try desk.awaitStart()
            defer { kill(start.processID, SIGKILL) }
            #expect(start.arguments == [Self.link, "stay"])
            #expect(start.folder == folder.path(of: "home"))
            #expect(start.sessionID == start.processID)
            #expect(
                start.environment.filter { !["PWD", "_", "SHLVL", "OLDPWD", "DEEPLINKD_HOPS"].contains($0.key) } == [
                    "HOME": folder.path(of: "home"), "PATH": "/usr/bin:/bin", "XDG_DATA_DIRS": folder.path,
                    "XDG_RUNTIME_DIR": folder.path, "LANG": "de_DE.UTF-8", "WAYLAND_DISPLAY": "wayland-7",
                    "XDG_ACTIVATION_TOKEN": "t0ken", "DESKTOP_STARTUP_ID": "t0ken",
                ])
            try daemon.restartKilled()
            #expect(kill(start.processID, 0) == 0)
            #expect(try daemon.connect().open(Self.link)["code"].text == "ok.started")
            let second = try desk.awaitStart(2)
            kill(second.processID, SIGKILL)
            #expect(kill(start.processID, 0) == 0)
        }
    }

    // MARK: What is not started

    /// An entry and what becomes of a link for it.
    struct Row: CustomTestStringConvertible {
        let lines: [String]
        let code: String
        let words: String
        var mode = 0o644
        var links = "$(url)"

        var testDescription: String { lines.joined(separator: " ") }
    }

    @Test(arguments: [
        Row(lines: ["Exec=APP"], code: "failed.launch.noLink", words: "has no `%u` or `%U`, so the link would be lost"),
        Row(lines: ["Exec=APP %f"], code: "failed.launch.noLink", words: "has no `%u`"),
        Row(lines: ["Exec=APP %u"], code: "failed.launch.noLink", words: "takes one link", links: "$(url) $(url)"),
        Row(lines: ["Exec=APP %u", "Hidden=true"], code: "failed.launch.noApp", words: "it says Hidden=true"),
        Row(lines: ["Exec=APP %u", "Terminal=true"], code: "failed.launch.noApp", words: "there is no terminal"),
        Row(
            lines: ["Exec=APP %u", "TryExec=no-such-program"], code: "failed.launch.noApp",
            words: "the program of TryExec is not there: no-such-program"),
        Row(lines: ["Exec=APP %u", "Type=Link"], code: "failed.launch.noApp", words: "it is no application"),
        Row(lines: ["Exec=/nowhere/app %u"], code: "failed.launch.noApp", words: "the program /nowhere/app"),
        Row(lines: ["Name=x"], code: "failed.launch.noApp", words: "has no Exec line"),
        Row(lines: ["DBusActivatable=true"], code: "failed.launch.noApp", words: "has no Exec line"),
        Row(lines: ["Exec=APP \"%u"], code: "failed.launch", words: "has a quote that is not closed"),
        Row(lines: ["Exec=sh -c \"APP %u\""], code: "failed.launch", words: "has `%u` among other text in quotes"),
        Row(lines: ["Exec=APP %u %x"], code: "failed.launch", words: "has the unknown field code `%x`"),
        Row(
            lines: ["Exec=xdg-open %u"], code: "failed.launch", words: "hands links to the app that the desktop chooses"
        ),
        Row(lines: ["rubbish"], code: "failed.launch", words: "line 3: a line is no comment, group or `key=value`"),
        Row(
            lines: ["Exec=APP %u", String(repeating: "#", count: 1 << 20)], code: "failed.launch",
            words: "1048576 bytes"),
        Row(
            lines: ["Exec=APP %u"], code: "failed.launch", words: "writable by users other than its owner", mode: 0o666),
    ])
    func `an entry that cannot take the link starts nothing`(_ row: Row) throws {
        try withFolder { folder in
            let desk = try AppDesk(folder)
            let lines = row.lines.map { $0.replacing("APP", with: desk.app) }
            let type = lines.contains { $0.hasPrefix("Type=") } ? [] : ["Type=Application"]
            let text = (["[Desktop Entry]"] + type + lines).joined(separator: "\n") + "\n"
            try folder.write("applications/\(Self.id).desktop", text, mode: row.mode)
            try withDaemon(
                in: folder, table: AppDesk.table(Self.id, row.links), environment: desk.environment()
            ) { daemon in
                let outcome = try daemon.connect().open(Self.link)
                #expect(outcome["code"].text == row.code, "\(outcome)")
                #expect(outcome["message"].text.contains(row.words), "\(outcome["message"].text)")
                #expect(desk.starts.isEmpty)
            }
        }
    }

    @Test
    func `a program that others can change is not started, nor an entry behind such a link, nor one that is absent`()
        throws
    {
        try withFolder { folder in
            let desk = try AppDesk(folder)
            let entry = try desk.entry(Self.id, exec: desk.app + " %u")
            try withDaemon(in: folder, table: AppDesk.table(Self.id), environment: desk.environment()) { daemon in
                let client = try daemon.connect()
                func refusal() throws -> String {
                    let outcome = try client.open(Self.link)
                    return outcome["code"].text + " " + outcome["message"].text
                }
                unsafe _ = chmod(desk.app, 0o777)
                #expect(try refusal().hasPrefix("failed.launch The app"))
                #expect(try refusal().contains("is writable by users other than its owner"))
                unsafe _ = chmod(desk.app, 0o755)
                let elsewhere = try folder.makeFolder("shared", mode: 0o700)
                unsafe _ = chmod(elsewhere, 0o777)
                unsafe _ = rename(entry, elsewhere + "/x")
                unsafe _ = symlink(elsewhere + "/x", entry)
                #expect(try refusal().contains("the folder \(elsewhere) is writable by users other than its owner"))
                unsafe _ = unlink(entry)
                #expect(try refusal().hasPrefix("failed.launch.noApp"))
                #expect(desk.starts.isEmpty)
            }
        }
    }

    @Test func `an entry that is replaced meanwhile is started as it was read`() throws {
        try Self.withManager(#function) { daemon, desk in
            func write(_ number: Int) throws {
                // Each is whole: the name, the folder and the command belong together.
                try desk.entry(Self.id, exec: "\(desk.app) \(number) %u", "Name[de]=entry-\(number)")
                let file = desk.folder.path(of: "applications/\(Self.id).desktop")
                try FileManager.default.moveItem(atPath: file, toPath: file + ".\(number)")
            }
            for number in 0..<2 { try write(number) }
            let entry = desk.folder.path(of: "applications/\(Self.id).desktop")
            let swap = "while :; do for n in 0 1; do cp \"$1.$n\" \"$1.new\"; mv \"$1.new\" \"$1\"; done; done"
            let swapping = try ChildProgram(
                "/bin/sh", ["-c", swap, "sh", entry], environment: ["PATH": "/usr/bin:/bin"])
            defer { swapping.kill() }
            try Patience.lookFor("an entry") { FileManager.default.fileExists(atPath: entry) }
            let client = try daemon.connect()
            for _ in 0..<40 { #expect(try client.open(Self.link)["code"].text == "ok.started") }
            let units = desk.folder.notes("units")
            #expect(units.count == 40)
            for unit in units {
                let number = unit["ExecStart.0.1.1"].text
                #expect(unit["Description"]?.text == "entry-\(number)", "\(unit)")
            }
            #expect(Set(units.map { $0["Description"].text }).count == 2)
        }
    }

    // MARK: Values

    @Test func `a value is percent-encoded, and one that is a whole link begins with a scheme`() throws {
        let table = """
            scheme t
            feature Apps {
                action text {
                    input id string
                    input rest string = x
                    launch \(Self.id) player://episodes/$(id)?rest=$(rest)
                }
                action whole {
                    input page string
                    launch \(Self.id) $(page)
                }
                action alone {
                    launch \(Self.id)
                }
                route text /text/$(id) do text {
                    query rest?
                }
                route whole /whole do whole {
                    query page
                }
                route alone /alone do alone
            }

            """
        try Self.withManager(#function, table: table) { daemon, desk in
            try desk.entry(Self.id, exec: desk.app + " %u")
            let client = try daemon.connect()
            func arguments(_ url: String) throws -> [String] {
                let count = desk.starts.count
                #expect(try client.open(url)["code"].text == "ok.started", "\(url)")
                return try desk.awaitStart(count + 1).arguments
            }
            #expect(
                try arguments("t://text/%2D-x%20%22%25u%22?rest=a%26b%3D@@")
                    == ["player://episodes/--x%20%22%25u%22?rest=a%26b%3D%40%40"])
            #expect(try arguments("t://whole?page=https%3A//x.example/%3Fa%3Db") == ["https://x.example/?a=b"])
            #expect(try arguments("t://alone") == [])
            let count = desk.starts.count
            for value in ["--exec%3Dx", "@@", "@@u", "-a:b", "x", "a%20b:c", "%0Aa:b", ":x", ""] {
                let outcome = try client.open("t://whole?page=\(value)")
                #expect(outcome["code"].text.hasPrefix("rejected.input."), "\(value): \(outcome)")
            }
            for value in ["%2E%2E", "..%2F.."] {
                let outcome = try client.open("t://text/\(value)")
                #expect(outcome["code"].text != "ok.started", "\(value): \(outcome)")
            }
            #expect(desk.starts.count == count)
        }
    }
}
