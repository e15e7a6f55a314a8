import Conf

/// Checks the paths of programs that a table starts.
struct ProgramReader: BlockReader {
    let table: TableReading
    /// A line that names a program, for help.
    let example: String

    /// Whether a program may be started and is named by its path; reported where not.
    func isSafe(_ program: String, _ place: SourceRange) -> Bool {
        guard table.environment.allowsPrograms else {
            report(
                .programsNotAllowed, place, "this instance may not start programs",
                help:
                    "a program would inherit the service's sandbox; install the drop-in `exec.conf`, which relaxes the "
                    + "unit and sets DEEPLINKD_EXEC=yes")
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
