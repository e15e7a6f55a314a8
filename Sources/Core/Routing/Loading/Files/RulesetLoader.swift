// Text → statements → draft → index → ruleset. Every phase reports all it finds; a ruleset is made only if none
// reported an error, so a table that decides links has passed every check.

package import Conf
package import Contract
import Features
import Matching

/// Loads route tables.
package enum RulesetLoader {
    /// The result of loading.
    package struct Result {
        /// nil where anything is wrong.
        package let ruleset: Ruleset?
        package var diagnostics: Diagnostics
        /// To print the diagnostics with.
        package var sources: [SourceText]
        /// The files that were read, and those that could not be.
        package let files: [TableFileReport]
        /// The packages that are not in force as they were found.
        package var packages: [PackageReport] = []
        /// The packages as they are in force, or were last, for the next reload.
        package var heldPackages: [HeldPackage] = []

        /// The diagnostics in the order of the text, as they go over the wire.
        package var reports: [DiagnosticReport] { diagnostics.inOrder.map { $0.report(in: sources) } }
    }

    /// Reads a table of one file, with what it includes, and checks it as a whole.
    package static func load(_ file: TableFile, environment: LoadEnvironment) -> Result {
        var collector = TableCollector(environment)
        collector.add(file)
        return load(collector.finish(), environment: environment)
    }

    /// Checks the files of a table as a whole.
    ///
    /// *Cost*: linear in the text, but for the search for overlaps, which has a budget of its own.
    package static func load(_ set: consuming TableSet, environment: LoadEnvironment) -> Result {
        let read = TableReader(copy set, environment: environment).read()
        var diagnostics = read.diagnostics
        set.dropStatements()
        let ruleset = freeze(read.draft, read.builder, set, environment, diagnostics: &diagnostics)
        set.takeOutAllowed(of: &diagnostics)
        return Result(
            ruleset: diagnostics.hasErrors ? nil : ruleset, diagnostics: diagnostics,
            sources: set.sources(for: diagnostics), files: set.files,
            packages: set.reports(of: []).filter { $0.state == .otherInstance })
    }

    /// The table of a daemon that has none: only the intake's feature, no scheme and no route; every limit is the default.
    package static func withoutTable(_ wings: WingList) -> Ruleset {
        let set = TableSet()
        let environment = LoadEnvironment(wings: wings)
        let read = TableReader(set, environment: environment).read()
        var diagnostics = Diagnostics()
        guard let ruleset = freeze(read.draft, read.builder, set, environment, diagnostics: &diagnostics) else {
            preconditionFailure("a table without statements has no errors")
        }
        return ruleset
    }

    /// Decides precedence and freezes what was read; nil where that found an error, or the reading did.
    static func freeze(
        _ draft: consuming TableDraft, _ builder: consuming RouteIndexBuilder, _ set: TableSet,
        _ environment: LoadEnvironment, diagnostics: inout Diagnostics
    ) -> Ruleset? {
        let overs = RuleLinker.link(&draft, &builder, diagnostics: &diagnostics)
        for scope in draft.scopes { builder.declare(scope.entry, file: scope.owner, separator: scope.separator) }
        for deny in draft.denies { builder.addDeny(deny.pattern, entries: deny.entries) }
        let hidden = draft.hiddenRoutes
        let isShown = hidden.map { hidden in { (route: Int) in !hidden[route] } }
        var build = builder.build(freezes: !diagnostics.hasErrors, isShown: isShown)
        for diagnostic in draft.diagnostics(of: build.problems, widest: build.widestEntry) {
            diagnostics.report(diagnostic)
        }
        diagnostics.count(suppressedErrors: build.suppressed)
        let width = build.width
        guard let index = build.takeIndex(), !diagnostics.hasErrors else { return nil }
        let (redirects, cases) = (draft.redirects, draft.reloadCases)
        let shadow = loadShadow(of: set, environment, diagnostics: &diagnostics)
        let ruleset = Ruleset(
            draft, overs: overs, index: index, shownIndex: build.takeShownIndex(), of: set, wings: environment.wings,
            width: width, shadow: shadow)
        RedirectReport(ruleset: ruleset, places: redirects).check(&diagnostics)
        for wing in environment.wings.wings { wing.check(ruleset, &diagnostics) }
        if let cases, !set.isShadow, !diagnostics.hasErrors {
            check(cases, of: ruleset, environment, diagnostics: &diagnostics)
        }
        return diagnostics.hasErrors ? nil : ruleset
    }
}

extension RulesetLoader.Result {
    /// The result where a file cannot even be read.
    package static func failed(_ code: DiagnosticCode, _ message: String, file: String, help: String) -> Self {
        var diagnostics = Diagnostics()
        diagnostics.report(code, at: SourceRange(file: 0, offset: 0, length: 1), message, help: help)
        return Self(ruleset: nil, diagnostics: diagnostics, sources: [SourceText(name: file, bytes: [])], files: [])
    }
}
