// Mistakes in files of test cases.
extension Mistake {
    package static let cases = [
        Mistake(
            .text("ok.wouldPerform"), "ok.wouldPerfrom",
            """
            4:12 RT702 there is no code `ok.wouldPerfrom`
            help: did you mean `ok.wouldPerform`?
            """),
        Mistake(
            .text("ok.wouldPerform"), "ok.performed",
            """
            4:12 RT702 a case without `returns` performs nothing, so its outcome is never `ok.performed`
            help: the outcome of a link that gets through is `ok.wouldPerform`
            """),
        Mistake(
            .text("ok.wouldPerform"), "blocked",
            """
            4:12 RT702 `blocked` is the beginning of several codes
            help: write `blocked.*` for all of them, or one: `blocked.` and platform.unsupported, platform.versionTooLow, \
            profile.notAllowed, feature.disabled, caller.notAllowed, program.missing, permission.unsupported, \
            permission.restricted, permission.denied, permission.notDetermined, toggle.off, purchase.unsupported, \
            purchase.required, purchase.expired, purchase.billingRetry, purchase.paused, purchase.revoked, \
            purchase.pendingApproval, confirmation.required
            """),
        Mistake(
            .text("ok.wouldPerform"), "blocked.purchase.requird",
            """
            4:12 RT702 there is no code `blocked.purchase.requird`
            help: did you mean `blocked.purchase.required`?
            """),
        Mistake(
            .text("ok.wouldPerform"), "rejected.route.notfound",
            """
            4:12 RT702 there is no code `rejected.route.notfound`
            help: did you mean `rejected.route.notFound`?
            """),
        Mistake(
            .text("expect ok"), "expct ok",
            """
            4:5 RT101 the directive `expct` is not known in `case`
            help: did you mean `expect`?
            """),
        Mistake(
            .text("url shop"), "ulr shop",
            """
            3:5 RT101 the directive `ulr` is not known in `case`
            help: did you mean `url`?
            """),
        Mistake(
            .text("    url shop://items/1\n"), "",
            """
            2:6 RT701 the case has no `url`
            help: add `url URL`
            """),
        Mistake(
            .text("}"), "    route itme\n}",
            """
            5:11 RT704 there is no route `itme`
            help: did you mean `item`?
            """),
        Mistake(
            .text("}"), "    with togle Shop on\n}",
            """
            5:10 RT703 `togle` is not a kind of fact
            help: did you mean `toggle`?
            """),
        Mistake(
            .text("}"), "    remedy purchse\n}",
            """
            5:12 RT702 there is no remedy `purchse`
            help: did you mean `purchase`?
            """),
        Mistake(
            .text(#"case "items" {"#), #"case "items"\#n{"#,
            """
            3:1 RT006 the `{` of a block ends the line of its directive
            help: put it at the end of the line before: `case "items" {`
            """),
    ]
}
