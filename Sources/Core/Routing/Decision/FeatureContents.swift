package import Contract
import Features
import Matching

/// The actions and routes of each feature, and the routes of each action, by their numbers.
package struct FeatureContents: Sendable {
    private let catalogue: FeatureCatalogue
    private let routes: RouteTable
    /// The numbers of each feature's routes, in the order of the table.
    private let routesByFeature: [[UInt32]]
    /// The numbers of each feature's actions, likewise.
    private let actionsByFeature: [[Int]]
    /// The numbers of the first routes of each action.
    private let routesByAction: [[UInt32]]

    init(_ catalogue: FeatureCatalogue, _ routes: RouteTable) {
        (self.catalogue, self.routes) = (catalogue, routes)
        var routesByFeature = [[UInt32]](repeating: [], count: catalogue.features.count)
        var routesByAction = [[UInt32]](repeating: [], count: catalogue.actions.count)
        for number in routes.indices {
            let binding = routes.binding(of: number)
            routesByFeature[binding.feature].append(UInt32(number))
            if routesByAction[binding.action].count < Limits.routesOfNamedAction {
                routesByAction[binding.action].append(UInt32(number))
            }
        }
        (self.routesByFeature, self.routesByAction) = (routesByFeature, routesByAction)
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
    package func action(named name: String, ofFeature feature: Int) -> Int? {
        actionsByFeature[feature].first { catalogue.actions[$0].name == name }
    }

    /// The numbers of a feature's actions.
    func actions(ofFeature feature: Int) -> [Int] { actionsByFeature[feature] }

    /// The numbers of the first routes of an action, in the order of the table.
    func routes(ofAction action: Int) -> [UInt32] { routesByAction[action] }

    /// Routes as they are listed, feature after feature: those after one of them, the first ones where it is nil.
    ///
    /// Routes that the audience is not told of take no time, so the cost of a list says nothing about them.
    package func routes(after last: Int?, for audience: Audience) -> some Sequence<Int> {
        let first = last.map { routes.binding(of: $0).feature } ?? 0
        return catalogue.features.indices[first...].lazy.filter { catalogue.isShown($0, to: audience) }
            .flatMap { feature -> [UInt32].SubSequence in
                let numbers = routesByFeature[feature]
                guard let last, feature == first else { return numbers[...] }
                return numbers[numbers.firstPlace { $0 <= last }...]
            }
            .lazy.map(Int.init)
    }

    /// How many features the table declares, and how many routes, as far as an audience is told of them.
    package func counts(for audience: Audience) -> (features: Int, routes: Int) {
        guard audience != .operator, catalogue.hasHidden else { return (catalogue.declaredCount, routes.count) }
        let hidden = catalogue.features.indices.filter { !catalogue.isShown($0, to: audience) }
        return (
            catalogue.declaredCount - hidden.count,
            routes.count - hidden.reduce(0) { $0 + routesByFeature[$1].count }
        )
    }
}
