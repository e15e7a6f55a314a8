internal import Contract

extension DeepLinkDaemon {
    /// Builds the link of a route: one that this route takes, with these parameters.
    ///
    /// ```swift
    /// let url = try await daemon.link(to: "episode", parameters: ["episode": 7])   // podcast://episodes/7
    /// ```
    ///
    /// Features are not looked at, so the action behind the link may be blocked.
    ///
    /// - Parameters:
    ///   - route: its name; ``routes()`` lists them.
    ///   - parameters: what the link carries, by the names of captures, query keys and the fragment: strings, integers and
    ///     booleans, and an array of strings for a tail. A nameless place goes by its number.
    ///   - scope: the scheme, or the host without wildcards; nil for the first of the route's that has such a link.
    /// - Returns: the link in canonical form.
    /// - Throws: ``DeepLinkError/notBuilt(_:)`` if there is no such route, or it has no such link, with the reason.
    public func link(
        to route: String, parameters: [String: Value] = [:], scope: String? = nil
    ) async throws(DeepLinkError) -> String {
        try await driver.ask(.link(route, parameters, scope))
    }

    /// Builds the link of a route, and calls back.
    @discardableResult
    public func link(
        to route: String, parameters: [String: Value] = [:], scope: String? = nil,
        completion: @escaping Completion<String>
    ) -> DeepLinkCall {
        driver.ask(.link(route, parameters, scope), completion)
    }

    /// The routes of the table in force: names, patterns, schemes and hosts, features and actions.
    ///
    /// Routes of a feature with `visible no` are told to operators alone.
    public func routes() async throws(DeepLinkError) -> [RouteReport] {
        try await driver.ask(.routes) { after in Question(GetTable { $0.after = after }) }.routes
    }

    /// Gives the routes, and calls back.
    @discardableResult
    public func routes(completion: @escaping Completion<[RouteReport]>) -> DeepLinkCall {
        driver.ask(.routes, pages: { after in Question(GetTable { $0.after = after }) }) {
            completion($0.map(\.routes))
        }
    }
}

extension Question<String> {
    fileprivate static func link(_ route: String, _ parameters: [String: Value], _ scope: String?) -> Self {
        let members = parameters.sorted { $0.key < $1.key }.map { Value.Member($0.key, $0.value) }
        return Self(BuildLink { ($0.route, $0.parameters, $0.scope) = (route, members, scope) }, \.url)
    }
}

/// The routes of one table, as far as they are known.
private struct RouteList: Sendable {
    var revision = ""
    var routes: [RouteReport] = []
}

extension Gathering<TableContents, RouteList> {
    /// All routes of one table: a part of another table is the first of that one.
    fileprivate static var routes: Self {
        Self(start: RouteList()) { part, list in
            if part.tableRevision != list.revision { list = RouteList(revision: part.tableRevision) }
            list.routes += part.routes
            return (part.routes.count, part.next)
        }
    }
}
