import Contract
import Features
import Matching

/// Texts of a language as values on the wire.
enum InputValue {
    /// The value of a text that the language accepts; nil for any other.
    static func value(of text: String, as language: Language) -> Value? {
        guard language.accepts(Array(text.utf8).span) else { return nil }
        switch language {
        case .int, .uint: return Int64(text).map(Value.integer)
        case .bool: return .bool(text == "true")
        case .string, .slug, .hex, .uuid, .date, .set: return .string(text)
        }
    }

    /// Whether every text of the first language is one of the second.
    static func fits(_ language: Language, _ type: InputType) -> Bool {
        guard case .value(let input) = type else { return false }
        return language.relation(to: input).isInsideOrEqual
    }

    /// How a table writes the type.
    static func name(of type: InputType) -> String {
        switch type {
        case .value(let language): language.name
        case .list: "**"
        }
    }
}
