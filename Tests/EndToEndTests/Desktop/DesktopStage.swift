import Foundation
import TestSupport

/// A home, a session and a table of a test's own, with a stand-in for `deeplinkctl handle` that notes what it gets.
///
/// The entries name a copy of the program; behind an installation a script takes its place, as an app of the desktop would.
final class DesktopStage {
    let folder: TemporaryFolder
    let bus: PrivateBus?
    private let program: String

    /// - Parameter bus: the session's message bus, if the test needs one.
    init(_ folder: TemporaryFolder, bus: PrivateBus? = nil) throws {
        (self.folder, self.bus) = (folder, bus)
        for name in ["user", "share", "etc", "run", "bin"] { _ = try folder.makeFolder(name) }
        program = folder.path(of: "bin/deeplinkctl")
        do {
            // A copy takes a hundred megabytes in a build with debug information.
            try FileManager.default.linkItem(atPath: Products.tool, toPath: program)
        } catch {
            try FileManager.default.copyItem(atPath: Products.tool, toPath: program)
        }
        try folder.write("routes.conf", Self.table)
    }

    static let table = """
        scheme podcast
        scheme deeplinkd
        scheme unused
        scheme mailto
        host https://podcasts.example

        feature Links {
            action say {
                respond "hello"
            }
            route works /works do say {
                in deeplinkd mailto
            }
            route episodes /episodes do say {
                in podcast https://podcasts.example
            }
        }

        """

    var environment: [String: String] {
        [
            "HOME": folder.path(of: "user"), "XDG_CONFIG_DIRS": folder.path(of: "etc"),
            "XDG_DATA_DIRS": folder.path(of: "share") + ":/usr/share", "XDG_RUNTIME_DIR": folder.path(of: "run"),
            "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "DISPLAY": ":99", "XDG_CURRENT_DESKTOP": "fake",
            "DBUS_SESSION_BUS_ADDRESS": bus?.address ?? "unix:path=/nonexistent",
        ]
    }

    /// Runs `deeplinkctl desktop` as the entries name it, before the stand-in takes its place.
    func desktop(_ arguments: [String]) throws -> Program.Run {
        let isInstalled = FileManager.default.fileExists(atPath: program + ".real")
        return try Program.run(
            isInstalled ? Products.tool : program, ["desktop"] + arguments, environment: environment)
    }

    func install(_ arguments: String...) throws -> Program.Run {
        try desktop(["install", "-f", folder.path(of: "routes.conf")] + arguments)
    }

    func status(_ arguments: String...) throws -> Program.Run {
        try desktop(["status", "-f", folder.path(of: "routes.conf")] + arguments)
    }

    /// Puts the stand-in in the place of the program.
    func putStandIn() throws {
        try FileManager.default.moveItem(atPath: program, toPath: program + ".real")
        let script = """
            #!/bin/sh
            echo "$*|${XDG_ACTIVATION_TOKEN:-$DESKTOP_STARTUP_ID}" >>'\(folder.path(of: "clicks"))'
            mkdir -p "$XDG_RUNTIME_DIR/deeplinkd"
            cat >"$XDG_RUNTIME_DIR/deeplinkd/new" <<END
            {"atMs":$(date +%s%3N),"scheme":"${2%%:*}","code":"ok.performed","outcomeId":"x","token":"$XDG_ACTIVATION_TOKEN"}
            END
            mv "$XDG_RUNTIME_DIR/deeplinkd/new" "$XDG_RUNTIME_DIR/deeplinkd/last-click.json"

            """
        try folder.write("bin/deeplinkctl", script, mode: 0o755)
    }

    /// What the stand-in has got: its arguments, a bar, and the token.
    var clicks: [String] {
        let text = (try? String(contentsOfFile: folder.path(of: "clicks"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// Runs a program of the machine in the session.
    func run(_ program: String, _ arguments: String..., adding variables: [String: String] = [:]) throws -> Program.Run
    {
        try Program.run(program, arguments, environment: environment.merging(variables) { $1 })
    }

    /// The files of the home with their contents, but for the lock of the record.
    func files() throws -> [String: Data] {
        let home = folder.path(of: "user")
        var files: [String: Data] = [:]
        for name in FileManager.default.enumerator(atPath: home)?.allObjects as? [String] ?? [] {
            guard !name.hasSuffix(".lock"), let data = FileManager.default.contents(atPath: home + "/" + name) else {
                continue
            }
            files[name] = data
        }
        return files
    }

    /// Writes a file of the home and the folders that it is in.
    func write(_ name: String, _ text: String) throws {
        let path = folder.path(of: name)
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    /// Adds a browser of the machine, which is in no list.
    ///
    /// - Parameter lines: further lines of its entry.
    func addBrowser(_ id: String, exec: String = "/usr/bin/true %u", lines: String = "") throws {
        let types = "x-scheme-handler/http;x-scheme-handler/https;text/html;"
        try write(
            "share/applications/\(id).desktop",
            "[Desktop Entry]\nType=Application\nName=\(id)\nExec=\(exec)\nMimeType=\(types)\n\(lines)")
    }

    /// Starts the portal, with a chooser that no one answers for; false, with the reason printed, if it is not there.
    func startPortal(for test: String) throws -> Bool {
        guard let bus, try bus.startPermissionStore(for: test) else { return false }
        let program = "/usr/libexec/xdg-desktop-portal"
        guard FileManager.default.isExecutableFile(atPath: program) else {
            print("skipped: \(test): the portal is not installed (Debian: xdg-desktop-portal)")
            return false
        }
        try write(
            "portals/fake.portal",
            "[portal]\nDBusName=org.freedesktop.impl.portal.desktop.fake\nInterfaces=org.freedesktop.impl.portal.AppChooser;\nUseIn=fake\n"
        )
        return try bus.start(
            "org.freedesktop.portal.Desktop", program, [],
            environment.merging([
                "XDG_DESKTOP_PORTAL_DIR": folder.path(of: "portals"),
                "XDG_DATA_HOME": folder.path(of: "user/.local/share"),
            ]) { $1 })
    }
}

/// Runs a test on a stage of its own.
func withDesktop(_ body: (DesktopStage) throws -> Void) throws {
    try withFolder { folder in try body(DesktopStage(folder)) }
}
