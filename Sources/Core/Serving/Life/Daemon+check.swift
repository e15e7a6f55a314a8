// `deeplinkd --check`: the daemon loads its table as for a start, prints what is wrong, and ends. No socket is opened, and
// nothing of the ledger is read. For example, below the user and the sandbox that the service manager gives it:
//
//     read        /etc/deeplinkd/routes.conf
//     no errors; 9 routes, 4 features
//     will not  program  /opt/bin/player  nothing is installed there
//     this machine: 0 answers, 1 will not, 0 cannot tell
//
// As `nginx -t` and `sshd -t` it is the server's own code that judges, so no other program has to imitate its rights.

import Conf
import Contract
import Routing
import Tables

extension Daemon {
    /// Checks the table of a daemon with these options.
    ///
    /// - Returns: the text for people, and the exit status of `deeplinkctl check`.
    ///
    /// *Throws*: for an environment with which the daemon does not start.
    package static func check(_ options: DaemonOptions) throws(StartError) -> (text: String, status: Int32) {
        let check = try source(options, try ownUser(options.environment)).check(keeping: [])
        let (report, printer) = (check.report, DiagnosticText(sources: check.result.sources))
        let text =
            report.files.map { "read        \(Escaping.printable($0.name))\n" }
            + check.result.diagnostics.inOrder.map(printer.text(of:))
            + [printer.summary(of: report), report.tableRevision == nil ? "" : printer.text(of: report.findings)]
        return (text.joined(), report.exitStatus)
    }
}
