internal import Conf
package import Routing

/// What became of a mutant.
package enum MutantVerdict: Sendable {
    /// A case fails against it.
    case killed(by: String)
    /// It is no sound table; the first error.
    case refused(String)
    /// It decides every link as the table does.
    case equal
    /// It decides some link in another way, or may, and no case was found that shows it.
    case unproven
    /// No case fails against it; one that would.
    case survived(CaseContrast)

    /// The word for it, in reports for programs.
    package var word: String {
        switch self {
        case .killed: "killed"
        case .refused: "refused"
        case .equal: "equal"
        case .unproven: "unproven"
        case .survived: "survived"
        }
    }
}

/// Judges the mutants of one table by its cases.
///
/// *Cost*: of each mutant what it takes to load the table and to decide the links of the cases; of one that no case kills
/// also what it takes to compare two tables.
package struct MutationRun: Sendable {
    private let texts: [TableText]
    private let wings: WingList
    private let suite: CaseSuite
    private var search: ContrastSearch

    /// The mutants, in the order of the table.
    package let mutants: [TableMutant]
    /// Why the table cannot be changed: an error that it has when it is loaded from its texts alone; nil where it has none.
    package let hindrance: String?

    /// Takes a table and the results of its cases.
    package init(_ ruleset: Ruleset, _ results: some Sequence<CaseResult>) {
        texts = ruleset.texts
        wings = ruleset.wings
        suite = CaseSuite(results, of: ruleset)
        search = ContrastSearch(ruleset)
        mutants = MutantFinder(texts).mutants
        hindrance = Self.load(texts, wings).error
    }

    /// *Units*: cases that can kill a mutant, because they pass against the table.
    package var caseCount: Int { suite.count }

    /// Judges a mutant of the table, and chooses which of its variants it is.
    package mutating func judge(_ mutant: inout TableMutant) -> MutantVerdict {
        var error: String?
        for (number, variant) in mutant.variants.enumerated() {
            let loaded = Self.load(texts.applying(variant.edits), wings)
            guard let other = loaded.ruleset else {
                error = error ?? loaded.error
                continue
            }
            mutant.chosen = number
            if let failure = suite.firstFailure(in: other, about: mutant.subject) {
                return .killed(by: failure.testCase.name)
            }
            return switch search.search(other, title: mutant.title) {
            case .same: .equal
            case .unproven: .unproven
            case .told(let contrast): .survived(contrast)
            }
        }
        return .refused(error ?? "the table cannot be changed so")
    }

    private static func load(
        _ texts: [TableText], _ wings: WingList
    ) -> (ruleset: Ruleset?, error: String?) {
        let result = RulesetLoader.load(TableSet(texts), environment: LoadEnvironment(wings: wings))
        guard result.ruleset == nil else { return (result.ruleset, nil) }
        let first = result.diagnostics.inOrder.first { $0.severity == .error }
        return (nil, first.map { "\($0.code.rawValue): \($0.message)" } ?? "it has errors")
    }
}
