// The text by which a person confirms one link: the question, and what a yes runs.
//
//     Delete “old”?
//     Runs “empty” with:
//     list = "old"
//     count = 7
//
// A link chooses the values. So a text has quotes that it cannot end, what cannot be seen is written as `\u{200b}`, and of a
// long text the length is told. Each value has a line of its own: a line that is written from right to left changes the
// order of what stands beside it, and of nothing else.

internal import Conf
internal import Contract
internal import DeepLinkClient
internal import Features
import PermissionWire

/// The question about one link, with the action and its inputs.
struct ConfirmationText: Equatable {
    /// *Units*: characters of a value, elements of a list, inputs and characters of a text that fits into a notification.
    private static let (valueLimit, elementLimit, inputLimit, lengthLimit) = (64, 8, 8, 600)

    private static var words: any PersonWords { PersonLanguage.ofSession.words }

    private let question: String
    private let action: String
    private let inputs: [Value.Member]

    /// Takes the question from the outcome of a link that has to be confirmed; nil where it has none.
    init?(outcome: Value) {
        guard outcome["code"]?.text == OutcomeCode.confirmationRequired.rawValue, let action = outcome["action"]?.text
        else { return nil }
        let remedies = outcome["remedies"]?.elements ?? []
        let remedy = remedies.first {
            $0["kind"]?.text == Contract.Remedy.Kind.confirm.rawValue && $0["withheldBecause"] == nil
        }
        guard let question = remedy?["arguments"]?["question"]?.text else { return nil }
        (self.question, self.action) = (question, action)
        inputs = outcome["parameters"]?.members ?? []
    }

    /// Takes the question of a flow; nil for one that is about a permission, or of a daemon that does not say what would run.
    init?(_ question: QuestionReport) {
        guard let action = question.action else { return nil }
        (self.question, self.action, inputs) = (question.title, action, question.inputs)
    }

    /// JSON gives the inputs no order.
    static func == (one: Self, other: Self) -> Bool {
        func sorted(_ inputs: [Value.Member]) -> [Value.Member] { inputs.sorted { $0.name < $1.name } }
        return one.question == other.question && one.action == other.action
            && sorted(one.inputs) == sorted(other.inputs)
    }

    /// The text, line by line.
    var lines: [String] {
        let (words, name) = (Self.words, Self.cut(Escaping.printable(action)))
        let runs = words.text(.runs) + " " + words.marks.opening + name + words.marks.closing
        return [shownQuestion, inputs.isEmpty ? runs + "." : runs + " " + words.text(.with)]
            + inputs.map { "\(Self.cut(Escaping.printable($0.name))) = \(Self.text(of: $0.value))" }
    }

    /// Whether a person can read all of it in a notification.
    var isShort: Bool {
        shownQuestion.count <= PersonText.sentenceLimit && inputs.count <= Self.inputLimit
            && lines.reduce(0) { $0 + $1.count } <= Self.lengthLimit
    }

    private var shownQuestion: String { PersonText.line(question, limit: 8 * PersonText.sentenceLimit) }

    private static func cut(_ name: String) -> String { PersonText.cut(name, to: valueLimit) }

    // MARK: Values

    /// A value with its type: `"old"`, `7`, `true`, `["a", "b"]`.
    static func text(of value: Value) -> String {
        switch value {
        case .null: words.text(.none)
        case .bool, .integer, .number: value.argumentText
        case .string(let text): quoted(text)
        case .array(let elements):
            "[" + elements.prefix(elementLimit).map(text).joined(separator: ", ")
                + (elements.count > elementLimit ? ", … \(words.text(.inAll(elements.count)))]" : "]")
        case .object: Escaping.printable(PersonText.cut(JSONText.text(of: value), to: valueLimit))
        }
    }

    private static func quoted(_ text: String) -> String {
        var (shown, count) = ("", 0)
        for scalar in text.unicodeScalars {
            let next =
                switch scalar {
                case "\"", "\\": "\\\(scalar)"
                case "\t": "\\t"
                default: Escaping.printable(String(scalar))
                }
            count += next.unicodeScalars.count
            guard count <= valueLimit else {
                return "\"\(shown)…\" (\(words.text(.characters(text.unicodeScalars.count))))"
            }
            shown += next
        }
        return "\"\(shown)\""
    }
}
