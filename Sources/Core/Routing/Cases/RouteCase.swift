package import Conf
package import Contract
package import Features

/// What a case says of an action: that it calls a service, or starts something.
package enum CallVerb: String, CaseIterable, Sendable {
    case call, start
}

/// Why a case does not count as others do.
package enum CaseMark: Equatable, Sendable {
    /// It is run, and its failure is expected for now.
    case todo(String)
    /// It is not run.
    case skip(String)
}

/// One test case: a URL, facts, and the outcome that is expected.
package struct RouteCase: Sendable {
    package let name: String
    package let place: SourceRange
    package let url: String
    package let facts: Facts
    package let caller: Caller
    /// The words of each fact, as behind `with`.
    let lines: [[String]]
    package let code: ExpectedCode
    package let route: String?
    /// The routes that nearly take the link.
    package let near: [String]
    /// The action's inputs, by their text; nil where the case does not say, else these and no others.
    package let parameters: [String: String]?
    /// The kinds of remedies that must be offered; others may be.
    package let remedies: [Remedy.Kind]
    /// The kinds of remedies that must be withheld; others may be.
    package let withheld: [Remedy.Kind]
    /// What must be called or started, word by word; nil where the case does not say.
    package let call: (verb: CallVerb, words: [String])?
    /// What the program or the service answers; nil for a case in which nothing is performed.
    package let answer: Value?
    /// The members that the result must have, by their text; it may have others.
    package let result: [String: String]
    /// Why it does not count as others do; nil where it does.
    package let mark: CaseMark?
    /// Whether it says `only`.
    package let isOnly: Bool

    /// The facts as a call to a daemon has them: `toggle Player on`.
    package var factTexts: [String] { lines.map { $0.map(\.caseWord).joined(separator: " ") } }
    /// Whether it says `skip`.
    package var isSkipped: Bool { if case .skip = mark { true } else { false } }
}
