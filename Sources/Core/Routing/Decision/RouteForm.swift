import Contract
import Features
import Matching

/// The form of a route: all that its lines say beside its name and its pattern, shared by the routes that have the same
/// words.
///
/// A class, because every call looks one up: copying a struct of a dozen references retains and releases each of them.
final class RouteForm: Sendable {
    let binding: ActionBinding
    /// One per input of the action, in the same order.
    let sources: [Route.Source]
    /// One per input: the route's own default, which goes before the input's.
    let defaults: [Value?]
    let fragment: Route.Fragment?
    let query: [QueryCondition]
    let absent: [String]
    let isStrict: Bool
    let excepts: [ExclusionPattern]
    let entries: [ScopeEntry]
    /// Whether a link brings every input as a text of its path.
    let bringsTexts: Bool

    init(
        binding: ActionBinding, sources: [Route.Source], defaults: [Value?], conditions: RouteConditions,
        entries: [ScopeEntry]
    ) {
        self.binding = binding
        self.sources = sources
        self.defaults = defaults
        self.entries = entries
        fragment = conditions.routeFragment
        let comeFromPath = sources.allSatisfy { if case .capture = $0 { true } else { false } }
        bringsTexts = comeFromPath && sources.count <= LinkTexts.mostInputs && fragment == nil
        query = conditions.selection
        absent = conditions.absentKeys
        isStrict = conditions.isStrict
        excepts = conditions.excepts
    }
}
