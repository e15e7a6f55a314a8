import Conf
package import Contract
package import Routing

/// The judgement of a table as a daemon would load it: the answer to every form of `check`.
package struct TableJudgement {
    /// The table with all that is wrong with it.
    package let result: RulesetLoader.Result
    /// The packages with errors, where the rest of the table has none: a start leaves them out.
    package let packagesLeftOut: [PackageReport]
}

extension TableSource {
    /// Judges the files that were read.
    ///
    /// - Parameters:
    ///   - warnsOfHiddenRoutes: whether routes are reported that a broader one hides in some of their schemes or hosts.
    ///   - allowsPrograms: true if actions may start programs.
    ///   - allowsNetwork: true if they may reach other machines.
    package func judge(
        _ set: TableSet, warnsOfHiddenRoutes: Bool = false, allowsPrograms: Bool, allowsNetwork: Bool = true
    ) -> TableJudgement {
        var environment = environment
        (environment.warnsOfHiddenRoutes, environment.allowsPrograms) = (warnsOfHiddenRoutes, allowsPrograms)
        environment.allowsNetwork = allowsNetwork
        let result = RulesetLoader.load(set, environment: environment)
        guard result.diagnostics.hasErrors else { return TableJudgement(result: result, packagesLeftOut: []) }
        let rest = RulesetLoader.loadWithoutFaultyPackages(set, environment: environment)
        return TableJudgement(
            result: result, packagesLeftOut: rest.ruleset == nil ? [] : rest.packages.filter(\.isFaulty))
    }
}
