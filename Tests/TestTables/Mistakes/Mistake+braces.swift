// Programs, and braces in a wrong place.
extension Mistake {
    package static let braces = [
        Mistake(
            .action, #"input id string = x\#n        exec /bin/sh -c "echo $(id)""#,
            """
            16:14 RT307 `sh` runs or parses words of its line, so a value could become code
            help: start the program itself that is to get the value; if no value can become code, write \
            `exec trusted /bin/sh …`
            16:25 RT307 a placeholder stands in an argument with a blank
            help: an argument is never split: put the placeholder into a word of its own
            """),
        Mistake(
            .action, #"input id string = x\#n        exec /usr/bin/podcasts "--play $(id)""#,
            """
            16:32 RT307 a placeholder stands in an argument with a blank
            help: an argument is never split: put the placeholder into a word of its own
            """),
        Mistake(
            .action, "input id string = x\n        exec podcasts $(id)",
            """
            16:14 RT306 a program is named by its absolute path, without placeholders
            help: as in `exec /usr/bin/xdg-open …`
            """),
        Mistake(
            .action, "input id uint = 1\n        exec /usr/bin/busctl --user call a / b c sava{sv} show 1 t $(id) 0",
            """
            16:54 RT006 this word begins or ends with a brace and has no quotes
            help: write "sava{sv}"
            """),
        Mistake(
            .action, #"input id string = x\#n        exec /usr/bin/gdbus call -d a -o / -m b.Open "['shop://$(id)']""#,
            """
            16:14 RT307 `gdbus` runs or parses words of its line, so a value could become code
            help: start the program itself that is to get the value; if no value can become code, write \
            `exec trusted /usr/bin/gdbus …`
            """),
        Mistake(
            .text("        respond\n    }\n    action buy"), "        respond\n    action buy",
            """
            5:5 RT007 the block that opens here is not closed
            help: add a line with `}` before the line in the note
            """),
        Mistake(
            .text("do home\n}"), "do home",
            """
            4:1 RT007 the block that opens here is not closed
            help: add a line with `}`
            """),
        Mistake(
            .text("feature Shop {"), "feature Shop",
            """
            4:1 RT007 the block of this line has no `{`
            help: write `feature Shop {`
            """),
        Mistake(
            .text("feature Shop {"), "feature Shop\n{",
            """
            5:1 RT006 the `{` of a block ends the line of its directive
            help: put it at the end of the line before: `feature Shop {`
            """),
        Mistake(
            .text("    action show {"), "    action show\n    {",
            """
            6:5 RT006 the `{` of a block ends the line of its directive
            help: put it at the end of the line before: `action show {`
            """),
        Mistake(
            .text("feature Shop {"), "feature Shop{",
            """
            4:13 RT006 a blank is missing before the `{`
            help: write a blank before it, or quote a word that ends with a brace
            """),
        Mistake(
            .text("do home\n}"), "do home\n}\n}",
            """
            21:1 RT007 no block is open that this `}` could close
            help: remove it
            """),
        Mistake(
            .text("feature Shop {"), #"feature More {\#n    description "more"\#nfeature Shop {"#,
            """
            4:1 RT007 the block that opens here is not closed
            help: add a line with `}` before the line in the note
            """),
    ]
}
