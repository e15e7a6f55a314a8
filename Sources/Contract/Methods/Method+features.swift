extension Method {
    package static let list = Method(
        "List", of: .features, request: .list(), reply: .features([]),
        "Lists the features, parents before their children, at most 256 in one answer.")
    package static let describe = Method(
        "Describe", of: .features, request: .describe(feature: ""), reply: .feature(FeatureReport()),
        "Describes one feature completely. An unknown one is InvalidParameter.")
    package static let watch = Method(
        "Watch", of: .features, isStreaming: true, request: .watch(), reply: .watched([], removed: []),
        """
        Lists the features as they are now, and again those that have changed, at most ten times a second. Call it with
        more. Changes that come faster, or that you do not read in time, are put into one answer. More than 256 features
        take several answers.
        """)
    package static let setToggle = Method(
        "SetToggle", of: .features, request: .setToggle(feature: "", on: nil), reply: .switched(isDurable: false),
        """
        Moves a switch of yours: one of a feature that requires a toggle. Any other feature is InvalidParameter. The answer
        comes when the change is on the disk.
        """)
    package static let setRuntime = Method(
        "SetRuntime", of: .features, for: .operator, request: .setRuntime(feature: "", on: nil),
        reply: .switched(isDurable: false),
        """
        Moves the operator's switch of a feature that requires runtime. For operators only. While the ledger is unavailable,
        the change is made in memory and written when the ledger is back. If DeepLinking is switched off, a file beside the
        ledger keeps that too.
        """)
}
