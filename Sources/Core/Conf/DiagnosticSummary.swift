/// The line that closes a check.
package enum DiagnosticSummary {
    /// *Shape*: `2 errors, 1 warning, 1 note about this machine`; says how many were not printed.
    package static func line(_ diagnostics: Diagnostics) -> String {
        line(
            errors: diagnostics.errorCount, warnings: diagnostics.warningCount, notes: diagnostics.noteCount,
            suppressed: diagnostics.suppressedCount)
    }

    /// The same by the numbers.
    package static func line(errors: Int, warnings: Int, notes: Int, suppressed: Int) -> String {
        var parts: [String] = []
        if errors > 0 { parts.append(count(errors, "error")) }
        if warnings > 0 { parts.append(count(warnings, "warning")) }
        if parts.isEmpty { parts.append("no errors") }
        if notes > 0 { parts.append(count(notes, "note") + " about this machine") }
        if suppressed > 0 { parts.append("\(suppressed) not shown") }
        return parts.joined(separator: ", ")
    }

    /// A number with its noun in the right form.
    package static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
