import Conf
import Contract
import Links
import Matching

/// A scheme or host that no table declares, with the declared one that was probably meant.
struct UndeclaredScope {
    /// *Units*: declared scopes that are looked at, and of those the ones whose spelling is compared: a link without a route
    /// is answered while other callers wait.
    private static let (scopeLimit, comparisonLimit) = (1000, 64)

    let component: Link.Component
    /// The scheme, or the host with its port where that is not the scheme's default.
    let name: String
    /// *Units*: bytes from the start of the URL as it was sent.
    let offset: Int
    /// How the table spells the declared scheme or host; nil if none is near.
    let nearest: String?

    /// The scheme of a link.
    init(schemeOf link: Link, in scopes: [DeclaredScope]) {
        component = .scheme
        name = link.text(link.scheme)
        // A URL with anything in front of its scheme is refused before.
        offset = 0
        let declared = scopes.prefix(Self.scopeLimit).compactMap { scope in
            switch scope.entry {
            case .scheme(let name): name
            case .host(let host): host.isSecure ? "https" : "http"
            case .anyScheme, .anyHost: nil
            }
        }
        nearest = Suggestion.nearest(to: name, among: declared)
    }

    /// The host of a web link.
    init(hostOf link: Link, in scopes: [DeclaredScope]) {
        component = .host
        let host = link.text(link.host.range)
        let usual: UInt16 = link.text(link.scheme) == "https" ? 443 : 80
        name = host + (link.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? "")
        // What can change its length is refused before it: user names, blanks and slashes too few or too many.
        offset = Int(link.host.range.start)
        nearest = Self.nearest(to: host, in: scopes)
    }

    /// The host whose name is near, or the same with another scheme or port; of a wildcard, the name behind its label.
    private static func nearest(to host: String, in scopes: [DeclaredScope]) -> String? {
        let parent = host.split(separator: ".", maxSplits: 1).dropFirst().first.map(String.init)
        let words = [host, parent].map { $0.flatMap { EditDistance(from: $0.utf8) } }
        var best: (mistakes: Int, name: String)?
        var comparisons = 0
        for scope in scopes.prefix(scopeLimit) {
            guard case .host(let declared) = scope.entry else { continue }
            for word in declared.kind == .exact ? words.prefix(1) : words[...] {
                guard let word, abs(declared.name.utf8.count - word.count) <= word.allowed else { continue }
                comparisons += 1
                let mistakes = word(to: declared.name.utf8)
                if mistakes <= word.allowed, mistakes < best?.mistakes ?? .max { best = (mistakes, scope.name) }
            }
            if comparisons >= comparisonLimit { break }
        }
        return best?.name
    }

    /// The evidence of the refusal.
    var rejection: Rejection {
        Rejection { ($0.component, $0.offset, $0.nearest) = (component.rawValue, offset, nearest) }
    }
}
