/// The types of values, read from their definitions by comparing texts; nothing here calls the package.
///
/// A type is a word of the language, or the members of a choice with `|` between them.
enum PlainType {
    static let names = ["bool", "date", "uuid", "uint", "int", "hex", "slug", "string"]

    /// Whether a text is a value of a type.
    static func accepts(_ text: String, _ type: String) -> Bool {
        switch type {
        case "string": !text.isEmpty
        case "flag": text.isEmpty
        case "switch": ["", "1", "true", "0", "false"].contains(text)
        case "uint": Int64(text).map { $0 >= 0 && "\($0)" == text } ?? false
        case "int": Int64(text).map { "\($0)" == text } ?? false
        case "hex": isHex(text)
        case "slug": !text.isEmpty && text.first != "-" && text.allSatisfy { isWord($0) || $0 == "-" }
        case "bool": text == "true" || text == "false"
        case "date": isDate(text)
        case "uuid":
            text.split(separator: "-", omittingEmptySubsequences: false).map(\.count) == [8, 4, 4, 4, 12]
                && isHex(text.filter { $0 != "-" })
        case let type where type.hasSuffix(")"): isBounded(text, type.split { "(.)".contains($0) }.map(String.init))
        default: type.split(separator: "|").contains { $0 == text }
        }
    }

    /// - Parameter parts: the word of the type and its bounds.
    private static func isBounded(_ text: String, _ parts: [String]) -> Bool {
        let bounds = parts.dropFirst().compactMap { Int64($0) }
        let count = Int64(text.unicodeScalars.count)
        return switch parts[0] {
        case "digits": count == bounds[0] && text.allSatisfy { $0.isASCII && $0.isNumber }
        case "hex": count == bounds[0] && isHex(text)
        case "base62": count == bounds[0] && text.allSatisfy { isWord($0) && $0 != "_" }
        case "text": (bounds[0]...bounds[1]).contains(count)
        default: accepts(text, "int") && (bounds[0]...bounds[1]).contains(Int64(text) ?? .min)
        }
    }

    private static func isHex(_ text: String) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isHexDigit }
    }

    private static func isWord(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "_")
    }

    private static func isDate(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], text.allSatisfy({ $0 == "-" || $0.isASCII && $0.isNumber }) else {
            return false
        }
        let numbers = parts.compactMap { Int($0) }
        let (year, month, day) = (numbers[0], numbers[1], numbers[2])
        guard year >= 1, (1...12).contains(month), day >= 1 else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return day <= [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }
}
