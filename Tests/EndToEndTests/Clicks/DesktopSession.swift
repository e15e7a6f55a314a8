// A desktop of a test's own, in which the programs of the machine open links: a HOME, the folders of XDG, a session bus, a
// handler for `podcast:` links. Nothing of the machine's user is read or written.
//
//     folder/data/applications/io.deeplinkd.Links.desktop    Exec=folder/bin/handler %u
//     folder/config/mimeapps.list                            the default of x-scheme-handler/podcast
//     folder/bin/handler                                     writes a line to folder/runs, and becomes deeplinkctl
//     folder/bin/browser                                     writes a line to folder/browsed
//     folder/runtime/deeplinkd/io.deeplinkd.sock             a link to the daemon's socket
//
// DISPLAY names no display: xdg-open does not look for handlers without one, and connects to none.

import Foundation
import TestSupport

/// Folders and programs of a desktop session.
struct DesktopSession {
    let folder: TemporaryFolder
    let bus: PrivateBus
    /// The directory of the user's sockets.
    let runtime: String
    let environment: [String: String]
    private let applications: String

    /// Runs a test in a session; skips it where there is no message bus.
    ///
    /// - Parameter command: what the handler does with the link.
    static func with(
        _ test: String = #function, command: String = "handle", _ body: (DesktopSession) throws -> Void
    ) throws {
        guard let bus = try PrivateBus(for: test) else { return }
        defer { bus.end() }
        try withFolder { try body(DesktopSession(in: $0, bus, command)) }
    }

    private init(in folder: TemporaryFolder, _ bus: PrivateBus, _ command: String) throws {
        (self.folder, self.bus) = (folder, bus)
        for name in ["home", "data", "config", "dirs", "configdirs", "cache", "bin", "portals"] {
            _ = try folder.makeFolder(name)
        }
        applications = try folder.makeFolder("data/applications")
        runtime = try folder.makeFolder("runtime")
        _ = try folder.makeFolder("runtime/deeplinkd")
        environment = [
            "PATH": folder.path(of: "bin") + ":/usr/bin:/bin", "HOME": folder.path(of: "home"),
            "XDG_DATA_HOME": folder.path(of: "data"), "XDG_DATA_DIRS": folder.path(of: "dirs"),
            "XDG_CONFIG_HOME": folder.path(of: "config"), "XDG_CONFIG_DIRS": folder.path(of: "configdirs"),
            "XDG_CACHE_HOME": folder.path(of: "cache"), "XDG_RUNTIME_DIR": runtime,
            "XDG_DESKTOP_PORTAL_DIR": folder.path(of: "portals"), "XDG_CURRENT_DESKTOP": "fake",
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "DISPLAY": ":deeplinkd-none",
            "BROWSER": folder.path(of: "bin/browser"),
        ]
        try writePrograms(command)
        try install("io.deeplinkd.Links", in: applications)
        try folder.write(
            "config/mimeapps.list",
            """
            [Default Applications]
            x-scheme-handler/podcast=io.deeplinkd.Links.desktop
            [Added Associations]
            x-scheme-handler/podcast=io.deeplinkd.Links.desktop;

            """)
    }

    private func writePrograms(_ command: String) throws {
        try folder.write(
            "bin/handler",
            """
            #!/bin/sh
            echo "$*" >>\(folder.path(of: "runs"))
            exec \(Products.tool) \(command) "$@"

            """, mode: 0o755)
        try folder.write("bin/browser", "#!/bin/sh\necho \"$*\" >>\(folder.path(of: "browsed"))\n", mode: 0o755)
    }

    /// Writes an entry that runs the handler.
    func install(_ id: String, in applications: String) throws {
        let entry = """
            [Desktop Entry]
            Type=Application
            Name=deeplinkd
            Exec=\(folder.path(of: "bin/handler")) %u
            NoDisplay=true
            StartupNotify=true
            MimeType=x-scheme-handler/podcast;

            """
        try Data(entry.utf8).write(to: URL(fileURLWithPath: applications + "/\(id).desktop"))
    }

    /// Makes a daemon's socket the user's.
    func serve(_ socket: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: runtime + "/deeplinkd/io.deeplinkd.sock", withDestinationPath: socket)
    }

    /// The arguments of each run of the handler.
    var runs: [String] { lines(of: "runs") }
    /// What the browser was given.
    var browsed: [String] { lines(of: "browsed") }

    private func lines(of file: String) -> [String] {
        let text = (try? String(contentsOfFile: folder.path(of: file), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// What the last click left; nil before the first.
    var lastClick: JSONTree? {
        FileManager.default.contents(atPath: runtime + "/deeplinkd/last-click.json")
            .flatMap { try? JSONTree(parsing: Array($0.dropLast())) }
    }

    /// Starts the portal, whose chooser of apps is not there, so that only a default is launched; false, with the reason
    /// printed, where it is not installed.
    func startPortal(for test: String) throws -> Bool {
        let portal = "/usr/libexec/xdg-desktop-portal"
        guard FileManager.default.isExecutableFile(atPath: portal) else {
            print("skipped: \(test): needs xdg-desktop-portal")
            return false
        }
        try folder.write(
            "portals/fake.portal",
            """
            [portal]
            DBusName=org.freedesktop.impl.portal.desktop.fake
            Interfaces=org.freedesktop.impl.portal.AppChooser;
            UseIn=fake

            """)
        guard try bus.startPermissionStore(for: test),
            try bus.start("org.freedesktop.portal.Desktop", portal, [], environment)
        else { throw TestFailure("the portal does not start") }
        // It has its name before its interfaces.
        try Patience.lookFor("the portal's OpenURI") {
            bus.call(
                [
                    ClickLauncher.portalName, ClickLauncher.portalPath, "org.freedesktop.DBus.Properties", "Get", "ss",
                    "org.freedesktop.portal.OpenURI", "version",
                ]) != nil
        }
        return true
    }
}
