internal import Conf
internal import Contract

extension PackageReport {
    /// *Shape*: `package  shop, with 2 errors: its earlier version stays in force`.
    var line: Line {
        let start = Line("package  ")
        let end =
            switch state {
            case .kept: "its earlier version stays in force"
            case .leftOut: "left out, and its links are refused"
            }
        return start.hanging(at: start.width) + Line("\(name), with ")
            + Line(DiagnosticSummary.count(errors, "error"), .bad) + Line(": \(end)")
    }
}

extension DiagnosticReport {
    /// *Shape*: `routes.conf:3:5: error RT303: the sentence`.
    var headline: Line {
        Line(place, .name) + ": " + Line("\(severity) \(code)", severity == "error" ? .bad : .doubtful)
            + Line(": \(message)")
    }

    /// What to do about it.
    var advice: Line? { help.map { Line("help", .label) + Line(": \($0)") } }
}
