/// The scheme or host under which a route's links are: an app's own scheme, or a web host.
public enum LinkScope: Hashable, Sendable {
    /// An app's scheme.
    ///
    /// *Shape*: `podcast`; not `http` or `https`, which belong to hosts.
    case scheme(String)
    /// A web host, https unless it says otherwise.
    ///
    /// *Shape*: `pod.example`, `*.pod.example` for one label before it, `**.pod.example` for one or more,
    /// `http://localhost:8080`.
    case host(String)

    /// How a route names it.
    var word: String {
        switch self {
        case .scheme(let name), .host(let name): name
        }
    }
}
