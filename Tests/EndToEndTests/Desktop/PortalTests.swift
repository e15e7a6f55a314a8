import Foundation
import TestSupport
import Testing

/// The portal and the probe: clicks that are made by gio, xdg-open and the portal of Debian.
@Suite struct PortalTests {
    private static let rival =
        "[Desktop Entry]\nType=Application\nName=x\nExec=/usr/bin/true %u\nMimeType=x-scheme-handler/podcast;x-scheme-handler/deeplinkd;\n"

    /// Runs a test with a portal on a bus of its own; no-op, with the reason printed, where there is none.
    private func withPortal(_ test: String, _ body: (DesktopStage) throws -> Void) throws {
        guard HostPrograms.paths(of: ["gio", "gdbus", "busctl", "xdg-open"], for: test) != nil,
            let bus = try PrivateBus(for: test)
        else { return }
        defer { bus.end() }
        try withFolder { folder in try body(DesktopStage(folder, bus: bus)) }
    }

    private func open(_ link: String, token: String, _ stage: DesktopStage) throws {
        _ = try stage.run(
            "/usr/bin/gdbus", "call", "--session", "--dest", "org.freedesktop.portal.Desktop", "--object-path",
            "/org/freedesktop/portal/desktop", "--method", "org.freedesktop.portal.OpenURI.OpenURI", "", link,
            "{'activation_token': <'\(token)'>}")
    }

    @Test func `a probe finds its clicks by gio, xdg-open and the portal, each with its token`() throws {
        let test = "a probe by gio, xdg-open and the portal"
        try withPortal(test) { stage in
            _ = try stage.install()
            try stage.putStandIn()
            guard try stage.startPortal(for: test) else { return }
            let run = try stage.status("--probe", "--json")
            let probes = try run.lines.filter { $0["probe"] != nil }
            for (probe, way) in zip(probes, ["gio", "xdg-open", "portal"]) {
                #expect(probe["probe"]?.text == way && probe["arrived"]?.text == "true", "\(probe)")
                #expect(probe["isOwnToken"]?.text == "true", "\(probe)")
            }
            #expect(probes.count == 3)
            let tokens = stage.clicks.map { String($0.split(separator: "|").last ?? "") }
            #expect(stage.clicks.allSatisfy { $0.hasPrefix("handle deeplinkd:works|deeplinkd-probe-") })
            #expect(Set(tokens).count == 3)
        }
    }

    @Test func `with a rival the portal asks; --portal and --exclusive each make it open the entry`() throws {
        let test = "the portal with a rival"
        try withPortal(test) { stage in
            try stage.write("share/applications/org.example.Rival.desktop", Self.rival)
            try stage.write(
                "share/applications/mimeinfo.cache",
                "[MIME Cache]\nx-scheme-handler/podcast=org.example.Rival.desktop;\nx-scheme-handler/deeplinkd=org.example.Rival.desktop;\n"
            )
            _ = try stage.install()
            try stage.putStandIn()
            guard try stage.startPortal(for: test) else { return }
            #expect(
                try stage.status().output.contains(
                    "portal     asks between io.deeplinkd.Links.desktop org.example.Rival.desktop"))
            try open("podcast://episodes", token: "lost", stage)
            // The wait for what must not happen ends when a click by another way has arrived.
            _ = try stage.run("/usr/bin/gio", "open", "podcast://marker")
            #expect(PrivateBus.wait { !stage.clicks.isEmpty })
            #expect(stage.clicks == ["handle podcast://marker|"])

            #expect(try reinstall(stage, "--portal").exit == .code(0))
            #expect(try stage.status().output.contains("portal     opens io.deeplinkd.Links.desktop"))
            try open("podcast://episodes", token: "t1", stage)
            #expect(PrivateBus.wait { stage.clicks.last == "handle podcast://episodes|t1" })

            // A removal takes the row out of the permission store again.
            #expect(try stage.desktop(["remove"]).errors == "")
            #expect(
                stage.bus?.call([
                    "org.freedesktop.impl.portal.PermissionStore", "/org/freedesktop/impl/portal/PermissionStore",
                    "org.freedesktop.impl.portal.PermissionStore", "Lookup", "ss", "desktop-used-apps",
                    "x-scheme-handler/podcast",
                ])?.contains("io.deeplinkd") != true)

            #expect(try reinstall(stage, "--exclusive").exit == .code(0))
            #expect(try stage.status().output.contains("portal     opens io.deeplinkd.Links.desktop"))
            #expect(
                PrivateBus.wait {
                    try? open("podcast://exclusive", token: "t2", stage)
                    return stage.clicks.last == "handle podcast://exclusive|t2"
                })
        }
    }

    /// Installs again: the entry names the stand-in, so the program is put back for it.
    private func reinstall(_ stage: DesktopStage, _ option: String) throws -> Program.Run {
        let program = stage.folder.path(of: "bin/deeplinkctl")
        try FileManager.default.removeItem(atPath: program)
        try FileManager.default.moveItem(atPath: program + ".real", toPath: program)
        let run = try stage.install(option)
        try stage.putStandIn()
        return run
    }
}
