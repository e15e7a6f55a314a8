import ReachRules
import TestTables
import Testing

@testable import Routing

/// Actions that start an app: what is reported, and where; and what the app gets.
@Suite struct LaunchReaderTests {
    @Test(arguments: [
        TableRow(
            .action,
            "launch org.example.P.desktop $(url)",
            """
            t:4:16: error RT315: an app is named by its id, without the end of its file
               4 |         launch org.example.P.desktop $(url)
                 |                ^~~~~~~~~~~~~~~~~~~~~
                 = help: write `org.example.P`
            """),
        TableRow(
            .action,
            "launch ../org.example.P $(url)",
            """
            t:4:16: error RT315: `../org.example.P` is not the id of a desktop entry
               4 |         launch ../org.example.P $(url)
                 |                ^~~~~~~~~~~~~~~~
                 = help: it is the name of the entry's file without `.desktop`, as in `launch org.gnome.Podcasts $(url)`
            """),
        TableRow(
            .action,
            "launch /usr/bin/mpv $(url)",
            """
            t:4:16: error RT315: `/usr/bin/mpv` is not the id of a desktop entry
               4 |         launch /usr/bin/mpv $(url)
                 |                ^~~~~~~~~~~~
                 = help: it is the name of the entry's file without `.desktop`, as in `launch org.gnome.Podcasts $(url)`
            """),
        TableRow(
            .action,
            "input app string = x\n        launch $(app) $(url)",
            """
            t:5:16: error RT315: `$(app)` is not the id of a desktop entry
               5 |         launch $(app) $(url)
                 |                ^~~~~~
                 = help: it is the name of the entry's file without `.desktop`, as in `launch org.gnome.Podcasts $(url)`
            """),
        TableRow(
            .action,
            "launch io.deeplinkd.Links $(url)",
            """
            t:4:16: error RT315: `io.deeplinkd.Links` is an entry of deeplinkd, which would bring the link here again
               4 |         launch io.deeplinkd.Links $(url)
                 |                ^~~~~~~~~~~~~~~~~~
                 = help: name the app that is to open the link
            """),
        TableRow(
            .action,
            "launch org.example.P --fullscreen",
            """
            t:4:30: error RT315: what an app opens is a link, and begins with a literal scheme
               4 |         launch org.example.P --fullscreen
                 |                              ^~~~~~~~~~~~
                 = help: write `$(url)`, or a link with its scheme, such as `player://episodes/$(id)`
            """),
        TableRow(
            .action,
            "input n uint = 1\n        launch org.example.P $(n)",
            """
            t:5:30: error RT315: what an app opens is a link, and begins with a literal scheme
               5 |         launch org.example.P $(n)
                 |                              ^~~~
                 = help: write `$(url)`, or a link with its scheme, such as `player://episodes/$(id)`
            """),
        TableRow(
            .action,
            "launch org.example.P \"a:b c\"",
            """
            t:4:30: error RT315: what an app opens is a link, and begins with a literal scheme
               4 |         launch org.example.P "a:b c"
                 |                              ^~~~~~~
                 = help: write `$(url)`, or a link with its scheme, such as `player://episodes/$(id)`
            """),
        TableRow(
            .action,
            "input n uint?\n        launch org.example.P p:$(n)",
            """
            t:5:30: error RT309: the input `n` may be missing, and it is a part of a link
               5 |         launch org.example.P p:$(n)
                 |                              ^~~~~~
                 = help: give it a default: `input n TYPE = VALUE`
            """),
        TableRow(
            .action,
            "input n uint = 1\n        launch org.example.P p:x",
            """
            t:5:9: warning RT312: the app does not get the input `n`
               5 |         launch org.example.P p:x
                 |         ^~~~~~~~~~~~~~~~~~~~~~~~
                 = help: pass it, or remove the input
            """),
        TableRow(
            .action,
            "launch former $(url)",
            """
            t:4:23: error RT104: `launch former` hands on the link itself
               4 |         launch former $(url)
                 |                       ^~~~~~
                 = help: remove `$(url)`
            """),
        TableRow(
            .action,
            "input p string = x secret\n        launch former",
            """
            t:5:16: error RT307: the link has the secret input `p` in it
               5 |         launch former
                 |                ^~~~~~
                 = help: pass the inputs that are not secret, each by its name
            """),
        TableRow(.action, "launch former", ""),
        TableRow(.action, "input n uint = 1\n        launch former\n        timeout 2s", ""),
        TableRow(.action, "launch \"former\" $(url)", ""),
        TableRow(.action, "launch org.example.P", ""),
        TableRow(.action, "launch org.example.P $(url) other:x", ""),
        TableRow(.action, "input n uint = 1\n        launch org.example.P p:x?n=$(n)\n        timeout 2s", ""),
        TableRow(.action, "input page string = a:b\n        launch org.example.P $(page)", ""),
    ])
    func `each fault of a line is reported at its word`(_ row: TableRow) { row.check() }

