public import Features
import PurchaseRules
package import Routing

/// The features of a program, declared and checked once, for any number of dispatchers.
///
/// A server with many users keeps one of them, and makes a dispatcher for each user where the user's requests are served:
///
/// ```swift
/// let declarations = try FeatureDeclarations(PodcastApp.self, answering: .scheme("podcast"))
///
/// let dispatcher = try Dispatcher(declarations, for: .uid(1001))   // on any thread, for one user
/// ```
///
/// It can be shared by all threads and actors. A dispatcher cannot: it belongs to the one that made it, and holds what is
/// known of its users. Features and actions are types, so nothing of one user gets into what is shared.
public final class FeatureDeclarations: Sendable {
    let roster: Roster
    let routes: RoutePlan
    /// nil if there are none.
    let interceptors: InterceptorRoster?
    let host: Host
    /// What every dispatcher begins with: the machine, and that links are opened.
    let facts: Facts
    /// This process, if a feature requires a caller.
    let caller: Features.Caller

    /// What may be offered to others, in the order of declaration.
    public var publishedActions: [PublishedAction] { roster.published }

    /// Declares features and, where they are groups, their subfeatures.
    ///
    /// - Parameters:
    ///   - features: the outermost ones; ``DeepLinkingFeature`` is always there beside them.
    ///   - scopes: the schemes and hosts whose links the features' routes take, those first that links are made with.
    ///   - rewrites: links that become other links first, in their order.
    ///   - profile: the profile that features and rewrites may be for.
    ///   - host: the machine that platform requirements are about.
    /// - Throws: everything that is wrong with the features, at once.
    public convenience init(
        _ features: any FeatureDefinition.Type..., answering scopes: LinkScope..., rewriting rewrites: LinkRewrite...,
        profile: Profile = .production, on host: Host = .current
    ) throws(DeclarationErrors) {
        try self.init(features, scopes, rewrites, profile, host, beside: [])
    }

    /// - Parameter others: errors that are found elsewhere.
    init(
        _ features: [any FeatureDefinition.Type], _ scopes: [LinkScope], _ rewrites: [LinkRewrite], _ profile: Profile,
        _ host: Host, beside others: [DeclarationError]
    ) throws(DeclarationErrors) {
        let registration = Registration(features, for: profile)
        let roster = Roster(registration)
        let registered = RouteRegistration(
            registration.drafts, rewriting: rewrites, for: profile, in: roster, answering: scopes)
        let intercepting = InterceptorRegistration(registration.drafts, in: roster)
        let errors =
            registration.errors + registered.errors + intercepting.errors.map(DeclarationError.intercepting) + others
        guard errors.isEmpty, let routes = registered.plan else { throw DeclarationErrors(errors: errors) }
        (self.roster, self.routes, interceptors) = (roster, routes, intercepting.interceptors)
        (self.host, facts) = (host, Self.facts(of: host))
        caller = Self.caller(for: roster)
    }

    /// Declares the features of a table, whose actions are Swift types.
    ///
    /// - Throws: everything that is wrong with the types, at once.
    package init(
        table ruleset: Ruleset, _ features: [any TableFeature.Type], on host: Host
    ) throws(DeclarationErrors) {
        let registration = TableRegistration(ruleset, features)
        guard registration.errors.isEmpty else { throw DeclarationErrors(errors: registration.errors) }
        roster = Roster(registration)
        routes = RoutePlan(ruleset, registration.routes, ruleset.routes.map(\.binding), [])
        interceptors = nil
        (self.host, facts) = (host, Self.facts(of: host))
        caller = Self.caller(for: roster)
    }

    private static func facts(of host: Host) -> Facts {
        var facts = Facts()
        facts.source = "host"
        let store = FactStore(facts)
        store.set(platforms: FactKey.present(host.platforms))
        // The intake's switch is always on: nothing is asked for a link until the program switches it off.
        store.set(.runtime(DeepLinkingFeature.name), to: Fact(.on))
        return store.facts
    }

    /// Looked up only where a feature requires a caller: it may ask the directory service.
    private static func caller(for roster: Roster) -> Features.Caller {
        let dependsOnCaller = roster.catalogue.constraints.joined().contains { $0.rule is CallerRequirement }
        return dependsOnCaller ? Caller.current.known : Features.Caller(uid: 0)
    }
}
