import Conf
package import Contract
import Features
package import Routing

/// A table that was loaded as a reload would load it, and was not put in force.
///
/// *Shape*: `deeplinkd --check` prints it, and `Check` of io.deeplinkd.Monitor replies with it.
package struct TableCheck {
    /// The table with all that is wrong with it.
    package let result: RulesetLoader.Result
    /// The same for programs, and what the table needs of this machine.
    package let report: CheckReport
}

extension TableSource {
    /// Loads the table, and looks for what it needs of this machine; blocks.
    ///
    /// - Parameter held: the packages in force, which stay in the place of those with an error.
    package func check(keeping held: [HeldPackage]) -> TableCheck {
        let result = load(keeping: held)
        let findings = result.ruleset.map { HostCheck($0, instance: instance).findings }
        return TableCheck(result: result, report: CheckReport(result, findings: findings ?? []))
    }
}

extension CheckReport {
    /// - Parameter findings: those of the table; empty if they were not asked for.
    package init(_ result: RulesetLoader.Result, findings: [HostFinding]) {
        self.init {
            if let ruleset = result.ruleset {
                ($0.tableRevision, $0.withheldBy) = (ruleset.revision, ruleset.withheldBy)
                ($0.routes, $0.features) = (ruleset.routes.count, ruleset.catalogue.declaredCount)
            }
            ($0.files, $0.diagnostics, $0.findings) = (result.files, result.reports, findings)
            ($0.errors, $0.warnings) = (result.diagnostics.errorCount, result.diagnostics.warningCount)
            $0.packages = result.packages.isEmpty ? nil : result.packages
        }
        guard let ruleset = result.ruleset else { return }
        for wing in ruleset.wings.wings { wing.add(ruleset, to: &self) }
    }

    /// The exit status of a check: 3 with an error, 1 if the machine will never have something, or else 0.
    package var exitStatus: Int32 {
        errors > 0 ? 3 : findings.contains { $0.verdict == .willNot } ? 1 : 0
    }

    /// Makes an error of every warning, as `--strict` asks.
    package mutating func promoteWarnings() {
        (errors, warnings) = (errors + warnings, 0)
        for index in diagnostics.indices where diagnostics[index].severity == Severity.warning.rawValue {
            diagnostics[index].severity = Severity.error.rawValue
        }
    }
}
