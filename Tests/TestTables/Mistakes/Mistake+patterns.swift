// Patterns in the words of other routers.
extension Mistake {
    package static let patterns = [
        Mistake(
            .pattern, "/items/:id",
            #"""
            17:23 RT415 `:id` captures nothing: it matches only this text
            help: captures are written `$(id)`; for the text itself write `\:`
            """#),
        Mistake(
            .pattern, "/items/{id}",
            """
            17:23 RT006 this word begins or ends with a brace and has no quotes
            help: captures are written `$(id)`; quote the word if the braces belong to the text
            """),
        Mistake(
            .pattern, "/items/{id:int}",
            """
            17:23 RT006 this word begins or ends with a brace and has no quotes
            help: captures are written `$(id)`; quote the word if the braces belong to the text
            """),
        Mistake(
            .pattern, "/items/<id>",
            #"""
            17:23 RT415 `<id>` captures nothing: it matches only this text
            help: captures are written `$(id)`; for the text itself write `\<`
            """#),
        Mistake(
            .pattern, "/items/${id}",
            """
            17:24 RT006 this word begins or ends with a brace and has no quotes
            help: captures are written `$(id)`; quote the word if the braces belong to the text
            """),
        Mistake(
            .pattern, "/items/(new|old)",
            #"""
            17:23 RT415 `(new|old)` is no choice: it matches only this text
            help: a choice is written `$(name:new|old)`; for the text itself write `\(`
            """#),
        Mistake(
            .pattern, "/items/$(id)?page=1",
            #"""
            17:28 RT402 a pattern is a path, and the query of a link is no part of it
            help: a query key is declared in the route's block: `query page`; for the text itself write `\?`
            """#),
        Mistake(
            .pattern, "/items/$(id)#top",
            """
            17:28 RT402 a pattern is a path, and the fragment of a link is no part of it
            help: a fragment is declared in the route's block: `fragment top`; for the text itself write `\\#`
            """),
        Mistake(
            .pattern, "/items/([0-9]+)",
            """
            17:23 RT402 `([0-9]+)` is a regular expression, and a pattern has none
            help: a number is written `$(name:uint)`
            """),
        Mistake(
            .pattern, #"/items/(\d+)"#,
            #"""
            17:23 RT402 `(\d+)` is a regular expression, and a pattern has none
            help: a number is written `$(name:uint)`
            """#),
        Mistake(
            .pattern, #"/items/(?<id>\d+)"#,
            #"""
            17:23 RT402 `(?<id>\d+)` is a regular expression, and a pattern has none
            help: a number is written `$(id:uint)`
            """#),
        Mistake(
            .pattern, "/items/[a-z]+",
            """
            17:23 RT402 `[a-z]+` is a regular expression, and a pattern has none
            help: letters, digits, `-` and `_` are written `$(name:slug)`
            """),
        Mistake(
            .pattern, "/items/[0-9a-f]{6}",
            """
            17:31 RT006 this word begins or ends with a brace and has no quotes
            help: captures are written `$(name)`; quote the word if the braces belong to the text
            """, isClear: false),
        Mistake(
            .pattern, "^/items/$(id)$",
            """
            17:16 RT402 a pattern has no anchors: it is always the whole path
            help: write `/items/$(id)`
            """),
        Mistake(
            .pattern, "/items/$(id)$",
            #"""
            17:16 RT415 a pattern has no anchors: its `$` matches only this text
            help: write `/items/$(id)`: a pattern is always the whole path; for the text itself write `\$`
            """#),
        Mistake(
            .pattern, "/^/items/$(id)$",
            #"""
            17:16 RT415 a pattern has no anchors: its `^` matches only this text
            help: write `/items/$(id)`: a pattern is always the whole path; for the text itself write `\^`
            """#),
        Mistake(
            .pattern, "/items/$(id)/?",
            #"""
            17:29 RT402 `?` makes no part of a pattern optional
            help: an optional part stands in brackets, as in `/a[/b]` and `/a[/]`; for the text itself write `\?`
            """#),
        Mistake(
            .pattern, "/items/$(id: slug)",
            """
            17:23 RT402 a capture has no spaces
            help: write `/items/$(id:slug)`
            """),
        Mistake(
            .pattern, "/items/$(slug:id)",
            """
            17:23 RT303 there is no type `id`
            help: captures are written `$(id:slug)`, with the name before the type
            """),
        Mistake(
            .pattern, #"/items/$(id:\d+)"#,
            #"""
            17:28 RT303 there is no type `\d+`
            help: did you mean `uint`?
            """#),
        Mistake(
            .pattern, "/items/$(id",
            #"""
            17:23 RT402 the capture has no closing ) in its segment
            help: a capture has no spaces: `$(day:uint(1..31))`; for the text itself write `\$(`
            """#, isClear: false),
        Mistake(
            .pattern, "/files/*path",
            """
            17:23 RT415 `*path` captures nothing: it matches a segment that ends with `path`
            help: captures are written `$(path:**)`; for segments with this end write `$(_)path`
            """),
        Mistake(
            .pattern, "/*user/edit",
            """
            17:17 RT415 `*user` captures nothing: it matches a segment that ends with `user`
            help: captures are written `$(user)`; for segments with this end write `$(_)user`
            """),
        Mistake(
            .pattern, "*path",
            """
            17:16 RT402 a pattern must begin with a slash
            help: write `/$(path:**)`
            """),
        Mistake(
            .pattern, "**/x",
            """
            17:16 RT402 a pattern must begin with a slash
            help: write `/*/x`: `**` can only be the last segment
            """),
        Mistake(
            .pattern, "/a/**/b",
            """
            17:21 RT402 a tail must be the last segment
            help: one segment is `*` or a capture; where their number differs, write a pattern for each: \
            `route NAME /*/a /*/*/a do ACTION`
            """),
        Mistake(
            .pattern, "items/$(id)",
            """
            17:16 RT402 a pattern must begin with a slash
            help: write "/items/$(id)"
            """),
        Mistake(
            .pattern, "./items",
            """
            17:16 RT402 a pattern must begin with a slash
            help: write `/items`
            """),
        Mistake(
            .pattern, "shop://items/1",
            """
            17:16 RT402 a pattern is a path, and this is a whole URL
            help: write `/items/1`, and name the scheme with `in shop`
            """),
        Mistake(
            .pattern, "https://shop.example/items/1",
            """
            17:16 RT402 a pattern is a path, and this is a whole URL
            help: write `/items/1`, and name the host with `in shop.example`
            """),
        Mistake(
            .feature, "under /basket {\n        route basket .[/] do home\n    }",
            """
            20:22 RT402 `.` is the whole prefix, and no optional part follows it
            help: write `. /`, which is two patterns
            """),
        Mistake(
            .feature, "under /basket/ {\n        route basket /all do home\n    }",
            """
            19:18 RT402 a prefix does not end with a slash
            help: write `under /basket`; the patterns of the routes begin with one: `route NAME /PATH do ACTION`
            """),
    ]
}
