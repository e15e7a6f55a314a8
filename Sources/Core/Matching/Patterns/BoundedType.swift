// The types that are written with a bound in parentheses:
//
//     digits(6)    a code from a text message       hex(40)      the name of a commit
//     base62(22)   the identifier of a track        text(1..40)  a name of at most forty characters
//     uint(1..31)  a day of the month               int(-90..90) a latitude
//
// `..` stands between the first and the last value, and both belong to the type.

/// A type with a bound: of the number of characters, or of the value of an integer.
///
/// *Limits*: `longest` characters.
package enum BoundedType: Hashable, Sendable {
    /// This many digits, `0` to `9`.
    case digits(Int)
    /// This many hexadecimal digits.
    case hex(Int)
    /// This many letters and digits of ASCII.
    case base62(Int)
    /// This many characters, which are Unicode scalar values.
    case text(ClosedRange<Int>)
    /// An integer of the range.
    case int(ClosedRange<Int64>)
    /// An integer of the range, which has no negative ones.
    case uint(ClosedRange<Int64>)

    /// *Units*: characters that a bound may have at most.
    package static let longest = 1024

    /// The words before the parenthesis, with an example of each.
    private static let examples = [
        ("int", "int(-90..90)"), ("uint", "uint(1..31)"), ("digits", "digits(6)"), ("hex", "hex(8)"),
        ("base62", "base62(22)"), ("text", "text(1..40)"),
    ]

    /// An example of each, in the order of the manual.
    package static let forms = examples.map(\.1)

    /// The reason why a text is not a bounded type.
    package struct Fault: Error, Equatable {
        /// The problem as one sentence.
        package let sentence: String
        /// The text to write instead.
        package let help: String
    }

    /// True if the text begins as a bounded type does, so that its end is a second parenthesis.
    static func isBegun(by text: String) -> Bool { examples.contains { text.hasPrefix($0.0 + "(") } }

    /// Reads a type from its spelling in a table; nil for a text of another form.
    ///
    /// *Throws*: `Fault` for a bound that is wrong, and for a type that has bounds or none where it should not.
    package init?(_ text: String) throws(Fault) {
        let word = String(text.prefix { $0 != "(" })
        guard let example = Self.examples.first(where: { $0.0 == word })?.1 else {
            guard text.hasSuffix(")"), Language(named: word) != nil else { return nil }
            throw Fault(
                sentence: "the type `\(word)` has no bounds",
                help: "types with bounds are, for example, " + Self.forms.listed)
        }
        guard text.hasPrefix(word + "("), text.hasSuffix(")") else {
            if text == word, Language(named: word) != nil { return nil }
            throw Fault(
                sentence: text == word ? "the type `\(word)` needs a bound" : "`\(text)` has no closing parenthesis",
                help: "for example `\(example)`")
        }
        self = try Self.read(word, String(text.dropFirst(word.count + 1).dropLast()), as: text, example)
    }

    private static func read(
        _ word: String, _ bound: String, as text: String, _ example: String
    ) throws(Fault) -> BoundedType {
        switch word {
        case "digits": .digits(try count(bound, as: text, example))
        case "hex": .hex(try count(bound, as: text, example))
        case "base62": .base62(try count(bound, as: text, example))
        case "text":
            .text(try range(bound, within: 1...longest, as: text, example))
        case "uint": .uint(try range(bound, within: 0...Int64.max, as: text, example))
        default: .int(try range(bound, within: Int64.min...Int64.max, as: text, example))
        }
    }

    private static func count(_ text: String, as type: String, _ example: String) throws(Fault) -> Int {
        let count: Int = try number(text, as: type, example)
        guard (1...longest).contains(count) else {
            throw Fault(sentence: "`\(type)` is outside 1 to \(longest) characters", help: "for example `\(example)`")
        }
        return count
    }

    private static func range<Bound: FixedWidthInteger>(
        _ text: String, within limits: ClosedRange<Bound>, as type: String, _ example: String
    ) throws(Fault) -> ClosedRange<Bound> {
        guard let dots = text.firstRange(of: "..") else {
            throw Fault(
                sentence: "`\(type)` needs a first and a last value",
                help: "with two dots between, for example `\(example)`")
        }
        let low: Bound = try number(String(text[..<dots.lowerBound]), as: type, example)
        let high: Bound = try number(String(text[dots.upperBound...]), as: type, example)
        guard low <= high else {
            throw Fault(
                sentence: "`\(type)` ends before it begins",
                help: "the smaller value is first, for example `\(example)`")
        }
        guard limits.contains(low), limits.contains(high) else {
            throw Fault(
                sentence: "a bound of `\(type)` is outside \(limits.lowerBound) to \(limits.upperBound)",
                help: limits.lowerBound == 0
                    ? "the type `int(-90..90)` has negative values" : "for example `\(example)`")
        }
        return low...high
    }

    /// A number as the type's own values are written: decimal, without a plus sign or leading zeros.
    private static func number<Number: FixedWidthInteger>(
        _ text: String, as type: String, _ example: String
    ) throws(Fault) -> Number {
        guard let number = Number(text), "\(number)" == text else {
            throw Fault(
                sentence: text.isEmpty ? "`\(type)` lacks a bound" : "the bound `\(text)` of `\(type)` is no number",
                help: "a bound has 64 bits at most and no leading zeros, for example `\(example)`")
        }
        return number
    }

    /// The spelling in a table.
    package var name: String {
        switch self {
        case .digits(let count): "digits(\(count))"
        case .hex(let count): "hex(\(count))"
        case .base62(let count): "base62(\(count))"
        case .text(let range): "text(\(range.lowerBound)..\(range.upperBound))"
        case .int(let range): "int(\(range.lowerBound)..\(range.upperBound))"
        case .uint(let range): "uint(\(range.lowerBound)..\(range.upperBound))"
        }
    }

    /// The shape of the values as a clause, for help.
    package var advice: String {
        switch self {
        case .digits(let count): "\(Self.counted(count, "digit")), 0 to 9"
        case .hex(let count): "\(Self.counted(count, "character")) of 0-9, a-f and A-F"
        case .base62(let count): "\(Self.counted(count, "character")) of 0-9, a-z and A-Z"
        case .text(let range): "\(range.lowerBound) to \(Self.counted(range.upperBound, "character"))"
        case .int(let range), .uint(let range):
            "a whole number from \(range.lowerBound) to \(range.upperBound), without leading zeros"
        }
    }

    private static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    /// The automaton of the type.
    var openType: OpenType {
        switch self {
        case .digits(let count): .fixed(.digits, count)
        case .hex(let count): .fixed(.hex, count)
        case .base62(let count): .fixed(.base62, count)
        case .text(let range): .text(range.lowerBound, range.upperBound)
        case .int(let range), .uint(let range): .integer(range.lowerBound, range.upperBound)
        }
    }

    /// A text of the type.
    package var sample: String { openType.sample }
}

extension [String] {
    /// The words, each in backquotes, with commas between.
    fileprivate var listed: String { map { "`\($0)`" }.joined(separator: ", ") }
}
