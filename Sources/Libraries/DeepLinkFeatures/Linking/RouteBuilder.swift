import Routing

/// Declares the conditions of one route beside its pattern and its action.
///
/// Its words are those of a table's `route` block: keys are written `NAME`, `NAME:TYPE`, `NAME?` where links may leave
/// them out, and types are `string int uint hex uuid slug date bool` or a choice as `de|en`.
public final class RouteBuilder {
    private(set) var lines: [[TableWord]] = []
    private(set) var secrets: Set<String> = []

    // MARK: What links carry

    /// Takes a value from the query.
    ///
    /// A required key selects the route: a link without it, or with it twice, is not the route's. An optional one never
    /// does: where it is given twice or is not of its type, it is left out.
    ///
    /// - Parameters:
    ///   - key: as in `q`, `page:uint?`.
    ///   - value: what counts for links that leave it out.
    ///   - isExact: true to refuse links in which an optional key is given twice or is not of its type.
    public func query(_ key: String, default value: String? = nil, exact isExact: Bool = false) {
        lines.append(["query", .name(key)] + (value.map { ["=", .name($0)] } ?? []) + (isExact ? ["exact"] : []))
    }

    /// Takes the fragment as a value.
    ///
    /// - Parameters:
    ///   - name: as in `chapter:uint?`.
    ///   - value: what counts for links without one.
    public func fragment(_ name: String, default value: String? = nil) {
        lines.append(["fragment", .name(name)] + (value.map { ["=", .name($0)] } ?? []))
    }

    /// Gives the action a value that is the same for every link of the route.
    public func with(_ name: String, _ value: String) {
        lines.append(["with", .name(name), .name(value)])
    }

    /// Keeps a value of the link from everything but the action: interceptors and questions of confirmations get `***`.
    ///
    /// - Parameter name: the name of the value, as that of a capture or of a query key.
    public func secret(_ name: String) {
        secrets.insert(name)
    }

    // MARK: Which links

    /// Takes only links of these schemes and hosts, of those that the dispatcher answers.
    ///
    /// Routes that name a link's own scheme or host are looked up before those that do not: there even a narrower
    /// pattern of another route gets no link that this one takes.
    public func only(in scopes: LinkScope...) {
        lines.append(["in"] + scopes.map { TableWord.name($0.word) })
    }

    /// Takes only links of an app's scheme.
    public func onlyInApps() {
        lines.append(["in", "app"])
    }

    /// Takes only links of web hosts.
    public func onlyOnWeb() {
        lines.append(["in", "web"])
    }

    /// Refuses links with query keys that the route does not name.
    public func strict() {
        lines.append(["strict"])
    }

    /// Carves paths out of the route: a link to one of them is refused, and goes to no other route.
    ///
    /// *Shape*: literals, `*` for one segment, a last `**` for the rest.
    public func except(_ pattern: String) {
        lines.append(["except", .name(pattern)])
    }

    /// Goes before another route where both would take a link, and neither is the narrower.
    ///
    /// - Parameter route: the name that the other was declared with.
    public func over(_ route: String) {
        lines.append(["over", .name(route)])
    }
}
