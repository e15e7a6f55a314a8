import Foundation
import Testing

/// `scripts/install.sh`, with the programs that were built with the tests, into folders of their own.
@Suite(.enabled(if: Host.canInstall, "the built programs and jq are there"))
struct InstallTests {
    @Test func `everything that the list names is installed, and nothing else`() throws {
        try Installation.withFolder { place in
            let result = try place.install("--prefix", "/usr")
            #expect(result.status == 0, "\(result.output)")
            let list = place.text("/usr/share/deeplinkd/installed").split(separator: "\n")
            let listed = list.filter { !$0.hasPrefix("folder ") }.map { String($0.drop { $0 != " " }.dropFirst()) }
            let expected = Set(listed + ["/usr/share/deeplinkd/installed"])
            #expect(place.paths.symmetricDifference(expected).sorted() == [])
            for path in Self.expected { #expect(expected.contains(path), "\(path)") }
        }
    }

    /// What users and the service manager look for, one of each kind.
    private static let expected = [
        "/usr/bin/deeplinkd", "/usr/bin/deeplinkctl", "/etc/deeplinkd/routes.conf", "/etc/deeplinkd/routes.cases",
        "/usr/lib/systemd/system/deeplinkd.service", "/usr/lib/systemd/system/deeplinkd.socket",
        "/usr/lib/systemd/user/deeplinkd.socket", "/usr/lib/sysusers.d/deeplinkd.conf",
        "/usr/lib/systemd/user-preset/80-deeplinkd.preset", "/usr/lib/systemd/catalog/deeplinkd.catalog",
        "/usr/share/bash-completion/completions/deeplinkctl", "/usr/share/fish/vendor_completions.d/deeplinkctl.fish",
        "/usr/share/man/man1/deeplinkctl.1", "/usr/share/man/man5/routes.conf.5", "/usr/share/man/man8/deeplinkd.8",
        "/usr/share/man/man3/deeplink.3", "/usr/include/deeplink.h", "/usr/lib/libdeeplink.so.1",
        "/usr/lib/libdeeplink.so", "/usr/lib/pkgconfig/deeplink.pc", "/usr/share/doc/deeplinkd/docs/clients/c.md",
        "/usr/share/icons/hicolor/scalable/apps/io.deeplinkd.Links.svg",
        "/usr/share/doc/deeplinkd/docs/pictures/click.gif",
        "/usr/share/doc/deeplinkd/README.md", "/usr/share/doc/deeplinkd/docs/tutorial.md",
        "/usr/share/doc/deeplinkd/SECURITY.md", "/usr/share/doc/deeplinkd/docs/threats/README.md",
        "/usr/share/doc/deeplinkd/examples/routes.conf", "/usr/share/doc/deeplinkd/examples/systemd/exec.conf",
        "/usr/share/doc/deeplinkd/examples/systemd/network.conf",
    ]

    @Test func `the installed table has no error in the system instance, and keeps what its cases promise`() throws {
        try Installation.withFolder { place in
            _ = try place.install("--prefix", "/usr")
            let check = try Command.run(
                [place.root + "/usr/bin/deeplinkctl", "check", "--strict", "--root", place.root],
                environment: ["DEEPLINKD_EXEC": "no"])
            #expect(check.status == 0, "\(check.output)")
            #expect(check.output.contains("no errors; 3 routes"), "\(check.output)")
            let cases = try Command.run([
                place.root + "/usr/bin/deeplinkctl", "test", place.root + "/etc/deeplinkd/routes.cases",
                "--fail-under", "100",
            ])
            #expect(cases.status == 0, "\(cases.output)")
        }
    }

    @Test func `units, pages and the table name the paths of the prefix`() throws {
        try Installation.withFolder { place in
            let result = try place.install("--prefix", "/opt/deeplinkd")
            #expect(result.status == 0, "\(result.output)")
            let unit = place.text("/opt/deeplinkd/lib/systemd/system/deeplinkd.service")
            #expect(unit.contains("\nExecStart=/opt/deeplinkd/bin/deeplinkd\n"))
            #expect(unit.contains("\nExecReload=/opt/deeplinkd/bin/deeplinkctl "))
            #expect(
                unit.contains(
                    "\nDocumentation=man:deeplinkd(8) man:routes.conf(5) file:/opt/deeplinkd/share/doc/deeplinkd/README.md\n"
                ))
            let dropIn = place.text("/opt/deeplinkd/share/doc/deeplinkd/examples/systemd/exec.conf")
            #expect(dropIn.contains("\nExecReload=+/opt/deeplinkd/bin/deeplinkctl "))
            #expect(place.text("/etc/deeplinkd/routes.conf").contains(" /opt/deeplinkd/share/doc/deeplinkd "))
            for path in place.paths where !path.hasPrefix("/etc/deeplinkd/") {
                #expect(path.hasPrefix("/opt/deeplinkd/"), "\(path)")
            }
        }
    }

