import Conf
import Foundation
import TestSupport
import TestTables
import Testing

@testable import ExecRules
@testable import Routing

/// The programs that get values only in a line that says `trusted`.
@Suite struct ListedProgramsTests {
    /// The words of a line; `"…"` is one word.
    private static func words(_ line: String) -> [String] {
        var (words, isQuoted) = ([""], false)
        for character in line {
            if character == "\"" {
                isQuoted.toggle()
            } else if character == " ", !isQuoted {
                words.append("")
            } else {
                words[words.count - 1].append(character)
            }
        }
        return words
    }

    /// The reports of a table that starts the program of the line.
    private static func codes(
        _ line: String, type: String = "string", isTrusted: Bool = false, links: [String: String] = [:]
    ) -> [String] {
        let quoted = words(line).map {
            "\"" + $0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        }
        var environment = LoadEnvironment()
        environment.resolvedProgram = { links[$0] }
        let table =
            "scheme s\nfeature F {\naction a {\ninput x \(type)\n"
            + "exec \(isTrusted ? "trusted " : "")\(quoted.joined(separator: " "))\n}\n"
            + "route r /r/$(x:\(type)) do a\n}"
        return Tables.load(table, environment).diagnostics.inOrder.map(\.code.rawValue)
    }

    private static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

    // MARK: What is on the list

    @Test(
        arguments: lines(
            """
            /bin/sh -c "play $1" sh -- $(x)
            /bin/bash -- $(x)
            /usr/bin/fish -c "play $argv" ./$(x)
            /usr/bin/python3 /srv/play.py -- $(x)
            /usr/bin/python3 /srv/play.py --title=$(x)
            /usr/bin/python3.11 -- $(x)
            /usr/bin/perl -e "while (<>) { print }" ./$(x)
            /usr/bin/ruby -- /srv/$(x)
            /usr/bin/node --import=$(x)
            /usr/bin/php -- $(x)
            /usr/bin/java -jar play.jar -- $(x)
            /usr/bin/awk -- title=$(x)
            /usr/bin/sed -e s/a/$(x)/
            /usr/bin/jq -n --arg=$(x)
            /usr/bin/env -- $(x)
            /usr/bin/env A=$(x) /bin/p
            /usr/bin/env python3 /srv/play.py --title=$(x)
            /usr/bin/timeout 5 /bin/p -- $(x)
            /usr/bin/nice -n 5 /usr/bin/podcasts --play=$(x)
            /usr/bin/systemd-run --user --scope /usr/bin/podcasts -- $(x)
            /usr/bin/sudo -u app /bin/p --title=$(x)
            /usr/bin/ssh host -- play $(x)
            /usr/bin/xargs play -- $(x)
            /usr/bin/find /srv -name x$(x)
            /usr/bin/busybox echo -- $(x)
            /usr/bin/flatpak run org.example.Podcasts --play=$(x)
            /usr/bin/gnome-terminal -- $(x)
            /usr/bin/tmux new-session -- $(x)
            /usr/bin/vim +$(x)
            /usr/bin/less +/$(x)
            /usr/bin/gdbus call -e -d org.example -o / -m org.example.Open ['s://$(x)']
            /usr/bin/gapplication action org.example Show '$(x)'
            /usr/bin/gsettings set org.example last '$(x)'
            /usr/bin/dconf write /org/example/last '$(x)'
            /usr/bin/sqlite3 a.db SELECT'$(x)'
            /usr/bin/socat - EXEC:$(x)
            /usr/bin/make -- A=$(x)
            """))
    func `a listed program gets no value, wherever it stands, unless the line says trusted`(_ line: String) {
        for type in ["string", "uint"] {
            #expect(Self.codes(line, type: type) == ["RT307"])
            #expect(Self.codes(line, type: type, isTrusted: true).isEmpty)
        }
    }

    @Test func `a listed program gets literal words without more`() {
        #expect(Self.codes("/bin/sh -c \"play all\"") == ["RT312"])
    }

    @Test(
        arguments: lines(
            """
            /usr/bin/gapplication launch org.example s://$(x)
            /usr/bin/gio open https://example.org/$(x)
            /usr/bin/busctl --user -- call org.example / org.example.Player Play s $(x)
            /usr/bin/mpv --fs https://example.org/$(x)
            /usr/bin/xdg-open https://example.org/$(x)
            /usr/bin/systemctl --user start podcast@$(x).service
            /usr/bin/git -C /srv/repository log --author=$(x)
            /usr/bin/notify-send -- Podcasts $(x)
            """))
    func `another program gets values where they cannot be options`(_ line: String) {
        #expect(Self.codes(line).isEmpty)
    }

