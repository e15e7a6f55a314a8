import Contract
import Features
import Matching

/// Texts of a language as values on the wire.
enum InputValue {
    /// The value of a text that the language accepts; nil for any other.
    static func value(of text: String, as language: Language) -> Value? {
        language.accepts(Array(text.utf8).span) ? wireValue(of: text, as: language) : nil
    }

    /// The value of a text that is known to be one of the language's: a match or a load has checked it.
    static func wireValue(of text: String, as language: Language) -> Value {
        switch language {
        case .int, .uint: Int64(text).map(Value.integer) ?? .string(text)
        case .bool: .bool(text == "true")
        case .string, .slug, .hex, .uuid, .date, .set: .string(text)
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
