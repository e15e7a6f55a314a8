import Conf
import TestTables
import Testing

@testable import Routing

/// Actions that call services over D-Bus: what is reported, and where.
@Suite struct BusReaderTests {
    @Test(arguments: [
        TableRow(
            .action,
            "dbus org.example.P",
            """
            t:4:9: error RT104: `dbus` has too few words
               4 |         dbus org.example.P
                 |         ^~~~~~~~~~~~~~~~~~
                 = help: it is written `dbus [system] NAME open|activate|action|PATH …`
            """),
        TableRow(
            .action,
            "dbus system org.example.P",
            """
            t:4:9: error RT104: the line does not say what is called
               4 |         dbus system org.example.P
                 |         ^~~~~~~~~~~~~~~~~~~~~~~~~
                 = help: as in `dbus org.example.Player open`, or with an object and a method
            """),
        TableRow(
            .action,
            "dbus org open",
            """
            t:4:14: error RT315: `org` is not the name of a service: it has no `.`
               4 |         dbus org open
                 |              ^~~
                 = help: it has parts of letters, digits, `_` and `-` with dots between, as in `org.example.Player`
            """),
        TableRow(
            .action,
            "dbus :1.7 open",
            """
            t:4:14: error RT315: `:1.7` is not the name of a service: it is the name of one connection, and of no service
               4 |         dbus :1.7 open
                 |              ^~~~
                 = help: it has parts of letters, digits, `_` and `-` with dots between, as in `org.example.Player`
            """),
        TableRow(
            .action,
            "input x string\n        dbus $(x) open",
            """
            t:5:14: error RT307: a value would choose what is called
               5 |         dbus $(x) open
                 |              ^~~~
                 = help: write it out; a value can be an argument
            """),
        TableRow(
            .action,
            "dbus org.example.P opne",
            """
            t:4:28: error RT315: `opne` is nothing that `dbus` calls
               4 |         dbus org.example.P opne
                 |                            ^~~~
                 = help: write `open`, `activate` or `action NAME`, or the path of an object and a method
            """),
        TableRow(
            .action,
            "dbus org.example.P open t://a b",
            """
            t:4:39: error RT104: an app opens one URL in a call
               4 |         dbus org.example.P open t://a b
                 |                                       ^
                 = help: remove `b`
            """),
        TableRow(
            .action,
            "dbus org.example.P open foo",
            """
            t:4:33: error RT315: the URL does not begin with its scheme
               4 |         dbus org.example.P open foo
                 |                                 ^~~
                 = help: as in `https://shop.example/`; `$(url)` is the link itself
            """),
        TableRow(
            .action,
            "input x string\n        dbus org.example.P open $(x)",
            """
            t:5:33: error RT315: the URL does not begin with its scheme
               5 |         dbus org.example.P open $(x)
                 |                                 ^~~~
                 = help: as in `https://shop.example/`; `$(url)` is the link itself
            """),
        TableRow(
            .action,
            "dbus org.example.P activate x",
            """
            t:4:37: error RT104: `activate` takes nothing
               4 |         dbus org.example.P activate x
                 |                                     ^
                 = help: remove `x`
            """),
        TableRow(
            .action,
            "dbus org.example.P action",
            """
            t:4:28: error RT104: the action of the app is missing
               4 |         dbus org.example.P action
                 |                            ^~~~~~
                 = help: as in `dbus org.example.Player action play`
            """),
        TableRow(
            .action,
            "dbus org.example.P action a/b",
            """
            t:4:35: error RT315: `a/b` is not the name of an action
               4 |         dbus org.example.P action a/b
                 |                                   ^~~
                 = help: a name has letters, digits, `-` and `.`, and no value
            """),
        TableRow(
            .action,
            "dbus org.example.P action a 7",
            """
            t:4:37: error RT315: a number in a variant has one of several types
               4 |         dbus org.example.P action a 7
                 |                                     ^
                 = help: write its type before it, as in `i 7`
            """),
        TableRow(
            .action,
            "dbus org.example.P action a u -1",
            """
            t:4:39: error RT315: `-1` is not a value of the type `u`
               4 |         dbus org.example.P action a u -1
                 |                                       ^~
                 = help: `u` is a whole number from 0 to 4294967295
            """),
        TableRow(
            .action,
            "dbus org.example.P action a us 1",
            """
            t:4:37: error RT315: an action takes one value, and the signature has 2
               4 |         dbus org.example.P action a us 1
                 |                                     ^~
                 = help: as in `u` or `as`
            """),
        TableRow(
            .action,
            "dbus org.example.P action a u 1 2",
            """
            t:4:41: error RT104: an action takes one value
               4 |         dbus org.example.P action a u 1 2
                 |                                         ^
                 = help: remove `2`
            """),
        TableRow(
            .action,
            "dbus org.example.P /a/ io.example.P.Go",
            """
            t:4:28: error RT315: `/a/` is not the path of an object: it has an empty part
               4 |         dbus org.example.P /a/ io.example.P.Go
                 |                            ^~~
                 = help: it has parts of letters, digits and `_` behind `/`, as in `/org/example/Player`
            """),
        TableRow(
            .action,
            "dbus org.example.P /a",
            """
            t:4:28: error RT104: the method is missing
               4 |         dbus org.example.P /a
                 |                            ^~
                 = help: as in `/a org.example.Player1.Play`
            """),
        TableRow(
            .action,
            "dbus org.example.P /a Go",
            """
            t:4:31: error RT315: `Go` is not a method with its interface
               4 |         dbus org.example.P /a Go
                 |                               ^~
                 = help: as in `org.example.Player1.Play`
            """),
        TableRow(
            .action,
            "dbus org.example.P /a io.example.2P.Go",
            """
            t:4:31: error RT315: `io.example.2P` is not the name of an interface: it has a part that begins with a digit
               4 |         dbus org.example.P /a io.example.2P.Go
                 |                               ^~~~~~~~~~~~~~~~
                 = help: it has parts of letters, digits and `_` with dots between, as in `org.example.Player1.Play`
            """),
        TableRow(
            .action,
            "dbus org.example.P /a io.example.P.2Go",
            """
            t:4:31: error RT315: `2Go` is not the name of a method: it has a part that begins with a digit
               4 |         dbus org.example.P /a io.example.P.2Go
                 |                               ^~~~~~~~~~~~~~~~
                 = help: it has letters, digits and `_`, as in `org.example.Player1.Play`
            """),
        TableRow(
            .action,
            "dbus org.example.P /a io.example.P.Go z 1",
            """
            t:4:47: error RT315: `z` is not a signature of D-Bus: `z` at byte 1 is not a type
               4 |         dbus org.example.P /a io.example.P.Go z 1
                 |                                               ^
                 = help: it has a letter for each value: `s` for a text, `u` and `t` for numbers, `b` for a boolean
            """),
        TableRow(
            .action,
            #"dbus org.example.P /a io.example.P.Go "s(" 1"#,
            """
            t:4:49: error RT315: `s(` is not a signature of D-Bus: the structure at byte 2 has no `)`
               4 |         dbus org.example.P /a io.example.P.Go "s(" 1
                 |                                                 ^
                 = help: it has a letter for each value: `s` for a text, `u` and `t` for numbers, `b` for a boolean
            """),
        TableRow(
            .action,
            "dbus org.example.P /a io.example.P.Go us 1",
            """
            t:4:47: error RT315: the signature `us` takes 2 values, and the line has 1
               4 |         dbus org.example.P /a io.example.P.Go us 1
                 |                                               ^~
                 = help: write a word for each complete type: `u`, `s`
            """),
        TableRow(
            .action,
            "dbus org.example.P /a io.example.P.Go u 4294967296",
            """
            t:4:49: error RT315: `4294967296` is not a value of the type `u`
               4 |         dbus org.example.P /a io.example.P.Go u 4294967296
                 |                                                 ^~~~~~~~~~
                 = help: `u` is a whole number from 0 to 4294967295
            """),
        TableRow(
            .action,
            "input x string = X\n        dbus org.example.P /a io.example.P.Go u $(x)",
            """
            t:5:49: error RT315: no value of `x`, of the type `string`, fits the type `u`
               5 |         dbus org.example.P /a io.example.P.Go u $(x)
                 |                                                 ^~~~
                 = help: `u` is a whole number from 0 to 4294967295
            """),
        TableRow(
            .action,
            "input x int(-5..-1) = -1\n        dbus org.example.P /a io.example.P.Go u $(x)",
            """
            t:5:49: error RT315: no value of `x`, of the type `int(-5..-1)`, fits the type `u`
               5 |         dbus org.example.P /a io.example.P.Go u $(x)
                 |                                                 ^~~~
                 = help: `u` is a whole number from 0 to 4294967295
            """),
        TableRow(
            .action,
            "input x uint = 1\n        dbus org.example.P /a io.example.P.Go u 1$(x)",
            """
            t:5:49: error RT315: a text with inputs in it is not a value of the type `u`
               5 |         dbus org.example.P /a io.example.P.Go u 1$(x)
                 |                                                 ^~~~~
                 = help: make the input a word of its own
            """),
        TableRow(
            .action,
            "dbus org.example.P /a io.example.P.Go b yes",
            """
            t:4:49: error RT315: `yes` is not a value of the type `b`
               4 |         dbus org.example.P /a io.example.P.Go b yes
                 |                                                 ^~~
                 = help: `b` is `true` or `false`, or an input of the type `bool`
            """),
        TableRow(
            .action,
            "dbus org.example.P /a io.example.P.Go d 0x1",
            """
            t:4:49: error RT315: `0x1` is not a value of the type `d`
               4 |         dbus org.example.P /a io.example.P.Go d 0x1
                 |                                                 ^~~
                 = help: `d` is a number, as in `0.5`
            """),
        TableRow(
            .action,
            "dbus org.example.P /a io.example.P.Go o a",
            """
            t:4:49: error RT315: `a` is not a value of the type `o`
               4 |         dbus org.example.P /a io.example.P.Go o a
                 |                                                 ^
                 = help: `o` is the path of an object, as in `/org/example/Player`
            """),
        TableRow(
            .action,
            #"dbus org.example.P /a io.example.P.Go g "a{""#,
            """
            t:4:49: error RT315: `a{` is not a value of the type `g`
               4 |         dbus org.example.P /a io.example.P.Go g "a{"
                 |                                                 ^~~~
                 = help: `g` is a signature of D-Bus, as in `us`
            """),
        TableRow(
            .action,
            "dbus org.example.P /a io.example.P.Go as x",
            """
            t:4:50: error RT315: `x` is not a list of texts
               4 |         dbus org.example.P /a io.example.P.Go as x
                 |                                                  ^
                 = help: write `[]` for an empty one; any other list is an input of the type `**`
            """),
        TableRow(
            .action,
            #"dbus org.example.P /a io.example.P.Go "a{sv}" x"#,
            """
            t:4:55: error RT315: a table cannot write a value of the type `a{sv}`
               4 |         dbus org.example.P /a io.example.P.Go "a{sv}" x
                 |                                                       ^
                 = help: an empty one is `"{}"`
            """),
        TableRow(
            .action,
            #"dbus org.example.P /a io.example.P.Go "(s)" x"#,
            """
            t:4:53: error RT315: a table cannot write a value of the type `(s)`
               4 |         dbus org.example.P /a io.example.P.Go "(s)" x
                 |                                                     ^
                 = help: call a method with arguments of other types
            """),
        TableRow(
            .action,
            "dbus org.example.P /a io.example.P.Go h 1",
            """
            t:4:49: error RT315: `1` is not a value of the type `h`
               4 |         dbus org.example.P /a io.example.P.Go h 1
                 |                                                 ^
                 = help: a table cannot pass an open file
            """),
        TableRow(
            .action,
            "dbus org.example.P /a io.example.P.Go v 7",
            """
            t:4:49: error RT315: a number in a variant has one of several types
               4 |         dbus org.example.P /a io.example.P.Go v 7
                 |                                                 ^
                 = help: write its type before it, as in `i 7`
            """),
        TableRow(
            .action,
            "dbus org.example.P /a io.example.P.Go v v 7",
            """
            t:4:49: error RT315: a variant has a value of one type, and `v` is not one
               4 |         dbus org.example.P /a io.example.P.Go v v 7
                 |                                                 ^
                 = help: as in `u` or `as`
            """),
        TableRow(
            .action,
            "input x string?\n        dbus org.example.P /a io.example.P.Go s $(x)",
            """
            t:5:49: error RT309: the input `x` may be missing, and an argument cannot be
               5 |         dbus org.example.P /a io.example.P.Go s $(x)
                 |                                                 ^~~~
                 = help: give it a default: `input x TYPE = VALUE`
            """),
        TableRow(
            .action,
            "input x string = X secret\n        dbus org.example.P open",
            """
            t:5:28: error RT307: the link has the secret input `x` in it
               5 |         dbus org.example.P open
                 |                            ^~~~
                 = help: pass the inputs that are not secret, each by its name
            """),
        TableRow(
            .action,
            "dbus org.example.P /a io.example.P.Go u $(url)",
            """
            t:4:49: error RT315: the link is a text, and the signature has `u` here
               4 |         dbus org.example.P /a io.example.P.Go u $(url)
                 |                                                 ^~~~~~
                 = help: the type of a text is `s`
            """),
        TableRow(
            .action,
            "dbus org.example.P open\n        result {\n        a int\n        }",
            """
            t:5:9: error RT102: an app answers `open` before it acts
               5 |         result {
                 |         ^~~~~~
                 = help: remove `result`, or call a method of the app that has an answer
            """),
        TableRow(
            .action,
            "input x string = X\n        dbus org.example.P activate",
            """
            t:5:9: warning RT312: the service does not get the input `x`
               5 |         dbus org.example.P activate
                 |         ^~~~~~~~~~~~~~~~~~~~~~~~~~~
                 = help: pass it, or remove the input
            """),
        TableRow(
            .action,
            "input x uint = 4294967296\n        dbus org.example.P /a io.example.P.Go u $(x)",
            """
            t:5:9: error RT305: the default of `x` does not fit the type `u` of the call
               5 |         dbus org.example.P /a io.example.P.Go u $(x)
                 |         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
                 = help: give the input a type with a range, such as `uint(1..255)`
            """),
        TableRow(
            .action,
            "dbus org.example.P /a io.example.P.Go us $(y) x",
            """
            t:4:50: error RT308: the action has no input `y`
               4 |         dbus org.example.P /a io.example.P.Go us $(y) x
                 |                                                  ^~~~
                 = help: declare it: `input y TYPE`
            """),
        TableRow(.action, "dbus org.example.P open", ""),
        TableRow(.action, "dbus system org.example.my-p activate", ""),
        TableRow(.action, "dbus org.example.P /a io.example.P.Go", ""),
        TableRow(.action, #"input x string = X\#n        dbus org.example.P open "https://a.example/$(x)?y=$(x)""#, ""),
        TableRow(
            .action,
            #"input x uint = 1\#n        dbus org.example.P /a io.example.P.Go "ynqiuxtdsogvvasaya{sv}" "#
                + #"$(x) $(x) $(x) $(x) $(x) $(x) $(x) $(x) $(x) /a/$(x) i $(x) true [] [] "{}""#,
            ""),
        TableRow(.action, "dbus org.example.P /a io.example.P.Go vv s x as []", ""),
        TableRow(.action, "input b bool = true\n        dbus org.example.P action a.b-c $(b)", ""),
        TableRow(.action, #"dbus org.example.P action a "7""#, ""),
        TableRow(.action, "dbus org.example.P /a io.example.P.Go t 18446744073709551615", ""),
    ])
    func `a call is read or reported`(_ row: TableRow) { row.check() }

    @Test func `the unit of the system instance has no session bus`() {
        var environment = LoadEnvironment()
        environment.hasSession = false
        let row = TableRow(
            .action, "dbus org.example.P open",
            """
            t:4:14: error RT315: the system instance has no session bus
               4 |         dbus org.example.P open
                 |              ^~~~~~~~~~~~~
                 = help: for a service of the machine say `system` before its name; for one of each user's session put \
            the file into /usr/lib/deeplinkd/user/routes.conf.d
            """)
        row.check(environment)
        TableRow(.action, "dbus system org.example.P open", "").check(environment)
    }
}