    private static func choose(_ line: String, _ column: Int, _ marks: Int, _ message: String, _ help: String)
        -> TableRow
    {
        TableRow(
            .action, "launch former\n        choose \(line)",
            """
            t:5:\(column): error RT315: \(message)
               5 |         choose \(line)
                 |\(String(repeating: " ", count: column))^\(String(repeating: "~", count: marks - 1))
                 = help: \(help)
            """)
    }

    private static let example = "choose firefox-work host work.example.org path /jira/**"

    @Test(arguments: [
        choose(
            "io.deeplinkd.Web host a.example", 16, 16,
            "`io.deeplinkd.Web` is an entry of deeplinkd, which would bring the link here again",
            "name the app that is to open the link"),
        choose(
            "a a.example host", 18, 9, "`a.example` does not say which links the app gets",
            "write `host`, `path` or `caller` before the values, as in `\(example)`"),
        choose("a host path /x", 18, 4, "`host` has no value", "as in `\(example)`"),
        TableRow(
            .action, "launch former\n        choose a host x.example path /x host y.example",
            """
            t:5:41: error RT315: `host` stands twice in the line
               5 |         choose a host x.example path /x host y.example
                 |                                         ^~~~
                 = note: t:5:18: the first is here
               5 |         choose a host x.example path /x host y.example
                 |                  ^~~~
                 = help: write all its values behind one of them
            """),
        choose(
            "a host http://x.example", 23, 16,
            "`choose` compares the name of a host, and no scheme or port",
            "write the name alone, as in `*.example.org`"),
        choose(
            "a host x.example:8443", 23, 14,
            "`choose` compares the name of a host, and no scheme or port",
            "write the name alone, as in `*.example.org`"),
        choose(
            "a path jira", 23, 4, "`jira` is not a path",
            "write one, as in `/jira`, or one with all below it, as in `/jira/**`"),
        choose(
            "a caller person x", 25, 6, "a caller is named by uid, user, gid, group, socket or unit, and its value",
            "as in `choose firefox-work caller unit app-slack-*.scope`"),
        choose(
            "a caller unit slack", 30, 5, "`slack` is not the name of a service or a scope",
            "write it with its end, as in `app-slack-*.scope`; each `*` stands for any characters"),
        TableRow(
            .action, "respond\n        choose a host x.example",
            """
            t:5:9: error RT102: `choose` is a line of `launch`
               5 |         choose a host x.example
                 |         ^~~~~~
                 = help: remove it: `respond` does not have it
            """),
        TableRow(.action, "launch a\n        choose b host x.example *.x.example **.y.example 127.0.0.1 [::1]", ""),
        TableRow(.action, "launch a\n        choose b path /x /y/** /** caller group audio host \"path\"", ""),
        TableRow(.action, "launch a\n        choose b caller unit app-*.scope x.service", ""),
    ])
    func `a line that chooses an app says for which links`(_ row: TableRow) { row.check() }

    @Test(arguments: [
        TableRow(
            .action,
            "launch org.example.P $(url)",
            """
            t:4:16: error RT311: this instance may not start programs
               4 |         launch org.example.P $(url)
                 |                ^~~~~~~~~~~~~
                 = help: put the file into /usr/lib/deeplinkd/user/routes.conf.d: each user's own daemon starts the program then; here it would inherit the service's sandbox, which the drop-in `exec.conf` relaxes
            """)
    ])
    func `a service in a sandbox starts no app`(_ row: TableRow) {
        var environment = LoadEnvironment()
        environment.allowsPrograms = false
        row.check(environment)
    }

    @Test func `an id may have any text of a file's name, as long as its unit can have a name`() {
        let random = "0123456789abcdef"
        for id in ["\u{301}x", "x y", String(repeating: "-", count: 54), String(repeating: "a", count: 216)] {
            #expect(LaunchTemplate.unit(of: id, random) != nil, "\(id)")
        }
        for id in [String(repeating: "-", count: 55), String(repeating: "a", count: 217)] {
            #expect(LaunchTemplate.unit(of: id, random) == nil, "\(id)")
        }
    }
}
