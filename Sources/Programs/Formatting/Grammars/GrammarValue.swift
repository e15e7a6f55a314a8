/// A value of JSON that keeps the order of its members, written with indentation.
enum GrammarValue: ExpressibleByStringLiteral, Sendable {
    case text(String)
    case list([GrammarValue])
    case object([(String, GrammarValue)])

    init(stringLiteral text: String) { self = .text(text) }

    /// The value on several lines, without the end of the last one.
    func written(indent: String = "") -> String {
        let inner = indent + "  "
        switch self {
        case .text(let text): return Self.quoted(text)
        case .list(let values): return Self.block("[", values.map { $0.written(indent: inner) }, "]", indent)
        case .object(let members):
            return Self.block(
                "{", members.map { "\(Self.quoted($0)): \($1.written(indent: inner))" }, "}", indent)
        }
    }

    private static func block(_ open: String, _ lines: [String], _ close: String, _ indent: String) -> String {
        guard !lines.isEmpty else { return open + close }
        // A short list stays on one line.
        let line = open + lines.joined(separator: ", ") + close
        guard line.contains("\n") || indent.count + line.count > 100 else { return line }
        return open + "\n" + lines.map { "\(indent)  \($0)" }.joined(separator: ",\n") + "\n" + indent + close
    }

    /// *Shape*: of printable characters alone, as the grammars are.
    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing(#"\"#, with: #"\\"#).replacing("\"", with: "\\\"") + "\""
    }
}
