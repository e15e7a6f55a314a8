import Foundation
import TestSupport
import Testing

/// `deeplinkctl desktop install --web`: the role of the default browser, with the programs of Debian.
@Suite struct DesktopWebTests {
    private static let id = "io.deeplinkd.Web.desktop"
    private static let list = "user/.config/mimeapps.list"

    /// A table that hands on what no route takes.
    private static let handingOn =
        DesktopStage.table + "unmatched {\n    schemes https http\n    exec /usr/bin/true $(url)\n}\n"

    private func withBrowsers(_ table: String = handingOn, _ body: (DesktopStage) throws -> Void) throws {
        try withDesktop { stage in
            try stage.write("routes.conf", table)
            for name in ["one", "two"] { try stage.addBrowser("org.example.\(name)") }
            try stage.write(
                "share/applications/mimeinfo.cache",
                ["http", "https"].reduce("[MIME Cache]\ntext/html=org.example.one.desktop;\n") {
                    $0 + "x-scheme-handler/\($1)=org.example.one.desktop;org.example.two.desktop;\n"
                })
            try stage.write(Self.list, Self.defaults("org.example.one.desktop"))
            try body(stage)
        }
    }

    private static func defaults(_ id: String) -> String {
        "[Default Applications]\nx-scheme-handler/http=\(id)\nx-scheme-handler/https=\(id)\n"
    }

    private func scheme(_ scheme: String, _ stage: DesktopStage) throws -> JSONTree {
        try #require(try stage.status("--json").lines.first { $0["scheme"]?.text == scheme })
    }

