extension DeclaredHost {
    /// How a link to the host begins, `https://example.com:8443`; nil for a wildcard, which is many hosts.
    package var origin: String? { kind == .exact ? origin(label: "") : nil }

    /// Whether links to another host, or under another wildcard, are among those that the declaration is about.
    package func covers(_ host: DeclaredHost) -> Bool {
        guard host.isSecure == isSecure, host.port == port else { return false }
        if host == self { return true }
        guard !isAddress, !host.isAddress, !host.hasEncodedLabel(before: name) else { return false }
        return switch kind {
        case .exact: false
        case .oneLabel: host.kind == .exact && host.parents.first == name[...]
        case .manyLabels: host.parents.contains(name[...]) || (host.kind == .oneLabel && host.name == name)
        }
    }

    /// Whether a label in the `xn--` form stands before the end of the name: a wildcard never covers one.
    private func hasEncodedLabel(before end: String) -> Bool {
        name.dropLast(end.utf8.count).split(separator: ".").contains { $0.hasPrefix("xn--") }
    }
}
