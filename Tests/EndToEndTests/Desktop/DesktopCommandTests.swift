import Foundation
import Glibc
import TestSupport
import Testing

/// `deeplinkctl desktop`, with the programs of Debian and a home of the tests' own.
@Suite struct DesktopCommandTests {
    private static let id = "io.deeplinkd.Links.desktop"

    @Test func `an installation makes gio and xdg-mime find the entry, and a removal undoes it`() throws {
        guard HostPrograms.paths(of: ["gio", "xdg-mime", "desktop-file-validate"], for: "desktop install") != nil else {
            return
        }
        try withDesktop { stage in
            try stage.write("user/.config/mimeapps.list", "# mine\n[Default Applications]\ntext/html=firefox.desktop")
            let before = try stage.files()
            let run = try stage.install()
            #expect(run.exit == .code(0) && run.errors == "", "\(run)")
            #expect(run.output.contains("2 schemes opened by deeplinkd: deeplinkd: podcast:"))
            for scheme in ["podcast", "deeplinkd"] {
                let gio = try stage.run("/usr/bin/gio", "mime", "x-scheme-handler/" + scheme).output
                #expect(gio.contains("Default application for “x-scheme-handler/\(scheme)”: \(Self.id)\n"), "\(gio)")
                let xdgMime = try stage.run("/usr/bin/xdg-mime", "query", "default", "x-scheme-handler/" + scheme)
                    .output
                #expect(xdgMime == Self.id + "\n")
            }
            let entry = stage.folder.path(of: "user/.local/share/applications/" + Self.id)
            #expect(try stage.run("/usr/bin/desktop-file-validate", entry).output == "")
            let text = try String(contentsOfFile: entry, encoding: .utf8)
            #expect(!text.contains("unused") && !text.contains("mailto") && !text.contains("https"))
            let installed = try stage.files()
            #expect(try stage.install().output.hasPrefix("nothing has to change\n"))
            #expect(try stage.files() == installed)
            #expect(try stage.desktop(["remove"]).exit == .code(0))
            #expect(try stage.files() == before)
            #expect(try stage.desktop(["remove"]).output == "nothing has to change\n")
        }
    }

    @Test func `a dry run prints the difference and changes nothing`() throws {
        try withDesktop { stage in
            try stage.write(
                "user/.config/mimeapps.list", "[Default Applications]\nx-scheme-handler/podcast=a.desktop\n")
            let before = try stage.files()
            let run = try stage.install("--dry-run")
            #expect(run.exit == .code(0))
            for line in [
                "-x-scheme-handler/podcast=a.desktop", "+x-scheme-handler/podcast=io.deeplinkd.Links.desktop;a.desktop",
                "+MimeType=x-scheme-handler/deeplinkd;x-scheme-handler/podcast;",
            ] {
                #expect(run.output.contains("\n\(line)\n"), "\(run.output)")
            }
            #expect(try stage.files() == before)
            _ = try stage.install()
            let installed = try stage.files()
            #expect(try stage.desktop(["remove", "--dry-run"]).output.contains("would be removed"))
            #expect(try stage.files() == installed)
        }
    }

