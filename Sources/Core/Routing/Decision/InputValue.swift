package import Contract
import Features
package import Matching

/// Texts of a language as values on the wire.
package enum InputValue {
    /// The value of a text that the language accepts; nil for any other.
    package static func value(of text: String, as language: Language) -> Value? {
        language.accepts(Array(text.utf8).span) ? language.value(of: text) : nil
    }

    /// What a value of the type looks like, for help.
    static func advice(on type: InputType) -> String {
        guard case .value(let language) = type else { return "capture it with a final `$(name:**)`" }
        return switch language {
        case .string: "a `string` has one character or more"
        case .slug: "a `slug` has letters, digits, `_` and `-`, and does not begin with `-`"
        case .hex: "`hex` is one or more of 0-9, a-f and A-F"
        case .uuid: "a `uuid` has 8-4-4-4-12 hexadecimal digits"
        case .uint: "a `uint` is a whole number from 0 to 9223372036854775807, without leading zeros"
        case .int: "an `int` is a whole number of 64 bits, without leading zeros"
        case .date: "a `date` is a day of the calendar, as in 2026-01-31"
        case .bool: "a `bool` is `true` or `false`"
        case .flag: "a `flag` has no value"
        case .switch: "a `switch` has no value, or is `1`, `true`, `0` or `false`"
        case .set(let set): "one of: " + set.listed
        case .bounded(let type): "`\(type.name)` is \(type.advice)"
        }
    }

    /// How a table writes the type.
    static func name(of type: InputType) -> String {
        switch type {
        case .value(let language): language.name
        case .list: "**"
        }
    }
}

extension ValueSet {
    /// The first members, and how many others there are.
    var listed: String {
        let shown = members.prefix(20).map { String(decoding: $0, as: UTF8.self) }
        let more = members.count - shown.count
        return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }
}
