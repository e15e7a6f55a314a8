import Conf
import Contract
import Links
import Matching

/// A scheme or host that no table declares, with the declared one that was probably meant.
struct UndeclaredScope {
    /// *Units*: declared scopes that are looked at while other callers wait.
    private static let scopeLimit = 1000

    /// Why the link is refused, and what was probably meant.
    let sentence: String
    /// The place of the scheme or host, and the nearest that is declared.
    let rejection: Rejection

    /// The scheme of a link.
    init(schemeOf link: Link, in scopes: [DeclaredScope]) {
        let name = link.text(link.scheme)
        var search = Nearest()
        let word = EditDistance(from: name.utf8.span)
        // Many hosts have one scheme, which is compared once.
        var (hasHTTP, hasHTTPS) = (false, false)
        for scope in scopes.prefix(Self.scopeLimit) {
            switch scope.entry {
            case .scheme(let declared): search.compare(word, with: declared, as: declared)
            case .host(let host): if host.isSecure { hasHTTPS = true } else { hasHTTP = true }
            case .anyScheme, .anyHost: continue
            }
        }
        if hasHTTP { search.compare(word, with: "http", as: "http") }
        if hasHTTPS { search.compare(word, with: "https", as: "https") }
        // A URL with anything in front of its scheme is refused before.
        self.init("No route table declares the scheme `\(name)`.", .scheme, offset: 0, nearest: search.best?.name)
    }

    /// The host of a web link, with its port where that is not the scheme's default.
    ///
    /// The nearest has a near name, or the same with another scheme or port; of a wildcard, the name behind its label counts.
    init(hostOf link: Link, in scopes: [DeclaredScope]) {
        let (scheme, host) = (link.text(link.scheme), link.text(link.host.range))
        let port = link.port.flatMap { $0 == (scheme == "https" ? 443 : 80) ? nil : $0 }
        let name = host + (port.map { ":\($0)" } ?? "")
        let sentence = "No route table declares the host `\(name)` for `\(scheme)` links."
        let offset = Int(link.host.range.start)
        let parent = host.split(separator: ".", maxSplits: 1).dropFirst().first
        let (word, parentWord) = (
            EditDistance(from: host.utf8.span), parent.flatMap { EditDistance(from: $0.utf8.span) }
        )
        var search = Nearest()
        for scope in scopes.prefix(Self.scopeLimit) {
            guard case .host(let declared) = scope.entry else { continue }
            if let label = declared.encodedLabel(of: host, isSecure: scheme == "https", port: port) {
                let reason =
                    " `\(scope.name)` covers no label that begins with `xn--`, because it may look like another host; "
                    + "such a host is declared by its whole name."
                let place = offset + host.utf8.distance(from: host.startIndex, to: label.startIndex)
                self.init(sentence + reason, .host, offset: place, nearest: nil)
                return
            }
            search.compare(word, with: declared.name, as: scope.name)
            if declared.kind != .exact { search.compare(parentWord, with: declared.name, as: scope.name) }
        }
        // What could move the host is refused before: user names, and blanks and slashes too few or too many.
        self.init(sentence, .host, offset: offset, nearest: search.best?.name)
    }

    private init(_ sentence: String, _ component: Link.Component, offset: Int, nearest: String?) {
        self.sentence = sentence + (nearest.map { " Did you mean `\($0)`?" } ?? "")
        rejection = Rejection { ($0.component, $0.offset, $0.nearest) = (component.rawValue, offset, nearest) }
    }

    /// The search for the nearest of many names; the first of those that are equally near is kept.
    private struct Nearest {
        private(set) var best: (mistakes: Int, name: String)?
        /// *Units*: names whose spelling is still compared.
        private var comparisons = RouteIndex.fewCandidates

        mutating func compare(_ word: EditDistance?, with text: String, as name: String) {
            guard let word, comparisons > 0, abs(text.utf8.count - word.count) <= word.allowed else { return }
            comparisons -= 1
            let mistakes = word(to: text.utf8.span)
            if mistakes <= word.allowed, mistakes < best?.mistakes ?? .max { best = (mistakes, name) }
        }
    }
}
