// The way back from a route and its parameters to a URL, and the proof that it leads there.
//
//   values → RouteFilling (checked, decoded parts) → LinkBuilder (escaped URL) → Link.parse, match, decide → BuiltLink
//
// What is built is never trusted: it takes the path of every URL that comes in, and only if the same route takes it with
// the same parameters is it handed out. A narrower route may take what this one would accept, a `deny` or an `except` may
// cover it, the policy may refuse it: each of these is a `LinkBuildError` that says so.
//
// A route may live in several schemes and hosts. Without a scope the first that the table declares and in which the
// link comes back is taken, so the first `scheme` or `host` line is the one that links are shared under; a wildcard host
// is never taken by itself, because it does not say which host.
//
// A scheme with a separator gets its opaque form, `spotify:track:7`, and then no value may hold the separator. (It could
// be carried by `spotify:/track/7`. But programs of such a scheme know the opaque form alone.)
//
// Defaults are left out, and then the link may be another route's: a `strict` route that knows no such key takes the
// link without it, and not the one that says `page=1`. So where the plain form is taken, the forms that write out
// defaults are tried, whether those were given or not, for equal parameters to make equal links. Only query keys select
// routes, so nothing else can help; and a key may also bring in a route that asks for it, so writing all would not do.

import Conf
package import Contract
import Features
import Links
import Matching

extension Ruleset {
    /// Builds the link of a route by its name.
    ///
    /// - Parameters:
    ///   - values: what the link is to carry: strings, integers and booleans by the names of captures, query keys and the
    ///     fragment, lists for tails; nameless places by their numbers. What equals its default is left out, unless the
    ///     link is another route's without it, and inputs that no link carries may be given with the value they have
    ///     anyway: so an outcome's parameters can be given back.
    ///   - scope: a scheme, or a host as `host` lines have it, without wildcard.
    ///   - scopeLimit: how many scopes are tried where none is named.
    ///   - audience: who is told; for all but operators there are no routes of hidden features.
    package func link(
        to name: String, _ values: [Value.Member], scope: String? = nil, scopeLimit: Int = .max,
        for audience: Audience = .operator
    ) throws(LinkBuildError) -> BuiltLink {
        guard let number = routes.number(calling: name, where: { isShown($0, to: audience) }) else {
            let shown = routes.count <= 1000 ? routes.indices.filter { isShown($0, to: audience) } : []
            throw .unknownRoute(
                name, nearest: Suggestion.nearest(to: name, among: shown.map { routes[$0].name }.sorted()))
        }
        do throws(LinkBuildError) {
            return try link(to: number, values, scope: scope, scopeLimit: scopeLimit)
        } catch {
            guard case .taken(let other, let url) = error, let other = routes.number(named: other),
                !isShown(other, to: audience)
            else { throw error }
            throw .notReproduced("Another route takes the link.", url: url)
        }
    }

    /// Builds the link of a route by its number.
    package func link(
        to number: Int, _ values: [Value.Member], scope: String? = nil, scopeLimit: Int = .max
    ) throws(LinkBuildError) -> BuiltLink {
        try RoutePatterns(of: number, in: self).link(values, scope: scope, scopeLimit: scopeLimit)
    }

    /// Builds the link of a route by one of its patterns.
    ///
    /// - Parameter left: how many scopes are still tried, which those tried here are taken from; one is in any case.
    func link(
        by route: Route, _ values: [Value.Member], scope: String?, left: inout Int
    ) throws(LinkBuildError) -> BuiltLink {
        let filling = try RouteFilling(route, values, in: self)
        var failure: LinkBuildError?
        for origin in try origins(of: route, scope).prefix(max(1, left)) {
            left = max(0, left - 1)
            do {
                return try prove(filling, at: origin, route)
            } catch {
                failure = failure ?? error
                if case .taken = error, let built = spelledOut(filling, values, at: origin, route) { return built }
            }
        }
        throw failure ?? .noScope
    }

