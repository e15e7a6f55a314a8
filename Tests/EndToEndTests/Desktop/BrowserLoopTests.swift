import Foundation
import TestSupport
import Testing

/// deeplinkd as the default browser, with a former browser that hands each link to the desktop again.
@Suite struct BrowserLoopTests {
    private static let id = "org.example.Former"

    /// A session in which deeplinkd has the role, and a daemon that hands on what no route takes.
    private func with(
        _ test: String, bus: PrivateBus? = nil, browser: String, lines: String = "",
        _ body: (DesktopStage) throws -> Void
    ) throws {
        guard HostPrograms.paths(of: ["xdg-open", "xdg-mime"], for: test) != nil else { return }
        try withFolder { folder in
            let stage = try DesktopStage(folder, bus: bus)
            try folder.write("browser", "#!/bin/sh\necho \"$1\" >>\(folder.path)/starts\n" + browser, mode: 0o755)
            try stage.addBrowser(Self.id, exec: "\(folder.path)/browser %u", lines: lines)
            try stage.write(
                "user/.config/mimeapps.list",
                "[Default Applications]\nx-scheme-handler/http=\(Self.id).desktop\nx-scheme-handler/https=\(Self.id).desktop\n"
            )
            let table = DesktopStage.table + "unmatched {\n    schemes https http\n    launch former\n}\n"
            try stage.write("routes.conf", table)
            let installed = try stage.install("--web")
            #expect(
                installed.exit == .code(0) && installed.output.contains("the browser of before: \(Self.id).desktop"))
            _ = try folder.makeFolder("run/deeplinkd")
            try FileManager.default.createSymbolicLink(
                atPath: folder.path(of: "run/deeplinkd/io.deeplinkd.sock"),
                withDestinationPath: folder.path(of: "socket"))
            // The table is written anew, with the same text.
            try withDaemon(in: folder, table: table, environment: stage.environment) { _ in try body(stage) }
        }
    }

    /// The links that the browser was started with.
    private func starts(_ stage: DesktopStage) -> [String] {
        let text = (try? String(contentsOfFile: stage.folder.path(of: "starts"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    private func lastCode(_ stage: DesktopStage) -> String {
        let path = stage.folder.path(of: "run/deeplinkd/last-click.json")
        let bytes = FileManager.default.contents(atPath: path) ?? Data()
        return (try? JSONTree(parsing: Array(bytes.dropLast())))?["code"].text ?? ""
    }

    private func click(_ url: String, _ stage: DesktopStage) throws {
        let run = try stage.run("/usr/bin/xdg-open", url)
        #expect(run.exit == .code(0), "\(run)")
    }

    @Test(arguments: [
        "exec xdg-open \"$1\"\n",
        // A running browser or the message bus loses the environment.
        "unset DEEPLINKD_HOPS; exec xdg-open \"$1\"\n",
    ])
    func `a browser that calls xdg-open again is started once, and then the link is refused`(_ browser: String) throws {
        try with("a browser that calls xdg-open", browser: browser) { stage in
            let url = "https://news.example/a%2Fb?x=1#y"
            try click(url, stage)
            try Patience.lookFor("the end of the circle") { lastCode(stage) == "rejected.loop" }
            #expect(starts(stage) == [url])
            // A link of the table is performed as ever.
            try click("https://podcasts.example/episodes", stage)
            #expect(lastCode(stage) == "ok.performed" && starts(stage).count == 1)
        }
    }

    @Test func `a browser that changes the link each time is started eight times at most`() throws {
        try with("a browser that changes the link", browser: "exec xdg-open \"$1x\"\n") { stage in
            try click("https://news.example/", stage)
            try Patience.lookFor("the end of the circle") { lastCode(stage) == "rejected.loop" }
            #expect((1...8).contains(starts(stage).count), "\(starts(stage))")
        }
    }

    @Test func `a browser that comes back from the message bus without environment is called once`() throws {
        let test = "a browser on the message bus"
        guard TransientManager.hasPython(for: test) else { return }
        let services = NSTemporaryDirectory() + "deeplinkd-services-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: services, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: services) }
        guard let bus = try PrivateBus(for: test, serviceFolder: services) else { return }
        defer { bus.end() }
        try with(test, bus: bus, browser: "exit 1\n", lines: "DBusActivatable=true\n") { stage in
            let variables = try JSONTree.write(stage.environment)
            let program = try stage.folder.write("bus-browser.py", Self.script)
            let environment = try stage.folder.write("environment.json", variables)
            try """
            [D-BUS Service]
            Name=\(Self.id)
            Exec=/usr/bin/python3 \(program) \(stage.folder.path(of: "starts")) \(environment)

            """.write(toFile: services + "/\(Self.id).service", atomically: true, encoding: .utf8)
            _ = bus.call([
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ReloadConfig",
            ])
            let url = "https://news.example/bus"
            try click(url, stage)
            try Patience.lookFor("the end of the circle") { lastCode(stage) == "rejected.loop" }
            #expect(starts(stage) == [url])
        }
    }

    private static let script = #"""
        import json, os, subprocess, sys, dbus, dbus.service
        from dbus.mainloop.glib import DBusGMainLoop
        from gi.repository import GLib
        DBusGMainLoop(set_as_default=True)
        class Browser(dbus.service.Object):
            @dbus.service.method("org.freedesktop.Application", in_signature="asa{sv}")
            def Open(self, links, platform):
                with open(sys.argv[1], "a") as starts: starts.write(str(links[0]) + "\n")
                subprocess.Popen(["/usr/bin/xdg-open", str(links[0])], env=json.load(open(sys.argv[2])))
        bus = dbus.SessionBus()
        browser = Browser(bus, "/org/example/Former")
        bus.request_name("org.example.Former")
        GLib.timeout_add_seconds(60, lambda: os._exit(0))
        GLib.MainLoop().run()
        """#
}
