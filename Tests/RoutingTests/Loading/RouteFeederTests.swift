import Testing

@testable import Routing

@Suite struct RouteFeederTests {
    @Test(arguments: [
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    input page uint
                    respond
                }
                route r /$(page:int) do a
            }
            """,
            """
            t:7:14: error RT404: `page` can be any `int`, and the input takes only a `uint`
               7 |     route r /$(page:int) do a
                 |              ^~~~~~~~~~~
                 = help: give both the same type
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    input page string
                    respond
                }
                route r /x/$(page:**) do a
            }
            """,
            """
            t:7:16: error RT404: `page` can be any list, and the input takes only a `string`
               7 |     route r /x/$(page:**) do a
                 |                ^~~~~~~~~~
                 = help: give both the same type
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    input page uint
                    respond
                }
                route r /x do a
            }
            """,
            """
            t:7:13: error RT405: nothing gives the action its input `page`
               7 |     route r /x do a
                 |             ^~
                 = help: capture it as `$(page)`, add `query page`, or give the input a default
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    input page uint
                    respond
                }
                route r /x do a {
                    query page:uint?
                }
            }
            """,
            """
            t:8:15: error RT405: a link may lack `page`, and the action needs it
               8 |         query page:uint?
                 |               ^~~~~~~~~~
                 = help: give it a default, or make the input optional: `uint?`
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    input page string
                    respond
                }
                route r /$(page)/$(more) do a
            }
            """,
            """
            t:7:22: warning RT406: the action `a` has no input `more`
               7 |     route r /$(page)/$(more) do a
                 |                      ^~~~~~~
                 = help: declare the input, or write `*` for a part that the action does not need
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    input page string
                    respond
                }
                route r /$(page) do a {
                    query page?
                }
            }
            """,
            """
            t:8:15: error RT407: `page` has two sources
               8 |         query page?
                 |               ^~~~~
                 = note: t:7:14: the first is here
               7 |     route r /$(page) do a {
                 |              ^~~~~~~
                 = help: one name has one source: rename one of them
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    input page string
                    respond
                }
                route r /$(page) do a {
                    fragment page?
                    with page x
                }
            }
            """,
            """
            t:8:18: error RT407: `page` has two sources
               8 |         fragment page?
                 |                  ^~~~~
                 = note: t:7:14: the first is here
               7 |     route r /$(page) do a {
                 |              ^~~~~~~
                 = help: one name has one source: rename one of them
            t:9:14: error RT407: `page` has two sources
               9 |         with page x
                 |              ^~~~
                 = note: t:8:18: the first is here
               8 |         fragment page?
                 |                  ^~~~~
                 = help: one name has one source: rename one of them
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    input page uint
                    respond
                }
                route r /x do a {
                    with page soon
                }
            }
            """,
            """
            t:8:19: error RT414: `soon` is not of the type `uint`, which the input `page` has
               8 |         with page soon
                 |                   ^~~~
                 = help: a `uint` is a whole number from 0 to 9223372036854775807, without leading zeros
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    input page uint = 1
                    respond
                }
                route r /x do a {
                    with pgae 1
                }
            }
            """,
            """
            t:8:14: error RT414: the action `a` has no input `pgae`
               8 |         with pgae 1
                 |              ^~~~
                 = help: did you mean `page`?
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    input page **
                    respond
                }
                route r /x do a {
                    with page x
                }
            }
            """,
            """
            t:8:19: error RT414: the input `page` is a list, and a constant is one value
               8 |         with page x
                 |                   ^
                 = help: capture it with a final `$(name:**)`
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    input n int
                    exec trusted /bin/p $(n)
                }
                route r /r do a {
                    with n -5
                }
            }
            """,
            """
            t:8:14: error RT414: the value of `n` begins with `-` and would be read as an option
               8 |         with n -5
                 |              ^
                 = help: put `--` before the argument, or write `--option=$(n)`
            """),
    ])
    func `every input is fed from one place with values that it takes`(_ row: TableRow) {
        row.check()
    }
}
