import Conf
import ExecRules
import Features
import TestTables
import Testing

@testable import Routing

/// `$(url)` in the line of a program, and the lines that are about a program alone.
@Suite struct ProgramLineReaderTests {
    /// Lines of an action, and what is wrong with them.
    struct Row: CustomTestStringConvertible {
        let lines: String
        let message: String
        let help: String?

        init(_ lines: String, _ message: String, _ help: String?) {
            (self.lines, self.message, self.help) = (lines, message, help)
        }

        var testDescription: String { lines }
    }

    private static let shown = "the sentence is shown to people, and this text cannot be"
    private static let shownHelp =
        "write up to 1024 bytes, without placeholders, line breaks, control characters and marks of direction"

    @Test(arguments: [
        Row(
            "input x string = X secret\nexec /bin/p $(url)", "the link has the secret input `x` in it",
            "pass the inputs that are not secret, each by its name"),
        Row("exec /bin/p --page=$(url)", "the link is an argument of its own", "write `$(url)` as a word of its own"),
        Row("exec /bin/p -o$(url)", "the link is an argument of its own", "write `$(url)` as a word of its own"),
        Row("exec /bin/p \"a $(url)\"", "the link is an argument of its own", "write `$(url)` as a word of its own"),
        Row(
            "exec /usr/bin/env $(url)", "`env` runs or parses words of its line, so a value could become code",
            "start the program itself that is to get the value; if no value can become code, write "
                + "`exec trusted /usr/bin/env …`"),
        Row(
            "exec /bin/sh\nstdin json", "`sh` runs or parses words of its line, so a value could become code",
            "start the program itself that is to get the value; if no value can become code, write "
                + "`exec trusted /bin/sh …`"),
        Row("exec /bin/p\nstdin yaml", "`yaml` is no form of the inputs", "write `stdin json`"),
        Row(
            "exec /bin/p\ndirectory srv", "a directory is named by its absolute path, without placeholders",
            "as in `directory /srv/player`"),
        Row(
            "input x string = X\nexec /bin/p -- $(x)\ndirectory /srv/$(x)",
            "a directory is named by its absolute path, without placeholders", "as in `directory /srv/player`"),
        Row(
            "exec /bin/p\nexit 256 refused No.", "`256` is not a valid value for `exit`", "an exit status from 0 to 255"
        ),
        Row(
            "exec /bin/p\nexit 3 accepted No.", "a status is `refused`, and nothing else",
            "it is written `exit CODE refused \"SENTENCE\"`; statuses of success stand in the line `success`"),
        Row("exec /bin/p\nexit 0 refused No.", "the status 0 is one of success", "choose another status"),
        Row(
            "exec /bin/p\nsuccess 0 3\nexit 3 refused No.", "the status 3 is one of success",
            "choose another status, or remove it from `success`"),
        Row(
            "exec /bin/p\nexit 3 refused No.\nexit 3 refused Never.", "the status 3 has two sentences",
            "keep one of them"),
        Row("exec /bin/p\nexit 3 refused \" \"", shown, shownHelp),
        Row("exec /bin/p\nexit 3 refused \"$(x)\"", shown, shownHelp),
        Row("exec /bin/p\nexit 3 refused \"a\u{202E}b\"", shown, shownHelp),
        Row("exec /bin/p\nexit 3 refused \(String(repeating: "x", count: 1025))", shown, shownHelp),
        Row(
            "exec /bin/p\ndetach\nexit 3 refused No.", "the status of a program that outlives the call is not read",
            "remove `exit` or `detach`"),
        Row(
            "exec /bin/p\nscope no", "`no` is not a valid value for `scope`",
            "write `scope yes`; a program runs beside the daemon without the line"),
        Row(
            "exec /bin/p\nmemory 512m", "`memory` is a limit of a unit",
            "add the line `scope yes`, by which the program runs as a unit of its own"),
        Row(
            "exec /bin/p\nscope yes\nmemory 512", "`512` is not a valid value for `memory`",
            "bytes from 1m to 1024g, as in `memory 512m`"),
        Row(
            "exec /bin/p\nscope yes\ntasks 0", "`0` is not a valid value for `tasks`",
            "a number, as in `tasks 16`"),
        Row(
            "exec /bin/p\nscope yes\ncpu 50", "`50` is not a valid value for `cpu`",
            "a part of one processor, as in `cpu 50%`"),
        Row("respond\ndirectory /srv", "`directory` is a line of `exec`", "remove it: `respond` does not have it"),
        Row("respond\nstdin json", "`stdin` is a line of `exec`", "remove it: `respond` does not have it"),
        Row("respond\nexit 3 refused No.", "`exit` is a line of `exec`", "remove it: `respond` does not have it"),
        Row(
            "exec /bin/p\nenvironment PATH XDG_ACTIVATION_TOKEN",
            "`XDG_ACTIVATION_TOKEN` is of one start, and the daemon's own is of another",
            "remove it: the program of an action gets the token of its link without it"),
    ])
    func `what a program cannot have is an error that says what to do`(_ row: Row) {
        let found = Tables.load(TableRow(.action, row.lines, "").table).diagnostics.kept.filter {
            $0.severity == .error
        }
        #expect(found.map(\.message) == [row.message])
        #expect(found.map(\.help) == [row.help])
    }

