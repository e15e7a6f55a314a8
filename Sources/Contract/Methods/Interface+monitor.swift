extension Interface {
    /// The description of `io.deeplinkd.Monitor`.
    static let monitorText = """
        # Watches and steers the daemon.
        interface io.deeplinkd.Monitor

        # A place in a table that a diagnostic refers to.
        type Place (
            # The file as it was named.
            file: string,
            # The line, from 1.
            line: int,
            # The column, from 1, in Unicode scalars.
            column: int,
            # Why it is referred to.
            note: string
        )

        # One thing that is wrong, or doubtful, in a route table.
        type Diagnostic (
            # Its stable code: RT and three digits.
            code: string,
            # error or warning.
            severity: string,
            # The file as it was named.
            file: string,
            # The line, from 1.
            line: int,
            # The column, from 1, in Unicode scalars.
            column: int,
            # What is wrong, in one sentence.
            message: string,
            # What to do about it.
            help: ?string,
            # A URL that shows it.
            witness: ?string,
            # Other places that have to do with it.
            related: ?[]Place
        )

        # One file that the route table was read from.
        type TableFile (
            # The path by which it was read.
            name: string,
            # Which text it has: 16 hex digits.
            revision: string
        )

        # Where the facts are kept that users and operators decide.
        type Ledger (
            # memory without a state directory, available, or unavailable: changes are refused then.
            state: string,
            # A stable name for what is wrong: ledger.full and others.
            code: ?string,
            # What is wrong, and what to do about it.
            reason: ?string,
            # How many entries a later version has written, which count as absent.
            unreadable: ?int,
            # How many milliseconds the time that it knows of is ahead of the clock, where one of the two must be wrong.
            aheadMs: ?int,
            # What the switch of the intake is and why, where it is not what a readable ledger says, and the command that
            # moves it.
            intake: ?string
        )

        # One fact that stands in the place of what its source says.
        type OverriddenFact (
            # The fact as a test case says it: toggle SmartPlaylists on.
            fact: string,
            # How long it stands yet, in milliseconds.
            endsAfterMs: int
        )

        # One source that the daemon asks for facts.
        type Source (
            # The fact it is asked for: runtime and the feature's path, or platform for all platforms.
            fact: string,
            # Its name, as evidence has it: file:/run/app/switch.
            source: string,
            # current, stale where it does not answer and its last word stands, or undetermined.
            state: string,
            # When it said so, in milliseconds since 1970 UTC; absent where it never has.
            asOfMs: ?int,
            # Why it has no answer, or none newer than this; absent where it has.
            fault: ?string
        )

        # Tells how the daemon is doing. Operators are told everything, everyone else nothing about files, faults or other
        # callers.
        method Status() -> (
            # The daemon's version.
            version: string,
            # Which route table is in force.
            tableRevision: string,
            # Which state of the facts is in force.
            stateRevision: string,
            # How many routes the table has.
            routes: int,
            # How many features the table has.
            features: int,
            # How many connections are open, this one included. For operators all of them, for everyone else your own.
            connections: int,
            # How many calls were answered. For operators since the start, for everyone else on this connection.
            calls: int,
            # How long the daemon has been running, in milliseconds.
            uptimeMs: int,
            # Whether facts are overridden, which is for trying things out only.
            overridden: bool,
            # The files that the table was read from. None for anyone but operators.
            files: []TableFile,
            # production or development, as the table says.
            profile: ?string,
            # Where facts are kept. For anyone but operators its state alone.
            ledger: ?Ledger,
            # The facts that are overridden at the moment. For operators only.
            overrides: ?[]OverriddenFact,
            # The sources that are asked for facts which count for everybody. For operators only.
            sources: ?[]Source,
            # How many processes run that programs left behind when they ended. For operators only.
            leftovers: ?int,
            # How many oneway calls were dropped, being more than a user may have under way or in a second. For operators only.
            dropped: ?int,
            # For whom this was told: operator, or anyone.
            audience: ?string
        )

        # Reads the route tables again and puts them in force if they have no error. For operators only.
        method Reload() -> (
            # Which route table is in force now.
            tableRevision: string,
            # How many routes it has.
            routes: int,
            # The files that it was read from.
            files: []TableFile,
            # What is doubtful in it.
            warnings: []Diagnostic
        )

        # Puts a fact in the place of what its source says, for everybody and for a while. For operators only, and only
        # where the table says profile development. Every outcome then carries its constraints, and says so there.
        method Override(
            # The fact as a test case names it: toggle SmartPlaylists, permission camera, purchase premium.monthly.
            fact: string,
            # What it is to be: on, denied, expired and others. Absent: its source counts again.
            status: ?string,
            # For how long, in milliseconds; an hour if absent, a day at most.
            ttlMs: ?int
        ) -> (
            # How long it will stand; absent where an override was ended.
            endsAfterMs: ?int
        )

        # Copies the ledger, as it is at one moment, to a new file that only the daemon's user can read. For operators only.
        method Backup(
            # An absolute path where nothing is yet; the daemon writes there, within its own sandbox.
            path: string
        ) -> ()

        # There is no such fact, or it cannot be that.
        error BadFact (
            # What is wrong with it.
            diagnostics: []Diagnostic
        )

        # The table does not say profile development.
        error NotDevelopment ()

        # The ledger could not be copied.
        error NotKept (
            # A stable name: ledger.copyExists and others.
            code: string,
            # What is wrong, and what to do about it.
            reason: string
        )

        # The new table has errors, all of them listed here; the old one stays in force.
        error BadTable (
            # The errors, and the warnings between them.
            diagnostics: []Diagnostic
        )

        """
}
