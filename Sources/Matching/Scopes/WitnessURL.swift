/// Writes a path and a query as a URL of a given scope.
enum WitnessURL {
    /// The URL; nil if no URL reaches the scope, because another entry owns every host tried.
    static func text(
        scope: ScopeEntry, path: [[UInt8]], items: [(key: String, value: [UInt8])], _ scopes: ScopeDeclarations
    ) -> String? {
        guard let start = start(scope, path, scopes) else { return nil }
        let query = items.map { escaped(Array($0.key.utf8)) + "=" + escaped($0.value) }.joined(separator: "&")
        return start + (query.isEmpty ? "" : "?" + query)
    }

    private static func start(_ scope: ScopeEntry, _ path: [[UInt8]], _ scopes: ScopeDeclarations) -> String? {
        switch scope {
        case .scheme(let name):
            // The readable form; it needs a first segment that is unchanged when it is read as a host.
            if let first = path.first, Language.slug.accepts(first.span) {
                return name + "://" + path.map(escaped).joined(separator: "/")
            }
            return name + ":/" + path.map(escaped).joined(separator: "/")
        case .host(let host):
            guard let origin = origin(host, scopes) else { return nil }
            return origin + path.map { "/" + escaped($0) }.joined()
        case .anyScheme, .anyHost: return nil
        }
    }

    /// The first host under the wildcard that no other entry owns.
    private static func origin(_ host: DeclaredHost, _ scopes: ScopeDeclarations) -> String? {
        guard host.kind != .exact else { return host.origin(label: "") }
        let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { String(UnicodeScalar($0)) }
        let deeper = host.kind == .manyLabels ? letters.map { "a." + $0 } + letters.map { "a.a." + $0 } : []
        let label = (letters + deeper).first { scopes.owner(of: $0 + "." + host.name, like: host) == host }
        return label.map { host.origin(label: $0) }
    }

    private static func escaped(_ text: [UInt8]) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var output: [UInt8] = []
        for byte in text {
            switch byte {
            case UInt8(ascii: "."), UInt8(ascii: "~"), UInt8(ascii: "-"): output.append(byte)
            case _ where ByteText.isSlugStart(byte): output.append(byte)
            default: output += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return ByteText.string(output)
    }
}
