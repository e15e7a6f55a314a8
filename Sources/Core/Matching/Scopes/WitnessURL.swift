internal import Links

/// Writes a path and a query as a URL of a given scope.
enum WitnessURL {
    /// The URL; nil if no URL reaches the scope, because another entry owns every host tried.
    static func text(
        scope: ScopeEntry, path: [[UInt8]], items: [LinkBuilder.Item], _ scopes: ScopeDeclarations
    ) -> String? {
        origin(of: scope, scopes).map { origin in
            var builder = LinkBuilder(origin: origin, segments: path)
            builder.query = items
            return builder.url
        }
    }

    private static func origin(of scope: ScopeEntry, _ scopes: ScopeDeclarations) -> LinkBuilder.Origin? {
        switch scope {
        case .scheme(let name): scopes.separators[name].map { .opaque(name, $0) } ?? .scheme(name)
        case .host(let host): label(under: host, scopes).map { .web(host.origin(label: $0)) }
        case .anyScheme, .anyHost: nil
        }
    }

    /// A label in place of the wildcard that makes a host that no other entry owns.
    private static func label(under host: DeclaredHost, _ scopes: ScopeDeclarations) -> String? {
        guard host.kind != .exact else { return "" }
        let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { String(UnicodeScalar($0)) }
        let deeper = host.kind == .manyLabels ? letters.map { "a." + $0 } + letters.map { "a.a." + $0 } : []
        return (letters + deeper).first { scopes.owner(of: $0 + "." + host.name, like: host) == host }
    }
}
