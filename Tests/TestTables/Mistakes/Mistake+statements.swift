// Directives that are misspelt, incomplete, or written as in other languages.
extension Mistake {
    package static let statements = [
        Mistake(
            .table, "shceme more",
            """
            4:1 RT101 the directive `shceme` is not known in a table
            help: did you mean `scheme`?
            """),
        Mistake(
            .feature, "featur More {\n    }",
            """
            19:5 RT101 the directive `featur` is not known in `feature`
            help: did you mean `feature`?
            """),
        Mistake(
            .feature, "rout more /more do home",
            """
            19:5 RT101 the directive `rout` is not known in `feature`
            help: did you mean `route`?
            """),
        Mistake(
            .feature, "acton more {\n        respond\n    }",
            """
            19:5 RT101 the directive `acton` is not known in `feature`
            help: did you mean `action`?
            """),
        Mistake(
            .action, "inptu id uint\n        respond",
            """
            15:9 RT101 the directive `inptu` is not known in `action`
            help: did you mean `input`?
            """),
        Mistake(
            .action, "repsond",
            """
            15:9 RT101 the directive `repsond` is not known in `action`
            help: did you mean `respond`?
            """),
        Mistake(
            .feature, "requre toggle on",
            """
            19:5 RT101 the directive `requre` is not known in `feature`
            help: did you mean `require`?
            """),
        Mistake(
            .route, "ovr item",
            """
            20:9 RT101 the directive `ovr` is not known in `route`
            help: did you mean `over`?
            """),
        Mistake(
            .feature, "route more /more home",
            """
            19:5 RT104 `route` has too few words
            help: it is written `route NAME PATTERN… do ACTION`
            """),
        Mistake(
            .feature, "route more /more -> home",
            """
            19:22 RT104 after its patterns a route has `do` and an action
            help: it is written `route NAME PATTERN… do ACTION`
            """),
        Mistake(
            .feature, "route more /more , /most do home",
            """
            19:22 RT402 between two patterns stands a space, and nothing else
            help: it is written `route NAME /a /b do ACTION`
            """),
        Mistake(
            .feature, #"route more "/more do home"#,
            #"""
            19:16 RT003 the quoted word is not closed on its line
            help: add the closing quote; a line break in a word is written `\n`
            """#),
        Mistake(
            .feature, "// the basket",
            """
            19:5 RT101 the directive `//` is not known in `feature`
            help: write the line `# the basket`
            """),
        Mistake(
            .feature, "/* the basket */",
            """
            19:5 RT101 the directive `/*` is not known in `feature`
            help: write the line `# the basket`
            """),
        Mistake(
            .feature, "route more /more do home // the basket",
            """
            19:5 RT104 `route` has too many words
            help: a comment begins with `#`: write `# the basket`
            """),
        Mistake(
            .feature, "toggle: on",
            """
            19:5 RT101 the directive `toggle:` is not known in `feature`
            help: write the line `require toggle on`
            """),
        Mistake(
            .feature, "on;",
            """
            19:5 RT101 the directive `on;` is not known in `feature`
            help: write the line `require toggle on`
            """),
        Mistake(
            .feature, "toggle on;",
            """
            19:5 RT101 the directive `toggle` is not known in `feature`
            help: write the line `require toggle on`
            """),
        Mistake(
            .feature, "require camera",
            """
            19:13 RT202 a feature cannot require `camera`
            help: write the line `require permission camera`, or another kind before the name: platform, profile, \
            program, runtime, caller, toggle, purchase, confirmation
            """),
        Mistake(
            .feature, "permission camera",
            """
            19:5 RT102 `permission` does not belong in `feature`
            help: write the line `require permission camera`
            """),
        Mistake(
            .feature, "require: camera",
            """
            19:5 RT101 the directive `require:` is not known in `feature`
            help: did you mean `require`?
            """),
        Mistake(
            .feature, "require permissions camera",
            """
            19:13 RT202 a feature cannot require `permissions`
            help: did you mean `permission`?
            """),
        Mistake(
            .feature, "require toggle on;",
            """
            19:20 RT202 a switch needs its default, `on` or `off`
            help: it is written `require toggle on`
            """),
        Mistake(
            .feature, "require toggle on // asks",
            """
            19:20 RT202 a switch has one default
            help: a comment begins with `#`: write `# asks`
            """),
        Mistake(
            .feature, "require toggle",
            """
            19:5 RT202 a switch needs its default, `on` or `off`
            help: it is written `require toggle on|off`
            """),
        Mistake(
            .action, "respond\n        exec /usr/bin/true",
            """
            16:9 RT103 an action has one performer
            help: keep \(performerWords)
            """),
        Mistake(
            .action, "respond\n        respond",
            """
            16:9 RT103 `respond` is given twice
            help: keep one of them
            """),
        Mistake(
            .action, "# nothing",
            """
            14:12 RT302 nothing performs the action `home`
            help: add a line that does, with \(performerWords)
            """),
        Mistake(
            .action, "builtin reload",
            """
            15:9 RT108 `builtin` comes in a later version; this one does not have it
            help: use \(performerWords) until then
            """),
        Mistake(
            .table, "host *",
            """
            4:6 RT602 `*` is not a host: a wildcard must be the whole first label: *.x or **.x
            help: name the hosts, as in `host example.com`, or all below one, as in `host *.example.com`
            """),
        Mistake(
            .table, "host more.example/shop",
            """
            4:18 RT602 `more.example/shop` is not a host: a host has no path
            help: write `more.example`; a path belongs to a route: `route NAME /path do ACTION`
            """),
        Mistake(
            .table, "host More.example",
            """
            4:6 RT602 `More.example` is not a host: a host must be in lower case
            help: write more.example
            """),
        Mistake(
            .table, "scheme more://",
            """
            4:8 RT601 `more://` is not a scheme
            help: write `more`
            """),
        Mistake(
            .table, "scheme more;",
            """
            4:8 RT601 `more;` is not a scheme
            help: write `more`
            """),
        Mistake(
            .route, "strict on",
            """
            20:9 RT104 `strict` has too many words
            help: it is written `strict`
            """),
    ]
}
