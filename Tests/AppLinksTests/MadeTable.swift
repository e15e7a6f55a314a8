import AppLinks
import Conf
import Links
import Routing
import TestTables
import Testing

/// A table that was made of a file, loaded.
struct MadeTable {
    let made: ImportedTable
    let ruleset: Ruleset

    /// Makes a table, and expects that it has no errors.
    init(
        _ source: LinkSource, _ text: String, named name: String? = nil, _ options: ImportOptions,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        made = try source.table(of: Array(text.utf8), named: name ?? source.rawValue, options)
        ruleset = try #require(Self.load(made.text, location), sourceLocation: location)
    }

    /// Loads a table, and expects that it has no errors and no warnings about its routes.
    static func load(_ text: String, _ location: SourceLocation = #_sourceLocation) -> Ruleset? {
        let result = RulesetLoader.load(TableFile(name: "made.conf", bytes: Array(text.utf8)))
        let errors = result.diagnostics.inOrder.filter { $0.severity == .error }
        #expect(errors.isEmpty, "\(errors.map(\.message))\n\(text)", sourceLocation: location)
        return result.ruleset
    }

    /// Whether a route takes the link; nil for a link that is refused before any route sees it.
    func takes(_ url: String) -> Bool? {
        guard let link = try? ruleset.parse(url) else { return nil }
        if case .routed = ruleset.decide(link) { return true }
        return false
    }
}

extension ImportOptions {
    /// Options with hosts.
    init(_ hosts: String...) {
        self.init()
        self.hosts = hosts
    }
}
