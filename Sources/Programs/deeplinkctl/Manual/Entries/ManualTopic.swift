/// A topic of `deeplinkctl help`.
package enum ManualTopic: String, CaseIterable, Sendable {
    case language, types, limits, cases, `protocol`, codes

    /// The parts of the topic, each with its entries; empty for the codes.
    package var groups: [ManualGroup] {
        self == .protocol ? ManualGroup.protocol : ManualGroup.ofLanguage.filter { $0.topic == self }
    }

    /// The topic as a word of the command line, in any case.
    package init?(word: String) {
        self.init(rawValue: word.lowercased())
    }
}

/// Entries under one heading.
package struct ManualGroup: Sendable {
    let topic: ManualTopic
    package let heading: String
    package internal(set) var entries: [ManualEntry]
}

/// What the manual says of one word: a directive, a rule, a type, a limit, a fact, an interface, a method or an error.
package struct ManualEntry: Sendable {
    package let topic: ManualTopic
    /// The heading that it stands under.
    package let group: String
    /// The word that finds the entry: `query`, `uint`, `Open`.
    package let name: String
    /// The entry among others with its word: "`query` in `route`".
    package let title: String
    /// What is to be known, on one line.
    package let text: String
    /// How it is written, one alternative after the other.
    package var forms: [String] = []
    package var rows: [ManualPage.Row] = []
    /// Lines of a file, or a command.
    package var example: String?
    /// A whole file with the lines.
    package var file: String?

    /// The first sentence of the text.
    package var summary: String { TextBlock.sentence(of: text) }

    /// The text of a row; nil if there is none.
    package func row(_ label: String) -> String? { rows.first { $0.label == label }?.text }
}
