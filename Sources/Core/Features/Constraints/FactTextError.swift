/// The error of a fact in a test case or in `--with`.
package struct FactTextError: Error {
    /// How to put it right.
    package enum Help: Sendable {
        case sentence(String)
        /// What may have been meant, of the words that are known.
        case suggestion(for: String, among: [String])
        /// The same where the words are names from a table.
        case nameSuggestion(for: String, among: [String])
    }

    /// Whether the name is wrong, and not the status.
    package let isName: Bool
    package let message: String
    package let help: Help

    /// The name is wrong.
    package static func badName(_ message: String, _ help: Help) -> Self {
        Self(isName: true, message: message, help: help)
    }

    /// The status is wrong.
    package static func badStatus(_ message: String, _ help: Help) -> Self {
        Self(isName: false, message: message, help: help)
    }
}

extension RawRepresentable where Self: CaseIterable, RawValue == String {
    /// Reads one of the words that a status can be.
    package init(status: String) throws(FactTextError) {
        guard let value = Self(rawValue: status) else {
            let known = Self.allCases.map(\.rawValue)
            throw .badStatus("`\(status)` is no value here", .suggestion(for: status, among: known))
        }
        self = value
    }
}
