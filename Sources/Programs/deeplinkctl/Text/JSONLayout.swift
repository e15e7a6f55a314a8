internal import Conf
internal import Contract

/// JSON on several lines, for people: safe for a terminal.
enum JSONLayout {
    /// *Units*: bytes of a text that stands on a line with others.
    private static let shortText = 40

    /// The text of a value: a member on each line, indented by two blanks for each level.
    static func text(_ value: Value, indent: String = "") -> String {
        let inner = indent + "  "
        switch value {
        case .object(let members) where !members.isEmpty:
            let lines = members.map {
                inner + Escaping.json(JSONText.text(of: .string($0.name))) + ": " + text($0.value, indent: inner)
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        case .array(let elements) where elements.contains(where: hasOwnLine):
            let lines = elements.map { inner + text($0, indent: inner) }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
        case .object, .array, .null, .bool, .integer, .number, .string: return Escaping.json(JSONText.text(of: value))
        }
    }

    private static func hasOwnLine(_ value: Value) -> Bool {
        switch value {
        case .object, .array: true
        case .string(let text): text.utf8.count > shortText
        case .null, .bool, .integer, .number: false
        }
    }
}
