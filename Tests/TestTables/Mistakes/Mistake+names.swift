// Names that are misspelt, declared twice or not at all, and routes that overlap.
extension Mistake {
    package static let names = [
        Mistake(
            .feature, "route more /more do hmoe",
            """
            19:25 RT403 the feature `Shop` has no action `hmoe`
            help: did you mean `home`?
            """),
        Mistake(
            .route, "in shp",
            """
            20:12 RT604 `shp` is not a scheme or host of this file
            help: did you mean `shop`?
            """),
        Mistake(
            .route, "over itme",
            """
            20:14 RT413 there is no route `itme`
            help: did you mean `item`?
            """),
        Mistake(
            .route, "over item",
            """
            20:14 RT505 `over item` decides nothing: no link is taken by both
            help: remove the `over`
            """),
        Mistake(
            .feature, "require purchase premum",
            """
            19:22 RT204 there is no product `premum`
            help: declare it: `product premum { … }`
            """),
        Mistake(
            .action, "exec /usr/bin/printf $(di)",
            """
            15:30 RT308 the action has no input `di`
            help: declare it: `input di TYPE`
            """),
        Mistake(
            .action, "channel news",
            """
            15:17 RT802 there is no channel `news`
            help: declare it: `channel news {`, then `kind held` on a line of its own, then `}` on the next, \
            outside of any feature
            """),
        Mistake(
            .feature, "route more: /more do home",
            """
            19:11 RT106 `more:` is not a valid name for a route
            help: a name has letters, digits, `-` and `_`, and begins with a letter or `_`
            """),
        Mistake(
            .feature, "route home /more do home",
            """
            20:11 RT401 the route `home` is declared twice
            help: a route name is unique across all files of a table: choose another
            """),
        Mistake(
            .feature, "route more /items/$(id) do show",
            """
            17:11 RT502 the routes `item` and `more` take the same links
            help: remove one of them, or make one narrower
            """),
        Mistake(
            .feature, "action show {\n        respond\n    }",
            """
            19:12 RT301 the action `show` is declared twice
            help: keep one of them
            """),
        Mistake(
            .table, "feature Shop {\n}",
            """
            6:9 RT201 the feature `Shop` is declared twice
            help: put everything into one of them
            """),
        Mistake(
            .table, "scheme shop",
            """
            4:8 RT603 `shop` is declared twice
            help: keep one of them
            """),
        Mistake(
            .table, "values kinds red blue",
            """
            4:8 RT409 the values `kinds` are declared twice
            help: keep one of them
            """),
        Mistake(
            .table, "include more.conf",
            """
            4:9 RT015 no file matches `more.conf`
            help: a relative path begins in the folder of the file that includes
            """, isClear: false),
        Mistake(
            .action, "input a uint = 1\n        input a uint = 2\n        respond",
            """
            16:15 RT304 the input `a` is declared twice
            help: keep one of them
            """),
    ]
}