    @Test(arguments: [
        "LD_PRELOAD", "LD_LIBRARY_PATH", "NOTIFY_SOCKET", "LISTEN_FDS", "WATCHDOG_USEC", "INVOCATION_ID",
        "JOURNAL_STREAM",
        "APPIMAGE", "APPDIR", "SNAP", "SNAP_NAME", "ELECTRON_RUN_AS_NODE", "CHROME_DESKTOP", "CREDENTIALS_DIRECTORY",
        "GIO_LAUNCHED_DESKTOP_FILE_PID", "BAMF_DESKTOP_FILE_HINT", "MEMORY_PRESSURE_WATCH",
    ])
    func `no program gets a variable of the daemon's own process`(_ name: String) {
        let table = TableRow(.action, "exec /bin/p\nenvironment HOME \(name)", "").table
        let found = Tables.load(table).diagnostics.kept.first
        #expect(found?.message == "`\(name)` belongs to the daemon's process, and no program gets it")
    }

    @Test(arguments: ["HOME", "SNAPSHOT", "LDFLAGS", "DISPLAY", "XDG_RUNTIME_DIR", "WAYLAND_DISPLAY", "LISTENER"])
    func `other variables are handed on`(_ name: String) {
        let table = TableRow(.action, "exec /bin/p\nenvironment \(name)", "").table
        #expect(Tables.load(table).diagnostics.kept.isEmpty)
    }

    private static func template(_ lines: String) throws -> ProgramTemplate {
        let rules = try Tables.ruleset(TableRow(.action, lines, "").table)
        let action = try #require(rules.catalogue.actions.first { $0.name == "a" })
        return try #require(action.performer.template as? ProgramTemplate)
    }

    @Test func `the lines of a program are a part of what is performed`() throws {
        let program = try Self.template(
            "exec /bin/p -o $(url) -- $(url)\ndirectory /srv\nstdin json\nexit 3 refused No.\nexit 4 refused \"Not now.\""
        )
        let (option, end) = (try TextTemplate("-o"), try TextTemplate("--"))
        #expect(program.arguments == [.text(option), .link, .text(end), .link])
        #expect(program.directory == "/srv" && program.readsInputs)
        #expect(program.refusals == [3: "No.", 4: "Not now."])
    }

    @Test func `an input that is called url is meant where there is one`() throws {
        let program = try Self.template("input url slug = x\nexec /bin/p --page=$(url)")
        let argument = try TextTemplate("--page=$(url)")
        #expect(!program.takesLink && program.arguments == [.text(argument)])
    }

    @Test(arguments: ["exec /bin/p\nstdin json", "exec /bin/p $(url)", "exec trusted /bin/sh /srv/play\nstdin json"])
    func `a program that gets the link or all inputs leaves none unused`(_ lines: String) {
        let table = TableRow(.action, "input x uint = 1\n" + lines, "").table
        #expect(Tables.load(table).diagnostics.kept.isEmpty)
    }

    @Test func `a unit of its own has limits, and is for instances of users alone`() throws {
        let lines = "exec /bin/p\nscope yes\nmemory 2g\ntasks 16\ncpu 150%"
        var unit = ProgramUnit()
        (unit.memoryBytes, unit.tasks, unit.cpuPercent) = (2 << 30, 16, 150)
        #expect(try Self.template(lines).unit == unit)
        #expect(try Self.template("exec /bin/p\nscope yes").unit == ProgramUnit())
        var environment = LoadEnvironment()
        environment.hasSession = false
        TableRow(
            .action, "exec /bin/p\n        scope yes",
            """
            t:5:9: error RT102: the system instance starts no units without a file
               5 |         scope yes
                 |         ^~~~~~~~~
                 = help: remove it, or start a unit that has a file with `unit NAME.service start`; for programs of each user put the file into /usr/lib/deeplinkd/user/routes.conf.d
            """
        ).check(environment)
    }
}
