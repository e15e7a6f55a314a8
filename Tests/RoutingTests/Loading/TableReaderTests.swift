import TestTables
import Testing

@testable import Routing

@Suite struct TableReaderTests {
    @Test(arguments: [
        TableRow(
            .file,
            """
            scheme s
            feature 7x {
                action a {
                    respond
                }
                route r /r do a
            }
            """,
            """
            t:2:9: error RT106: `7x` is not a valid name for a feature
               2 | feature 7x {
                 |         ^~
                 = help: a name has letters, digits, `-` and `_`, and begins with a letter or `_`
            """),
        TableRow(
            .feature,
            """
            action a.b {
                    respond
                }
            """,
            """
            t:3:12: error RT106: `a.b` is not a valid name for an action
               3 |     action a.b {
                 |            ^~~
                 = help: a name has letters, digits, `-` and `_`, and begins with a letter or `_`
            """),
        TableRow(
            .feature,
            #"route "" /x do a"#,
            """
            t:3:11: error RT106: an empty word is not a valid name for a route
               3 |     route "" /x do a
                 |           ^~
                 = help: a name has letters, digits, `-` and `_`, and begins with a letter or `_`
            """),
        TableRow(
            .action,
            """
            input é string = x
                    respond
            """,
            """
            t:4:15: error RT106: `é` is not a valid name for an input
               4 |         input é string = x
                 |               ^
                 = help: a name has letters, digits, `-` and `_`, and begins with a letter or `_`
            """),
        TableRow(
            .file,
            "product a..b",
            """
            t:1:9: error RT106: `a..b` is not a valid name for a product
               1 | product a..b
                 |         ^~~~
                 = help: it has parts with single dots between them; each has letters, digits, `-` and `_`, and begins with no `-`
            """),
        TableRow(
            .file,
            "values a.b x",
            """
            t:1:8: error RT106: `a.b` is not a valid name for a set of values
               1 | values a.b x
                 |        ^~~
                 = help: a name has letters, digits, `-` and `_`, and begins with a letter or `_`
            """),
    ])
    func `names have one form`(_ row: TableRow) {
        row.check()
    }

