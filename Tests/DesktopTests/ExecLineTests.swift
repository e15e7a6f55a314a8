import DesktopEntries
import Foundation
import TestSupport
import Testing

/// The `Exec=` line: a table of what it gives, its errors, and random lines that GIO carries out beside us.
@Suite struct ExecLineTests {
    private static let link = "podcast://episodes/7?a=b&c='d'%20\"$HOME\"%u"

    private func entry(_ tree: DesktopTree, _ exec: String) throws -> DesktopEntry {
        let file = "[Desktop Entry]\nType=Application\nName=The Player\nName[de]=Der Spieler\nIcon=play\nExec=\(exec)\n"
        return DesktopEntry(
            try tree.write("share/applications/p.desktop", file), programPath: "/usr/bin:/bin", languages: ["de"])
    }

    /// The vector of a line as it stands in a file.
    private func vector(_ exec: String, _ links: [String] = [link]) throws -> [String] {
        try DesktopTree.with { tree in
            let entry = try entry(tree, exec)
            let vector = try ExecLine(entry.exec ?? "").vector(for: links, of: entry)
            return vector.map { $0.replacing(tree.path, with: "") }
        }
    }

    @Test(arguments: [
        ("player %u", ["player", link]),
        ("player %U", ["player", link]),
        ("player --open=%u", ["player", "--open=" + link]),
        ("player --open=%u/x", ["player", "--open=\(link)/x"]),
        ("player \"%u\"", ["player", link]),
        ("\"/opt/The Player/player\" %u", ["/opt/The Player/player", link]),
        ("player 100%% %u", ["player", "100%", link]),
        // The key's own escapes are read before the quotes: a blank, and `\$` in quotes.
        (#"player\s"a\\$b" %u"#, ["player", "a$b", link]),
        (#"player "a\\\\b" %u"#, ["player", #"a\b"#, link]),
        (#"player "a\\"b" %u"#, ["player", "a\"b", link]),
        ("env WINEPREFIX=\"/srv/ann/.wine\" wine %u", ["env", "WINEPREFIX=/srv/ann/.wine", "wine", link]),
        (
            "player %i -caption %c %k %u",
            ["player", "--icon", "play", "-caption", "Der Spieler", "/share/applications/p.desktop", link]
        ),
        ("player -caption \"a %c\" %u", ["player", "-caption", "a Der Spieler", link]),
        ("player %d %D%n a%N %v%m %u", ["player", "a", link]),
        ("player '' \"\" %u", ["player", "", "", link]),
        (
            "flatpak run --branch=stable --command=p --file-forwarding org.example.P @@u %u @@",
            [
                "flatpak", "run", "--branch=stable", "--command=p", "--file-forwarding", "org.example.P", "@@u", link,
                "@@",
            ]
        ),
        (
            "env BAMF_DESKTOP_FILE_HINT=/var/lib/snapd/desktop/applications/p_p.desktop /snap/bin/p %U",
            ["env", "BAMF_DESKTOP_FILE_HINT=/var/lib/snapd/desktop/applications/p_p.desktop", "/snap/bin/p", link]
        ),
        (
            "player --app=https://example.org/?a=b&c=d;e ~ %u",
            ["player", "--app=https://example.org/?a=b&c=d;e", "~", link]
        ),
    ])
    func `a link is one argument, and its text is left alone`(_ exec: String, _ expected: [String]) throws {
        #expect(try vector(exec) == expected)
    }

    @Test func `a list takes any number of links, and a line without links is started without one`() throws {
        #expect(try vector("player %U", ["a:1", "a:2"]) == ["player", "a:1", "a:2"])
        #expect(try vector("player %U", []) == ["player"])
        #expect(try vector("player %u", []) == ["player"])
        #expect(try vector("player --open=%u", []) == ["player", "--open="])
        #expect(try vector("player %f %c", []) == ["player", "Der Spieler"])
        #expect(try vector("player", []) == ["player"])
    }

    @Test(arguments: [
        ("player \"%u", ExecLineError.openQuote), ("player 'a", .openQuote), (#"player %u \\"#, .trailingBackslash),
        ("# player %u", .empty), ("%d", .empty), ("\"\" %u", .empty), ("HOME=/ player %u", .equalSign("HOME=/")),
        ("%u", .codeAsProgram), ("%c %u", .codeAsProgram), ("play%k %u", .codeAsProgram),
        ("player %x %u", .unknownCode("%x")), ("player %u %", .unknownCode("%")), ("player %u%", .unknownCode("%")),
        ("player %ü", .unknownCode("%\u{FFFD}")),
        ("player %u %u", .severalLinkCodes), ("player %u %F", .severalLinkCodes), ("player %f%u", .severalLinkCodes),
        ("sh -c \"player %u\"", .quotedCode("%u")), ("sh -c 'player %U'", .quotedCode("%U")),
        (#"player a\\%u"#, .quotedCode("%u")), ("player --open=\"%u\"", .quotedCode("%u")),
        ("player --open=%U", .listInWord("%U")), ("player --files=%F", .listInWord("%F")),
        ("player -i=%i %u", .listInWord("%i")),
        ("player", .noLinkCode), ("player %f", .noLinkCode), ("player %F", .noLinkCode), ("player %%u", .noLinkCode),
        ("player # %u", .noLinkCode),
    ])
    func `a line that is malformed or takes no link has an error of its own`(
        _ exec: String, _ expected: ExecLineError
    ) {
        #expect(throws: expected) { try vector(exec) }
    }

    @Test func `several links are not given to a program that takes one`() {
        #expect(throws: ExecLineError.oneLink(given: 2)) { try vector("player %u", ["a:1", "a:2"]) }
    }

    // MARK: GIO

    /// Pieces of words; some begin a quote that nothing ends.
    private static let pieces = [
        "a", "--x=", "é", "?", "&", ";", "*", "~", "$HOME", "`", "(", "=", "\\ ", "\\\\", "\\a", "'a b'", "\"a  b\"",
        "\"a\\$b\\`\\\"\\\\\\x\"", "''", "\"\"", " ", " ", " ", "  ", "\t", "\n", "#", " #c ", "%%", "'\"'", "\"'\"",
        "\\\n", "\"\\\n\"",
    ]
    private static let open = ["'", "\"", "\\"]
    /// Without `%k`, which `gio launch` does not know, and `%d`, which GIO replaces although it is deprecated.
    private static let codes = ["%c", " %m ", "a%v", "--n=%c"]

    private func line(_ random: inout SeededGenerator, hasLink: Bool) -> String {
        var parts = (0..<Int.random(in: 0...10, using: &random)).map { _ in
            Self.pieces.randomElement(using: &random) ?? ""
        }
        if hasLink {
            let code = [" %u ", " %U ", " --u=%u ", " %u/x "].randomElement(using: &random) ?? ""
            for _ in 0..<2 {
                parts.insert(
                    Self.codes.randomElement(using: &random) ?? "", at: Int.random(in: 0...parts.count, using: &random))
            }
            parts.insert(code, at: Int.random(in: 0...parts.count, using: &random))
        } else if Int.random(in: 0..<4, using: &random) == 0 {
            parts.insert(
                Self.open.randomElement(using: &random) ?? "", at: Int.random(in: 0...parts.count, using: &random))
        }
        // GIO reads a `#` that stands last as an open quote.
        return parts.joined() + (parts.last == "#" ? "c" : "")
    }

    @Test func `gio starts what we would, on random lines`() throws {
        guard "/usr/bin/gio".isInstalled(for: "gio on random Exec lines", package: "libglib2.0-bin") else { return }
        var random = SeededGenerator(for: "gio on random Exec lines")
        try DesktopTree.with { tree in
            let printer = try tree.write("print", "#!/bin/sh\nprintf '%s\\0' \"$#\" \"$@\"\n", mode: 0o755)
            var expected: [(line: String, words: [String]?)] = []
            for number in 0..<250 {
                let hasLink = number % 2 == 0
                let exec = printer + " " + line(&random, hasLink: hasLink)
                let file = try tree.write(
                    "\(number).desktop",
                    "[Desktop Entry]\nType=Application\nName=The Player\nExec=\(KeyFile.escaped(exec))\n")
                let entry = DesktopEntry(file, programPath: "/usr/bin:/bin")
                #expect(entry.exec == exec)
                let vector = try? ExecLine(exec).vector(for: hasLink ? [Self.link] : [], of: entry)
                expected.append((exec, vector))
            }
            // The program outlives gio: the pipe ends when both have ended.
            let loop =
                "cd \"$1\"; i=0; while [ $i -lt 250 ]; do [ $((i % 2)) = 0 ] && u=$2 || u=; "
                + "gio launch $i.desktop ${u:+\"$u\"} 2>/dev/null | cat >$i.out; i=$((i + 1)); done"
            _ = try tree.run("/bin/sh", ["-c", loop, "sh", tree.path, Self.link])
            var compared = 0
            for (number, (line, words)) in expected.enumerated() {
                let output = String(decoding: tree.bytes("\(number).out") ?? [], as: UTF8.self)
                let theirs = output.split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(String.init)
                // What GIO starts without its link, we refuse.
                guard words != nil || theirs.isEmpty || theirs.contains(Self.link) else { continue }
                compared += 1
                #expect(words.map { ["\($0.count - 1)"] + $0.dropFirst() } ?? [] == theirs, "\(number): \(line)")
            }
            #expect(compared > 200)
        }
    }
}
