package import Channels
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
    package let servingLimits: ServingLimits
    /// The groups whose members are operators.
    package let operatorGroups: CallerRequirement
    /// The groups whose members may name another subject.
    package let delegateGroups: CallerRequirement
    /// By their names.
    package let channels: [String: ChannelDeclaration]
    package let profile: Profile
    package let intakeWithoutLedger: IntakeWithoutLedger
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
    /// The numbers of each feature's routes, in the order of the table.
    private let routesByFeature: [[UInt32]]
    /// The numbers of each feature's actions, likewise.
    private let actionsByFeature: [[Int]]
    /// The numbers of the first routes of each action.
    private let routesByAction: [[UInt32]]

    /// Takes a draft without errors.
    ///
    /// - Parameter overs: the numbers of the routes that each route is `over`, by its own.
    init(
        _ draft: consuming TableDraft, overs: [Int: [Int]], index: consuming RouteIndex, of set: TableSet, width: Int
    ) {
        catalogue = draft.catalogue
        self.index = index
        linkLimits = draft.linkLimits
        servingLimits = draft.servingLimits
        operatorGroups = CallerRequirement(kind: .group, values: draft.operatorGroups)
        delegateGroups = CallerRequirement(kind: .group, values: draft.delegateGroups)
        channels = Dictionary(
            uniqueKeysWithValues: draft.channels.map { name, channel in
                (
                    name,
                    ChannelDeclaration(
                        name, channel.rules, hearers: channel.hearers,
                        isDurable: channel.durable != nil, starter: channel.starter)
                )
            })
        profile = draft.profile?.profile ?? .production
        intakeWithoutLedger = draft.intakeWithoutLedger?.value ?? .undetermined
        revision = set.revision
        files = set.files
        self.width = width
        scopes = draft.scopes.map { DeclaredScope(entry: $0.entry, file: $0.owner) }
        denials = draft.denies.map(\.pattern)
        routes = RouteTable(draft, overs: overs)
        var routesByFeature = [[UInt32]](repeating: [], count: catalogue.features.count)
        var routesByAction = [[UInt32]](repeating: [], count: catalogue.actions.count)
        for number in routes.indices {
            let binding = routes.binding(of: number)
            routesByFeature[binding.feature].append(UInt32(number))
            if routesByAction[binding.action].count < Limits.routesOfNamedAction {
                routesByAction[binding.action].append(UInt32(number))
            }
        }
        self.routesByAction = routesByAction
        self.routesByFeature = routesByFeature
        var actionsByFeature = [[Int]](repeating: [], count: catalogue.features.count)
        for (number, action) in catalogue.actions.enumerated() { actionsByFeature[action.feature].append(number) }
        self.actionsByFeature = actionsByFeature
    }

    /// The names of the actions and routes of a feature, as many as there is room for, and how many others there are.
    ///
    /// *Cost*: linear in the names that are given.
    package func names(ofFeature feature: Int, byteLimit: Int) -> (actions: [String], routes: [String], unlisted: Int) {
        var room = byteLimit
        var (actions, routes, unlisted): ([String], [String], Int) = ([], [], 0)
        func add(_ name: String, to names: inout [String]) {
            room -= name.utf8.count
            if room >= 0 { names.append(name) } else { unlisted += 1 }
        }
        for number in actionsByFeature[feature] { add(catalogue.actions[number].name, to: &actions) }
        let numbers = routesByFeature[feature]
        for (index, number) in numbers.enumerated() {
            // Past the end of the room they are only counted: a feature may have a million routes.
            guard room >= 0 else {
                unlisted += numbers.count - index
                break
            }
            add(self.routes.name(of: Int(number)), to: &routes)
        }
        return (actions, routes, unlisted)
    }

    /// The number of a feature's action by its name.
    func action(named name: String, ofFeature feature: Int) -> Int? {
        actionsByFeature[feature].first { catalogue.actions[$0].name == name }
    }

    /// The numbers of a feature's actions.
    func actions(ofFeature feature: Int) -> [Int] { actionsByFeature[feature] }

    /// The numbers of the first routes of an action, in the order of the table.
    func routes(ofAction action: Int) -> [UInt32] { routesByAction[action] }

    /// The route's action.
    package func action(of route: Route) -> Action { catalogue.actions[route.binding.action] }

    /// The channel that an action sends its links to; nil where it sends them to none.
    package func channel(of action: Action) -> ChannelDeclaration? {
        action.performer.channel.flatMap { channels[$0] }
    }

    /// The path of the feature that owns the route.
    package func featurePath(of route: Route) -> String { catalogue.features[route.binding.feature].path }
}
