import Conf
import TestTables
import Testing

@testable import Routing

/// Actions that send a request: what is reported, and where.
@Suite struct HTTPReaderTests {
    @Test(arguments: [
        TableRow(
            .action,
            "http FETCH unix:/run/s /a",
            """
            t:4:14: error RT315: `FETCH` is not a method of HTTP
               4 |         http FETCH unix:/run/s /a
                 |              ^~~~~
                 = help: one of: GET, HEAD, POST, PUT, PATCH, DELETE
            """),
        TableRow(
            .action,
            "http GET shop.example/a",
            """
            t:4:18: error RT315: `shop.example/a` is no server of HTTP
               4 |         http GET shop.example/a
                 |                  ^~~~~~~~~~~~~~
                 = help: as in `http GET https://shop.example/orders`, `http GET unix:/run/shop.sock /orders`
            """),
        TableRow(
            .action,
            "http GET unix:/run/s",
            """
            t:4:18: error RT104: the path of the request is missing behind the socket
               4 |         http GET unix:/run/s
                 |                  ^~~~~~~~~~~
                 = help: as in `http GET unix:/run/shop.sock /orders`
            """),
        TableRow(
            .action,
            "http GET https://a.example /b",
            """
            t:4:36: error RT104: the path of the request stands in the URL
               4 |         http GET https://a.example /b
                 |                                    ^~
                 = help: as in `http GET https://shop.example/orders`
            """),
        TableRow(
            .action,
            "http GET https://A.example/b",
            """
            t:4:18: error RT315: `A.example` is another way to write `a.example`
               4 |         http GET https://A.example/b
                 |                  ^~~~~~~~~~~~~~~~~~~
                 = help: write the server as `https://a.example`
            """),
        TableRow(
            .action,
            "http GET http://0x7f.1/b",
            """
            t:4:18: error RT315: `0x7f.1` is another way to write `127.0.0.1`
               4 |         http GET http://0x7f.1/b
                 |                  ^~~~~~~~~~~~~~~
                 = help: write the server as `http://127.0.0.1`
            """),
        TableRow(
            .action,
            "http GET https://me:x@a.example/b",
            """
            t:4:18: error RT315: the URL of a request has no user name and no password
               4 |         http GET https://me:x@a.example/b
                 |                  ^~~~~~~~~~~~~~~~~~~~~~~~
                 = help: put them into a header, with an input that is `secret`, or write `sign CREDENTIAL`
            """),
        TableRow(
            .action,
            "http GET https:///b",
            """
            t:4:18: error RT315: `` is not the name or the address of a host
               4 |         http GET https:///b
                 |                  ^~~~~~~~~~
                 = help: as in `https://shop.example/orders`, `http://127.0.0.1:3000/orders`
            """),
        TableRow(
            .action,
            "input x string = X\n        http GET https://$(x)/b",
            """
            t:5:18: error RT307: a value would choose the server
               5 |         http GET https://$(x)/b
                 |                  ^~~~~~~~~~~~~~
                 = help: write the server out; a value can be in the path, the query, a header or the body
            """),
        TableRow(
            .action,
            "input x string = X\n        http GET unix:/run/$(x) /b",
            """
            t:5:18: error RT307: a value would choose the server
               5 |         http GET unix:/run/$(x) /b
                 |                  ^~~~~~~~~~~~~~
                 = help: write the server out; a value can be in the path, the query, a header or the body
            """),
        TableRow(
            .action,
            "http GET unix:/run/s a",
            """
            t:4:30: error RT315: the path of a request begins with `/`
               4 |         http GET unix:/run/s a
                 |                              ^
                 = help: as in `http GET unix:/run/shop.sock /orders`
            """),
        TableRow(
            .action,
            "http GET unix:/run/s /a/%2E./b",
            """
            t:4:30: error RT315: `%2E.` in the path is another folder for the server
               4 |         http GET unix:/run/s /a/%2E./b
                 |                              ^~~~~~~~~
                 = help: write the path without it
            """),
        TableRow(
            .action,
            "http GET https://a.example//b",
            """
            t:4:35: error RT315: the path has an empty part
               4 |         http GET https://a.example//b
                 |                                   ^~~
                 = help: write one `/` between two parts
            """),
        TableRow(
            .action,
            "http GET unix:/run/s \"/a b\"",
            """
            t:4:31: error RT315: a path and a query have no such character
               4 |         http GET unix:/run/s "/a b"
                 |                               ^~~~
                 = help: escape it: a blank is `%20`
            """),
        TableRow(
            .action,
            "http GET unix:/run/s /a%2",
            """
            t:4:30: error RT315: a `%` has two digits behind it
               4 |         http GET unix:/run/s /a%2
                 |                              ^~~~
                 = help: escape it where it is text: `%25`
            """),
        TableRow(
            .action,
            "http GET unix:/run/s /a#b",
            """
            t:4:30: error RT315: a request has no part behind a `#`
               4 |         http GET unix:/run/s /a#b
                 |                              ^~~~
                 = help: escape it where it is text: `%23`
            """),
        TableRow(
            .action,
            "http GET unix:/run/s /a?b&&c",
            """
            t:4:30: error RT315: the query has an empty item
               4 |         http GET unix:/run/s /a?b&&c
                 |                              ^~~~~~~
                 = help: write one `&` between two items
            """),
        TableRow(
            .action,
            "input x string = X\n        http GET unix:/run/s /a?$(x)=1",
            """
            t:5:30: error RT315: a value would choose the name in the query
               5 |         http GET unix:/run/s /a?$(x)=1
                 |                              ^~~~~~~~~
                 = help: write the name out, and the value behind its `=`
            """),
    ])
    func `the server, the path and the query are read or reported`(_ row: TableRow) { row.check() }

