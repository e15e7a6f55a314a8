import Features

/// The directives of an `action`: its inputs, the one that performs it, and the limits of what performs it.
package enum ActionDirective: Directive {
    case input
    case performer(PerformerWord)
    case planned(PlannedPerformer)
    case limit(ActionLimit)
    /// What only some kinds of performers have.
    case line(PerformerLine)
    /// The types of the answer.
    case result

    package static let block = "`action`"

    /// Those of this version before those that are planned: the order in which help lists them.
    package static func all(in wings: WingList) -> [Self] {
        [.input] + wings.performers.map { .performer(PerformerWord(reader: $0)) }
            + ActionLimit.allCases.map { .limit($0) } + wings.performerLines.map { .line($0) }
            + [.result]
            + PlannedPerformer.allCases.map { .planned($0) }
    }

    /// The reader of the performer that it names, if it is about that.
    var performer: (any PerformerReader.Type)? { if case .performer(let word) = self { word.reader } else { nil } }

    /// True if it names a kind of performer, of this version or a later one.
    var namesPerformer: Bool {
        switch self {
        case .performer, .planned: true
        case .input, .limit, .line, .result: false
        }
    }

    /// The word that a statement begins with.
    package var word: String {
        switch self {
        case .input: "input"
        case .performer(let word): word.reader.kind.word
        case .planned(let kind): kind.rawValue
        case .limit(let limit): limit.rawValue
        case .line(let line): line.word
        case .result: "result"
        }
    }

    /// How a statement of the directive is written.
    package var form: DirectiveForm {
        switch self {
        case .input:
            DirectiveForm(
                "input NAME TYPE[?] [= DEFAULT] [secret]", 2...5, names: [.declares(.input), .names(.type, .at(2))])
        case .performer(let word): word.reader.form
        case .limit(let limit): limit.form
        case .line(let line): line.form
        case .result: DirectiveForm("result { … }", 0...0, block: .required, once: true)
        case .planned: .planned
        }
    }
}

/// The word of a kind of performer.
package struct PerformerWord: Hashable, Sendable {
    let reader: any PerformerReader.Type

    package static func == (left: Self, right: Self) -> Bool { left.reader == right.reader }

    package func hash(into hasher: inout Hasher) { hasher.combine(reader.kind) }
}
