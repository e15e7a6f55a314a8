// What else is performed when a feature is blocked: a line `instead` of a table.
//
//     feature Pro { require purchase pro ; instead Shop.show item=pro when blocked.purchase.* }
//
//     open t://pro        blocked.purchase.required, and the shop is shown
//
// The link stays blocked: its class, its code and its exit status say so. The other action gets constants of the table alone,
// and passes the gate of its own feature, for the same caller and subject. Where that one is blocked too, nothing follows.

package import Contract

/// What else is performed when a feature is blocked.
package struct InsteadRule: Equatable, Sendable {
    /// Codes of features that are not available: one, or all that begin alike.
    package struct Codes: Equatable, Sendable {
        private static let end = ".*"

        /// *Shape*: `blocked.purchase.required` or `blocked.purchase.*`.
        package let text: String

        /// The codes that a feature can be refused with.
        package static let possible = OutcomeCode.allCases.filter { $0.rank != nil || $0 == .pendingUndetermined }

        /// Reads a word; nil for one that names no such code.
        package init?(_ text: String) {
            self.text = text
            guard Self.possible.contains(where: covers) else { return nil }
        }

        /// True if the code is one of them.
        package func covers(_ code: OutcomeCode) -> Bool {
            guard text.hasSuffix(Self.end) else { return code.rawValue == text }
            return code.rawValue.hasPrefix(text.dropLast())
        }
    }

    /// The action, of another feature.
    package let binding: ActionBinding
    /// Its inputs, as the table has them and after its defaults.
    package let inputs: [Value.Member]
    package let codes: [Codes]

    /// Makes the rule of a line.
    package init(binding: ActionBinding, inputs: [Value.Member], codes: [Codes]) {
        (self.binding, self.inputs, self.codes) = (binding, inputs, codes)
    }

    /// True if the action is performed where a feature is refused with the code.
    package func applies(to code: OutcomeCode) -> Bool { codes.contains { $0.covers(code) } }
}
