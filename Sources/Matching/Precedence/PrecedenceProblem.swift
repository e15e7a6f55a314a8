/// Something that the check of a table's precedence found; rules and denials by their numbers.
package enum PrecedenceProblem: Equatable, Sendable {
    /// Two rules of one entry that meet without inclusion (`overlapping`) or are the same (`equal`), and no `over`
    /// decides.
    ///
    /// The witness is a link that both accept, nil where none was proven. The line to paste is `over` with the name of
    /// `other`, in the body of `rule`; it helps only where they overlap.
    case conflict(rule: Int, other: Int, relation: Relation, entry: ScopeEntry, witness: String?)
    /// Each of these has to come before the next and the last before the first, by inclusion and `over`.
    case overCycle([Int])
    /// `rule` says `over other`, but `other` is the narrower one and wins.
    case overAgainstInclusion(rule: Int, other: Int)
    /// `rule` says `over other`, but they never meet, or `rule` is the narrower one and wins anyway.
    case needlessOver(rule: Int, other: Int, relation: Relation)
    /// No link reaches `rule`: wherever it stands, `by`, of an entry that is looked up earlier, takes all its links.
    case shadowed(rule: Int, by: Int)
    /// In some of its places `rule` gets no link: `by`, of an entry that is looked up earlier and broader, takes them.
    ///
    /// Found only by a builder that is asked to.
    case hidden(rule: Int, by: Int)
    /// No link reaches `rule`: `deny` covers its path.
    case unreachable(rule: Int, deny: Int)
    /// A link can have this many nodes of the index alive at one segment.
    case wide(width: Int, limit: Int, isError: Bool)
    /// The search for conflicts was given up; `rule` stands where most alternatives meet.
    case tooManyComparisons(byteLimit: Int, rule: Int)
    /// The texts of the patterns are longer together than the index can address.
    case tooLarge

    /// Whether the table can be loaded all the same.
    package var isError: Bool {
        switch self {
        case .conflict, .overCycle, .overAgainstInclusion, .tooManyComparisons, .tooLarge: true
        case .wide(_, _, let isError): isError
        case .needlessOver, .shadowed, .hidden, .unreachable: false
        }
    }
}
