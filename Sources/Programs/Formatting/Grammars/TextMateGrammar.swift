/// The grammar of the table language for editors that read TextMate's: VS Code, Zed, Kate's importers and others.
///
/// It is made of lines alone, as the language is: a directive and the words behind it, up to a brace or the end of the line.
package enum TextMateGrammar {
    private static let suffix = ".deeplinkd"
    /// A place where a word begins, and one where it ends.
    private static let (start, end) = (#"(?<!\S)"#, #"(?!\S)"#)
    /// Up to the end of a statement.
    private static let statementEnd = #"$|(?=\s[{};](?:\s|$))"#

    /// The text of a file `deeplinkd.tmLanguage.json`.
    package static func text(_ words: GrammarWords) -> String {
        let statements = words.directives.map(statement)
        let grammar = GrammarValue.object([
            ("name", "deeplinkd"), ("scopeName", .text("source" + suffix)),
            ("fileTypes", .list(["routes.conf", "cases"])),
            (
                "patterns", .list([include("comment"), include("brace"), include("statement")])
            ),
            (
                "repository",
                .object(
                    [
                        ("statement", .object([("patterns", .list(statements))])),
                        (
                            "words",
                            .object([("patterns", .list(["comment", "string", "pattern", "word"].map(include)))])
                        ),
                    ] + parts + [("word", .object([("patterns", .list(word(words)))]))])
            ),
        ])
        return grammar.written() + "\n"
    }

    private static func include(_ name: String) -> GrammarValue { .object([("include", .text("#" + name))]) }

    private static func match(_ expression: String, _ scope: String) -> GrammarValue {
        .object([("match", .text(expression)), ("name", .text(scope + suffix))])
    }

    private static func captures(_ scopes: [(Int, String)]) -> GrammarValue {
        .object(scopes.map { ("\($0)", .object([("name", .text($1 + suffix))])) })
    }

    /// A statement with one of some directives: its name and its words.
    private static func statement(_ directives: GrammarWords.Directives) -> GrammarValue {
        let name = directives.declareName ? #"(?:\s+([^\s"{#!](?:[^\s:]|:(?=//))*))?"# : ""
        let scopes = [(1, "keyword.control")] + (directives.declareName ? [(2, "entity.name.type")] : [])
        let words = GrammarWords.alternatives(directives.others)
        return .object([
            (
                "begin",
                .text(
                    #"(?:^|(?<=\s[{;]))\s*("# + GrammarWords.alternatives(directives.words) + ")" + end + name)
            ),
            ("end", .text(statementEnd)), ("beginCaptures", captures(scopes)),
            (
                "patterns",
                .list(
                    (words.isEmpty ? [] : [match("\(start)(?:\(words))\(end)", "keyword.other")]) + [include("words")])
            ),
        ])
    }

    /// The parts that do not depend on the words of the language.
    private static let parts: [(String, GrammarValue)] = [
        ("comment", .object([("patterns", .list(comments))])),
        ("brace", match(start + "[{};]" + end, "punctuation.section.block")),
        (
            "string",
            .object([
                ("begin", .text(start + "\"")), ("end", #""|$"#), ("name", .text("string.quoted.double" + suffix)),
                (
                    "patterns",
                    .list([
                        match(#"\\(?:["\\nt]|u\{[0-9A-Fa-f]{1,6}\})"#, "constant.character.escape"),
                        match(#"\\."#, "invalid.illegal.escape"), include("placeholder"),
                    ])
                ),
            ])
        ),
        (
            "pattern",
            .object([
                ("begin", .text(start + "(?=/)")), ("end", #"(?=\s|$)"#),
                ("name", .text("string.unquoted.pattern" + suffix)),
                (
                    "patterns",
                    .list([
                        include("placeholder"), match(#"\\."#, "constant.character.escape"),
                        match(#"\*\*?|[\[\]]"#, "keyword.operator.wildcard"),
                    ])
                ),
            ])
        ),
        (
            "placeholder",
            .object([
                ("match", #"(\$\()([A-Za-z0-9_.-]+)(?::([^()\s"]+(?:\([^()\s]*\))?))?(\))"#),
                (
                    "captures",
                    captures([
                        (1, "punctuation.definition.variable"), (2, "variable.parameter"), (3, "storage.type"),
                        (4, "punctuation.definition.variable"),
                    ])
                ),
            ])
        ),
    ]

    private static let comments: [GrammarValue] = [
        .object([
            ("match", .text(start + #"#\s*(allow)\s+(RT\d+(?:[\s,]+RT\d+)*)\s*:.*$"#)),
            ("name", .text("comment.line.number-sign" + suffix)),
            ("captures", captures([(1, "keyword.other.allow"), (2, "constant.other.code")])),
        ]), match(start + "#.*$", "comment.line.number-sign"),
    ]

    /// The other words of a statement.
    private static func word(_ words: GrammarWords) -> [GrammarValue] {
        let types = GrammarWords.alternatives(words.types)
        let outcomes = GrammarWords.alternatives(words.outcomes)
        return [
            include("placeholder"),
            match(start + #"(?:"# + types + #")(?:\([^()\s]*\))?\??"# + end, "storage.type"),
            match(#"(?<=:)(?:"# + types + #")(?:\([^()\s]*\))?\??"# + end, "storage.type"),
            match(start + #"@[A-Za-z0-9_.:-]+\??"# + end, "storage.type.set"),
            match(#"(?<=:)@[A-Za-z0-9_.:-]+\??"# + end, "storage.type.set"),
            match(start + "(?:\(outcomes))" + #"(?:\.[A-Za-z0-9]+)+"# + end, "constant.language.outcome"),
            match(start + #"-?\d+(?:\.\d+)*(?:[A-Za-z%]+)?"# + end, "constant.numeric"),
            match(start + #"[=_]"# + end, "keyword.operator"), match(start + "!", "keyword.operator"),
        ]
    }
}
