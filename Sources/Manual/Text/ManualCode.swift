package import Conf
package import Contract

/// A code that the manual explains.
package enum ManualCode: Hashable, Sendable {
    case diagnostic(DiagnosticCode)
    case outcome(OutcomeCode)

    /// Every code: the diagnostics by their numbers, then the outcomes in the order of the registry.
    package static let all =
        DiagnosticCode.allCases.map(ManualCode.diagnostic) + OutcomeCode.allCases.map(ManualCode.outcome)

    /// Whether it is the code of a report about a file.
    var isDiagnostic: Bool {
        switch self {
        case .diagnostic: true
        case .outcome: false
        }
    }

    /// The code as it is printed: `RT303`, `blocked.toggle.off`.
    package var name: String {
        switch self {
        case .diagnostic(let code): code.rawValue
        case .outcome(let code): code.rawValue
        }
    }

    /// The code in a few words: the manual's title of a diagnostic, the registry's sentence of an outcome.
    package var title: String {
        switch self {
        case .diagnostic(let code): code.help.title
        case .outcome(let code): code.sentence
        }
    }
}

/// Codes with a common beginning, as a list of all codes shows them.
package struct CodeGroup: Sendable {
    /// What the codes begin with: `RT3`, `blocked`.
    package let prefix: String
    package let subject: String

    /// The groups, in the order of the codes.
    package static let all =
        [
            "texts and files", "statements", "features", "actions", "routes", "precedence", "schemes and hosts",
            "test cases", "channels", "licences",
        ].enumerated().map { CodeGroup(prefix: "RT\($0)", subject: $1) }
        + classes.map { CodeGroup(prefix: $0.rawValue, subject: $0.comment) }

    /// The classes of outcomes, in the order of the registry of codes.
    private static let classes: [OutcomeClass] = OutcomeCode.allCases.map(\.outcomeClass).reduce(into: []) {
        list, next in
        if list.last != next { list.append(next) }
    }

    /// The codes of the group.
    package var codes: [ManualCode] {
        ManualCode.all.filter { code in
            switch code {
            case .diagnostic(let code): code.rawValue.hasPrefix(prefix)
            case .outcome(let code): code.outcomeClass.rawValue == prefix
            }
        }
    }
}
