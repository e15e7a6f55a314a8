// Text → statements → draft → index → ruleset. Every phase reports all it finds; a ruleset is made only if none
// reported an error, so whatever decides links has passed every check.

package import Conf
package import Contract
import Features
import Matching

/// Loads route tables.
package enum RulesetLoader {
    /// What loading came to.
    package struct Result {
        /// nil where anything is wrong.
        package let ruleset: Ruleset?
        package let diagnostics: Diagnostics
        /// To print the diagnostics with.
        package let sources: [SourceText]

        /// The diagnostics in the order of the text, as they go over the wire.
        package var reports: [DiagnosticReport] {
            diagnostics.inOrder.map { $0.report(in: sources) }
        }
    }

    /// Reads one table and checks it as a whole.
    ///
    /// *Cost*: linear in the text, but for the search for overlaps, which has a budget of its own.
    package static func load(_ file: TableFile, environment: LoadEnvironment = LoadEnvironment()) -> Result {
        var diagnostics = Diagnostics()
        let document = ConfParser.parse(file.bytes, name: file.name, file: 0, diagnostics: &diagnostics)
        var reader = TableReader(document, environment: environment, diagnostics: diagnostics)
        reader.read()
        diagnostics = reader.diagnostics
        let ruleset = freeze(reader.draft, file: file, diagnostics: &diagnostics)
        let sources = diagnostics.kept.isEmpty ? [] : [SourceText(document)]
        return Result(
            ruleset: diagnostics.hasErrors ? nil : ruleset, diagnostics: diagnostics, sources: sources)
    }

    /// Decides precedence and freezes the draft.
    private static func freeze(
        _ draft: TableDraft, file: TableFile, diagnostics: inout Diagnostics
    ) -> Ruleset? {
        let (routes, rules) = RuleLinker.link(draft, diagnostics: &diagnostics)
        var builder = draft.width.map { RouteIndexBuilder(widthLimit: $0) } ?? RouteIndexBuilder()
        for scope in draft.scopes {
            switch scope.entry {
            case .scheme(let name): builder.declare(scheme: name, file: scope.file)
            case .host(let host): builder.declare(host: host, file: scope.file)
            case .anyScheme, .anyHost: continue
            }
        }
        for rule in rules { _ = builder.add(rule) }
        for deny in draft.denies { builder.addDeny(deny.pattern, entries: deny.entries) }
        var build = builder.build()
        PrecedenceReport(routes: routes, denies: draft.denies).report(build.problems, into: &diagnostics)
        diagnostics.count(suppressedErrors: build.suppressed)
        let width = build.width
        guard let index = build.takeIndex() else { return nil }
        return Ruleset(
            catalogue: draft.catalogue, routes: routes.map(\.route), index: index,
            linkLimits: draft.linkLimits, operatorGroups: draft.operatorGroups,
            revision: TableRevision.of(file.bytes), files: [file.name], width: width,
            scopes: draft.scopes.map { DeclaredScope(entry: $0.entry, file: $0.file) },
            denials: draft.denies.map(\.pattern))
    }
}

extension RulesetLoader.Result {
    /// What loading comes to where a file cannot even be read.
    package static func failed(_ code: DiagnosticCode, _ message: String, file: String, help: String) -> Self {
        var diagnostics = Diagnostics()
        diagnostics.report(code, at: SourceRange(file: 0, offset: 0, length: 1), message, help: help)
        return Self(ruleset: nil, diagnostics: diagnostics, sources: [SourceText(name: file, bytes: [])])
    }
}
