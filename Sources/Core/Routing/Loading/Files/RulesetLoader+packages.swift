import Conf

extension RulesetLoader {
    /// How often a package with an error may be replaced by what was in force; later ones are left out.
    private static let keptRounds = 4

    /// Checks the files of a table, and reads packages with an error as they were in force, or not at all.
    ///
    /// Each round reads the whole table. One that finds an error outside of packages refuses the table. Else each package
    /// with an error is replaced, which can bring about an error in another: then there is a next round. A package is
    /// replaced twice at most, so the rounds end.
    package static func loadWithoutFaultyPackages(
        _ set: consuming TableSet, environment: LoadEnvironment
    ) -> Result {
        guard !set.packages.isEmpty, !set.isStrict else { return load(set, environment: environment) }
        var round = 1
        while true {
            let read = TableReader(copy set, environment: environment).read()
            var diagnostics = read.diagnostics
            let ruleset = freeze(
                read.draft, read.builder, set, environment, diagnostics: &diagnostics)
            guard diagnostics.hasErrors else { return result(set, ruleset, diagnostics) }
            guard let numbers = set.packages(with: diagnostics), !numbers.isEmpty else {
                return result(set, nil, diagnostics)
            }
            for number in numbers.sorted() {
                set.replace(number, because: diagnostics, keeps: round <= keptRounds)
            }
            round += 1
        }
    }

    private static func result(
        _ set: consuming TableSet, _ ruleset: Ruleset?, _ found: Diagnostics
    ) -> Result {
        var diagnostics = found
        set.takeOutAllowed(of: &diagnostics)
        for version in set.packages { diagnostics.report(version.errors) }
        let sources = set.sources(for: diagnostics)
        let (packages, held) = (set.reports(of: sources), ruleset == nil ? [] : set.heldPackages)
        return Result(
            ruleset: ruleset, diagnostics: diagnostics, sources: sources, files: set.files, packages: packages,
            heldPackages: held)
    }
}
