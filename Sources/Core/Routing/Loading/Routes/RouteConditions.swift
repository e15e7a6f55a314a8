import Conf
import Contract
import Features
import Matching

/// The conditions in the block of a route.
struct RouteConditions {
    /// A `query` or `fragment` line.
    struct Condition {
        /// The name of the input that it feeds.
        let name: String
        /// The key of a link's query; of a fragment the name again.
        let key: String
        let language: Language
        let isRequired: Bool
        /// Whether it only selects the route.
        let isSilent: Bool
        /// Whether it is never left out: it says so, or feeds a secret input.
        var isExact: Bool
        let defaultValue: Value?
        let place: SourceRange
    }

    var query: [Condition] = []
    /// The keys of `query !KEY`: a link must not have them.
    var absent: [(name: String, place: SourceRange)] = []
    /// The keys that a link must not have by the lists of the group.
    var listed: [PlacedWord] = []
    var fragment: Condition?
    var isStrict = false
    var excepts: [ExclusionPattern] = []
    var overs: [(name: String, place: SourceRange)] = []
    var constants: [(name: PlacedWord, value: PlacedWord)] = []
    /// Whether every line was read that decides which links the route accepts.
    var isComplete = true

    /// Lets the keys of secret inputs never be left out: a link with a broken secret is not performed without it.
    mutating func keepSecrets(of inputs: [ActionInput]) {
        for index in query.indices where !query[index].isSilent {
            let feeds = inputs.contains { $0.isSecret && $0.name == query[index].name }
            if feeds { query[index].isExact = true }
        }
    }

    /// The query conditions as the index has them.
    var selection: [QueryCondition] {
        query.map { condition in
            QueryCondition(
                key: condition.key, name: condition.name, language: condition.language,
                isRequired: condition.isRequired, isExact: condition.isExact, isSilent: condition.isSilent)
        }
    }

    /// The keys that a link must not have, as the index has them; a strict route takes no undeclared key anyway.
    var absentKeys: [String] {
        guard !isStrict else { return [] }
        var seen: Set<String> = []
        return (absent.map(\.name) + listed.map(\.text)).filter { seen.insert($0).inserted }
    }

    /// The fragment as the route has it.
    var routeFragment: Route.Fragment? {
        fragment.map { .init(name: $0.name, language: $0.language, isRequired: $0.isRequired) }
    }
}

/// Something that a route can feed into its action, by name.
struct FeedParameter {
    let name: String
    let source: Route.Source
    /// The key of a link's query; nil for what is no key.
    var key: String?
    /// The type its values have; nil for a constant, whose value is checked against the input.
    var type: InputType?
    /// Whether a link that the route takes may lack it.
    var isOptional = false
    var defaultValue: Value?
    var constant: PlacedWord?
    /// Whether it only selects the route, and feeds no input.
    var isSilent = false
    let place: SourceRange

    /// Its type, if only query keys have that.
    var keyType: Language? {
        guard case .value(let language) = type, language.isOfKeysAlone else { return nil }
        return language
    }
}

extension RouteConditions {
    /// Everything that a route with these conditions can feed into its action, and its silent keys.
    ///
    /// - Parameters:
    ///   - captures: those of its pattern.
    ///   - place: where a capture stands.
    func parameters(with captures: [Pattern.Capture], place: (Pattern.Capture) -> SourceRange) -> [FeedParameter] {
        func parameter(_ condition: Condition, _ source: Route.Source) -> FeedParameter {
            FeedParameter(
                name: condition.name, source: source, key: condition.key, type: .value(condition.language),
                isOptional: !condition.isRequired, defaultValue: condition.defaultValue, isSilent: condition.isSilent,
                place: condition.place)
        }
        let path = captures.enumerated().map { index, capture in
            let (source, type): (Route.Source, InputType) =
                switch capture.value {
                case .text(let language): (.capture(index), .value(language))
                case .tail: (.tail, .list)
                }
            return FeedParameter(name: capture.name, source: source, type: type, place: place(capture))
        }
        return path + query.enumerated().map { parameter($1, .query($0)) }
            + (fragment.map { [parameter($0, .fragment)] } ?? [])
            + constants.map { name, value in
                FeedParameter(name: name.text, source: .absent, constant: value, place: name.place)
            }
    }
}