    /// The first link of the route that writes out some of the defaults.
    ///
    /// *Cost*: a link for each choice of the first six, 63 of them at the most.
    private func spelledOut(
        _ filling: RouteFilling, _ values: [Value.Member], at origin: LinkBuilder.Origin, _ route: Route
    ) -> BuiltLink? {
        let omitted = filling.omitted.prefix(6)
        for choice in 1..<(1 << omitted.count) {
            let written = omitted.enumerated().filter { choice >> $0.offset & 1 == 1 }.map(\.element)
            if let filling = try? RouteFilling(route, values, in: self, writing: Set(written)),
                let built = try? prove(filling, at: origin, route)
            {
                return built
            }
        }
        return nil
    }

    // MARK: Scopes

    private func origins(of route: Route, _ scope: String?) throws(LinkBuildError) -> [LinkBuilder.Origin] {
        let scopes = scopes(of: route)
        if let scope { return [try origin(scope, among: scopes)] }
        let origins = scopes.compactMap(\.origin)
        guard origins.isEmpty else { return origins }
        guard let wildcard = scopes.first else { throw .noScope }
        throw .hostNeeded(wildcard: wildcard.name)
    }

    /// The origin that the words of a scope name.
    private func origin(_ scope: String, among scopes: [DeclaredScope]) throws(LinkBuildError) -> LinkBuilder.Origin {
        let unknown = LinkBuildError.unknownScope(scope, choices: scopes.map(\.name))
        for declared in scopes where declared.name == scope {
            guard let origin = declared.origin else { throw .hostNeeded(wildcard: declared.name) }
            return origin
        }
        guard let host = try? DeclaredHost.parse(Array(scope.utf8).span), let origin = host.origin else {
            throw unknown
        }
        let isCovered = scopes.contains { declared in
            if case .host(let wildcard) = declared.entry { return wildcard.covers(host) }
            return false
        }
        guard isCovered else { throw unknown }
        return .web(origin)
    }

    // MARK: Proof

    private func prove(
        _ filling: RouteFilling, at origin: LinkBuilder.Origin, _ route: Route
    ) throws(LinkBuildError) -> BuiltLink {
        try filling.checkSeparator(of: origin)
        var builder = LinkBuilder(origin: origin, segments: filling.segments)
        builder.query = filling.query
        builder.fragment = filling.fragment
        let url = builder.url
        let link = try parseBack(url)
        var match = Match()
        try check(index.match(link, into: &match), route.number, url)
        let matched = routes[row: match.rule]
        guard matched.number == route.number else { throw .taken(by: matched.name, url: url) }
        // A narrower pattern of the route may take the link with the same values.
        guard filling.comesBack(in: link, match, by: matched, isOwn: matched.row == route.row) else {
            throw .notReproduced(
                matched.row == route.row
                    ? "The link carries other values than it was built from."
                    : "The route's pattern `\(matched.pattern.text)` takes the link.", url: url)
        }
        switch decide(link) {
        case .rejected(let rejection):
            let outcome = Outcome.rejected(rejection, link: link, in: self)
            throw .refusedInput(outcome.rejection?.key, sentence: outcome.message, url: url)
        case .routed(let routed): return BuiltLink(url: url, route: route.number, inputs: routed.inputs)
        }
    }

    private func parseBack(_ url: String) throws(LinkBuildError) -> Link {
        do {
            return try parse(url)
        } catch {
            throw .refusedLink(error, url: url)
        }
    }

    private func check(_ result: MatchResult, _ number: Int, _ url: String) throws(LinkBuildError) {
        switch result {
        case .matched: return
        case .denied(let number): throw .denied(by: denials[number].text, url: url)
        case .excluded(let rule, let except) where routes[row: rule].number == number:
            throw .excluded(by: routes[row: rule].excepts[except].text, url: url)
        case .query(let rule, _, _, _) where routes[row: rule].number != number:
            // It has the link and will not perform it: one of its optional keys has another type.
            throw .taken(by: routes[row: rule].name, url: url)
        case .excluded, .query, .notFound, .schemeNotAllowed, .hostNotAllowed:
            throw .notReproduced("No route takes the link.", url: url)
        }
    }
}
