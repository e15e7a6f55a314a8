// The lines of a check below its diagnostics, the same from `deeplinkctl check` and from `deeplinkd --check`:
//
//     trusted     /usr/bin/sh, by Radio · play
//     1 error; 9 routes, 4 features
//     package  radio, with 1 error: left out, and its links are refused
//     answers   program  /usr/bin/mpv     it can be started
//     will not  program  /opt/bin/player  nothing is installed there
//     this machine: 1 answers, 1 will not, 0 cannot tell

package import Conf
package import Contract

extension DiagnosticText {
    /// The trusted programs, the line that sums up a check, and the packages that a reload would not put in force as read.
    package func summary(of report: CheckReport) -> String {
        let notes = report.diagnostics.count { $0.severity == Severity.note.rawValue }
        let head = DiagnosticSummary.line(
            errors: report.errors, warnings: report.warnings, notes: notes,
            suppressed: report.errors + report.warnings + notes - report.diagnostics.count)
        let counts = [(report.routes, "route"), (report.features, "feature")]
        let rest = [(report.channels, "channel"), (report.issuers, "issuer")].filter { $0.0 > 0 }
        let table = (counts + rest).map { DiagnosticSummary.count($0, $1) }.joined(separator: ", ")
        let part: Part = report.errors > 0 ? .error : report.warnings > 0 ? .warning : .good
        let line = painted(head, part) + (report.tableRevision == nil ? "" : "; " + table)
        let trusted = report.trustedPrograms.map {
            fitted(Escaping.printable("trusted     \($0.program), by \($0.feature) · \($0.action)"), 2) + "\n"
        }
        let packages = (report.packages ?? []).map { fitted("package  " + Escaping.printable($0.sentence), 9) + "\n" }
        return trusted.joined() + fitted(line, 2) + "\n" + packages.joined()
    }

    /// The findings in columns, and a line that counts them.
    package func text(of findings: [HostFinding]) -> String {
        let cells = findings.map { [$0.verdict.text, $0.what, $0.subject].map(Escaping.printable) }
        let widths = ColumnWidths.widths(of: cells.map { $0.map(\.count) })
        let rows = zip(findings, cells).map { finding, cells in
            let padded = zip(cells, widths).map { $0 + String(repeating: " ", count: max(0, $1 - $0.count) + 2) }
            let column = padded.map(\.count).reduce(0, +)
            let verdict = painted(cells[0], finding.verdict.part) + padded[0].dropFirst(cells[0].count)
            return fitted(verdict + padded[1] + padded[2] + Escaping.printable(finding.because), column)
        }
        let counts = HostFinding.Verdict.allCases.map { verdict in
            "\(findings.count { $0.verdict == verdict }) \(verdict.text)"
        }
        return (rows + [fitted("this machine: " + counts.joined(separator: ", "), 2)]).map { $0 + "\n" }.joined()
    }
}

extension CheckReport {
    /// The programs that the table calls trusted, with the actions that start them.
    package var trustedPrograms: [(feature: String, action: String, program: String)] {
        trusted.compactMap { text in
            let words = text.split(separator: " ", maxSplits: 2).map(String.init)
            return words.count == 3 ? (words[0], words[1], words[2]) : nil
        }
    }
}

extension PackageReport {
    /// *Shape*: `shop, with 2 errors: its earlier version stays in force`.
    package var sentence: String {
        let errors = "\(name), with " + DiagnosticSummary.count(errors, "error")
        switch state {
        case .kept: return errors + ": its earlier version stays in force"
        case .leftOut: return errors + ": left out, and its links are refused"
        case .otherInstance:
            // A later daemon may have more kinds of instances.
            return "\(name), not for this instance: it is for \(instances.flatMap(Instance.init)?.plural ?? "others")"
        }
    }
}

extension HostFinding.Verdict {
    /// As people read it.
    fileprivate var text: String {
        switch self {
        case .answers: "answers"
        case .willNot: "will not"
        case .cannotTell: "cannot tell"
        }
    }

    fileprivate var part: DiagnosticText.Part {
        switch self {
        case .answers: .good
        case .willNot: .error
        case .cannotTell: .warning
        }
    }
}
