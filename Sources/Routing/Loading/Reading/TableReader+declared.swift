import Conf
import Features
import Matching

extension TableReader {
    /// Reads the routes of a program, the first file of the set being its scopes.
    mutating func read(_ declarations: RouteDeclarations) {
        guard let scopes = set.members.first else { return }
        _ = readDeclarations(scopes)
        draft.catalogue = declarations.catalogue
        for (number, action) in declarations.catalogue.actions.enumerated() {
            draft.actions[action.feature, default: [:]][action.name] = .init(number: number, place: place(of: 0))
        }
        for (route, member) in zip(declarations.routes, set.members.dropFirst()) {
            enter(member)
            let feature = draft.catalogue.actions[route.action].feature
            for checked in check(document.roots, in: .feature).checked where checked.name == "route" {
                readRoute(checked.statement, feature: feature)
            }
        }
    }

    private func place(of file: Int) -> SourceRange { SourceRange(file: file, offset: 0, length: 1) }

    /// The action that a route leads to: the one it names, or, where a program performs that, one of what the route gives.
    ///
    /// A program may have several routes to one action, each with its own way to make its input.
    mutating func taker(of parameters: RouteParameters, _ action: Int) -> Int {
        let named = draft.catalogue.actions[action]
        guard case .hosted = named.performer else { return action }
        let inputs = parameters.parameters.map { parameter in
            ActionInput(
                name: parameter.name, type: parameter.type ?? .value(.string),
                isOptional: parameter.isOptional && parameter.defaultValue == nil, defaultValue: parameter.defaultValue)
        }
        return draft.catalogue.add(
            Action(name: named.name, feature: named.feature, inputs: inputs, performer: .hosted, limits: named.limits))
    }
}
