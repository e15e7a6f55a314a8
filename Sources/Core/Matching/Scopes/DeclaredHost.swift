/// The word after `host`: the web hosts that a file owns.
///
/// *Shape*: `[http://|https://]NAME[:PORT]`; https is the default; `*.x` is one label before x, `**.x` one or more; an
/// IPv4 address, or an IPv6 address in brackets, takes no wildcard.
package struct DeclaredHost: Hashable, Sendable {
    /// The hosts that the name covers.
    package enum Kind: UInt8, Hashable, Sendable {
        /// The host itself.
        case exact
        /// `*.x`: exactly one label before x.
        case oneLabel
        /// `**.x`: one or more labels before x.
        case manyLabels

        /// The part of the declaration before the name.
        var prefix: String {
            switch self {
            case .exact: ""
            case .oneLabel: "*."
            case .manyLabels: "**."
            }
        }
    }

    package let kind: Kind
    /// The host, or what follows the wildcard: lower-case A-labels, or an address.
    package let name: String
    /// True for links with https, false for links with http.
    package let isSecure: Bool
    /// The port; nil for the default port of the scheme.
    package let port: UInt16?
    /// True if the name is an IP address, which has no parent domain.
    package let isAddress: Bool

    /// The declaration in its canonical spelling.
    package var text: String { (isSecure ? "" : "http://") + authority(label: kind.prefix) }

    /// The beginning of a link to the host, with `label` in place of the wildcard.
    func origin(label: String) -> String {
        (isSecure ? "https://" : "http://") + authority(label: kind == .exact ? "" : label + ".")
    }

    private func authority(label: String) -> String { label + name + (port.map { ":\($0)" } ?? "") }

    /// The wildcards that cover every link of the host, for the same scheme and port, the narrowest first.
    ///
    /// *Shape*: `a.b.example` gives `*.b.example`, `**.b.example`, `**.example`. A wildcard never covers an xn-- label,
    /// so the list ends at one.
    package var wider: [DeclaredHost] {
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        var wider: [DeclaredHost] = []
        if kind == .exact, let first = labels.first, !first.hasPrefix("xn--"), let parent = parents.first {
            wider.append(like(.oneLabel, parent))
        }
        if kind == .oneLabel { wider.append(like(.manyLabels, name)) }
        for (label, parent) in zip(labels, parents) {
            guard !label.hasPrefix("xn--") else { break }
            wider.append(like(.manyLabels, parent))
        }
        return wider
    }

    /// The declaration of a domain for the same scheme and port.
    func like(_ kind: Kind, _ name: some StringProtocol) -> DeclaredHost {
        DeclaredHost(kind: kind, name: String(name), isSecure: isSecure, port: port, isAddress: false)
    }

    /// The names that follow the first label, the second, and so on: `a.b.c` gives `b.c` and `c`.
    var parents: [Substring] {
        isAddress ? [] : name.indices.filter { name[$0] == "." }.map { name[name.index(after: $0)...] }
    }
}

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

    /// The label that keeps a web host out of a wildcard: it begins with `xn--`, and without it the wildcard would cover
    /// the host.
    ///
    /// - Parameter port: nil for the default port of the scheme.
    package func encodedLabel(of host: String, isSecure: Bool, port: UInt16?) -> Substring? {
        guard kind != .exact, self.isSecure == isSecure, self.port == port, host.hasSuffix("." + name) else {
            return nil
        }
        let labels = host.dropLast(name.utf8.count + 1).split(separator: ".")
        return kind == .manyLabels || labels.count == 1 ? labels.first { $0.hasPrefix("xn--") } : nil
    }

    /// True if a label before the end of the name begins with `xn--`; a wildcard never covers such a label.
    private func hasEncodedLabel(before end: String) -> Bool {
        name.dropLast(end.utf8.count).split(separator: ".").contains { $0.hasPrefix("xn--") }
    }
}