    @Test func `every link of an installed page leads to an installed file`() throws {
        try Installation.withFolder { place in
            _ = try place.install()
            let pages = place.paths.filter { $0.hasSuffix(".md") }
            #expect(pages.count > 10)
            for page in pages {
                let folder = URL(fileURLWithPath: place.root + page).deletingLastPathComponent()
                for link in place.text(page).matches(of: /\]\(([^)#:\s]+)[)#]/) {
                    let target = folder.appendingPathComponent(String(link.1)).standardizedFileURL.path
                    #expect(FileManager.default.fileExists(atPath: target), "\(page): \(link.1)")
                }
            }
        }
    }

    @Test func `a second installation changes nothing, and removes the files that the version before had`() throws {
        try Installation.withFolder { place in
            _ = try place.install()
            let before = try place.digests()
            let old = "/usr/local/share/doc/deeplinkd/old.md", list = "/usr/local/share/deeplinkd/installed"
            try place.write("old", to: old)
            try place.write(place.text(list) + "0 \(old)\n0 /etc/passwd\n0 /usr/local/../../outside\n", to: list)
            try place.write("a file of another", to: "/etc/passwd")
            _ = try place.install()
            try FileManager.default.removeItem(atPath: place.root + "/etc/passwd")
            #expect(try place.digests() == before)
        }
    }

    @Test func `a changed table is neither overwritten nor removed, and everything else is`() throws {
        try Installation.withFolder { place in
            _ = try place.install()
            try place.write("scheme mine\n", to: "/etc/deeplinkd/routes.conf")
            let again = try place.install()
            #expect(again.output.contains("routes.conf, which was changed"), "\(again.output)")
            #expect(place.text("/etc/deeplinkd/routes.conf") == "scheme mine\n")
            let removal = try place.run("--uninstall")
            #expect(removal.status == 0, "\(removal.output)")
            #expect(place.paths == ["/etc/deeplinkd/routes.conf"])
            #expect(!FileManager.default.fileExists(atPath: place.root + "/usr"))
            #expect(try place.run("--uninstall").status == 1)
        }
    }

    @Test func `an unchanged table of an earlier version is replaced`() throws {
        try Installation.withFolder { place in
            _ = try place.install()
            let list = "/usr/local/share/deeplinkd/installed", table = "/etc/deeplinkd/routes.conf"
            let now = try place.digests()[table] ?? ""
            try place.write("scheme earlier\n", to: table)
            let earlier = try place.digests()[table] ?? ""
            try place.write(place.text(list).replacingOccurrences(of: now, with: earlier), to: list)
            _ = try place.install()
            #expect(try place.digests()[table] == now)
        }
    }

    @Test(arguments: [
        ["--prefix"], ["--prefix", "usr"], ["--prefix", "/"], ["--prefix", "/usr/../etc"], ["--prefix=/a b"],
        ["--prefix", "/home"], ["--prefix=/tmp/x"], ["--destdir", "--uninstall"], ["--programs="], ["--perfix=/usr"],
        ["stage"],
    ])
    func `a bad option is refused with the usage, before anything is done`(_ options: [String]) throws {
        let script = Places.package.path + "/scripts/install.sh"
        let result = try Command.run([script] + options)
        #expect(result.status == 2, "\(result.output)")
        #expect(result.output.contains("usage: scripts/install.sh"))
    }

    @Test func `the man pages and the completions have no fault that a checker finds`() throws {
        try Installation.withFolder { place in
            _ = try place.install()
            let share = place.root + "/usr/local/share"
            let pages = place.paths.filter { $0.contains("/man/man") }.map { place.root + $0 }
            #expect(pages.count == 4)
            if Command.exists("mandoc") {
                let lint = try Command.run(["mandoc", "-Tlint"] + pages).output.split(separator: "\n")
                // The pages name each other, and other pages that this machine may not have.
                let faults = lint.filter { !$0.contains("referenced manual not found") && !$0.contains("mandoc.db") }
                #expect(faults == [])
            } else {
                print("skipped: the check of the man pages: mandoc is not installed")
            }
            for (shell, file) in [
                ("bash", "bash-completion/completions/deeplinkctl"), ("zsh", "zsh/site-functions/_deeplinkctl"),
                ("fish", "fish/vendor_completions.d/deeplinkctl.fish"),
            ] where Command.exists(shell) {
                let check = try Command.run([shell, "-n", "\(share)/\(file)"])
                #expect(check.status == 0, "\(shell): \(check.output)")
            }
        }
    }
}
