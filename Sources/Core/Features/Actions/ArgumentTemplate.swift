// A word of an action's line that gives something to what performs it:
//
//     $(url)                      the link itself, where no input has that name
//     https://shop.example/$(id)  a text with inputs

package import Contract

/// A word with places for inputs, or the link itself.
package enum ArgumentTemplate: Hashable, Sendable {
    /// The link, in canonical form.
    case link
    case text(TextTemplate)

    /// *Shape*: the word that stands for the link.
    package static let linkWord = "$(url)"

    /// The names of the inputs that it takes.
    package var inputs: [String] { if case .text(let template) = self { template.inputs } else { [] } }

    /// The text before the first placeholder; empty for the link.
    package var leadingText: String { if case .text(let template) = self { template.leadingText } else { "" } }

    /// The argument; nil for the link of an action that was called by its name.
    ///
    /// - Parameter written: how a value is written in a text.
    package func filled(
        with inputs: [Value.Member], link: String?, written: (String) -> String = { $0 }
    ) -> String? {
        switch self {
        case .link: link
        case .text(let template): template.filled(with: inputs, written: written)
        }
    }

    /// The same for people, with its word in the place of a link that is not known.
    package func preview(with inputs: [Value.Member], link: String?) -> String {
        filled(with: inputs, link: link ?? Self.linkWord) ?? ""
    }
}
