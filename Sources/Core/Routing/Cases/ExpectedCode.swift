import Conf
package import Contract

/// The code that a case expects: one, or each that begins alike.
///
/// *Shape*: `blocked.toggle.off`; `blocked.permission.*`, `rejected.*`.
package enum ExpectedCode: Equatable, Sendable {
    case one(OutcomeCode)
    /// With its full stop at the end: `blocked.permission.`.
    case beginning(String)

    /// Whether an outcome of this code is expected.
    package func accepts(_ code: OutcomeCode) -> Bool {
        switch self {
        case .one(let expected): code == expected
        case .beginning(let text): code.rawValue.hasPrefix(text)
        }
    }

    /// As a case file has it.
    package var text: String {
        switch self {
        case .one(let code): code.rawValue
        case .beginning(let text): text + "*"
        }
    }
}

extension ExpectedCode {
    private static let expectable = OutcomeCode.allCases.filter(isExpectable).map(\.rawValue)

    /// Reads the word of a case file; nil where it was reported.
    static func read(_ text: String, _ place: SourceRange, _ diagnostics: inout Diagnostics) -> ExpectedCode? {
        if let known = OutcomeCode(rawValue: text), isExpectable(known) || isAnswer(known) { return .one(known) }
        if text.hasSuffix(".*"), expectable.contains(where: { $0.hasPrefix(text.dropLast()) }) {
            return .beginning(String(text.dropLast()))
        }
        let word = text.hasSuffix(".*") ? String(text.dropLast(2)) : text
        let members = expectable.filter { $0.hasPrefix(word + ".") }
        let allowed = "the outcome of a link that gets through is `\(OutcomeCode.okWouldPerform.rawValue)`"
        if OutcomeCode(rawValue: word) != nil || ["failed", "unknown"].contains(word) {
            diagnostics.report(
                .badExpectation, at: place, "a case performs nothing, so its outcome is never `\(text)`", help: allowed)
        } else if members.count < 2 {
            let nearest = members.first ?? Suggestion.nearest(to: word, among: expectable)
            let isNear = Suggestion.nearest(to: word, among: OutcomeCode.allCases.map(\.rawValue)) != nil
            diagnostics.report(
                .badExpectation, at: place, "there is no code `\(text)`",
                help: nearest.map { "did you mean `\($0)`?" }
                    ?? (isNear ? allowed : "codes begin with `ok.`, `blocked.`, `pending.` or `rejected.`"))
        } else {
            let endings = members.map { $0.dropFirst(word.utf8.count + 1) }
            diagnostics.report(
                .badExpectation, at: place, "`\(text)` is the beginning of several codes",
                help: "write `\(text).*` for all of them, or one: `\(text).` and \(endings.joined(separator: ", "))")
        }
        return nil
    }

    /// Whether the code is that of an answer, in a case with `returns`.
    private static func isAnswer(_ code: OutcomeCode) -> Bool { [.okPerformed, .failedDecode].contains(code) }

    /// Whether a case can have the code, although nothing is performed.
    private static func isExpectable(_ code: OutcomeCode) -> Bool {
        switch code.outcomeClass {
        case .ok: code == .okWouldPerform
        case .failed, .unknown: false
        case .blocked, .pending, .rejected: true
        }
    }
}
