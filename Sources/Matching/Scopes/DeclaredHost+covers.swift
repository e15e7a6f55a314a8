extension DeclaredHost {
    /// The beginning of a link to the host, `https://example.com:8443`; nil for a wildcard, which covers many hosts.
    package var origin: String? { kind == .exact ? origin(label: "") : nil }

    /// True if the declaration covers every link to `host`, which may be a wildcard itself.
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

    /// True if a label before the end of the name begins with `xn--`; a wildcard never covers such a label.
    private func hasEncodedLabel(before end: String) -> Bool {
        name.dropLast(end.utf8.count).split(separator: ".").contains { $0.hasPrefix("xn--") }
    }
}
