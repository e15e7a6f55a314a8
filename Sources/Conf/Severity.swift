/// How bad a diagnostic is.
package enum Severity: String, Sendable {
    /// The table is not loaded.
    case error
    /// The table is loaded; `--strict` makes an error of it.
    case warning
}
