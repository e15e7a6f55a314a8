package import Conf

/// A thing that a table names and this machine lacks, or a daemon of it would refuse: a program or a group.
package struct HostFault: Equatable, Sendable {
    package let code: DiagnosticCode
    /// A warning for what may be mended without the table: a program can be installed later.
    package let severity: Severity
    /// One sentence that names what is at fault.
    package let message: String
    package let help: String

    /// - Parameter mostSevere: the most that it may be, where the table may be for another machine.
    package init(_ code: DiagnosticCode, _ message: String, help: String, mostSevere: Severity = .error) {
        self.code = code
        severity = min(code.severity, mostSevere)
        self.message = message
        self.help = help
    }

    /// The fault as a diagnostic of a place.
    ///
    /// - Parameter mostSevere: the most that it is for what the table says there.
    package func diagnostic(at place: SourceRange, code: DiagnosticCode? = nil, mostSevere: Severity = .error)
        -> Diagnostic
    {
        Diagnostic(
            code: code ?? self.code, severity: min(severity, mostSevere), place: place, message: message, help: help)
    }
}
