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
    /// What ``setRuntime(_:to:)`` said, by path.
    var runtimeOverrides: [String: Bool] = [:]
    /// Features whose own switch is being asked at this moment: a switch that asks about its own feature gets the last
    /// answer instead of asking itself for ever.
    var asking: Set<Int> = []
    /// The subject whose facts count if a request names none.
    public let subject: Subject
    /// What may be offered to others, in the order of declaration.
    public var publishedActions: [PublishedAction] { roster.published }

    /// Makes a dispatcher of features and, where they are groups, their subfeatures.
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
    public init(
        _ features: any FeatureDefinition.Type..., answering scopes: LinkScope..., rewriting rewrites: LinkRewrite...,
        profile: Profile = .production, on host: Host = .current, purchases: (any PurchaseTracker)? = nil,
        permissions: [any PermissionAdapter] = [], toggles: (any ToggleStore)? = nil, subject: Subject = .machine,
        clock: (() -> Int64)? = nil
    ) throws(DeclarationErrors) {
        let registration = Registration(features, for: profile)
        let roster = Roster(registration)
        let registered = RouteRegistration(
            registration.drafts, rewriting: rewrites, for: profile, in: roster, answering: scopes)
        let intercepting = InterceptorRegistration(registration.drafts, in: roster)
        let providers = Providers(purchases: purchases, permissions: permissions, toggles: toggles)
        let errors =
            registration.errors + registered.errors + intercepting.errors.map(DeclarationError.intercepting)
            + providers.ambiguous.map { .twoAdapters(permission: $0.description) }
        guard errors.isEmpty, let routes = registered.plan else { throw DeclarationErrors(errors: errors) }
        (self.roster, self.routes, self.providers) = (roster, routes, providers)
        interceptors = intercepting.interceptors.isEmpty ? nil : intercepting.interceptors
        self.subject = subject
        var facts = Facts()
        facts.source = "host"
        self.clock = clock ?? { HostClock.wallMs }
        store = FactStore(facts, nowMs: self.clock())
        store.set(platforms: FactKey.present(host.platforms))
        cache = VerificationCache(store: store)
        for provider in providers.all { provider.announceChanges(with: FactAnnouncer(signal: signal)) }
    }

    deinit {
        for flow in flows.values { flow.object?.cancel() }
        // Loops over the changes find that there is no dispatcher any more.
        signal.fire()
    }
}
