import Conf
import TestTables
import Testing

@testable import Routing

@Suite struct ExecReaderTests {
    @Test(arguments: [
        TableRow(
            .action,
            "exec true",
            """
            t:4:14: error RT306: a program is named by its absolute path, without placeholders
               4 |         exec true
                 |              ^~~~
                 = help: as in `exec /usr/bin/xdg-open …`
            """),
        TableRow(
            .action,
            "exec /bin/../bin/true",
            """
            t:4:14: error RT306: a program is named by its absolute path, without placeholders
               4 |         exec /bin/../bin/true
                 |              ^~~~~~~~~~~~~~~~
                 = help: as in `exec /usr/bin/xdg-open …`
            """),
        TableRow(
            .action,
            """
            input x string = X
                    exec /bin/$(x)
            """,
            """
            t:5:14: error RT306: a program is named by its absolute path, without placeholders
               5 |         exec /bin/$(x)
                 |              ^~~~~~~~~
                 = help: as in `exec /usr/bin/xdg-open …`
            """),
        TableRow(
            .action,
            """
            input x string = X
                    exec /bin/p $(x)-$(x)
            """,
            """
            t:5:21: error RT307: an argument has one placeholder at most
               5 |         exec /bin/p $(x)-$(x)
                 |                     ^~~~~~~~~
                 = help: make two arguments of it
            """),
        TableRow(
            .action,
            """
            input x string = X
                    exec /bin/p "a $(x)"
            """,
            """
            t:5:21: error RT307: a placeholder stands in an argument with a blank
               5 |         exec /bin/p "a $(x)"
                 |                     ^~~~~~~~
                 = help: an argument is never split: put the placeholder into a word of its own
            """),
        TableRow(
            .action,
            """
            input x string = X
                    exec /bin/p -$(x)
            """,
            """
            t:5:21: error RT307: the value would choose the option
               5 |         exec /bin/p -$(x)
                 |                     ^~~~~
                 = help: write the option in full, as in `--page=$(x)`
            """),
        TableRow(
            .action,
            """
            input x string = X
                    exec /bin/p --$(x)
            """,
            """
            t:5:21: error RT307: the value would choose the option
               5 |         exec /bin/p --$(x)
                 |                     ^~~~~~
                 = help: write the option in full, as in `--page=$(x)`
            """),
        TableRow(
            .action,
            """
            input x string = X
                    exec /bin/p -o$(x)
            """,
            """
            t:5:21: error RT307: the value would be read as more options
               5 |         exec /bin/p -o$(x)
                 |                     ^~~~~~
                 = help: write the option in full, as in `--option=$(x)`
            """),
        TableRow(
            .action,
            """
            input x uint = 1
                    exec /bin/p -o$(x)
            """,
            """
            t:5:21: error RT307: the value would be read as more options
               5 |         exec /bin/p -o$(x)
                 |                     ^~~~~~
                 = help: make two arguments of it, as in `-o $(x)`, or write the option in full, as in `--option=$(x)`
            """),
        TableRow(
            .action,
            """
            input x string = X
                    exec /usr/bin/python3.11 -c$(x)
            """,
            """
            t:5:14: error RT307: `python3.11` runs or parses words of its line, so a value could become code
               5 |         exec /usr/bin/python3.11 -c$(x)
                 |              ^~~~~~~~~~~~~~~~~~~
                 = help: start the program itself that is to get the value; if no value can become code, write `exec trusted /usr/bin/python3.11 …`
            """),
        TableRow(
            .action,
            """
            input x string = X
                    exec trusted
            """,
            """
            t:5:14: error RT104: `trusted` is not followed by a program
               5 |         exec trusted
                 |              ^~~~~~~
                 = help: it is written `exec [trusted] PROGRAM ARG…`
            """),
        TableRow(
            .action,
            "exec trusted /bin/sh /srv/play",
            """
            t:4:14: error RT104: `trusted` is about values, and this program gets none
               4 |         exec trusted /bin/sh /srv/play
                 |              ^~~~~~~
                 = help: remove it: any program can be started with literal words
            """),
        TableRow(
            .action,
            """
            input x string = X
                    exec trusted trusted /bin/sh $(x)
            """,
            """
            t:5:22: error RT306: a program is named by its absolute path, without placeholders
               5 |         exec trusted trusted /bin/sh $(x)
                 |                      ^~~~~~~
                 = help: as in `exec /usr/bin/xdg-open …`
            """),
        TableRow(
            .action,
            """
            input x string = X
                    exec /bin/p --pa$(x)
            """,
            """
            t:5:21: error RT307: the value would choose the option
               5 |         exec /bin/p --pa$(x)
                 |                     ^~~~~~~~
                 = help: write the option in full, as in `--page=$(x)`
            """),
        TableRow(
            .action,
            """
            input x int = 1
                    exec /bin/p play $(x)
            """,
            """
            t:5:26: error RT307: the value may begin with `-` and would be read as an option
               5 |         exec /bin/p play $(x)
                 |                          ^~~~
                 = help: write `-- $(x)` or `--option=$(x)`, or give `x` a type whose values do not begin with `-`, as `uint` or `slug`; for a program that takes none of these, write `exec trusted /bin/p …`
            """),
        TableRow(
            .action,
            """
            input x slug = X
                    exec /bin/p $(x)
            """,
            """
            t:5:21: warning RT313: the value is the first argument of `p`, which may run or open what it names
               5 |         exec /bin/p $(x)
                 |                     ^~~~
                 = help: where the program takes text there, write a literal before the value, as in `--option=$(x)`, `-- $(x)` or `https://example.org/$(x)`, or give the input a narrow type, as `uint` or `a|b`
            """),
        TableRow(
            .action,
            """
            input x string?
                    exec /bin/p $(x)
            """,
            """
            t:5:21: error RT309: the input `x` may be missing, and an argument cannot be
               5 |         exec /bin/p $(x)
                 |                     ^~~~
                 = help: give it a default: `input x TYPE = VALUE`
            """),
        TableRow(
            .action,
            """
            input x string = X
                    exec /bin/true
            """,
            """
            t:5:9: warning RT312: the program does not get the input `x`
               5 |         exec /bin/true
                 |         ^~~~~~~~~~~~~~
                 = help: pass it, or remove the input
            """),
        TableRow(
            .action,
            """
            input n int = -1
                    exec trusted /bin/p $(n)
            """,
            """
            t:5:9: error RT305: the default of `n` begins with `-` and would be read as an option
               5 |         exec trusted /bin/p $(n)
                 |         ^~~~~~~~~~~~~~~~~~~~~~~~
                 = help: put `--` before the argument, or write `--option=$(n)`
            """),
        TableRow(
            .action,
            """
            input x string = X
                    exec /bin/p $(y) $(z) $(x
            """,
            #"""
            t:5:21: error RT308: the action has no input `y`
               5 |         exec /bin/p $(y) $(z) $(x
                 |                     ^~~~
                 = help: one of: x
            t:5:26: error RT308: the action has no input `z`
               5 |         exec /bin/p $(y) $(z) $(x
                 |                          ^~~~
                 = help: one of: x
            t:5:31: error RT307: this placeholder has no name or no `)`
               5 |         exec /bin/p $(y) $(z) $(x
                 |                               ^~
                 = help: it is written `$(name)`; a plain `$(` is `\$(`
            """#),
    ])
    func `a program is an absolute path, and no value can be an option`(_ row: TableRow) {
        row.check()
    }

    @Test(arguments: [
        TableRow(
            .action,
            "exec /bin/true",
            """
            t:4:14: error RT311: this instance may not start programs
               4 |         exec /bin/true
                 |              ^~~~~~~~~
                 = help: put the file into /usr/lib/deeplinkd/user/routes.conf.d: each user's own daemon starts the program then; here it would inherit the service's sandbox, which the drop-in `exec.conf` relaxes
            """)
    ])
    func `a service in a sandbox starts no programs unless it is told to`(_ row: TableRow) {
        var environment = LoadEnvironment()
        environment.allowsPrograms = false
        row.check(environment)
    }

    @Test(arguments: [
        TableRow(
            .action,
            """
            input x string = X
                    exec /srv/link $(x)
            """,
            """
            t:5:14: error RT307: `/srv/link` leads to `/usr/bin/env`, which runs or parses words of its line, so a value could become code
               5 |         exec /srv/link $(x)
                 |              ^~~~~~~~~
                 = help: start the program itself that is to get the value; if no value can become code, write `exec trusted /srv/link …`
            """)
    ])
    func `a link to a listed program is named with what it leads to`(_ row: TableRow) {
        var environment = LoadEnvironment()
        environment.resolvedProgram = { ["/srv/link": "/usr/bin/env"][$0] }
        row.check(environment)
    }

    @Test(arguments: [
        TableRow(
            .action,
            "exec /bin/true",
            """
            t:4:14: error RT306: `/bin/true` is writable by others
               4 |         exec /bin/true
                 |              ^~~~~~~~~
                 = help: run `chmod go-w /bin/true`
            """),
        TableRow(
            .action,
            "exec /bin/absent",
            """
            t:4:14: warning RT314: cannot start /bin/absent
               4 |         exec /bin/absent
                 |              ^~~~~~~~~~~
                 = help: install it
            """),
        TableRow(
            .action,
            "exec /bin/doubted",
            """
            t:4:14: warning RT306: /bin/doubted belongs to others
               4 |         exec /bin/doubted
                 |              ^~~~~~~~~~~~
                 = help: see who owns it
            """),
        TableRow(.feature, "require program /bin/absent", ""),
        TableRow(
            .feature,
            "require program /bin/open",
            """
            t:3:21: warning RT314: `/bin/open` is writable by others
               3 |     require program /bin/open
                 |                     ^~~~~~~~~
                 = help: run `chmod go-w /bin/open`
            """),
    ])
    func `a program that others can write is an error, one that is absent or only checked a warning`(_ row: TableRow) {
        var environment = LoadEnvironment()
        environment.programFault = { program in
            switch program {
            case "/bin/absent": HostFault(.unavailableProgram, "cannot start \(program)", help: "install it")
            case "/bin/doubted":
                HostFault(.badProgram, "\(program) belongs to others", help: "see who owns it", mostSevere: .warning)
            default:
                HostFault(.badProgram, "`\(program)` is writable by others", help: "run `chmod go-w \(program)`")
            }
        }
        row.check(environment)
    }
}