    @Test func `links of the web come here and pages do not, until a removal gives back every byte`() throws {
        guard HostPrograms.paths(of: ["gio", "xdg-mime", "desktop-file-validate"], for: "--web") != nil else { return }
        try withBrowsers { stage in
            let before = try stage.files()
            let run = try stage.install("--web")
            #expect(run.exit == .code(0) && run.errors == "", "\(run)")
            #expect(
                run.output.contains(
                    "links of the web opened by deeplinkd; the browser of before: org.example.one.desktop\n"),
                "\(run)")
            let types = [
                ("x-scheme-handler/http", Self.id), ("x-scheme-handler/https", Self.id),
                ("x-scheme-handler/podcast", "io.deeplinkd.Links.desktop"),
            ]
            for (type, id) in types {
                let gio = try stage.run("/usr/bin/gio", "mime", type).output
                #expect(gio.contains("Default application for “\(type)”: \(id)\n"), "\(gio)")
                #expect(try stage.run("/usr/bin/xdg-mime", "query", "default", type).output == id + "\n")
            }
            let gio = try stage.run("/usr/bin/gio", "mime", "text/html").output
            #expect(gio.contains("Default application for “text/html”: org.example.one.desktop\n"), "\(gio)")
            let xdgMime = try stage.run("/usr/bin/xdg-mime", "query", "default", "text/html").output
            #expect(xdgMime == "org.example.one.desktop\n")
            let entry = stage.folder.path(of: "user/.local/share/applications/" + Self.id)
            #expect(try stage.run("/usr/bin/desktop-file-validate", entry).output == "")
            let installed = try stage.files()
            // The role is kept without the option.
            #expect(try stage.install().output.hasPrefix("nothing has to change\n"))
            #expect(try stage.files() == installed)
            #expect(try stage.desktop(["remove"]).exit == .code(0))
            #expect(try stage.files() == before)
        }
    }

    @Test func `a table without links of the web is refused, and its advice works`() throws {
        let table =
            "scheme podcast\nfeature F {\n    action say {\n        respond hello\n    }\n    route r /r do say\n}\n"
        try withBrowsers(table) { stage in
            let before = try stage.files()
            let run = try stage.install("--web")
            #expect(run.exit == .code(1) && run.errors.contains("the table takes no link of the web"), "\(run)")
            #expect(try stage.files() == before)
            let advice = "unmatched { schemes https http; launch former }"
            #expect(run.errors.contains("`\(advice)`") && run.errors.contains("`host https://NAME`"), "\(run)")
            try stage.write("routes.conf", "host https://podcasts.example\n" + table)
            let routed = try stage.install("--web")
            #expect(routed.exit == .code(0), "\(routed)")
            #expect(routed.output.contains("http: and https: links that no route takes are refused: add `\(advice)`"))
            // A later installation of a table that has lost them says so too.
            try stage.write("routes.conf", table)
            #expect(try stage.install().errors.contains("the table takes no link of the web"))
            _ = try stage.desktop(["remove"])
            #expect(try stage.install().exit == .code(0))
            #expect(try stage.desktop(["remove"]).exit == .code(0) && stage.files() == before)
        }
    }

    @Test func `a browser that would bring links back is refused, and its advice works`() throws {
        guard HostPrograms.paths(of: ["gio", "xdg-open"], for: "a browser that brings links back") != nil else {
            return
        }
        try withBrowsers { stage in
            try stage.addBrowser("org.example.back", exec: "/usr/bin/xdg-open %u")
            try stage.write(Self.list, Self.defaults("org.example.back.desktop"))
            let before = try stage.files()
            let advice = /choose another with `gio mime (\S+) (\S+)`/
            for scheme in ["http", "https"] {
                let run = try stage.install("--web")
                #expect(run.exit == .code(1), "\(run)")
                #expect(
                    run.errors.contains(
                        "org.example.back.desktop opened \(scheme): links before and cannot be handed any: its program "
                            + "/usr/bin/xdg-open hands links to the app that the desktop chooses"), "\(run)")
                if scheme == "http" { #expect(try stage.files() == before) }
                let words = try #require(run.errors.firstMatch(of: advice), "\(run)")
                let chosen = try stage.run("/usr/bin/gio", "mime", String(words.1), String(words.2))
                #expect(chosen.exit == .code(0), "\(chosen)")
            }
            let run = try stage.install("--web")
            #expect(run.exit == .code(0) && run.output.contains("the browser of before: org.example."), "\(run)")
            #expect(!run.output.contains("org.example.back"))
        }
    }

    @Test func `status says who has the role, and who gets what no route takes`() throws {
        try withBrowsers { stage in
            #expect(try !stage.status().output.contains("https"))
            _ = try stage.install("--web")
            let held = try scheme("https", stage)
            #expect(held["problems"] == .array([]) && held["former"]?.text == "org.example.one.desktop", "\(held)")
            #expect(held["gio.handler"]?.text == Self.id && held["rivals"] == .array([]))
            // Its entry takes types that are no routed schemes, and is not called stale for it.
            #expect(try !stage.status().output.contains("no route does"))
            #expect(try stage.status().output.contains("  former     org.example.one.desktop\n"))

            // Another browser makes itself the default, as browsers do.
            let text = try String(contentsOfFile: stage.folder.path(of: Self.list), encoding: .utf8)
            try stage.write(
                Self.list,
                text.replacing("/https=io", with: "/https=org.example.two.desktop;io", maxReplacements: 1))
            let taken = try scheme("https", stage)
            #expect(
                taken["problems.0"]?.text
                    == "gio gives its links to org.example.two.desktop, which has made itself the default again: "
                    + "run `deeplinkctl desktop install` again")
            _ = try stage.install()
            #expect(try scheme("https", stage)["former"]?.text == "org.example.two.desktop")

            // The former browser is removed from the machine.
            for name in ["one", "two"] {
                try FileManager.default.removeItem(
                    atPath: stage.folder.path(of: "share/applications/org.example.\(name).desktop"))
            }
            let lost = try scheme("https", stage)
            #expect(!lost["former"].text.hasPrefix("org.example"))
        }
    }

    @Test func `only a person has a browser: no role for all users, and none in a package`() throws {
        try withBrowsers { stage in
            for (words, reason) in [
                (["--system"], "leave out --system"), (["--destdir", "/x"], "--destdir is for packages"),
            ] {
                let run = try stage.desktop(["install", "--web", "-f", stage.folder.path(of: "routes.conf")] + words)
                #expect(run.exit == .code(2) && run.errors.contains(reason), "\(run)")
            }
        }
    }

    @Test func `other browsers stay in the lists with --exclusive`() throws {
        try withBrowsers { stage in
            #expect(try stage.install("--web", "--exclusive").exit == .code(0))
            let text = try String(contentsOfFile: stage.folder.path(of: Self.list), encoding: .utf8)
            #expect(!text.contains("Removed Associations"))
        }
    }
}
