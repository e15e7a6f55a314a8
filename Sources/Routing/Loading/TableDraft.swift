import Conf
import Contract
import Features
import Links
import Matching

/// What a table declares, read and checked line by line but not yet against each other.
struct TableDraft {
    /// A set of `values` and whether anything uses it.
    struct NamedValues {
        let set: ValueSet
        let place: SourceRange
        var isUsed = false
    }

    /// A scheme or host and whether any route can get its links.
    struct Scope {
        let entry: ScopeEntry
        /// The words by which `in` names it.
        let spelling: String
        let place: SourceRange
        let file: Int
        var isUsed = false
    }

    /// An action's number and where it stands; without a number it has an error, which was reported at the action.
    struct NamedAction {
        var number: Int?
        let place: SourceRange
        var isUsed = false
    }

    /// A `deny` line.
    struct Deny {
        let pattern: ExclusionPattern
        let entries: [ScopeEntry]
        let place: SourceRange
    }

    var values: [String: NamedValues] = [:]
    var products: [Product] = []
    var productPlaces: [String: SourceRange] = [:]
    var usedProducts: Set<String> = []
    var scopes: [Scope] = []
    var catalogue = FeatureCatalogue()
    var featurePlaces: [Int: SourceRange] = [:]
    /// By feature number and name.
    var actions: [Int: [String: NamedAction]] = [:]
    var routes: [RouteDraft] = []
    var denies: [Deny] = []
    var operatorGroups: [CallerRequirement.Value] = []
    var linkLimits = LinkLimits()
    var width: Int?
}

/// A route as it was read; `over` still names routes by their words.
struct RouteDraft {
    var route: Route
    let place: SourceRange
    let overs: [(name: String, place: SourceRange)]
}
