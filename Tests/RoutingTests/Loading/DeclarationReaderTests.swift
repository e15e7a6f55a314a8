import Testing

@testable import Routing

@Suite struct DeclarationReaderTests {
    @Test(arguments: [
        TableRow(
            .file,
            """
            scheme 7s é

            """,
            """
            t:1:8: error RT601: `7s` is not a scheme
               1 | scheme 7s é
                 |        ^~
                 = help: a scheme begins with a letter and goes on with letters, digits, `+`, `-` and `.`
            t:1:11: error RT601: `é` is not a scheme
               1 | scheme 7s é
                 |           ^
                 = help: a scheme begins with a letter and goes on with letters, digits, `+`, `-` and `.`
            """),
        TableRow(
            .file,
            "scheme app HTTP web",
            """
            t:1:8: error RT601: `app` cannot be a custom scheme
               1 | scheme app HTTP web
                 |        ^~~
                 = help: `in app` has its own meaning
            t:1:12: error RT601: `HTTP` cannot be a custom scheme
               1 | scheme app HTTP web
                 |            ^~~~
                 = help: web links are declared with `host`
            t:1:17: error RT601: `web` cannot be a custom scheme
               1 | scheme app HTTP web
                 |                 ^~~
                 = help: `in web` has its own meaning
            """),
        TableRow(
            .file,
            """
            scheme s S
            feature F {
                action a {
                    respond
                }
                route r /r do a
            }
            """,
            """
            t:1:10: error RT603: `s` is declared twice
               1 | scheme s S
                 |          ^
                 = note: t:1:8: the first is here
               1 | scheme s S
                 |        ^
                 = help: keep one of them
            """),
        TableRow(
            .file,
            "host Example.com example.com. *.1.2.3.4 ex*mple.com exämple.com a..b [::1 example.com:0",
            """
            t:1:6: error RT602: `Example.com` is not a host: a host must be in lower case
               1 | host Example.com example.com. *.1.2.3.4 ex*mple.com exämple.com a..b [::1 example.com:0
                 |      ^
                 = help: write example.com
            t:1:29: error RT602: `example.com.` is not a host: a host must not end with a dot
               1 | host Example.com example.com. *.1.2.3.4 ex*mple.com exämple.com a..b [::1 example.com:0
                 |                             ^
                 = help: remove the dot
            t:1:33: error RT602: `*.1.2.3.4` is not a host: an IP address cannot have a wildcard
               1 | host Example.com example.com. *.1.2.3.4 ex*mple.com exämple.com a..b [::1 example.com:0
                 |                                 ^~~~~~~
                 = help: as in `example.com`, `*.example.com`
            t:1:43: error RT602: `ex*mple.com` is not a host: a wildcard must be the whole first label: *.x or **.x
               1 | host Example.com example.com. *.1.2.3.4 ex*mple.com exämple.com a..b [::1 example.com:0
                 |                                           ^
                 = help: as in `example.com`, `*.example.com`
            t:1:55: error RT602: `exämple.com` is not a host: a host must be ASCII
               1 | host Example.com example.com. *.1.2.3.4 ex*mple.com exämple.com a..b [::1 example.com:0
                 |                                                       ^
                 = help: write xn--exmple-cua.com
            t:1:67: error RT602: `a..b` is not a host: a label has 1 to 63 bytes and neither begins nor ends with a hyphen
               1 | host Example.com example.com. *.1.2.3.4 ex*mple.com exämple.com a..b [::1 example.com:0
                 |                                                                   ^
                 = help: as in `example.com`, `*.example.com`
            t:1:70: error RT602: `[::1` is not a host: this is not a valid IP address
               1 | host Example.com example.com. *.1.2.3.4 ex*mple.com exämple.com a..b [::1 example.com:0
                 |                                                                      ^~
                 = help: as in `example.com`, `*.example.com`
            t:1:86: error RT602: `example.com:0` is not a host: a port is a number from 1 to 65535 without leading zeros
               1 | host Example.com example.com. *.1.2.3.4 ex*mple.com exämple.com a..b [::1 example.com:0
                 |                                                                                      ^~
                 = help: as in `example.com`, `*.example.com`
            """),
        TableRow(
            .file,
            "host 127.1 *",
            """
            t:1:6: error RT602: `127.1` is not a host: the address is not in its shortest form
               1 | host 127.1 *
                 |      ^~~~~
                 = help: write 127.0.0.1
            t:1:12: error RT602: `*` is not a host: a wildcard must be the whole first label: *.x or **.x
               1 | host 127.1 *
                 |            ^
                 = help: name the hosts, as in `host example.com`, or all below one, as in `host *.example.com`
            """),
        TableRow(
            .file,
            """
            host example.com https://example.com:443
            feature F {
                action a {
                    respond
                }
                route r /r do a
            }
            """,
            """
            t:1:18: error RT603: `example.com` is declared twice
               1 | host example.com https://example.com:443
                 |                  ^~~~~~~~~~~~~~~~~~~~~~~
                 = note: t:1:6: the first is here
               1 | host example.com https://example.com:443
                 |      ^~~~~~~~~~~
                 = help: keep one of them
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    respond
                }
                route r /r do a {
                    in podcsat
                }
            }
            """,
            """
            t:7:12: error RT604: `podcsat` is not a scheme or host of this file
               7 |         in podcsat
                 |            ^~~~~~~
                 = help: one of: app, s, web
            """),
        TableRow(
            .file,
            """
            scheme pods
            feature F {
                action a {
                    respond
                }
                route r /r do a {
                    in podz
                }
            }
            """,
            """
            t:7:12: error RT604: `podz` is not a scheme or host of this file
               7 |         in podz
                 |            ^~~~
                 = help: did you mean `pods`?
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    respond
                }
                route r /r do a {
                    in web
                }
            }
            """,
            """
            t:7:12: error RT604: the file declares no host for `in web`
               7 |         in web
                 |            ^~~
                 = help: declare one: `host example.com`
            """),
        TableRow(
            .file,
            """
            host h.example
            feature F {
                action a {
                    respond
                }
                route r /r do a {
                    in app
                }
            }
            """,
            """
            t:7:12: error RT604: the file declares no scheme for `in app`
               7 |         in app
                 |            ^~~
                 = help: declare one: `scheme myapp`
            """),
        TableRow(
            .file,
            """
            scheme s
            feature F {
                action a {
                    respond
                }
                route r /r do a {
                    in s app s
                }
            }
            """,
            """
            t:7:18: error RT603: `s` is named twice
               7 |         in s app s
                 |                  ^
                 = help: remove it
            """),
    ])
    func `schemes and hosts are declared once, in their own spelling`(_ row: TableRow) {
        row.check()
    }

