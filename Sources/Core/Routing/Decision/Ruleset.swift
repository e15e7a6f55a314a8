package import Contract
package import Features
package import Links
package import Matching

/// A table that was read, checked as a whole and frozen: what decides links until the next one takes its place.
///
/// *Owner*: shared by reference and never changed, so a reload swaps one reference. The index is noncopyable: a copyable
/// struct of arrays read through a class costs more than the match itself.
package final class Ruleset: Sendable {
    /// The capabilities of the program that loaded it.
    package let wings: WingList
    package let catalogue: FeatureCatalogue
    /// The same behind one reference, for what every call verifies with.
    package let sharedCatalogue: Shared<FeatureCatalogue>
    /// By number; the index's rules have the numbers of its rows.
    package let routes: RouteTable
    package let index: RouteIndex
    /// The index of the routes that everyone is told of; nil if those are all.
    ///
    /// A link that no route takes is answered from it, so that not even the cost of the answer depends on hidden routes.
    private let shownIndex: RouteIndex?
    package let linkLimits: LinkLimits
    /// How the opaque forms of its schemes are cut; see `parse`.
    package let separators: SegmentSeparators
    package let servingLimits: ServingLimits
    /// The groups whose members are operators.
    package let operatorGroups: CallerRequirement
    /// The groups whose members may name another subject.
    package let delegateGroups: CallerRequirement
    /// The groups whose members may set a fact, as the table grants it.
    package let grantingGroups: [FactKey: CallerRequirement]
    package let profile: Profile
    package let intakeWithoutLedger: IntakeWithoutLedger
    /// *Shape*: 16 hex digits that change whenever the table's text does.
    package let revision: String
    /// The files it was read from.
    package let files: [TableFileReport]
    /// What they say, to load the same table elsewhere.
    package let texts: [TableText]
    /// An upper bound of the routes' nodes that one link can have alive at one segment.
    package let width: Int
    /// The schemes and hosts of all files, in the order in which they are declared.
    package let scopes: [DeclaredScope]
    /// By the number of the index's denials.
    package let denials: [Denial]
    /// What becomes of links that are no links of the table; nil where they are refused.
    package let unmatched: UnmatchedRule?
    /// What links become before anything else is looked at, in the order of the table.
    package let rewrites: [RewriteRule]
    package let contents: FeatureContents
    /// The table that every link is compared with; nil where no line names one.
    package let shadow: ShadowTable?
    package let leftOut: LeftOutPackages
    /// By package; that of the empty name is the table's own.
    private let labels: [String: TableLabel]
    /// Where `user-instances no` keeps it from the tables of the machine, as `TableSet.withheldBy`.
    package let withheldBy: String?

    /// Takes a draft without errors.
    ///
    /// - Parameter overs: the numbers of the routes that each route is `over`, by its own.
    init(
        _ draft: consuming TableDraft, overs: [Int: [Int]], index: consuming RouteIndex,
        shownIndex: consuming RouteIndex?, of set: TableSet, wings: WingList,
        width: Int, shadow: ShadowTable? = nil
    ) {
        (self.wings, self.shadow) = (wings, shadow)
        catalogue = draft.catalogue
        sharedCatalogue = Shared(draft.catalogue)
        self.index = index
        self.shownIndex = shownIndex
        linkLimits = draft.limits.link
        separators = draft.separators
        servingLimits = draft.limits.serving
        operatorGroups = CallerRequirement(kind: .group, values: draft.operatorGroups)
        delegateGroups = CallerRequirement(kind: .group, values: draft.delegateGroups)
        grantingGroups = draft.grants.mapValues { CallerRequirement(kind: .group, values: $0.map(\.group)) }
        profile = draft.profile?.profile ?? .production
        intakeWithoutLedger = draft.intakeWithoutLedger?.value ?? .undetermined
        revision = set.revision
        (files, texts) = (set.files, set.texts)
        self.width = width
        scopes = draft.scopes.map { scope in
            DeclaredScope(
                entry: scope.entry, file: scope.owner, package: draft.packagesByFile[scope.owner]?.name,
                separator: scope.separator, takesEitherSlash: scope.takesEitherSlash, guests: scope.guests.words)
        }
        denials = draft.denies.map { Denial(pattern: $0.pattern, entries: $0.entries) }
        unmatched = draft.unmatched.map { [scopes] in
            UnmatchedRule(schemes: $0.schemes, binding: $0.binding, scopes: scopes)
        }
        leftOut = LeftOutPackages(byDenial: draft.leftOut)
        (labels, withheldBy) = (draft.labels, set.withheldBy)
        rewrites = (draft.unmatched == nil ? [] : [WrappedLink.rule]) + draft.rewriteRules
        routes = RouteTable(draft, overs: overs)
        contents = FeatureContents(catalogue, routes)
    }

    /// The routes that an audience is told of for a link: those that accept its path, or else the nearest one.
    ///
    /// - Parameters:
    ///   - taken: the route that takes the link, and that everyone is told of, by its number; nil if none does.
    ///   - nearest: how many beginnings of routes are looked at to find the nearest.
    func trace(
        _ link: Link, takenBy taken: Int? = nil, nearest: Int = .max, for audience: Audience
    ) -> [Candidate] {
        guard audience != .operator, catalogue.hasHidden else { return index.trace(link, nearest: nearest) }
        if let taken {
            return index.trace(link).filter { candidate in
                let route = routes[row: candidate.rule].number
                return route == taken || isShown(route, to: audience)
            }
        }
        return switch shownIndex {
        case .some(let shown): shown.trace(link, nearest: nearest)
        case .none: index.trace(link, nearest: nearest)
        }
    }

    /// Whether an audience is told of a route: of one of a hidden feature only operators are.
    package func isShown(_ route: Int, to audience: Audience) -> Bool {
        catalogue.isShown(routes.binding(of: route).feature, to: audience)
    }

    /// The route's action.
    package func action(of route: Route) -> Action { catalogue.actions[route.binding.action] }

    /// The path of the feature that owns the route.
    package func featurePath(of route: Route) -> String { catalogue.features[route.binding.feature].path }

    /// What people call that feature; nil if the table does not say.
    package func title(of route: Route) -> String? { catalogue.features[route.binding.feature].title?.plain }

    /// What people call a package, or the table outside of packages, and the icon of it.
    package func label(of package: String?) -> TableLabel { labels[package ?? ""] ?? TableLabel() }
}
