internal import Conf
internal import Contract

extension PackageReport {
    /// *Shape*: `package  shop, with 2 errors: its earlier version stays in force`.
    var line: String {
        let count = DiagnosticSummary.count(errors, "error")
        return switch state {
        case .kept: "package  \(name), with \(count): its earlier version stays in force"
        case .leftOut: "package  \(name), with \(count): left out, and its links are refused"
        }
    }
}
