// Types of captures, inputs and keys.
extension Mistake {
    package static let types = [
        Mistake(
            .action, "input id integer = 1\n        respond",
            """
            15:18 RT303 there is no type `integer`
            help: did you mean `int`?
            """),
        Mistake(
            .action, "input id number = 1\n        respond",
            """
            15:18 RT303 there is no type `number`
            help: did you mean `uint`, or `int` for numbers below zero?
            """),
        Mistake(
            .action, "input id boolean = true\n        respond",
            """
            15:18 RT303 there is no type `boolean`
            help: did you mean `bool`?
            """),
        Mistake(
            .pattern, "/items/$(id:unit)",
            """
            17:28 RT303 there is no type `unit`
            help: did you mean `uint`?
            """),
        Mistake(
            .action, "input id uint = x\n        respond",
            """
            15:25 RT305 the default `x` is not of the type `uint`
            help: a `uint` is a whole number from 0 to 9223372036854775807, without leading zeros
            """),
        Mistake(
            .action, "input uint id\n        respond",
            """
            15:20 RT303 there is no type `id`
            help: write `input id uint`, with the name before the type
            """),
        Mistake(
            .action, "input id\n        respond",
            """
            15:9 RT104 `input` has too few words
            help: it is written `input NAME TYPE[?] [= DEFAULT] [secret]`
            """),
        Mistake(
            .feature, "route more /more/$(number:hex) do buy",
            """
            19:22 RT404 `number` can be any `hex`, and the input takes only a `uint`
            help: give both the same type
            """),
        Mistake(
            .feature, "route more /more/$(number:uint(9..1)) do buy",
            """
            19:31 RT303 `uint(9..1)` ends before it begins
            help: the smaller value is first, for example `uint(1..31)`
            """),
        Mistake(
            .feature, "route more /more/$(number:uint)/$(kind:@kind) do buy",
            """
            19:44 RT408 there are no values `kind`
            help: did you mean `@kinds`?
            """),
        Mistake(
            .feature, "route more /more do buy",
            """
            19:16 RT405 nothing gives the action its input `number`
            help: capture it as `$(number)`, add `query number`, or give the input a default
            """),
        Mistake(
            .route, "query uint:page",
            """
            20:20 RT303 there is no type `page`
            help: write `query page:uint`, with the name before the type
            """),
        Mistake(
            .route, "query page=1",
            """
            20:15 RT411 `page=1` is not a valid name for a key
            help: write `query page = 1`
            """),
        Mistake(
            .route, "query page uint",
            """
            20:20 RT411 after a key stands `from KEY`, `= DEFAULT`, `_`, `exact` or nothing
            help: write `query page:uint`
            """),
        Mistake(
            .route, "with page 3",
            """
            20:14 RT414 the action `home` has no input `page`
            help: remove the line, or declare the input
            """),
    ]
}
