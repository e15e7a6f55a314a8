/// A problem that the check of a table's precedence found; rules and denials are given by number.
package enum PrecedenceProblem: Equatable, Sendable {
    /// Two rules of one entry overlap without inclusion (`overlapping`) or are the same (`equal`), and no `over`
    /// decides.
    ///
    /// The witness is a link that both accept; nil if none was proven. The line to add is `over` with the name of
    /// `other`, in the body of `rule`; it helps only if they overlap.
    case conflict(rule: Int, other: Int, relation: Relation, entry: ScopeEntry, witness: String?)
    /// By inclusion and `over`, each rule must come before the next, and the last before the first.
    case overCycle([Int])
    /// `rule` has `over other`, but `other` is the narrower one and wins.
    case overAgainstInclusion(rule: Int, other: Int)
    /// `rule` has `over other`, but they are disjoint, or `rule` is the narrower one and wins anyway.
    case needlessOver(rule: Int, other: Int, relation: Relation)
    /// No link reaches `rule`: in each of its scopes a route of an earlier entry takes all its links; `by` is the
    /// first.
    case shadowed(rule: Int, by: Int)
    /// In some of its scopes no link reaches `rule`: `by`, a broader route of an earlier entry, takes them all.
    ///
    /// Found only if the builder's `reportsHidden` is true.
    case hidden(rule: Int, by: Int)
    /// No link reaches `rule`: `deny` covers its path.
    case unreachable(rule: Int, deny: Int)
    /// No link reaches `rule`: its own `except` lines cover its path, alone or together with these denials.
    case excepted(rule: Int, denials: [Int])
    /// One link can have this many nodes of the index alive at one segment.
    case wide(width: Int, limit: Int, isError: Bool)
    /// The search for conflicts exceeded its budget; `rule` is at the node with the most alternatives.
    case tooManyComparisons(byteLimit: Int, rule: Int)
    /// The texts of the patterns together are longer than the index can address.
    case tooLarge

    /// True if the table cannot be loaded.
    package var isError: Bool {
        switch self {
        case .conflict, .overCycle, .overAgainstInclusion, .tooManyComparisons, .tooLarge: true
        case .wide(_, _, let isError): isError
        case .needlessOver, .shadowed, .hidden, .unreachable, .excepted: false
        }
    }

    /// The rules that it is about.
    package var routes: [Int] {
        switch self {
        case .conflict(let rule, let other, _, _, _), .overAgainstInclusion(let rule, let other),
            .needlessOver(let rule, let other, _), .shadowed(let rule, let other), .hidden(let rule, let other):
            [rule, other]
        case .overCycle(let rules): rules
        case .unreachable(let rule, _), .excepted(let rule, _), .tooManyComparisons(_, let rule): [rule]
        case .wide, .tooLarge: []
        }
    }
}
