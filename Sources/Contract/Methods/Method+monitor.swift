extension Method {
    package static let status = Method(
        "Status", of: .monitor, request: .status, reply: .status(StatusReport()),
        """
        Reports how the daemon is doing. Operators are told everything, everyone else nothing about files, faults or other
        callers.
        """)
    package static let reload = Method(
        "Reload", of: .monitor, for: .operator, request: .reload, reply: .reloaded(ReloadReport()),
        "Reads the route tables again and puts them in force if they have no error. For operators only.")
    package static let override = Method(
        "Override", of: .monitor, for: .operator, request: .override(fact: "", status: nil),
        reply: .overridden(endsAfterMs: nil),
        """
        Overrides a fact, whatever its source says, for everybody and for a while. For operators only, and only where the
        table says profile development. Until it ends, every outcome carries its constraints, with the overridden ones marked.
        """)
    package static let backup = Method(
        "Backup", of: .monitor, for: .operator, request: .backup(path: ""), reply: .backedUp,
        "Copies the ledger, as it is at one moment, to a new file that only the daemon's user can read. For operators only."
    )
}
