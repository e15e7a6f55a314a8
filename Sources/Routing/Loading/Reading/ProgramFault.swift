package import Conf

/// What keeps a program that a table names from being started, now or at all.
package struct ProgramFault: Equatable, Sendable {
    package let code: DiagnosticCode
    /// A warning for what may be mended without the table: a program can be installed later.
    package let severity: Severity
    /// One sentence that names what is at fault.
    package let message: String
    package let help: String

    package init(_ code: DiagnosticCode, _ message: String, help: String, severity: Severity? = nil) {
        self.code = code
        self.severity = severity ?? code.severity
        self.message = message
        self.help = help
    }
}
