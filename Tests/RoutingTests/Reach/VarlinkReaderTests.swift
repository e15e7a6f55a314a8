import Conf
import TestTables
import Testing

@testable import Routing

/// Actions that call a service, and the types of their answers: what is reported, and where.
@Suite struct VarlinkReaderTests {
    @Test(arguments: [
        TableRow(
            .action,
            "varlink unix:run/p io.example.P.Play",
            """
            t:4:17: error RT315: `unix:run/p` is not the address of a service of this machine
               4 |         varlink unix:run/p io.example.P.Play
                 |                 ^~~~~~~~~~
                 = help: write `unix:` and the absolute path of its socket, as in `unix:/run/flags`
            """),
        TableRow(
            .action,
            "varlink unix:/run/p Play",
            """
            t:4:29: error RT315: `Play` is not a method of an interface
               4 |         varlink unix:/run/p Play
                 |                             ^~~~
                 = help: as in `io.example.Flags.Get`
            """),
        TableRow(
            .action,
            "varlink unix:/run/p io.example.P.Play 7",
            """
            t:4:47: error RT315: `7` is not a parameter with its value
               4 |         varlink unix:/run/p io.example.P.Play 7
                 |                                               ^
                 = help: a parameter is a name, `=` and a value, as in `episode=7`
            """),
        TableRow(
            .action,
            "varlink unix:/run/p io.example.P.Play a..b=7",
            """
            t:4:47: error RT315: `a..b=7` is not a parameter with its value
               4 |         varlink unix:/run/p io.example.P.Play a..b=7
                 |                                               ^~~~~~
                 = help: a parameter is a name, `=` and a value, as in `episode=7`
            """),
        TableRow(
            .action,
            "varlink unix:/run/p io.example.P.Play a=1 a.b=2",
            """
            t:4:51: error RT315: the parameter `a.b` is given twice
               4 |         varlink unix:/run/p io.example.P.Play a=1 a.b=2
                 |                                                   ^~~~~
                 = note: t:4:47: the first is here
               4 |         varlink unix:/run/p io.example.P.Play a=1 a.b=2
                 |                                               ^~~
                 = help: keep one of them
            """),
        TableRow(
            .action,
            "varlink unix:/run/p io.example.P.Play a=$(x)",
            """
            t:4:49: error RT308: the action has no input `x`
               4 |         varlink unix:/run/p io.example.P.Play a=$(x)
                 |                                                 ^~~~
                 = help: declare it: `input x TYPE`
            """),
        TableRow(
            .action,
            "input x string?\n        varlink unix:/run/p io.example.P.Play a=b$(x)",
            """
            t:5:47: error RT309: the input `x` may be missing, and it is a part of a text
               5 |         varlink unix:/run/p io.example.P.Play a=b$(x)
                 |                                               ^~~~~~~
                 = help: give it a default: `input x TYPE = VALUE`
            """),
        TableRow(
            .action,
            "input x string = X secret\n        varlink unix:/run/p io.example.P.Play a=$(url)",
            """
            t:5:47: error RT307: the link has the secret input `x` in it
               5 |         varlink unix:/run/p io.example.P.Play a=$(url)
                 |                                               ^~~~~~~~
                 = help: pass the inputs that are not secret, each by its name
            """),
        TableRow(
            .action,
            "input x string = X\n        varlink unix:/run/p io.example.P.Play",
            """
            t:5:9: warning RT312: the service does not get the input `x`
               5 |         varlink unix:/run/p io.example.P.Play
                 |         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
                 = help: pass it, or remove the input
            """),
        TableRow(
            .action,
            "varlink unix:/run/p io.example.P.Play\n        output 4k",
            """
            t:5:9: error RT102: `output` is a line of `exec`
               5 |         output 4k
                 |         ^~~~~~
                 = help: remove it: `varlink` does not have it
            """),
        TableRow(.action, "input x string?\n        varlink unix:/run/p io.example.P.Play a=$(x) b=$(url)", ""),
        TableRow(.action, "input url string = X\n        varlink unix:/run/p io.example.P.Play a=$(url)", ""),
    ])
    func `a call is read or reported`(_ row: TableRow) { row.check() }

    @Test(arguments: [
        TableRow(
            .action,
            "respond\n        result {\n        }",
            """
            t:5:9: error RT102: `result` is for \(Tables.performers { $0.givesResult })
               5 |         result {
                 |         ^~~~~~
                 = help: remove it: `respond` has no answer of another program
            """),
        TableRow(
            .action,
            "exec /bin/true\n        detach\n        result {\n        a int\n        }",
            """
            t:6:9: error RT102: the answer of a program that outlives the call is not read
               6 |         result {
                 |         ^~~~~~
                 = help: remove `result` or `detach`
            """),
        TableRow(
            .action,
            "exec /bin/true\n        result {\n        }",
            """
            t:5:9: error RT316: the `result` block names no member of the answer
               5 |         result {
                 |         ^~~~~~
                 = help: add a line for each member, with its name and its type, or remove the block
            """),
        TableRow(
            .action,
            "exec /bin/true\n        result {\n        a int\n        a int\n        }",
            """
            t:7:9: error RT316: the member `a` is declared twice
               7 |         a int
                 |         ^
                 = note: t:6:9: the first is here
               6 |         a int
                 |         ^
                 = help: keep one of them
            """),
        TableRow(
            .action,
            "exec /bin/true\n        result {\n        a int 7\n        }",
            """
            t:6:9: error RT104: a member of the answer is a name and a type
               6 |         a int 7
                 |         ^~~~~~~
                 = help: as in `position uint?`
            """),
        TableRow(
            .action,
            "exec /bin/true\n        result {\n        a strin\n        }",
            """
            t:6:11: error RT303: an answer has no type `strin`
               6 |         a strin
                 |           ^~~~~
                 = help: did you mean `string`?
            """),
        TableRow(
            .action,
            "exec /bin/true\n        result {\n        a slug\n        }",
            """
            t:6:11: error RT303: an answer has no type `slug`
               6 |         a slug
                 |           ^~~~
                 = help: a type is `string`, `int`, `uint`, `number`, `bool` or `object`, with `[]` for a list and \
            `?` for a member that may be missing
            """),
        TableRow(
            .action,
            "exec /bin/true\n        result {\n        int a\n        }",
            """
            t:6:9: error RT303: an answer has no type `a`
               6 |         int a
                 |         ^~~~~
                 = help: write `a int`, with the name before the type
            """),
        TableRow(
            .action,
            "exec /bin/true\n        result {\n        1a int\n        }",
            """
            t:6:9: error RT106: `1a` is not a valid name for a member
               6 |         1a int
                 |         ^~
                 = help: a name has letters, digits, `-` and `_`, and begins with a letter or `_`
            """),
        TableRow(
            .action,
            "exec /bin/true\n        result",
            """
            t:5:9: error RT105: `result` needs a block
               5 |         result
                 |         ^~~~~~
                 = help: it is written `result { … }`
            """),
        TableRow(.action, "exec /bin/true\n        result {\n        string string?\n        b uint[]\n        }", ""),
    ])
    func `a result block is read or reported`(_ row: TableRow) { row.check() }
}