    @Test func `a list that is a symbolic link is not touched, and the lines are printed`() throws {
        try withDesktop { stage in
            let list = stage.folder.path(of: "user/.config/mimeapps.list")
            try stage.write("dotfiles.list", "[Default Applications]\n")
            try stage.write("user/.config/x", "")
            try FileManager.default.createSymbolicLink(
                atPath: list, withDestinationPath: stage.folder.path(of: "dotfiles.list"))
            let run = try stage.install()
            #expect(run.exit == .code(1))
            #expect(
                run.output.contains("not touched  \(list): it is a symbolic link to \(stage.folder.path)/dotfiles.list")
            )
            #expect(run.output.contains("+x-scheme-handler/podcast=io.deeplinkd.Links.desktop;\n"))
            let dotfiles = try String(contentsOfFile: stage.folder.path(of: "dotfiles.list"), encoding: .utf8)
            #expect(dotfiles == "[Default Applications]\n")
        }
    }

    @Test func `a package is built with entries alone`() throws {
        try withDesktop { stage in
            let tree = try stage.folder.makeFolder("tree")
            let run = try stage.install("--destdir", tree)
            #expect(run.exit == .code(0), "\(run)")
            let names = FileManager.default.enumerator(atPath: tree)?.allObjects as? [String] ?? []
            #expect(names.filter { $0.contains(".") } == ["usr/share/applications/" + Self.id])
            let entry = try String(contentsOfFile: tree + "/usr/share/applications/" + Self.id, encoding: .utf8)
            #expect(entry.contains("\nExec=/usr/bin/deeplinkctl handle %u\n"))
            #expect(try stage.files().isEmpty)
        }
    }

    @Test func `each package of a table has an entry of its own`() throws {
        try withDesktop { stage in
            try stage.write(
                "shop.conf",
                """
                package my-shop
                scheme shop
                feature Shop {
                    action show {
                        respond "hello"
                    }
                    route show /show do show
                }

                """)
            let run = try stage.install("-f", stage.folder.path(of: "shop.conf"))
            #expect(run.exit == .code(0), "\(run)")
            let entry = stage.folder.path(of: "user/.local/share/applications/io.deeplinkd.Links.my_shop.desktop")
            let text = try String(contentsOfFile: entry, encoding: .utf8)
            #expect(text.contains("\nName=my-shop\n") && text.contains("\nMimeType=x-scheme-handler/shop;\n"))
            let only = try stage.install("-f", stage.folder.path(of: "shop.conf"), "--scheme", "podcast")
            #expect(only.exit == .code(0) && !FileManager.default.fileExists(atPath: entry))
        }
    }

    @Test func `a disk that takes no more leaves every file as it was, and nothing beside them`() throws {
        try withDesktop { stage in
            let list = "[Default Applications]\nx-scheme-handler/podcast=a.desktop\n"
            try stage.write("user/.config/mimeapps.list", list)
            // The limit is one for the files of the program: what it prints goes through a pipe.
            let script = #"(ulimit -f 0 && "$0" desktop install -f "$1"; echo "status $?") 2>&1 | cat"#
            let run = try stage.run(
                "/bin/sh", "-c", script,
                stage.folder.path(of: "bin/deeplinkctl"), stage.folder.path(of: "routes.conf"))
            let record = stage.folder.path(of: "user/.local/state/deeplinkd/desktop.json")
            #expect(run.output.contains("cannot replace \(record): "), "\(run)")
            #expect(run.output.hasSuffix("status 1\n"), "\(run)")
            let files = try FileManager.default.subpathsOfDirectory(atPath: stage.folder.path(of: "user"))
            #expect(!files.contains { $0.hasSuffix(".partial") || $0.hasSuffix(".desktop") }, "\(files)")
            let kept = stage.folder.path(of: "user/.config/mimeapps.list")
            #expect(try String(contentsOfFile: kept, encoding: .utf8) == list)
        }
    }

    @Test func `schemes that are not routed or belong to others are refused`() throws {
        try withDesktop { stage in
            for (scheme, reason) in [
                ("unused", "there is no routed scheme `unused`; the table has: deeplinkd podcast"),
                ("https", "the scheme `https` belongs to other programs; leave it out"),
            ] {
                let run = try stage.install("--scheme", scheme)
                #expect(run.exit == .code(2) && run.errors.contains(reason), "\(run)")
            }
        }
    }

    @Test func `status names rivals, their faults, the file that decides, and what to do`() throws {
        try withDesktop { stage in
            let before = try stage.status()
            #expect(before.exit == .code(1))
            #expect(before.output.contains("no desktop entry has the scheme: run `deeplinkctl desktop install`"))
            _ = try stage.install()
            let rival =
                "[Desktop Entry]\nType=Application\nName=x\nExec=/usr/bin/true\nMimeType=x-scheme-handler/podcast;\n"
            try stage.write("share/applications/org.example.Rival.desktop", rival)
            try stage.write(
                "user/.config/fake-mimeapps.list",
                "[Default Applications]\nx-scheme-handler/podcast=org.example.Rival.desktop\n")
            let run = try stage.status()
            #expect(run.exit == .code(1))
            for text in [
                "gio        org.example.Rival.desktop, by \(stage.folder.path)/user/.config/fake-mimeapps.list",
                "rival      org.example.Rival.desktop: Exec has no %u, so the link is lost",
                "gio gives its links to org.example.Rival.desktop: run `deeplinkctl desktop install` again",
                "no daemon answers",
            ] {
                #expect(run.output.contains(text), "\(text) in \(run.output)")
            }
            // The list of the desktop has a line of the scheme, so it is changed as well.
            _ = try stage.install()
            let json = try stage.status("--json").lines
            let podcast = try #require(json.first { $0["scheme"]?.text == "podcast" })
            #expect(podcast["gio.handler"]?.text == Self.id)
            #expect(podcast["rivals.0.id"]?.text == "org.example.Rival.desktop")
            #expect(podcast["problems"] == .array([]))
        }
    }

    @Test func `an entry whose scheme has lost its route is named`() throws {
        try withDesktop { stage in
            _ = try stage.install()
            try stage.write("routes.conf", DesktopStage.table.replacing("in podcast https", with: "in https"))
            let run = try stage.status()
            #expect(run.exit == .code(1))
            #expect(run.output.contains("takes podcast:, and no route does: run `deeplinkctl desktop install` again"))
            _ = try stage.install()
            #expect(try !stage.status().output.contains("no route does"))
        }
    }

    @Test func `policies have the schemes of the table and the origins, and only origins`() throws {
        try withDesktop { stage in
            let line = ["policies", "-f", stage.folder.path(of: "routes.conf"), "--browser"]
            let chromium = try stage.desktop(line + ["chromium", "--origin", "https://a.example", "--origin", "*"])
            let expected = """
                {
                  "AutoLaunchProtocolsFromOrigins": [
                    {
                      "protocol": "deeplinkd",
                      "allowed_origins": ["https://a.example","*"]
                    },
                    {
                      "protocol": "podcast",
                      "allowed_origins": ["https://a.example","*"]
                    }
                  ]
                }

                """
            #expect(chromium.output == expected && chromium.errors.hasPrefix("file: /etc/chromium/policies/managed/"))
            let firefox = try stage.desktop(line + ["firefox", "--origin", "http://localhost:8080"]).output
            #expect(firefox.contains("\"Handlers\"") && firefox.contains("\"http://localhost:8080\""))
            let wrong = [
                "https://a.example/", "a.example", "ftp://a.example", "https://", "https://a.example:0", "https://a..b",
                "https://A.example", "https://a.example:99999", "https://u@a.example", "https://a.example?x", "*",
            ]
            for origin in wrong {
                let run = try stage.desktop(line + ["firefox", "--origin", origin])
                #expect(run.exit == .code(2), "\(origin): \(run)")
            }
        }
    }

    @Test func `the names of entries are the titles of their packages and of the table`() throws {
        try withDesktop { stage in
            try stage.write("routes.conf", "title \"Meine Links\"\n" + DesktopStage.table)
            _ = try stage.install()
            let entry = stage.folder.path(of: "user/.local/share/applications/" + Self.id)
            #expect(try String(contentsOfFile: entry, encoding: .utf8).contains("\nName=Meine Links\n"))
        }
    }

    @Test func `--system writes for all users, and a removal gives the files back`() throws {
        let test = "--system"
        guard HostPrograms.paths(of: ["unshare", "gio", "xdg-mime"], for: test) != nil else { return }
        try withDesktop { stage in
            guard geteuid() == 0 else {
                print("skipped: \(test): needs root")
                let run = try stage.install("--system")
                #expect(run.exit == .code(1) && run.errors.contains("which takes root"))
                return
            }
            // The folders of the machine are the test's own in a mount namespace.
            let script = """
                set -e
                mount -t tmpfs none /etc/xdg; mount -t tmpfs none /usr/local/share; mkdir -p /var/lib
                mount -t tmpfs none /var/lib; unset XDG_CONFIG_DIRS; export XDG_DATA_DIRS=/usr/local/share
                printf '[Default Applications]\nx-scheme-handler/podcast=a.desktop\n' >/etc/xdg/mimeapps.list
                before=$(cat /etc/xdg/mimeapps.list)
                "$0" desktop install --system -f "$1"
                gio mime x-scheme-handler/podcast | head -n 1
                xdg-mime query default x-scheme-handler/podcast
                stat -c '%a %n' /usr/local/share/applications/io.deeplinkd.Links.desktop /var/lib/deeplinkctl
                "$0" desktop remove "--system"
                [ "$before" = "$(cat /etc/xdg/mimeapps.list)" ] && find /usr/local/share /var/lib -type f
                """
            let run = try stage.run(
                "/usr/bin/unshare", "-m", "--propagation", "private", "sh", "-c", script,
                stage.folder.path(of: "bin/deeplinkctl"), stage.folder.path(of: "routes.conf"))
            #expect(run.exit == .code(0), "\(run)")
            for line in [
                "Default application for “x-scheme-handler/podcast”: \(Self.id)", Self.id,
                "644 /usr/local/share/applications/\(Self.id)", "700 /var/lib/deeplinkctl",
                "/var/lib/deeplinkctl/desktop.json.lock",
            ] {
                #expect(run.output.split(separator: "\n").contains(line[...]), "\(line) in \(run.output)")
            }
            #expect(!run.output.hasSuffix("desktop.json\n"), "\(run.output)")
        }
    }
}
