/// What the user says of a file beside the file itself.
package struct ImportOptions: Sendable {
    /// *Units*: segments that a star inside a path may stand for.
    package static let mostDepth = 8

    /// The hosts of its links, as `host` lines have them.
    package var hosts: [String] = []
    /// Schemes of its links.
    package var schemes: [String] = []
    /// The app whose rules are read, where the file has those of several.
    package var app: String?
    /// The values of `@string/NAME` and `${NAME}`.
    package var values: [String: String] = [:]
    /// *Units*: segments that a star inside a path stands for at most.
    package var depth = 4

    /// Makes options that say nothing.
    package init() {}

    /// The hosts and schemes, checked.
    ///
    /// *Throws*: if a word is neither, or if there is none and the file names none.
    func scopes(orElse found: [String] = []) throws(AppLinkError) -> [TableScope] {
        var scopes: [TableScope] = []
        for host in hosts {
            guard let scope = TableScope(host: host) else {
                throw AppLinkError("`\(host)` is not a host", help: "as in --host podcasts.example", isOfFile: false)
            }
            scopes.append(scope)
        }
        for scheme in schemes {
            guard let scope = TableScope(scheme: scheme) else {
                throw AppLinkError(
                    "`\(scheme)` is not a scheme of an app", help: "as in --scheme podcast", isOfFile: false)
            }
            scopes.append(scope)
        }
        if scopes.isEmpty { scopes = found.compactMap { TableScope(host: $0) } }
        guard !scopes.isEmpty else {
            throw AppLinkError(
                "the file does not name the host of its links", help: "name it, as in --host podcasts.example")
        }
        var known: Set<TableScope> = []
        return scopes.filter { known.insert($0).inserted }
    }
}
