import Foundation
import Glibc
import Testing

/// `deeplinkctl` in a German session.
@Suite struct GermanCommandTests {
    private static let table = """
        scheme t
        permission contacts from consent {
            usage "To address the invitation"
            usage de "Um die Einladung zu adressieren"
        }
        feature Share {
            title "Sharing"
            title de "Teilen"
            require permission contacts
            action go { respond "ok" }
            route go /go do go
        }
        feature Trash {
            title "Trash"
            title de "Papierkorb"
            require confirmation "Delete?" de "Löschen?"
            action empty { input list string ; respond }
            route empty /empty/$(list) do empty
        }
        feature Open { title "Open" ; title de "Offen" ; action o { respond } ; route o /open do o }

        """

    private static let german = ["LANG": "de_DE.UTF-8"]

    private func talk(
        _ daemon: RunningDaemon, _ arguments: [String], _ environment: [String: String],
        _ talk: (Terminal) throws -> Void
    ) throws {
        let terminal = try Terminal(columns: 200)
        let program = try Program(
            Products.tool, ["open", "--socket", daemon.socket, "--color", "never"] + arguments,
            environment: environment, descriptors: [terminal.slave, terminal.slave, terminal.slave])
        defer { program.kill() }
        try talk(terminal)
        _ = try program.wait()
    }

    @Test func `a person at a terminal is refused, asked and answered in German`() throws {
        try withDaemon(table: Self.table) { daemon in
            try talk(daemon, ["t://go"], Self.german) { terminal in
                try terminal.await("„Teilen“ benötigt Zugriff auf die Kontakte, und das ist noch nicht erlaubt.")
                try terminal.await("Zugriff auf die Kontakte: noch nicht erlaubt")
                try terminal.await("lässt sich auf Nachfrage erlauben. Um die Einladung zu adressieren.")
            }
            try talk(daemon, ["--authorise", "t://go"], Self.german) { terminal in
                try terminal.await("„Teilen“ benötigt Zugriff auf die Kontakte (contacts). ")
                try terminal.await("Um die Einladung zu adressieren. Erlauben? Ja [y], nein [n], später [l]: ")
                try terminal.type("y\n")
                try terminal.await("contacts: erlaubt")
                try terminal.await("„Teilen“ wurde geöffnet.")
            }
            try talk(daemon, ["t://empty/old"], Self.german) { terminal in
                try terminal.await("Löschen?")
                try terminal.await("Führt aus: „empty“ mit:")
                try terminal.await("Öffnen? Ja [y], nein [n]: ")
                try terminal.type("n\n")
                try terminal.await("„Papierkorb“ muss erst bestätigt werden.")
            }
            try talk(daemon, ["t://open"], Self.german) { try $0.await("„Offen“ wurde geöffnet.") }
            try talk(daemon, ["t://none"], Self.german) { terminal in
                try terminal.await("Auf diesem Rechner öffnet keine App diesen Link.")
            }
        }
    }

    /// What stands outside brackets, in which the names for programs are.
    private static func outsideBrackets(_ text: String) -> String {
        var (depth, rest) = (0, "")
        for character in text {
            if character == "(" { depth += 1 }
            if depth == 0 { rest.append(character) }
            if character == ")" { depth = max(0, depth - 1) }
        }
        return rest
    }

    @Test func `the whole report is in German, but for names that programs use`() throws {
        let english = [
            "needs ", "remedy", "not yet", "next ", "route ", "feature", "answer", "where", "expected", "rule",
            "reason",
            "status ", "exit ", "stdout", "stderr", "more:", "The ", "the ", " is ", "kept",
        ]
        let table =
            Self.table + """
                feature Run {
                    action fail { exec "/bin/sh" "-c" "echo out; echo err >&2; exit 3" }
                    route fail /fail do fail
                    action count { input n uint ; respond "$(n)" }
                    route count /count/$(n:uint) do count
                }
                feature Off { title "Off" ; title de "Aus" ; require toggle off ; action a { respond } ; route a /off do a }

                """
        try withDaemon(table: table) { daemon in
            for url in [
                "t://go", "t://open", "t://none", "t://fail", "t://count/3", "t://count/x", "t://off", "x://y",
                "t://go?a=1",
                "t:// bad",
                "t://open#f",
            ] {
                let text = try Terminal.output(
                    of: Products.tool, ["open", "--socket", daemon.socket, "--color", "never", "--timings", url],
                    columns: 300, environment: Self.german)
                // The code comes first, up to two blanks.
                let report = text.range(of: "  ").map { text[$0.upperBound...] } ?? text[...]
                let shown = Self.outsideBrackets(String(report))
                for word in english { #expect(!shown.contains(word), "\(word) in \(text)") }
            }
        }
    }

    @Test func `no answer is said in German too, at a terminal alone`() throws {
        try withFolder { folder in
            let arguments = ["open", "--socket", folder.path(of: "none"), "t://go"]
            let text = try Terminal.output(
                of: Products.tool, arguments, columns: 300, environment: Self.german)
            #expect(text.hasPrefix("Fehler: Kein deeplinkd antwortet unter "), "\(text)")
            let run = try Program.run(Products.tool, arguments, environment: Self.german)
            #expect(run.errors.hasPrefix("Error: no daemon is listening at "), "\(run)")
        }
    }

    @Test(
        arguments: [
            (["LANG": "de_DE.UTF-8"], "Teilen"), (["LANGUAGE": "de", "LANG": "en_GB.UTF-8"], "Teilen"),
            (["LC_ALL": "C", "LANG": "de_DE.UTF-8", "LANGUAGE": "de"], "Sharing"), (["LANG": "fr_FR.UTF-8"], "Sharing"),
            ([:], "Sharing"),
        ] as [([String: String], String)])
    func `a program gets the texts of the session, and the same sentences as ever`(
        _ environment: [String: String], _ title: String
    ) throws {
        try withDaemon(table: Self.table) { daemon in
            let run = try Program.tool(
                "open", "--socket", daemon.socket, "--format", "json", "t://go", environment: environment)
            #expect(run.output.contains(#""title":"\#(title)""#), "\(run.output)")
            #expect(run.output.contains("A permission that the feature needs was not yet asked for"), "\(run.output)")
            let plain = try Program.tool("open", "--socket", daemon.socket, "t://go", environment: environment)
            #expect(plain.output.hasPrefix("blocked.permission.notDetermined  A permission that"), "\(plain.output)")
        }
    }
}
