import Features

/// The directives of an `action`: its inputs, the one that performs it, and the limits of what performs it.
package enum ActionDirective: Directive {
    case input
    /// By its place in `PerformerReaders`.
    case performer(Int)
    case planned(PlannedPerformer)
    case limit(ActionLimit)
    /// How many may be performed at once; no version has it yet.
    case concurrency
    case queue

    package static let block = "`action`"

    /// Those of this version before those that are planned: the order in which help lists them.
    package static let allCases: [Self] =
        [.input] + PerformerReaders.all.indices.map { .performer($0) } + ActionLimit.allCases.map { .limit($0) }
        + [.concurrency, .queue] + PlannedPerformer.allCases.map { .planned($0) }

    /// The reader of the performer that it names, if it is about that.
    var performer: (any PerformerReader.Type)? {
        if case .performer(let place) = self { PerformerReaders.all[place] } else { nil }
    }

    /// Whether it names a kind of performer, of this version or a later one.
    var namesPerformer: Bool {
        switch self {
        case .performer, .planned: true
        case .input, .limit, .concurrency, .queue: false
        }
    }

    /// The directive of a word; nil for any other word.
    package init?(rawValue: String) {
        guard let directive = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = directive
    }

    /// The word that a statement begins with.
    package var rawValue: String {
        switch self {
        case .input: "input"
        case .performer(let place): PerformerReaders.all[place].kind.word
        case .planned(let kind): kind.rawValue
        case .limit(let limit): limit.rawValue
        case .concurrency: "concurrency"
        case .queue: "queue"
        }
    }

    /// How a statement of the directive is written.
    package var form: DirectiveForm {
        switch self {
        case .input: DirectiveForm("input NAME TYPE[?] [= DEFAULT] [secret]", 2...5)
        case .performer(let place): PerformerReaders.all[place].form
        case .limit(let limit): limit.form
        case .planned, .concurrency, .queue: .planned
        }
    }
}
