/// The line that closes a check.
package enum DiagnosticSummary {
    /// *Shape*: `2 errors, 1 warning, 1 note about this machine`; says how many were not printed.
    package static func line(_ diagnostics: Diagnostics) -> String {
        var parts: [String] = []
        if diagnostics.errorCount > 0 { parts.append(count(diagnostics.errorCount, "error")) }
        if diagnostics.warningCount > 0 { parts.append(count(diagnostics.warningCount, "warning")) }
        if parts.isEmpty { parts.append("no errors") }
        if diagnostics.noteCount > 0 { parts.append(count(diagnostics.noteCount, "note") + " about this machine") }
        if diagnostics.suppressedCount > 0 { parts.append("\(diagnostics.suppressedCount) not shown") }
        return parts.joined(separator: ", ")
    }

    /// A number with its noun in the right form.
    package static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
