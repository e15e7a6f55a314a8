internal import Conf
internal import Contract

extension PackageReport {
    /// *Shape*: `package  shop, with 2 errors: its earlier version stays in force`.
    var line: Line {
        let start = Line("package  ")
        let head = start.hanging(at: start.width)
        let end: String
        switch state {
        case .kept: end = "its earlier version stays in force"
        case .leftOut: end = "left out, and its links are refused"
        case .otherInstance: return head + Line("\(name), not for this instance: it is for \(audience)")
        }
        return head + Line("\(name), with ") + Line(DiagnosticSummary.count(errors, "error"), .bad) + Line(": \(end)")
    }

    /// A later daemon may have more kinds of instances.
    private var audience: String { instances.flatMap(Instance.init)?.plural ?? "others" }
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
