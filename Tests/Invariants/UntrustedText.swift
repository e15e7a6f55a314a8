// The kinds of text that a stranger can hand to the programs, each with the rules that hold for every text of its kind. The
// fuzzer makes texts of one kind, and the tests repeat those that once broke a rule.

/// A kind of text that the programs read and do not trust.
package enum UntrustedText: String, CaseIterable, Sendable {
    /// One URL.
    case links
    /// A route table.
    case tables
    /// A file of test cases, of a fixed table.
    case cases
    /// One JSON value.
    case json
    /// The bytes of a connection: calls, each with its NUL.
    case calls
    /// Lines of facts, as `explain --with` and `Override` have them.
    case facts

    /// Reads a text of this kind and checks the rules.
    package func check(_ bytes: [UInt8]) -> Finding {
        switch self {
        case .links: LinkInvariants.check(bytes)
        case .tables: TableInvariants.check(bytes)
        case .cases: CaseInvariants.check(bytes)
        case .json: JSONInvariants.check(bytes)
        case .calls: CallInvariants.check(bytes)
        case .facts: FactInvariants.check(bytes)
        }
    }
}
