/// A type as tables write it, such as `uint(1..31)`, `@language` or `a|b`.
struct TypeText {
    let text: String

    /// The word before a bound.
    private var word: Substring { text.prefix { $0 != "(" } }
    private var isBounded: Bool { text.hasSuffix(")") && word.count < text.count }

    /// Types that take more texts, the best one first; none for one that no other contains.
    ///
    /// A value of `string` may begin with `-`, which the arguments of programs may not, and it may be that of another route:
    /// then `slug` is wide enough.
    ///
    /// *Shape*: `uint` for `uint(1..31)`; `string`, `slug` for `uint`.
    var wider: [String] {
        if isBounded, ["int", "uint", "hex"].contains(word) { return [String(word)] }
        return switch word {
        case "string", "flag", "**": []
        case "slug", "int": ["string"]
        default: ["string", "slug"]
        }
    }

    /// Values that a default of the type may be instead, the best one first; some may be none of the type.
    ///
    /// - Parameter members: those of a set that the type names.
    func others(than value: String, members: (String) -> [String]?) -> [String] {
        if text.hasPrefix("@") { return (members(String(text.dropFirst())) ?? []).filter { $0 != value } }
        if text.contains("|") { return text.split(separator: "|").map(String.init).filter { $0 != value } }
        switch word {
        case "bool": return [value == "true" ? "false" : "true"]
        case "int", "uint":
            guard let number = Int64(value) else { return [] }
            return [number.addingReportingOverflow(1), number.subtractingReportingOverflow(1)]
                .filter { !$0.overflow }.map { "\($0.partialValue)" }
        case "date": return [value == "2026-01-31" ? "2026-02-01" : "2026-01-31"]
        case "hex" where !isBounded: return [value + "0"]
        case "uuid", "digits", "base62", "hex":
            guard let last = value.last else { return [] }
            return [value.dropLast() + (last == "0" ? "1" : "0")]
        default: return [value + "x", "x"].filter { $0 != value }
        }
    }
}
