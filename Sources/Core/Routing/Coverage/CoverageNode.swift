package import Contract
import Features
import Matching

/// What can be covered: one thing that a table says, and that a case can show.
package enum CoverageNode: Hashable, Sendable {
    /// A route whose action is performed: a case that is only refused does not cover it.
    case route(Int)
    /// One pattern of a route with several, by its row.
    case pattern(Int)
    /// One value of a capture, a key or a fragment that takes only some.
    case alternative(route: Int, part: String, value: String)
    /// The lowest or highest value of a bounded type; of a text the number of its characters.
    case bound(route: Int, part: String, value: Int64)
    /// An `except` of a route, by its number there.
    case except(route: Int, Int)
    /// A `deny`, by its number.
    case denial(Int)
    /// A link that the first route takes from the second because it says `over`.
    case over(Int, Int)
    /// A key that a route forbids, as `exclusive` or `query !key` have it, by its number there.
    case absence(route: Int, Int)
    /// A constraint, by the number of the feature that declares it: met where the action is performed, or the one that is
    /// named for a refusal.
    case constraint(feature: Int, id: String, isMet: Bool)
    /// A class of outcomes of a feature with constraints.
    case outcome(feature: Int, OutcomeClass)
    /// A link that the route does not take, and would if one thing were different.
    case nearMiss(Int)
}

/// The kinds of nodes, in the order in which reports list them.
package enum CoverageKind: String, CaseIterable, Sendable {
    case route, pattern, alternative, bound, except, deny, over, exclusive, constraint, outcome
    case nearMiss = "near miss"

    /// As the head of a list.
    package var plural: String {
        switch self {
        case .except, .deny, .over, .exclusive: "`\(rawValue)` lines"
        case .nearMiss: "near misses"
        case .route, .pattern, .alternative, .bound, .constraint, .outcome: rawValue + "s"
        }
    }
}

extension CoverageNode {
    /// Which of the kinds it is.
    package var kind: CoverageKind {
        switch self {
        case .route: .route
        case .pattern: .pattern
        case .alternative: .alternative
        case .bound: .bound
        case .except: .except
        case .denial: .deny
        case .over: .over
        case .absence: .exclusive
        case .constraint: .constraint
        case .outcome: .outcome
        case .nearMiss: .nearMiss
        }
    }

    /// A constraint without the feature's own path, which a switch has as its subject.
    private static func short(_ id: String, _ path: String) -> String {
        id.hasSuffix(":" + path) ? String(id.dropLast(path.count + 1)) : id
    }

    /// The route that it is about; nil for one of a feature or of the whole table.
    package var route: Int? {
        switch self {
        case .route(let route), .except(let route, _), .over(let route, _), .absence(let route, _),
            .nearMiss(let route), .alternative(let route, _, _), .bound(let route, _, _):
            route
        case .pattern, .denial, .constraint, .outcome: nil
        }
    }

    /// The name by which reports list it, unique among those of its kind.
    package func name(in ruleset: Ruleset) -> String {
        func route(_ number: Int) -> String { ruleset.routes[number].name }
        func path(_ feature: Int) -> String { ruleset.catalogue.features[feature].path }
        return switch self {
        case .route(let number), .nearMiss(let number): route(number)
        case .pattern(let row): "\(ruleset.routes[row: row].name) \(ruleset.routes[row: row].pattern.text)"
        case .alternative(let number, let part, let value): "\(route(number)) \(part)=\(value)"
        case .bound(let number, let part, let value): "\(route(number)) \(part)=\(value)"
        case .except(let number, let except): "\(route(number)) \(ruleset.routes[number].excepts[except].text)"
        case .denial(let number): ruleset.denials[number].text
        case .over(let winner, let loser): "\(route(winner)) over \(route(loser))"
        case .absence(let number, let key): "\(route(number)) !\(ruleset.routes[number].absent[key])"
        case .constraint(let feature, let id, let isMet):
            "\(path(feature)) \(Self.short(id, path(feature))) \(isMet ? "met" : "unmet")"
        case .outcome(let feature, let outcomeClass): "\(path(feature)) \(outcomeClass.rawValue)"
        }
    }
}

extension CoverageNode {
    /// What a case for it shows, as the name of the case.
    func title(in ruleset: Ruleset) -> String {
        func route(_ number: Int) -> String { ruleset.routes[number].name }
        func path(_ feature: Int) -> String { ruleset.catalogue.features[feature].path }
        return switch self {
        case .route(let number): "the route \(route(number)) takes its link"
        case .pattern(let row):
            "the route \(ruleset.routes[row: row].name) takes a link of \(ruleset.routes[row: row].pattern.text)"
        case .alternative(let number, let part, let value): "the route \(route(number)) takes \(part)=\(value)"
        case .bound(let number, let part, let value): "the route \(route(number)) takes the bound \(part)=\(value)"
        case .except(let number, let except):
            "the route \(route(number)) leaves out \(ruleset.routes[number].excepts[except].text)"
        case .denial(let number): "\(ruleset.denials[number].text) is denied"
        case .over(let winner, let loser): "the route \(route(winner)) wins over \(route(loser))"
        case .absence(let number, let key):
            "the route \(route(number)) takes no link with \(ruleset.routes[number].absent[key])"
        case .constraint(let feature, let id, true):
            "\(path(feature)) is available with \(Self.short(id, path(feature)))"
        case .constraint(let feature, let id, false): "\(path(feature)) is blocked by \(Self.short(id, path(feature)))"
        case .outcome(let feature, let outcomeClass): "\(path(feature)) is \(outcomeClass.rawValue)"
        case .nearMiss(let number): "a near miss of the route \(route(number))"
        }
    }
}