    // MARK: Names

    @Test(
        arguments: [
            ("/usr/bin/python3.11", "python"), ("/usr/bin/x86_64-linux-gnu-python3.11-dbg", "python"),
            ("/opt/bin/python3.13t", "python"), ("/nix/store/bin/.python3-wrapped", "python"),
            ("/usr/bin/perl5.36-x86_64-linux-gnu", "perl"), ("/usr/bin/perl5.36.0", "perl"), ("/bin/bash5.2", "bash"),
            ("/usr/bin/bash-static", "bash"), ("/usr/bin/lua5.4", "lua"), ("/usr/bin/luajit-2.1.0-beta3", "luajit"),
            ("/usr/bin/vim.basic", "vim"), ("/usr/bin/vim.gtk3", "vim"), ("/usr/bin/emacs-nox", "emacs"),
            ("/usr/bin/php8.2-cgi", "php"), ("/lib64/ld-linux-x86-64.so.2", "ld-linux"),
            ("/lib/ld-linux-aarch64.so.1", "ld-linux"), ("/lib/ld-musl-x86_64.so.1", "ld-musl"), ("/lib/ld.so", "ld"),
            ("/usr/bin/guile-3.0", "guile"), ("/usr/bin/original-awk", "original-awk"),
            ("/usr/bin/sqlite3", "sqlite3"), ("/usr/bin/run0", "run0"), ("/usr/bin/Xvfb-run", "xvfb-run"),
            ("/usr/bin/ksh93", "ksh"), ("/usr/bin/Rscript", "rscript"),
        ])
    func `versions, variants and architectures of a program are the program`(_ path: String, _ name: String) {
        #expect(ListedPrograms.name(of: path) == name)
    }

    @Test(arguments: [
        "/usr/bin/time-tracker", "/usr/bin/screen-recorder", "/usr/bin/podcast-time", "/srv/bin/time.py", "/srv/env.sh",
        "/usr/bin/python3.11-config", "/usr/bin/node-sass", "/usr/bin/watch-later", "/usr/bin/gnome-calls", "/bin/p",
        "/opt/node.AppImage", "/", "/...", "/usr/bin/-", "/usr/bin/3", "/usr/bin/gapplication", "/usr/bin/gio",
    ])
    func `a program whose name only begins like another's is not listed`(_ path: String) {
        #expect(ListedPrograms.name(of: path) == nil)
    }

    @Test(
        arguments: [
            ("/srv/link-to-env", true), ("/usr/bin/editor", true), ("/srv/py", true), ("/bin/sh", true),
            ("/usr/bin/awk", true), ("/srv/run", false), ("/bin/ls", false), ("/snap/bin/podcasts", false),
        ])
    func `a link is judged by its own name and by the one it leads to`(_ program: String, isListed: Bool) {
        let links = [
            "/srv/link-to-env": "/usr/bin/env", "/usr/bin/editor": "/usr/bin/vim.basic",
            "/srv/py": "/usr/bin/python3.11", "/bin/sh": "/usr/bin/dash", "/srv/run": "/usr/bin/podcasts",
            // Programs of many names are the one by whose name they are called.
            "/usr/bin/awk": "/usr/bin/busybox", "/bin/ls": "/bin/busybox", "/snap/bin/podcasts": "/usr/bin/snap",
        ]
        #expect(Self.codes("\(program) --title=$(x)", links: links) == (isListed ? ["RT307"] : []))
    }

    // MARK: The lines of an attack

    private static let file = "programs/exec-lines.txt"

    /// The lines that are accepted: in each the table itself writes an option whose value is a command, and the options
    /// of programs are not listed.
    private static let accepted = [
        "/usr/bin/tar --checkpoint-action=exec=$(x) -xf a.tar", "/usr/bin/tar --to-command=$(x) -xf a.tar",
        "/usr/bin/wget --use-askpass=$(x) http://a",
    ]

    @Test(.enabled(if: SharedData.has(file, for: "every line that was tried is refused, or named")))
    func `every line that was tried is refused, or named as one that is not checked`() throws {
        let path = try #require(SharedData.folder).appending(path: Self.file)
        let lines = Self.lines(try String(contentsOf: path, encoding: .utf8))
        #expect(lines.count > 90)
        #expect(lines.filter { Self.codes($0) != ["RT307"] }.sorted() == Self.accepted)
        let page = String(decoding: try Tables.packageFile("docs/threats/programs.md"), as: UTF8.self)
        for line in Self.accepted {
            let words = line.replacing("/usr/bin/", with: "").split(separator: " ")
            #expect(page.contains("`\(words[0]) \(words[1])`"), "the page does not name \(line)")
        }
    }
}