    @Test(arguments: [
        TableRow(
            .file,
            """
            scheem s
            feature F {
                action a {
                    respond
                }
                route r /r do a
            }
            """,
            """
            t:1:1: error RT101: the directive `scheem` is not known in a table
               1 | scheem s
                 | ^~~~~~
                 = help: did you mean `scheme`?
            """),
        TableRow(
            .file,
            """
            scheme "s
            feature F {
                action a {
                    respond
                }
                route r /r do a
            }
            """,
            #"""
            t:1:8: error RT003: the quoted word is not closed on its line
               1 | scheme "s
                 |        ^~
                 = help: add the closing quote; a line break in a word is written `\n`
            """#),
        TableRow(
            .file,
            """
            scheme 7s
            feature F {
                action a {
                    respond
                }
                route r /r do a {
                    in 7s
                }
            }
            """,
            """
            t:1:8: error RT601: `7s` is not a scheme
               1 | scheme 7s
                 |        ^~
                 = help: a scheme begins with a letter and goes on with letters, digits, `+`, `-` and `.`
            """),
        TableRow(
            .file,
            """
            host Example.com
            feature F {
                action a {
                    respond
                }
                route r /r do a {
                    in Example.com
                }
            }
            """,
            """
            t:1:6: error RT602: `Example.com` is not a host: a host must be in lower case
               1 | host Example.com
                 |      ^
                 = help: write example.com
            """),
        TableRow(
            .file,
            """
            scheme s
            values l a a
            feature F {
                action a {
                    input x @l
                    respond
                }
                route r /$(x:@l) do a
            }
            """,
            """
            t:2:12: error RT107: the value `a` is given twice
               2 | values l a a
                 |            ^
                 = help: remove it
            """),
        TableRow(
            .file,
            """
            scheme s
            values 7l a b
            feature F {
                action a {
                    input x @7l
                    respond
                }
                route r /$(x:@7l) do a
            }
            """,
            """
            t:2:8: error RT106: `7l` is not a valid name for a set of values
               2 | values 7l a b
                 |        ^~
                 = help: a name has letters, digits, `-` and `_`, and begins with a letter or `_`
            """),
        TableRow(
            .file,
            """
            scheme s
            product p {
                kind forever
            }
            feature F {
                require purchase p
                action a {
                    respond
                }
                route r /r do a
            }
            """,
            """
            t:3:10: error RT107: `forever` is not a kind of product
               3 |     kind forever
                 |          ^~~~~~~
                 = help: one of: subscription, oneTime, consumable
            """),
        TableRow(
            .file,
            """
            scheme s
            product p "q {
                title x
            }
            feature F {
                require purchase p
                action a {
                    respond
                }
                route r /r do a
            }
            """,
            #"""
            t:2:11: error RT003: the quoted word is not closed on its line
               2 | product p "q {
                 |           ^~~~
                 = help: add the closing quote; a line break in a word is written `\n`
            """#),
        TableRow(
            .action,
            """
            input x strng
                    exec /bin/p $(x)
            """,
            """
            t:4:17: error RT303: there is no type `strng`
               4 |         input x strng
                 |                 ^~~~~
                 = help: did you mean `string`?
            """),
        TableRow(
            .action,
            """
            input 7x string
                    exec /bin/p $(7x)
            """,
            """
            t:4:15: error RT106: `7x` is not a valid name for an input
               4 |         input 7x string
                 |               ^~
                 = help: a name has letters, digits, `-` and `_`, and begins with a letter or `_`
            """),
        TableRow(
            .action,
            "builtin b",
            """
            t:4:9: error RT108: `builtin` comes in a later version; this one does not have it
               4 |         builtin b
                 |         ^~~~~~~
                 = help: use \(performerWords) until then
            """),
        TableRow(
            .action,
            "respnd",
            """
            t:4:9: error RT101: the directive `respnd` is not known in `action`
               4 |         respnd
                 |         ^~~~~~
                 = help: did you mean `respond`?
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    respond $(x)
                }
                route r /r do a
                route q /r/q do a {
                    over r
                }
            }
            """,
            """
            t:4:17: error RT308: the action has no input `x`
               4 |         respond $(x)
                 |                 ^~~~
                 = help: declare it: `input x TYPE`
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F {
                actoin a {
                    respond
                }
                route r /r do a
            }
            """,
            """
            t:3:5: error RT101: the directive `actoin` is not known in `feature`
               3 |     actoin a {
                 |     ^~~~~~
                 = help: did you mean `action`?
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    input x uint = 1
                    respond
                }
                route r /r do a
                route q /r do a {
                    query x:uintt
                }
            }
            """,
            """
            t:9:17: error RT303: there is no type `uintt`
               9 |         query x:uintt
                 |                 ^~~~~
                 = help: did you mean `uint`?
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    respond
                }
                route r /r do a
                route q /r do a {
                    stict
                }
            }
            """,
            """
            t:8:9: error RT101: the directive `stict` is not known in `route`
               8 |         stict
                 |         ^~~~~
                 = help: did you mean `strict`?
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    input x slug = a
                    input y hex = b
                    respond
                }
                route r /$(x:slug) do a
                route q /$(y:hex) do a {
                    over rr
                }
            }
            """,
            """
            t:10:14: error RT413: there is no route `rr`
               10 |         over rr
                  |              ^~
                  = help: did you mean `r`?
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    respond
                }
                route r /r do a
                route r /r do a
            }
            """,
            """
            t:7:11: error RT401: the route `r` is declared twice
               7 |     route r /r do a
                 |           ^
                 = note: t:6:11: the first is here
               6 |     route r /r do a
                 |           ^
                 = help: a route name is unique across all files of a table: choose another
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    input x uint
                    respond
                }
                route r /r do a {
                    query x:uintt
                }
            }
            """,
            """
            t:8:17: error RT303: there is no type `uintt`
               8 |         query x:uintt
                 |                 ^~~~~
                 = help: did you mean `uint`?
            """),
        TableRow(
            .file,
            """
            feature F {
                action a {
                    respond
                }
                route r /r do a
                route q /q do a
                route p /p do a {
                    in app
                }
            }
            """,
            """
            t:5:11: error RT605: no link can reach this route or any other: the table has no scheme or host
               5 |     route r /r do a
                 |           ^
                 = help: declare one: `scheme myapp`, `host example.com`
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F{
                action a {
                    respond
                }
                route r /r do a
            }
            """,
            """
            t:2:10: error RT006: a blank is missing before the `{`
               2 | feature F{
                 |          ^
                 = help: write a blank before it, or quote a word that ends with a brace
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F { description x
                action a {
                    respond
                }
                route r /r do a
            }
            """,
            """
            t:2:11: error RT006: the block that opens here is not closed on its line
               2 | feature F { description x
                 |           ^
                 = help: close it with ` }` on the same line, or begin a new line behind the `{`
            """),
        TableRow(
            .file,
            """
            scheme s
            feature "F {
                action a {
                    respond
                }
                route r /r do a
            }
            """,
            #"""
            t:2:9: error RT003: the quoted word is not closed on its line
               2 | feature "F {
                 |         ^~~~
                 = help: add the closing quote; a line break in a word is written `\n`
            """#),
    ])
    func `one mistake is one report`(_ row: TableRow) {
        row.check()
    }
}
