package import Conf
import Contract

extension BlockReader {
    /// True if the daemon that serves the line can have a session.
    package var hasSession: Bool { table.package?.instances.map { $0 == .user } ?? table.environment.hasSession }

    /// True if this instance may start programs for its users; reported where not.
    package func mayStartPrograms(_ place: SourceRange) -> Bool {
        guard !table.environment.allowsPrograms, table.package?.instances != .user else { return true }
        let folder = "the file into /usr/lib/deeplinkd/user/routes.conf.d"
        let forUsers = table.package.map { "write `instances user` below `package \($0.name)`, or put \(folder)" }
        report(
            .programsNotAllowed, place, "this instance may not start programs",
            help: (forUsers ?? "put \(folder)")
                + ": each user's own daemon starts the program then; here it would inherit the service's sandbox, "
                + "which the drop-in `exec.conf` relaxes")
        return false
    }

    /// True if the table may start a program, and names it by its path; reported where not.
    ///
    /// - Parameter example: a line that names a program.
    package func mayStart(_ program: String, _ place: SourceRange, example: String) -> Bool {
        guard mayStartPrograms(place) else { return false }
        guard Name.isPlainPath(program), !program.contains("$(") else {
            report(
                .badProgram, place, "a program is named by its absolute path, without placeholders",
                help: "as in `\(example)`")
            return false
        }
        guard let fault = table.environment.programFault(program) else { return true }
        table.diagnostics.report(fault.diagnostic(at: place))
        return fault.severity != .error
    }
}
