// Finds what other routers would read as a regular expression, in a pattern or a type that this language refuses:
//
//     /items/([0-9]+)   /items/(\d+)   /items/[a-z]+   /items/(?<id>\d+)   $(id:\d+)   ^/items$
//
// A sound pattern is never looked at: `/wiki/Foo_(bar)` and `/p/5$` are text, and `/a[/b]` has an optional part.

/// A regular expression in the text of a refused pattern.
package struct RegularExpression: Equatable, Sendable {
    /// *Units*: bytes from the start of the text.
    package let offset: Int
    /// *Units*: bytes.
    package let length: Int
    /// The problem as one sentence.
    package let sentence: String
    /// The text to write instead.
    package let help: String

    /// The first one of a text; nil if it has none.
    package static func first(in text: String) -> RegularExpression? {
        if let anchored = anchored(text) { return anchored }
        let form = #/\((?:[^()$\\]|\\.)*\)[+*?]?|\[[^\]$]*\](?:[+*]|\{[0-9,]+\})?|\\[dws][+*?]?/#
        // Behind a `$` the parentheses are those of a capture.
        let match = text.matches(of: form).first { match in
            isExpression(match.output) && !text[..<match.range.lowerBound].hasSuffix("$")
        }
        guard let match else { return nil }
        let name = match.output.firstMatch(of: #/\(\?P?<([A-Za-z_][A-Za-z0-9_]*)>/#).map { String($0.1) } ?? "name"
        let help =
            switch typeName(for: String(match.output)) {
            case "uint": "a number is written `$(\(name):uint)`"
            case "hex": "hex digits are written `$(\(name):hex)`"
            case "slug": "letters, digits, `-` and `_` are written `$(\(name):slug)`"
            case _: "any text is written `$(\(name))`"
            }
        return RegularExpression(
            offset: text.utf8.distance(from: text.startIndex, to: match.range.lowerBound),
            length: match.output.utf8.count,
            sentence: "`\(match.output.prefix(64))` is a regular expression, and a pattern has none", help: help)
    }

    /// The type that has the values of an expression; nil if any text is meant, or another text than that of a type.
    package static func typeName(for expression: String) -> String? {
        var core = expression.replacing(#/^\^|\$$/#, with: "").replacing(#/^\((?:\?P?<\w+>|\?:)?|\)[+*?]?$/#, with: "")
        core = core.replacing(#/(?:[+*?]|\{[0-9,]+\})$/#, with: "")
        switch core {
        case #"\d"#, "[0-9]", #"[\d]"#, "[1-9][0-9]": return "uint"
        case "[0-9a-f]", "[a-f0-9]", "[0-9a-fA-F]", "[A-Fa-f0-9]", "[a-fA-F0-9]": return "hex"
        case _ where core.wholeMatch(of: #/\\w|\[(?:[a-z]-[a-z]|[A-Z]-[A-Z]|0-9|\\[dw]|[_-])+\]/#) != nil: return "slug"
        default: return nil
        }
    }

    /// Whether brackets or parentheses hold what only an expression has; `[show-id]` is a name with brackets.
    private static func isExpression(_ text: Substring) -> Bool {
        text.contains(#/\\[dws]|\[\^|\[\w-\w(?:\]|\w-\w|[\\_.-])|\][+*{]|\.[+*]|\(\?/#)
    }

    /// The anchors around a whole pattern.
    private static func anchored(_ text: String) -> RegularExpression? {
        guard let match = text.wholeMatch(of: #/\^(\/.*?)\$?/#) else { return nil }
        return RegularExpression(
            offset: 0, length: text.utf8.count, sentence: "a pattern has no anchors: it is always the whole path",
            help: "write `\(match.1)`")
    }
}
