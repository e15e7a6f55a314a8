/// Which program asked for a change, for the audit.
package struct AuditOrigin: Hashable, Sendable {
    /// *Units and range*: 0 where the program is in a pid namespace that the daemon cannot see, or where none asked.
    package let processID: Int32
    /// The unit of the service manager that the program is in.
    package let unit: String?
    /// The program's own name for itself, of at most 15 bytes.
    package let program: String?
    /// How long rows are kept.
    ///
    /// *Units*: milliseconds.
    package let keepMs: Int64

    /// Describes a program, and how long a row about it is kept.
    package init(processID: Int32 = 0, unit: String? = nil, program: String? = nil, keepMs: Int64) {
        (self.processID, self.unit, self.program, self.keepMs) = (processID, unit, program, keepMs)
    }
}
