internal import Links

/// The owner file of each scheme and host, and the order in which the entries of a link are looked up.
struct ScopeDeclarations {
    private(set) var schemes: [String: Int] = [:]
    private(set) var hosts: [DeclaredHost: Int] = [:]
    /// How the opaque forms of the schemes are cut.
    private(set) var separators = SegmentSeparators()

    /// Declares a scheme; the first owner keeps it.
    mutating func declare(scheme: String, file: Int, separator: SegmentSeparator? = nil) {
        guard schemes[scheme] == nil else { return }
        schemes[scheme] = file
        separators[scheme] = separator
    }
    /// Declares a host; the first owner keeps it.
    mutating func declare(host: DeclaredHost, file: Int) { if hosts[host] == nil { hosts[host] = file } }

    /// The file's any-entry that is looked up after `entry`; nil for undeclared scopes and for any-entries.
    func enclosing(_ entry: ScopeEntry) -> ScopeEntry? {
        switch entry {
        case .scheme(let name): schemes[name].map { .anyScheme(file: $0) }
        case .host(let host): hosts[host].map { .anyHost(file: $0) }
        case .anyScheme, .anyHost: nil
        }
    }

    /// The entries of a link that belongs to the declared scheme, in the order of lookup.
    func chain(scheme: String, file: Int) -> [ScopeEntry] { [.scheme(scheme), .anyScheme(file: file)] }

    /// The entries of a link whose most specific declared host is `host`: first the host's own entry, then the
    /// wildcards around it that the same file declares for the same scheme and port, longest first, then the file's
    /// any-host entry.
    func chain(host: DeclaredHost, file: Int) -> [ScopeEntry] {
        let wider = host.wider.filter { hosts[$0] == file }.map(ScopeEntry.host)
        return [.host(host)] + wider + [.anyHost(file: file)]
    }

    /// The declared scopes of an any-entry, or the scope itself, in a fixed order.
    func scopes(of entry: ScopeEntry) -> [ScopeEntry] {
        switch entry {
        case .scheme, .host: return [entry]
        case .anyScheme(let file): return schemes.filter { $0.value == file }.keys.sorted().map { .scheme($0) }
        case .anyHost(let file):
            return hosts.filter { $0.value == file }.keys.sorted { $0.text < $1.text }.map { .host($0) }
        }
    }

    /// The declared host, exact or wildcard, that owns the web host `name`; for witnesses.
    func owner(of name: String, like host: DeclaredHost) -> DeclaredHost? {
        let exact = host.like(.exact, name)
        return ([exact] + exact.wider).first { hosts[$0] != nil }
    }
}
