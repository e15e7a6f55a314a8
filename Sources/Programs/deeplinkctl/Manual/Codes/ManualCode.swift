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
    var isDiagnostic: Bool { if case .diagnostic = self { true } else { false } }

    /// The code as it is printed: `RT303`, `blocked.toggle.off`.
    package var name: String {
        switch self {
        case .diagnostic(let code): code.rawValue
        case .outcome(let code): code.rawValue
        }
    }

    /// The code in a few words: the page's title of a diagnostic, the registry's sentence of an outcome.
    package var title: String {
        switch self {
        case .diagnostic(let code): code.help?.title ?? ""
        case .outcome(let code): code.sentence
        }
    }

    /// The section of docs/codes.md about the code, whose heading begins with it.
    var section: ManualPage.Section? { Self.sections[name] }

    private static let sections = Dictionary(
        ManualPage.codes.sections.filter { $0.level == 3 }.map { (String($0.heading.prefix { $0 != ":" }), $0) },
        uniquingKeysWith: { first, _ in first })
}

/// Codes with a common beginning, as a list of all codes shows them.
package struct CodeGroup: Sendable {
    /// What the codes begin with: `RT3`, `blocked`.
    package let prefix: String
    package let subject: String

    /// The groups, in the order of docs/codes.md: "## RT3: actions", and "## `blocked`" with a paragraph.
    package static let all = ManualPage.codes.sections.filter { $0.level == 2 }.map { section in
        let prefix = String(section.heading.prefix { $0 != ":" })
        return CodeGroup(
            prefix: prefix.replacing("`", with: ""),
            subject: TextBlock.rest(of: section.heading, behind: prefix + ": ") ?? section.paragraphs.first ?? "")
    }
}
