/// The syntax file of the table language for Vim and Neovim.
package enum VimSyntax {
    /// A place where a word begins, and one where it ends.
    ///
    /// An item whose pattern has a `$` lets the statement around it go on behind the line.
    private static let (start, end) = (#"\%(^\|\s\)\@1<="#, #"\S\@!"#)
    /// What stands before the directive of a statement: the beginning of a line, a `{` or a `;`.
    private static let before = #"\%(^\s*\|\s[{;]\s\+\)"#

    /// The text of a file `syntax/deeplinkd.vim`.
    package static func text(_ words: GrammarWords) -> String {
        let types = alternatives(words.types) + #"\)\%(([^() \t]*)\)\=?\="# + end
        let names = alternatives(words.directives.filter(\.declareName).flatMap(\.words))
        let lines =
            head
            + words.directives.flatMap { statement($0) } + [
                "",
                match("Name", #"\%("# + before + #"\%("# + names + #"\)\s\+\)\@120<=[^ \t"{#!][^ \t:]*"#),
                match("Type", start + #"\%("# + types), match("Type", #":\@1<=\%("# + types),
                match("Set", #"\%(^\|[ \t:]\)\@1<=@[A-Za-z0-9_.:-]\+?\="# + end),
                match("Outcome", start + #"\%("# + alternatives(words.outcomes) + #"\)\%(\.[A-Za-z0-9]\+\)\+"# + end),
            ] + tail
        return lines.joined(separator: "\n") + "\n"
    }

    private static func alternatives(_ words: [String]) -> String {
        GrammarWords.alternatives(words, separator: #"\|"#)
    }

    private static func match(_ group: String, _ expression: String, _ options: String = " contained") -> String {
        "syn match deeplinkd\(group) /\(expression.replacing("/", with: #"\/"#))/\(options)"
    }

    /// A statement with one of some directives, and its words.
    private static func statement(_ directives: GrammarWords.Directives) -> [String] {
        let name = directives.words[0].split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        let words = "deeplinkdWord\(name)"
        var lines = [
            "syn region deeplinkdLine\(name) matchgroup=deeplinkdDirective start=/\(before)\\@40<="
                + "\\%(\(alternatives(directives.words))\\)\(end)/ end=/$/ end=/\\ze\\s[{};]\\%(\\s\\|$\\)/ oneline "
                + "contains=" + (directives.declareName ? "deeplinkdName," : "")
                + (directives.others.isEmpty ? "" : words + ",") + "@deeplinkdWords"
        ]
        guard !directives.others.isEmpty else { return lines }
        lines.append("syn match \(words) /\(start)\\%(\(alternatives(directives.others))\\)\(end)/ contained")
        lines.append("hi def link \(words) Keyword")
        return lines
    }

    private static let head = [
        "\" Vim syntax file of deeplinkd's route tables and files of test cases.",
        "\" It is made by `deeplinkctl grammar vim`: change the manual, and make it again.", "",
        "if exists(\"b:current_syntax\")", "  finish", "endif", "", "syn case match",
        "syn cluster deeplinkdWords contains=deeplinkdComment,deeplinkdString,deeplinkdPath,deeplinkdPlaceholder,"
            + "deeplinkdType,deeplinkdSet,deeplinkdOutcome,deeplinkdNumber,deeplinkdOperator",
        match("Comment", start + "#.*", " contains=deeplinkdAllow"),
        match("Allow", #"#\s*\zsallow\s\+RT\d\+\%([ \t,]\+RT\d\+\)*\ze\s*:"#),
        match("Brace", start + "[{};]" + end, ""), "",
    ]

    private static let tail =
        [
            match("Number", start + #"-\=\d\+\%(\.\d\+\)*[A-Za-z%]*"# + end),
            match("Operator", start + #"[=_]"# + end), match("Operator", start + "!"),
            match("Path", start + #"/\S*"#, " contained contains=deeplinkdPlaceholder,deeplinkdWildcard"),
            match("Wildcard", #"\*\*\=\|[][]"#),
            match("Placeholder", #"\$([A-Za-z0-9_.-]\+\%(:[^() \t"]\+\%(([^() \t]*)\)\=\)\=)"#),
            "syn region deeplinkdString start=/\(start)\"/ skip=/\\\\./ end=/\"/ oneline contained "
                + "contains=deeplinkdEscape,deeplinkdPlaceholder",
            match("Escape", #"\\\%(["\\nt]\|u{\x\{1,6}}\)"#), "",
        ]
        + [
            ("Directive", "Statement"), ("Name", "Function"), ("Comment", "Comment"), ("Allow", "SpecialComment"),
            ("Brace", "Delimiter"), ("Type", "Type"), ("Set", "Type"), ("Outcome", "Constant"), ("Number", "Number"),
            ("Operator", "Operator"), ("Path", "String"), ("Wildcard", "Special"), ("Placeholder", "Identifier"),
            ("String", "String"), ("Escape", "SpecialChar"),
        ].map { "hi def link deeplinkd\($0) \($1)" } + ["", "let b:current_syntax = \"deeplinkd\""]
}
