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

        # Tells how the daemon is doing.
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
            # How many connections are open, this one included.
            connections: int,
            # How many calls were answered since the start.
            calls: int,
            # How long the daemon has been running, in milliseconds.
            uptimeMs: int,
            # Whether facts are overridden on the command line, which is for trying things out only.
            overridden: bool,
            # The files that the table was read from.
            files: []TableFile
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

        # The new table has errors, all of them listed here; the old one stays in force.
        error BadTable (
            # The errors, and the warnings between them.
            diagnostics: []Diagnostic
        )

        """
}
