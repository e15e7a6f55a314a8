import Contract

/// The way of a link from one hand-off to the next.
package struct LinkTrail: Equatable, Sendable {
    /// How often it was handed on, also before it came here.
    ///
    /// *Units and range*: as `LinkHops.range`.
    package internal(set) var hops = 0
    /// The URLs that it had here before, first to last.
    ///
    /// *Shape*: canonical, secrets masked.
    package internal(set) var via: [String] = []

    /// True if it may be handed on once more.
    var mayGoOn: Bool { hops < LinkHops.most }

    /// What it is once it was handed on.
    ///
    /// - Parameter url: the URL that it had; nil where an action was named.
    func next(from url: String?) -> LinkTrail {
        LinkTrail(hops: hops + 1, via: via + (url.map { [$0] } ?? []))
    }
}
