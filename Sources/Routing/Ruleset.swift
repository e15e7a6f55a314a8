package import Contract
package import Features
package import Links
package import Matching

/// A table that was read, checked as a whole and frozen: what decides links until the next one takes its place.
///
/// *Owner*: shared by reference and never changed, so a reload swaps one reference. The index is noncopyable: a copyable
/// struct of arrays read through a class costs more than the match itself.
package final class Ruleset: Sendable {
    package let catalogue: FeatureCatalogue
    /// By the number of the index's rules.
    package let routes: RouteTable
    package let index: RouteIndex
    package let linkLimits: LinkLimits
    /// The groups whose members are operators.
    package let operatorGroups: [CallerRequirement.Value]
    /// The groups whose members may speak for others.
    package let delegateGroups: [CallerRequirement.Value]
    package let profile: Profile
    /// *Shape*: 16 hex digits that change whenever the table's text does.
    package let revision: String
    /// The files it was read from.
    package let files: [TableFileReport]
    /// An upper bound of the routes' nodes that one link can have alive at one segment.
    package let width: Int
    /// The schemes and hosts of all files, in the order in which they are declared.
    package let scopes: [DeclaredScope]
    /// By the number of the index's denials.
    package let denials: [ExclusionPattern]

    init(
        catalogue: FeatureCatalogue, routes: RouteTable, index: consuming RouteIndex, linkLimits: LinkLimits,
        operatorGroups: [CallerRequirement.Value], delegateGroups: [CallerRequirement.Value], profile: Profile,
        revision: String, files: [TableFileReport], width: Int,
        scopes: [DeclaredScope], denials: [ExclusionPattern]
    ) {
        self.catalogue = catalogue
        self.routes = routes
        self.index = index
        self.linkLimits = linkLimits
        self.operatorGroups = operatorGroups
        self.delegateGroups = delegateGroups
        self.profile = profile
        self.revision = revision
        self.files = files
        self.width = width
        self.scopes = scopes
        self.denials = denials
    }

    /// The route's action.
    package func action(of route: Route) -> Action { catalogue.actions[route.binding.action] }

    /// The path of the feature that owns the route.
    package func featurePath(of route: Route) -> String { catalogue.features[route.binding.feature].path }
}
