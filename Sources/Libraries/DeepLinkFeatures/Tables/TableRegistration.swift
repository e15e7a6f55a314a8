// A checked table and the types for its actions → the records of a dispatcher. The table's catalogue and its matcher are used
// as they are: the types are only found by the numbers of the table's actions.

import Conf
import Features
import Routing

/// Looks up the features and actions of a table that Swift types stand for.
struct TableRegistration {
    let ruleset: Ruleset
    private(set) var errors: [DeclarationError] = []
    /// By the number of the feature.
    private(set) var features: [Int: any TableFeature.Type] = [:]
    /// By the number of the action.
    private(set) var actions: [Int: TableActionsBuilder.Declaration] = [:]

    init(_ ruleset: Ruleset, _ types: [any TableFeature.Type]) {
        self.ruleset = ruleset
        refuseLinesOfTheDaemon()
        for type in types { add(type) }
        for (number, action) in ruleset.catalogue.actions.enumerated()
        where action.feature != Features.DeepLinkingFeature.performIncomingURL.feature {
            let path = ruleset.catalogue.features[action.feature].path
            guard let declaration = actions[number] else {
                note(.unbound(feature: path, action: action.name))
                continue
            }
            check(declaration, action, path)
        }
    }

    /// What the program does for each route.
    var routes: [DeclaredRoute] {
        ruleset.routes.compactMap { route in
            guard let declaration = actions[route.binding.action] else { return nil }
            let secrets = ruleset.action(of: route).inputs.filter(\.isSecret).map(\.name)
            return DeclaredRoute(
                feature: declaration.feature, action: declaration.action, pattern: "", name: route.name, lines: [],
                secrets: Set(secrets), performance: declaration.performance, probe: declaration.probe)
        }
    }

    private mutating func note(_ error: TableBindingError) { errors.append(.table(error)) }

    // MARK: Lines that only the daemon can follow

    private mutating func refuseLinesOfTheDaemon() {
        let help = "only the daemon follows this line; take it out of the table that the program loads"
        let interceptors = ruleset.catalogue.interceptors
        for (word, lines) in [("guard", interceptors.guards), ("observe", interceptors.observers)] {
            for line in lines { note(.daemonOnly(line: "\(word) \(line.name)", problem: help)) }
        }
        for line in interceptors.replacements.values.joined().map(\.name).sorted() {
            note(.daemonOnly(line: "replace … with \(line)", problem: help))
        }
        if ruleset.catalogue.hasInsteads { note(.daemonOnly(line: "instead", problem: help)) }
        if ruleset.unmatched != nil { note(.daemonOnly(line: "unmatched", problem: help)) }
        if ruleset.shadow != nil { note(.daemonOnly(line: "shadow", problem: help)) }
        for rewrite in ruleset.rewrites {
            if case .action = rewrite.target { note(.daemonOnly(line: "rewrite \(rewrite.name)", problem: help)) }
        }
        // The program's own provider counts the units.
        for charge in ruleset.catalogue.actions.flatMap(\.limits.charges) {
            note(.daemonOnly(line: "spend \(charge.words)", problem: help))
        }
    }

    // MARK: Features and actions

    private mutating func add(_ type: any TableFeature.Type) {
        let catalogue = ruleset.catalogue
        let intake = Features.DeepLinkingFeature.performIncomingURL.feature
        guard let number = catalogue.feature(named: type.path), number != intake else {
            let paths = catalogue.features.indices.filter { $0 != intake }.map { catalogue.features[$0].path }
            let nearest = Suggestion.nearest(to: type.path, among: paths)
            return note(.unknownFeature(feature: type.path, nearest: nearest))
        }
        let path = catalogue.features[number].path
        guard features.updateValue(type, forKey: number) == nil else { return note(.secondFeature(feature: path)) }
        let builder = TableActionsBuilder()
        type.bind(actions: builder)
        var types: Set<ObjectIdentifier> = []
        for declaration in builder.declarations { bind(declaration, type, number, path, &types) }
    }

    private mutating func bind(
        _ declaration: TableActionsBuilder.Declaration, _ type: any TableFeature.Type, _ feature: Int, _ path: String,
        _ types: inout Set<ObjectIdentifier>
    ) {
        guard ObjectIdentifier(declaration.feature) == ObjectIdentifier(type) else {
            return note(.foreignAction(feature: path, action: declaration.name))
        }
        let all = ruleset.catalogue.actions
        guard let number = all.indices.first(where: { all[$0].feature == feature && all[$0].name == declaration.name })
        else {
            let names = all.filter { $0.feature == feature }.map(\.name)
            let nearest = Suggestion.nearest(to: declaration.name, among: names)
            return note(.unknownAction(feature: path, action: declaration.name, nearest: nearest))
        }
        guard actions[number] == nil, types.insert(ObjectIdentifier(declaration.action)).inserted else {
            return note(.secondBinding(feature: path, action: declaration.name))
        }
        actions[number] = declaration
    }

    // MARK: Inputs

    /// Has the type make its input of made-up values.
    private mutating func check(
        _ declaration: TableActionsBuilder.Declaration, _ action: Features.Action, _ path: String
    ) {
        let probe = RouteProbe(action.inputs)
        for optional in [true, false] {
            // Made-up values may break the action's own rules, which is not an error.
            _ = try? declaration.probe(RouteInputs(values: probe.samples(optional: optional), probe: probe))
        }
        let absent = probe.absent.sorted().map {
            RouteProbe.Fault(input: $0, problem: "the table declares no such input")
        }
        for fault in probe.faults + absent {
            note(.badInput(feature: path, action: action.name, input: fault.input, problem: fault.problem))
        }
    }
}

extension Roster {
    /// Takes the records of a table that were found to be right.
    init(_ table: TableRegistration) {
        let catalogue = table.ruleset.catalogue
        var actions: [ActionKey: Int] = [:]
        for (number, declaration) in table.actions {
            actions[ActionKey(declaration.feature, declaration.action)] = number
        }
        self.init(
            catalogue, table.ruleset.sharedCatalogue,
            conditional: table.features.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, actions: actions)
    }
}