    @Test(arguments: [
        TableRow(
            .action,
            "http GET unix:/run/s /a/$(x)",
            """
            t:4:33: error RT308: the action has no input `x`
               4 |         http GET unix:/run/s /a/$(x)
                 |                                 ^~~~
                 = help: declare it: `input x TYPE`
            """),
        TableRow(
            .action,
            "input x string?\n        http GET unix:/run/s /a/$(x)",
            """
            t:5:30: error RT309: the input `x` may be missing, and the path needs it
               5 |         http GET unix:/run/s /a/$(x)
                 |                              ^~~~~~~
                 = help: give it a default: `input x TYPE = VALUE`
            """),
        TableRow(
            .action,
            "input x string = X secret\n        http GET unix:/run/s /a?x=$(x)",
            """
            t:5:30: error RT307: the input `x` is secret, and servers write paths and queries to their logs
               5 |         http GET unix:/run/s /a?x=$(x)
                 |                              ^~~~~~~~~
                 = help: pass it in a header or in the body
            """),
        TableRow(
            .action,
            "input x string = X secret\n        http GET unix:/run/s /a?x=$(url)\n        header A $(x)",
            """
            t:5:30: error RT307: the link has the secret input `x` in it
               5 |         http GET unix:/run/s /a?x=$(url)
                 |                              ^~~~~~~~~~~
                 = help: pass the inputs that are not secret, each by its name
            """),
        TableRow(
            .action,
            "http GET unix:/run/s /a/$(url)",
            """
            t:4:30: error RT307: the link has a `/`, and would be several parts of the path
               4 |         http GET unix:/run/s /a/$(url)
                 |                              ^~~~~~~~~
                 = help: pass it in the query, in a header or in the body
            """),
        TableRow(
            .action,
            "input x string = X\n        http GET unix:/run/s /a",
            """
            t:5:9: warning RT312: the service does not get the input `x`
               5 |         http GET unix:/run/s /a
                 |         ^~~~~~~~~~~~~~~~~~~~~~~
                 = help: pass it, or remove the input
            """),
        TableRow(.action, "input x string?\n        http GET unix:/run/s /a?x=$(x)&link=$(url)", ""),
        TableRow(.action, "input url string = X\n        http GET unix:/run/s /a/$(url)", ""),
        TableRow(.action, "input x string = X secret\n        http PUT unix:/run/s /\n        json a.b=$(x)", ""),
        TableRow(.action, "http GET https://a.example", ""),
        TableRow(.action, "http GET http://[::1]:8080/a/?b=/?c", ""),
    ])
    func `an input stands where no value can change anything else`(_ row: TableRow) { row.check() }