    @Test(arguments: [
        TableRow(
            .file,
            #"values l a b a """#,
            """
            t:1:14: error RT107: the value `a` is given twice
               1 | values l a b a ""
                 |              ^
                 = help: remove it
            t:1:16: error RT107: a value is empty
               1 | values l a b a ""
                 |                ^~
                 = help: remove it
            """),
        TableRow(
            .file,
            """
            scheme s
            values l a b
            values l c d
            feature F {
                action a {
                    input x string
                    respond
                }
                route r /$(x:@l) do a
            }
            """,
            """
            t:3:8: error RT409: the values `l` are declared twice
               3 | values l c d
                 |        ^
                 = note: t:2:8: the first is here
               2 | values l a b
                 |        ^
                 = help: keep one of them
            """),
        TableRow(
            .file,
            """
            product p {
                kind subscripton
                title a
                title b
            }
            """,
            """
            t:2:10: error RT107: `subscripton` is not a kind of product
               2 |     kind subscripton
                 |          ^~~~~~~~~~~
                 = help: did you mean `subscription`?
            t:4:5: error RT103: `title` is given twice
               4 |     title b
                 |     ^~~~~
                 = note: t:3:5: the first is here
               3 |     title a
                 |     ^~~~~
                 = help: keep one of them
            """),
        TableRow(
            .file,
            """
            product p
            product p
            """,
            """
            t:2:9: error RT205: the product `p` is declared twice
               2 | product p
                 |         ^
                 = note: t:1:9: the first is here
               1 | product p
                 |         ^
                 = help: keep one of them
            """),
        TableRow(
            .file,
            "limit urls 5",
            """
            t:1:7: error RT107: there is no limit `urls`
               1 | limit urls 5
                 |       ^~~~
                 = help: did you mean `url`?
            """),
        TableRow(
            .file,
            "limit url 0",
            """
            t:1:11: error RT107: `0` is not a valid value for the limit `url`
               1 | limit url 0
                 |           ^
                 = help: a whole number from 1 to 65536
            """),
        TableRow(
            .file,
            "limit url 65537",
            """
            t:1:11: error RT107: `65537` is not a valid value for the limit `url`
               1 | limit url 65537
                 |           ^~~~~
                 = help: a whole number from 1 to 65536
            """),
        TableRow(
            .file,
            "limit segments -1",
            """
            t:1:16: error RT107: `-1` is not a valid value for the limit `segments`
               1 | limit segments -1
                 |                ^~
                 = help: a whole number from 1 to 1024
            """),
        TableRow(
            .file,
            """
            limit url 100
            limit url 200
            """,
            """
            t:2:7: error RT103: the limit `url` is given twice
               2 | limit url 200
                 |       ^~~
                 = note: t:1:7: the first is here
               1 | limit url 100
                 |       ^~~
                 = help: keep one of them
            """),
        TableRow(
            .file,
            "operator user root",
            """
            t:1:10: error RT107: operators are named by their group
               1 | operator user root
                 |          ^~~~
                 = help: it is written `operator group NAME`
            """),
        TableRow(
            .file,
            "deny internal",
            """
            t:1:6: error RT412: a pattern must begin with a slash
               1 | deny internal
                 |      ^
                 = help: write "/internal"
            """),
        TableRow(
            .file,
            "deny /a /b",
            """
            t:1:9: error RT104: after its pattern a `deny` names scopes with `in`
               1 | deny /a /b
                 |         ^~
                 = help: it is written `deny PATTERN [in SCOPE…]`
            """),
        TableRow(
            .file,
            "deny /a in",
            """
            t:1:9: error RT104: after its pattern a `deny` names scopes with `in`
               1 | deny /a in
                 |         ^~
                 = help: it is written `deny PATTERN [in SCOPE…]`
            """),
        TableRow(
            .file,
            "deny /$(x) in absent",
            """
            t:1:7: error RT412: except and deny accept only literals, * and a final **
               1 | deny /$(x) in absent
                 |       ^~~~
                 = help: write * in place of the capture
            t:1:15: error RT605: this `deny` covers no link: the table has no scheme or host
               1 | deny /$(x) in absent
                 |               ^~~~~~
                 = help: declare one: `scheme myapp`, `host example.com`
            """),
        TableRow(
            .file,
            #"deny "/a b/$(x)""#,
            """
            t:1:12: error RT412: except and deny accept only literals, * and a final **
               1 | deny "/a b/$(x)"
                 |            ^~~~
                 = help: write * in place of the capture
            """),
    ])
    func `values, products, limits, operators and denials are checked word by word`(_ row: TableRow) {
        row.check()
    }
}
