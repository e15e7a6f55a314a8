public import Features

/// A link that becomes another one before anything else is looked at.
///
/// ```swift
/// let dispatcher = try Dispatcher(
///     PodcastApp.self, answering: .scheme("podcast"),
///     rewriting: LinkRewrite("moved", from: "https://podcasts.example/**", to: "podcast://**"))
/// ```
///
/// It belongs to no feature, and no fact decides about it: which route takes a link never depends on a switch. Only the
/// dispatcher's profile does, if the rewrite names one. Rewrites act in the order in which the dispatcher is given them, each at
/// most once on a link. Together with nested links there may be eight; one more is `rejected.loop`.
public struct LinkRewrite: Sendable {
    /// The name that outcomes have for it.
    public let name: String
    let from: [String]
    /// The pattern of the other link; nil where a function makes it.
    let to: String?
    let profile: Profile?
    let make: (@Sendable (String) throws -> String)?

    /// Makes the other link of a pattern.
    ///
    /// - Parameters:
    ///   - name: a name as those of routes.
    ///   - patterns: links, or beginnings of links that end in `**`, in any form that the URL standard reads.
    ///   - target: the other link; `**` at its end stands for what follows the beginning, which is copied byte for byte.
    ///   - profile: the profile in which it acts; both unless given.
    public init(_ name: String, from patterns: String..., to target: String, profile: Profile? = nil) {
        (self.name, from, to, self.profile, make) = (name, patterns, target, profile, nil)
    }

    /// Makes the other link by a function.
    ///
    /// The function gets the whole link before it is known what is secret in it. If it throws an error, takes more than 50 ms, or
    /// returns what is no link, the link is refused with `rejected.interceptor`: what it would have become is not known. A
    /// synchronous function cannot be interrupted, so its time is taken when it returns.
    ///
    /// - Parameters:
    ///   - name: a name as those of routes.
    ///   - patterns: links, or beginnings of links that end in `**`, in any form that the URL standard reads.
    ///   - profile: the profile in which it acts; both unless given.
    ///   - make: returns the other link, or the same one to leave it as it is.
    public init(
        _ name: String, from patterns: String..., profile: Profile? = nil,
        by make: @escaping @Sendable (String) throws -> String
    ) {
        (self.name, from, to, self.profile, self.make) = (name, patterns, nil, profile, make)
    }
}
