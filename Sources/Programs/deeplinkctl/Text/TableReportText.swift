internal import Contract
internal import Tables

extension PackageReport {
    /// *Shape*: `package  shop, with 2 errors: its earlier version stays in force`.
    var line: Line {
        let start = Line("package  ")
        return start.hanging(at: start.width) + Line(sentence)
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

extension FormatOption {
    /// Prints the diagnostics of a daemon, which have no text of a file.
    func show(_ diagnostics: [DiagnosticReport]) {
        for diagnostic in diagnostics {
            show(diagnostic) {
                Output.line(diagnostic.headline)
                if let witness = diagnostic.witness {
                    let title = DiagnosticReport.witnessTitle(hasOtherRoute: !diagnostic.related.isEmpty)
                    Output.line("  " + Line(title, .label) + Line(": \(witness)"))
                }
                if let advice = diagnostic.advice { Output.line("  " + advice) }
            }
        }
    }
}