    @Test(arguments: [
        TableRow(
            .action,
            "http GET unix:/run/s /\n        header Host x",
            """
            t:5:16: error RT315: the daemon says `Host` by itself
               5 |         header Host x
                 |                ^~~~
                 = help: remove it
            """),
        TableRow(
            .action,
            "http GET unix:/run/s /\n        header A x\n        header a y",
            """
            t:6:16: error RT315: the header `a` is given twice
               6 |         header a y
                 |                ^
                 = help: keep one of them
            """),
        TableRow(
            .action,
            "http GET unix:/run/s /\n        header A: x",
            """
            t:5:16: error RT315: `A:` is not the name of a header
               5 |         header A: x
                 |                ^~
                 = help: as in `header Accept-Language fr`; a value of a link stands behind the name
            """),
        TableRow(
            .action,
            "http GET unix:/run/s /\n        header A é",
            """
            t:5:18: error RT315: a header has printable ASCII alone
               5 |         header A é
                 |                  ^
                 = help: pass the text in the body
            """),
        TableRow(
            .action,
            "http GET unix:/run/s /\n        json a=1",
            """
            t:5:9: error RT102: a request with `GET` has no body
               5 |         json a=1
                 |         ^~~~
                 = help: remove it, and pass the values in the query
            """),
        TableRow(
            .action,
            "http PUT unix:/run/s /\n        json a=1\n        form a=1",
            """
            t:6:9: error RT103: a request has one body
               6 |         form a=1
                 |         ^~~~
                 = help: remove `json` or `form`
            """),
        TableRow(
            .action,
            "http PUT unix:/run/s /\n        form a=1 a=2",
            """
            t:5:18: error RT315: the parameter `a` is given twice
               5 |         form a=1 a=2
                 |                  ^~~
                 = note: t:5:14: the first is here
               5 |         form a=1 a=2
                 |              ^~~
                 = help: keep one of them
            """),
        TableRow(
            .action,
            "http PUT unix:/run/s /\n        retry 11 within 3s",
            """
            t:5:15: error RT107: `11` is not a number of retries
               5 |         retry 11 within 3s
                 |               ^~
                 = help: from 1 to 10, as in `retry 3 within 30s`
            """),
        TableRow(
            .action,
            "http PUT unix:/run/s /\n        retry 3 in 3s",
            """
            t:5:17: error RT104: `within` is missing between the number and the time
               5 |         retry 3 in 3s
                 |                 ^~
                 = help: as in `retry 3 within 30s`
            """),
        TableRow(
            .action,
            "http PUT unix:/run/s /\n        retry 3 within 3",
            """
            t:5:24: error RT107: `3` is not a time for all retries together
               5 |         retry 3 within 3
                 |                        ^
                 = help: a time from 1ms to 24h, as in `retry 3 within 30s`
            """),
        TableRow(
            .action,
            "http PUT unix:/run/s /\n        sign ../key",
            """
            t:5:14: error RT315: `../key` is not the name of a credential
               5 |         sign ../key
                 |              ^~~~~~
                 = help: as in `sign shop-key`, with `LoadCredential=shop-key:/etc/shop.key` in the unit of the daemon
            """),
        TableRow(
            .action,
            "http PUT unix:/run/s /\n        private",
            """
            t:5:9: error RT102: `private` is about a host with a name, whose address may change
               5 |         private
                 |         ^~~~~~~
                 = help: remove it: this server may be on this machine or in a private network as it is
            """),
        TableRow(
            .action,
            "http PUT unix:/run/s /\n        success 100 200..299 404..299",
            """
            t:5:17: error RT107: `100` is not a valid value for `success`
               5 |         success 100 200..299 404..299
                 |                 ^~~
                 = help: a status from 200 to 599, or several, as in `200..203`
            t:5:30: error RT107: `404..299` is not a valid value for `success`
               5 |         success 100 200..299 404..299
                 |                              ^~~~~~~~
                 = help: a status from 200 to 599, or several, as in `200..203`
            """),
        TableRow(
            .action,
            "respond\n        retry 3 within 30s",
            """
            t:5:9: error RT102: `retry` is a line of `http`
               5 |         retry 3 within 30s
                 |         ^~~~~
                 = help: remove it: `respond` does not have it
            """),
        TableRow(
            .action,
            """
            input x string = X secret
                    http POST https://a.example/b
                    header A $(x)
                    form a=$(url)
            """,
            """
            t:7:14: error RT307: the link has the secret input `x` in it
               7 |         form a=$(url)
                 |              ^~~~~~~~
                 = help: pass the inputs that are not secret, each by its name
            """),
        TableRow(
            .action,
            """
            http POST https://a.example/b
                    header Content-Type application/vnd.a+json
                    json
                    success 200..299 404
                    retry 1 within 1s
                    sign a.key
                    private
                    effect none
                    idempotent
                    timeout 1s
            """, ""),
    ])
    func `the lines beside it are read or reported`(_ row: TableRow) { row.check() }

    @Test(arguments: [
        TableRow(
            .action,
            "http GET https://a.example/b",
            """
            t:4:18: error RT317: this instance has no network
               4 |         http GET https://a.example/b
                 |                  ^~~~~~~~~~~~~~~~~~~
                 = help: call a service by its socket, `unix:/…`, or put the file into \
            /usr/lib/deeplinkd/user/routes.conf.d: each user's own daemon sends the request then; the drop-in \
            `network.conf` gives the unit a network
            """),
        TableRow(.action, "http GET unix:/run/s /b", ""),
    ])
    func `a service without a network calls sockets alone`(_ row: TableRow) {
        var environment = LoadEnvironment()
        environment.allowsNetwork = false
        row.check(environment)
    }
}
