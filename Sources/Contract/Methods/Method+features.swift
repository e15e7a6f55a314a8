extension Method {
    package static let list = Method(
        "List", of: .features, request: .list(), reply: .features([]),
        "Lists the features, parents before their children, at most 256 in one answer.")
    package static let describe = Method(
        "Describe", of: .features, request: .describe(feature: ""), reply: .feature(.blank),
        "Tells everything about one feature. An unknown one is InvalidParameter.")
    package static let watch = Method(
        "Watch", of: .features, isStreaming: true, request: .watch(), reply: .watched([], removed: []),
        """
        Tells what the features are now, and again whenever some have changed, at most ten times a second. Call it with
        more. Changes that come faster, or that you do not read in time, are told together. More than 256 features are told
        in several answers.
        """)
    package static let setToggle = Method(
        "SetToggle", of: .features, request: .setToggle(feature: "", on: nil), reply: .switched(isDurable: false),
        """
        Moves a switch of yours: one of a feature that requires a toggle. Any other feature is InvalidParameter. You are
        answered when the disk has it.
        """)
    package static let setRuntime = Method(
        "SetRuntime", of: .features, for: .operator, request: .setRuntime(feature: "", on: nil),
        reply: .switched(isDurable: false),
        """
        Moves the operator's switch of a feature that requires runtime. For operators only. While the ledger is unavailable
        it is moved in memory, and written down once the ledger is back. That DeepLinking is off is also kept in a file
        beside the ledger, and outlives the daemon where that file was written.
        """)
}
