package import Links
package import Matching

/// A scheme or host that a table declares, with the file that owns it.
package struct DeclaredScope: Equatable, Sendable {
    /// `.scheme` or `.host`, never an any-entry.
    package let entry: ScopeEntry
    /// *Units*: the file's number, as in `ScopeEntry.anyScheme(file:)`.
    package let file: Int
    /// The package whose file owns it; nil outside of packages.
    package internal(set) var package: String?
    /// What separates the segments of its opaque form; nil for slashes.
    package internal(set) var separator: SegmentSeparator?
    /// Whether its routes take links with and without a slash at the end.
    package internal(set) var takesEitherSlash = false
    /// Which packages may add routes, as the table has it: `package shop`, `group media`.
    package internal(set) var guests: [String] = []

    /// How the command line names it: `podcast`, `*.example.com`, `http://localhost:8080`.
    package var name: String {
        if case .scheme(let name) = entry { return name }
        return entry.text
    }
}

/// A `deny` of the table.
package struct Denial: Equatable, Sendable {
    /// The paths that no route takes.
    package let pattern: ExclusionPattern
    /// Where it stands.
    package let entries: [ScopeEntry]

    /// The pattern in its canonical spelling.
    package var text: String { pattern.text }
}

extension DeclaredScope {
    /// The beginning of its links; nil for a wildcard, which is many hosts.
    var origin: LinkBuilder.Origin? {
        switch entry {
        case .scheme(let name): separator.map { .opaque(name, $0) } ?? .scheme(name)
        case .host(let host): host.origin.map { .web($0) }
        case .anyScheme, .anyHost: nil
        }
    }
}

extension Ruleset {
    /// The declared scopes that links of the route can have, those first that the table declares first.
    package func scopes(of route: Route) -> [DeclaredScope] {
        let entries = Set(route.entries)
        return scopes.filter { scope in
            if entries.contains(scope.entry) { return true }
            return switch scope.entry {
            case .scheme: entries.contains(.anyScheme(file: scope.file))
            case .host: entries.contains(.anyHost(file: scope.file))
            case .anyScheme, .anyHost: false
            }
        }
    }
}
