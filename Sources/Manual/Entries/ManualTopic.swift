/// What `deeplinkctl help TOPIC` explains.
package enum ManualTopic: String, CaseIterable, Sendable {
    case language, types, limits, cases, `protocol`, codes

    /// What it explains, as part of a sentence.
    package var subject: String {
        switch self {
        case .language: "the language of route tables, directive by directive"
        case .types: "the types of captures, query keys and inputs"
        case .limits: "how large links, tables and requests may be"
        case .cases: "files of test cases"
        case .protocol: "the interfaces of the daemon, their methods and errors"
        case .codes: "the codes of reports and outcomes"
        }
    }

    /// The parts of the topic, each with its entries; empty for the codes.
    package var groups: [ManualGroup] {
        switch self {
        case .language: ManualGroup.language
        case .types: ManualGroup.types
        case .limits: ManualGroup.limits
        case .cases: ManualGroup.cases
        case .protocol: ManualGroup.protocol
        case .codes: []
        }
    }

    /// The topic as a word of the command line, in any case.
    package init?(word: String) {
        self.init(rawValue: word.lowercased())
    }
}

/// Entries under one heading.
package struct ManualGroup: Sendable {
    package let heading: String
    package let entries: [ManualEntry]

    init(_ heading: String, _ entries: [ManualEntry]) {
        self.heading = heading
        self.entries = entries.map { entry in
            var entry = entry
            entry.group = heading
            return entry
        }
    }
}

/// What the manual says of one word: a directive, a rule, a type, a limit, a fact, an interface, a method or an error.
package struct ManualEntry: Sendable {
    /// A line of the entry behind its text: what counts by default, what is taken.
    package struct Row: Sendable {
        package let label: String
        package let text: String
    }

    package let topic: ManualTopic
    /// The heading that it stands under.
    package fileprivate(set) var group = ""
    /// The word that finds the entry: `query`, `uint`, `Open`.
    package let name: String
    /// The entry among others with its word: "`query` in `route`".
    package let title: String
    /// How it is written, one alternative after the other.
    package var forms: [String] = []
    /// *Shape*: one sentence.
    package let summary: String
    /// What else is to be known.
    package var text = ""
    package var rows: [Row] = []
    /// Lines of a file, or a command.
    package var example: String?
    /// A whole file with the lines.
    package var file: String?

    init(_ topic: ManualTopic, _ name: String, title: String, _ summary: String) {
        (self.topic, self.name, self.title) = (topic, name, title)
        self.summary = TextBlock.joined(summary)
    }

    /// The sentence and the text.
    package var paragraph: String { text.isEmpty ? summary : summary + " " + TextBlock.joined(text) }

    /// Adds a row, if there is a text for it.
    mutating func add(_ label: String, _ text: String?) {
        guard let text, !text.isEmpty else { return }
        rows.append(Row(label: label, text: TextBlock.joined(text)))
    }
}
