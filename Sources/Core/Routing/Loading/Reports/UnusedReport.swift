import Conf
import Contract
import Features
import Matching

/// Reports declarations that are never used.
struct UnusedReport: BlockReader {
    let table: TableReading

    /// Warns of each.
    func warn() {
        for (name, values) in table.draft.values where !values.isUsed {
            report(.unusedValues, values.place, "nothing uses the values `\(name)`", help: "remove them")
        }
        for actions in table.draft.actions.values {
            for (name, action) in actions where !action.isUsed {
                report(
                    .unusedAction, action.place, "no route leads to the action `\(name)`",
                    help: "add a route with `do \(name)`, or remove it")
            }
        }
        let scopes = table.draft.scopes
        let usedScopes = Dictionary(scopes.lazy.filter(\.isUsed).map { ($0.entry, $0.owner) }) { first, _ in first }
        for scope in scopes where !table.draft.leftOutOwners.contains(scope.owner) && !isUsed(scope, usedScopes) {
            report(
                .unusedScope, scope.place, "no route takes links of `\(scope.spelling)`",
                help: "add a route, or remove it")
        }
    }

    /// Reports the inputs that a confirmation shows and one of its actions does not have.
    func checkConfirmations() {
        let catalogue = table.draft.catalogue
        guard !table.draft.confirmations.isEmpty else { return }
        var reported: Set<TextTemplate> = []
        for action in catalogue.actions {
            let names = action.inputs.map(\.name)
            for text in catalogue.constraints[action.feature].flatMap({ ($0.rule as? UserConfirmation)?.texts ?? [] }) {
                let unknown = text.inputs.first { !names.contains($0) }
                guard let unknown, let place = table.draft.confirmations[text], reported.insert(text).inserted else {
                    continue
                }
                report(
                    .unknownInput, place, "the action `\(action.name)` has no input `\(unknown)`",
                    help: names.isEmpty
                        ? "declare it: `input \(unknown) TYPE`" : Suggestion.help(for: unknown, among: names))
            }
        }
    }

    private func isUsed(_ scope: TableDraft.Scope, _ used: [ScopeEntry: Int]) -> Bool {
        let owner = table.draft.owners[scope.owner]
        guard case .host(let host) = scope.entry else { return scope.isUsed || owner.usesEvery.contains(.app) }
        // Where no route of the host takes a link, those of the wildcards around it, in the same file, can.
        return scope.isUsed || owner.usesEvery.contains(.web) || host.wider.contains { used[.host($0)] == scope.owner }
    }
}
