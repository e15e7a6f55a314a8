// Knows a set of features and the facts they depend on, and hands out the proofs that they are available.
//
// Nothing here is global: a program, or a test, may make as many dispatchers as it likes of the same feature types. A
// dispatcher is not Sendable: it belongs to the thread or actor that made it, and so do the proofs it hands out.

public import Features
import HostSystem
import PermissionRules

/// Decides which features are available, and performs their actions.
///
/// ```swift
/// let dispatcher = try Dispatcher(PodcastApp.self)
/// switch dispatcher.request(SmartPlaylists.open) {
/// case .verified(let binding): try binding.perform(with: playlist, presenter: window)
/// case .refused(let refusal): explain(refusal)
/// }
/// ```
public final class Dispatcher {
    let roster: Roster
    let routes: RoutePlan
    let host: Host
    /// Who asks; the subject whose facts count is passed separately.
    let caller: Features.Caller
    /// nil if there are none: then nothing is asked.
    let interceptors: InterceptorRoster?
    /// The clock by which interceptors are late.
    ///
    /// *Units*: nanoseconds since some moment; never goes back.
    package var interceptorClock: () -> Int64 = { HostClock.monotonicNs }
    let store: FactStore
    let cache: VerificationCache
    /// *Units*: milliseconds since 1970.
    let clock: () -> Int64
    let providers: Providers
    /// What providers answered last, so that an answer is put among the facts only where it differs: a fact that is set anew
    /// would be looked at once more on its dates, even if nothing has changed.
    var provided: [Subject: [FactKey: Fact]] = [:]
    /// Whether a provider is being asked at this moment.
    var isAskingProviders = false
    let signal = ChangeSignal()
    var flows: [Subject: Weak<AuthorisationFlow>] = [:]
    var observers: [Weak<AvailabilityObservation>] = []
    let watchers = ActionWatchers()
    /// *Units*: how many reasons there are to give no notice yet.
    var holds = 0
    let switches: OwnSwitches
    /// The subject whose facts count if a request names none.
    public let subject: Subject
    /// What may be offered to others, in the order of declaration.
    public var publishedActions: [PublishedAction] { roster.published }

    /// Makes a dispatcher of features and, where they are groups, their subfeatures.
    ///
    /// A program with many users declares its features once, as ``FeatureDeclarations``, and makes dispatchers of these.
    ///
    /// - Parameters:
    ///   - features: the outermost ones; ``DeepLinkingFeature`` is always there beside them.
    ///   - scopes: the schemes and hosts whose links the features' routes take, those first that links are made with.
    ///   - rewrites: links that become other links first, in their order.
    ///   - profile: the profile that features and rewrites may be for.
    ///   - host: the machine that platform requirements are about.
    ///   - purchases: knows what was bought; unless given, the program records it.
    ///   - permissions: know the status of permissions, and ask for them; the program records those of all others.
    ///   - toggles: keeps what users switch on and off; unless given, the dispatcher does, as long as it is there.
    ///   - subject: the one whose facts count if a request names none.
    ///   - clock: tells the time, in milliseconds since 1970, by which purchases end; the system's unless given.
    /// - Throws: everything that is wrong with the features, at once.
    public convenience init(
        _ features: any FeatureDefinition.Type..., answering scopes: LinkScope..., rewriting rewrites: LinkRewrite...,
        profile: Profile = .production, on host: Host = .current, purchases: (any PurchaseTracker)? = nil,
        permissions: [any PermissionAdapter] = [], toggles: (any ToggleStore)? = nil, subject: Subject = .machine,
        clock: (() -> Int64)? = nil
    ) throws(DeclarationErrors) {
        let providers = Providers(purchases: purchases, permissions: permissions, toggles: toggles)
        let declarations = try FeatureDeclarations(
            features, scopes, rewrites, profile, host, beside: providers.errors)
        self.init(declarations, providers, of: subject, as: nil, cachePlaces: 1 << 12, clock)
    }

    /// Makes a dispatcher of features that were declared before, such as one for each user of a server.
    ///
    /// - Parameters:
    ///   - declarations: the features, shared by all dispatchers that are made of them.
    ///   - subject: the one whose facts count if a request names none.
    ///   - caller: who asks, for requirements of callers; this process unless given.
    ///   - purchases: knows what was bought; unless given, the program records it.
    ///   - permissions: know the status of permissions, and ask for them; the program records those of all others.
    ///   - toggles: keeps what users switch on and off; unless given, the dispatcher does, as long as it is there.
    ///   - clock: tells the time, in milliseconds since 1970, by which purchases end; the system's unless given.
    /// - Throws: that two adapters answer for one permission.
    /// *Cost*: a few microseconds and kibibytes; nothing is declared or checked again.
    public convenience init(
        _ declarations: FeatureDeclarations, for subject: Subject = .machine, as caller: Caller? = nil,
        purchases: (any PurchaseTracker)? = nil, permissions: [any PermissionAdapter] = [],
        toggles: (any ToggleStore)? = nil, clock: (() -> Int64)? = nil
    ) throws(DeclarationErrors) {
        let providers = Providers(purchases: purchases, permissions: permissions, toggles: toggles)
        guard providers.errors.isEmpty else { throw DeclarationErrors(errors: providers.errors) }
        let places = 2 * declarations.roster.catalogue.features.count
        self.init(declarations, providers, of: subject, as: caller, cachePlaces: places, clock)
    }

    /// - Parameter cachePlaces: how many verifications are kept, for all subjects together.
    private init(
        _ declarations: FeatureDeclarations, _ providers: Providers, of subject: Subject, as caller: Caller?,
        cachePlaces: Int, _ clock: (() -> Int64)?
    ) {
        (roster, routes, interceptors) = (declarations.roster, declarations.routes, declarations.interceptors)
        (host, self.caller, self.subject) = (declarations.host, caller?.known ?? declarations.caller, subject)
        (self.providers, self.clock) = (providers, clock ?? { HostClock.wallMs })
        switches = OwnSwitches(count: declarations.roster.catalogue.features.count)
        store = FactStore(declarations.facts, nowMs: self.clock())
        cache = VerificationCache(store: store, capacity: cachePlaces)
        for provider in providers.all { provider.announceChanges(with: FactAnnouncer(signal: signal)) }
    }

    deinit {
        for flow in flows.values { flow.object?.cancel() }
        // Loops over the changes find that there is no dispatcher any more.
        signal.fire()
    }
}
