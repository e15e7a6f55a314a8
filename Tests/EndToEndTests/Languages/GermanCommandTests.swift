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

    /// Environments of a person who reads German, and of one who reads English.
    private static let sessions: [([String: String], isGerman: Bool)] = [
        (["LANG": "de_DE.UTF-8"], true), (["LANGUAGE": "de", "LANG": "en_GB.UTF-8"], true),
        (["LC_MESSAGES": "de_DE.UTF-8"], true), (["LANG": "en_GB.UTF-8"], false),
        (["LC_MESSAGES": "fr_FR.UTF-8"], false),
    ]

    @Test(arguments: sessions)
    func `a person at a terminal is refused, asked and answered in their language`(
        _ environment: [String: String], _ isGerman: Bool
    ) throws {
        func text(_ english: String, _ german: String) -> String { isGerman ? german : english }
        try withDaemon(table: Self.table) { daemon in
            try talk(daemon, ["t://go"], environment) { terminal in
                try terminal.await(
                    text(
                        "“Sharing” needs your contacts, and you have not allowed that yet.",
                        "„Teilen“ benötigt Zugriff auf die Kontakte, und das ist noch nicht erlaubt."))
                try terminal.await(
                    text("you have not allowed your contacts yet", "Zugriff auf die Kontakte: noch nicht erlaubt"))
                try terminal.await(
                    text(
                        "You can allow your contacts when you are asked. To address the invitation.",
                        "lässt sich auf Nachfrage erlauben. Um die Einladung zu adressieren."))
            }
            for (answer, result, outcome) in [
                (
                    "n\n", text("contacts: denied", "contacts: nicht erlaubt"),
                    text(
                        "“Sharing” needs your contacts, which you do not allow.",
                        "„Teilen“ benötigt Zugriff auf die Kontakte, und das ist nicht erlaubt.")
                ),
                // A yes opens it: an English sentence is then the same for all readers.
                (
                    "y\n", text("contacts: granted", "contacts: erlaubt"),
                    text("The action was performed.", "„Teilen“ wurde geöffnet.")
                ),
            ] {
                try talk(daemon, ["--authorise", "t://go"], environment) { terminal in
                    try terminal.await(
                        text(
                            "“Sharing” needs the permission contacts. To address the invitation. ",
                            "„Teilen“ benötigt Zugriff auf die Kontakte (contacts). Um die Einladung zu adressieren. "))
                    try terminal.await(
                        text("Allow it? [y]es, [n]o, [l]ater: ", "Erlauben? Ja [y], nein [n], später [l]: "))
                    try terminal.type(answer)
                    try terminal.await(result)
                    try terminal.await(outcome)
                }
            }
            try talk(daemon, ["t://empty/old"], environment) { terminal in
                try terminal.await(text("Delete?", "Löschen?"))
                try terminal.await(text("Runs “empty” with:", "Führt aus: „empty“ mit:"))
                try terminal.await(text("Open it? [y]es, [n]o: ", "Öffnen? Ja [y], nein [n]: "))
                try terminal.type("n\n")
                try terminal.await(
                    text("“Trash” needs your confirmation.", "„Papierkorb“ muss erst bestätigt werden."))
            }
            try talk(daemon, ["t://none"], environment) { terminal in
                try terminal.await(
                    text("No app on your computer takes this link.", "Auf diesem Rechner öffnet keine App diesen Link.")
                )
            }
        }
    }

    @Test func `what ends without an outcome is said in German`() throws {
        let denied = #"{"error":"org.varlink.service.PermissionDenied"}"#
        let rows: [([String], [String]?, String)] = [
            ([], nil, "deeplinkd hat die Verbindung ohne Antwort beendet"),
            ([], [#"{"parameters":{}}"#], "In der Antwort von deeplinkd steht nicht, was aus dem Link wurde."),
            ([], [#"{"parameters":{"outcome":{"code":1}}}"#], "Die Antwort von deeplinkd ist nicht lesbar ("),
            ([], ["no JSON"], "Die Antwort von deeplinkd ist nicht lesbar ("),
            (["--subject", "account:x"], [denied], "Dieses Konto darf nicht für andere handeln;"),
            ([], [#"{"error":"a.b.C","parameters":{"d":1}}"#], #"deeplinkd hat den Aufruf abgelehnt (a.b.C {"d":1})."#),
            (
                ["--idempotency-key", "k"],
                [#"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"idempotencyKey"}}"#],
                "deeplinkd bewahrt keine Schlüssel auf;"
            ),
            (
                ["--authorise"], [#"{"parameters":{"event":"began","flow":"f"}}"#],
                "deeplinkd wurde beendet; nichts wurde geöffnet."
            ),
        ]
        try withFolder { folder in
            for (number, (options, answer, sentence)) in rows.enumerated() {
                let socket = folder.path(of: "\(number)")
                let daemon = try ScriptedDaemon(at: socket) { _ in answer }
                defer { daemon.stop() }
                let text = try Terminal.output(
                    of: Products.tool, ["open", "--socket", socket] + options + ["t://go"], columns: 300,
                    environment: Self.german)
                #expect(text.hasPrefix("Fehler: " + sentence), "\(text)")
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
