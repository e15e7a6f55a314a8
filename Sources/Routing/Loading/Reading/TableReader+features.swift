import Conf
import Features
import Matching

extension TableReader {
    /// Reads a feature, then its actions, then its routes, then the features inside it.
    mutating func readFeature(_ statement: Int, parent: Int?) {
        let body = check(document.children(of: statement), in: .feature).checked
        // What is in it is read even if its own name is wrong, so that every error is found in one run.
        let name = readName(1, statement, of: "a feature") ?? word(1, statement)
        let path = (parent.map { draft.catalogue.features[$0].path + "/" } ?? "") + name
        if let number = draft.featureNumbers[path] {
            let first = draft.featurePlaces[number]
            report(
                .duplicateFeature, place(1, statement),
                first == nil ? "the feature `\(path)` is built in" : "the feature `\(path)` is declared twice",
                help: first == nil ? "choose another name" : "put everything into one of them",
                related: first.map { [.init(place: $0, note: "the first is here")] } ?? [])
        }
        let description = body.first { $0.name == "description" }.map { word(1, $0.statement) }
        let constraints = readConstraints(body.filter { $0.name == "require" }.map(\.statement), parent: parent)
        let number = draft.catalogue.add(
            Feature(path: path, name: name, parent: parent, description: description, constraints: constraints))
        draft.featureNumbers[path] = draft.featureNumbers[path] ?? number
        draft.featurePlaces[number] = place(1, statement)
        for checked in body where checked.name == "action" { readAction(checked.statement, feature: number) }
        for checked in body where checked.name == "route" { readRoute(checked.statement, feature: number) }
        for checked in body where checked.name == "feature" { readFeature(checked.statement, parent: number) }
    }

    /// Warns of everything that was declared and never used.
    mutating func warnUnused() {
        for (name, values) in draft.values where !values.isUsed {
            report(.unusedValues, values.place, "nothing uses the values `\(name)`", help: "remove them")
        }
        for (id, place) in draft.productPlaces where !draft.usedProducts.contains(id) {
            report(.unusedProduct, place, "no feature requires the product `\(id)`", help: "remove it")
        }
        for actions in draft.actions.values {
            for (name, action) in actions where !action.isUsed {
                report(
                    .unusedAction, action.place, "no route leads to the action `\(name)`",
                    help: "add a route that says `do \(name)`, or remove it")
            }
        }
        let usedScopes = Dictionary(draft.scopes.lazy.filter(\.isUsed).map { ($0.entry, $0.owner) }) { first, _ in first
        }
        for scope in draft.scopes where !isUsed(scope, usedScopes) {
            report(
                .unusedScope, scope.place, "no route takes links of `\(scope.spelling)`",
                help: "add a route, or remove it")
        }
    }

    private func isUsed(_ scope: TableDraft.Scope, _ used: [ScopeEntry: Int]) -> Bool {
        let owner = draft.owners[scope.owner]
        guard case .host(let host) = scope.entry else { return scope.isUsed || owner.usesEveryScheme }
        // A link of the host that no route of its own takes goes on to the wildcards around it, of its own file.
        return scope.isUsed || owner.usesEveryHost || host.wider.contains { used[.host($0)] == scope.owner }
    }
}
