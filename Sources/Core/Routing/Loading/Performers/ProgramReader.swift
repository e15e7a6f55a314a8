import Conf
import Contract

/// Checks the paths of programs that a table starts.
struct ProgramReader: BlockReader {
    let table: TableReading
    /// A line that names a program, for help.
    let example: String

    /// Whether a program may be started and is named by its path; reported where not.
    func isSafe(_ program: String, _ place: SourceRange) -> Bool {
        guard table.environment.allowsPrograms || table.package?.instances == .user else {
            let folder = "the file into /usr/lib/deeplinkd/user/routes.conf.d"
            let forUsers = table.package.map { "write `instances user` below `package \($0.name)`, or put \(folder)" }
            report(
                .programsNotAllowed, place, "this instance may not start programs",
                help: (forUsers ?? "put \(folder)")
                    + ": each user's own daemon starts the program then; here it would inherit the service's sandbox, "
                    + "which the drop-in `exec.conf` relaxes")
            return false
        }
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
