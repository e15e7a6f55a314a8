// The rules by which a file is cut into statements and words. Tables and files of test cases share them. Each rule has a
// text of a file and the statements that it is read as; a test parses the text. For the rule of quotes:
//
//     respond "Good night"        respond · Good night

internal import Contract

/// A rule of how files are written.
package enum LexicalRule: String, CaseIterable, Sendable {
    case statement, word, quotes, escapes, placeholder, comment, block, encoding, name, number, size, time

    /// What the manual says of a rule.
    package struct Help: Sendable {
        /// *Shape*: as in `DirectiveHelp`, and so is the text.
        package let summary: String
        package let text: String
        /// Lines of a file.
        package let example: String
        /// What is read: a list for each statement.
        package let words: [[String]]

        init(_ summary: String, _ text: String, example: String, words: [[String]]) {
            (self.summary, self.text, self.example, self.words) = (summary, text, example, words)
        }
    }

    /// What the manual says of it.
    package var help: Help {
        switch self {
        case .statement: LexicalRules.statement
        case .word: LexicalRules.word
        case .quotes: LexicalRules.quotes
        case .escapes: LexicalRules.escapes
        case .placeholder: LexicalRules.placeholder
        case .comment: LexicalRules.comment
        case .block: LexicalRules.block
        case .encoding: LexicalRules.encoding
        case .name: LexicalRules.name
        case .number: LexicalRules.number
        case .size: LexicalRules.size
        case .time: LexicalRules.time
        }
    }
}

private enum LexicalRules {
    static let statement = LexicalRule.Help(
        "A statement is a line of words; the first word is its directive.",
        """
        Only in a block on one line are there several statements in a line. A line never continues on the next one. Empty lines have no meaning, and nor has the order of statements, but for
        `package`, which stands first.
        """,
        example: "scheme podcast\nhost podcasts.example",
        words: [["scheme", "podcast"], ["host", "podcasts.example"]])

    static let word = LexicalRule.Help(
        "Words are parted by blanks or tabs.",
        "Indentation and further blanks have no meaning. A word without quotes is taken as it is, its backslashes too.",
        example: "    scheme    podcast  radio", words: [["scheme", "podcast", "radio"]])

    static let quotes = LexicalRule.Help(
        "A word in double quotes can hold blanks, and is never a word of the language.",
        """
        It ends on its line, and a blank or the end of the line follows. So `feature "route" {` declares the feature `route`.
        A statement does not begin with a quoted word. The empty word is `""`.
        """,
        example: "respond \"Good night\"", words: [["respond", "Good night"]])

    static let escapes = LexicalRule.Help(
        #"In quotes, `\"` is a quote, `\\` a backslash, `\n` a line break, `\t` a tab, and `\u{1F3A7}` a character."#,
        #"Any other backslash in quotes is an error. In braces stand one to six hexadecimal digits."#,
        example: #"respond "a \"b\" \u{1F3A7} c\\d""#, words: [["respond", "a \"b\" 🎧 c\\d"]])

    static let placeholder = LexicalRule.Help(
        "`$(episode)` stands for the value of an input, in texts and in arguments of programs.",
        #"A plain `$(` is written `\$(`, in quotes `\\$(`."#,
        example: "respond \"Episode $(episode)\"", words: [["respond", "Episode $(episode)"]])

    static let comment = LexicalRule.Help(
        "A comment goes from a `#` at the start of a word to the end of the line.",
        "Inside a word, as in `a#b`, and in quotes, a `#` is an ordinary character.",
        example: "scheme podcast # ours\nrespond a#b", words: [["scheme", "podcast"], ["respond", "a#b"]])

    static let block = LexicalRule.Help(
        "A block is opened by a `{` at the end of a statement, and closed by a `}` on a line of its own.",
        """
        A block can also stand on one line as a whole: `action home { respond }`. There a `;` with blanks around it divides
        statements; a `;` that is a word of a statement is written `";"`. Nothing but a comment follows the last `}`. Blocks
        stand in blocks, at most \(Limits.nesting) deep.
        """,
        example: "feature Player {\n    visible no\n    action home { detach ; exec /bin/true }\n}",
        words: [
            ["feature", "Player"], ["visible", "no"], ["action", "home"], ["detach"], ["exec", "/bin/true"],
        ])

    static let encoding = LexicalRule.Help(
        "Files are UTF-8 without a byte order mark; LF or CRLF ends a line.",
        "Control characters are refused, but for the tab.",
        example: "title Hörbücher\r", words: [["title", "Hörbücher"]])

    static let name = LexicalRule.Help(
        "A name begins with a letter or `_` and goes on with letters, digits, `-` and `_`.",
        """
        Features, actions, routes, inputs, channels and sets of values are named like this. Upper and lower case differ. Ids
        of products and names of issuers may have dots, and digits in front. Letters are those of ASCII.
        """,
        example: "values my-set_2 a b", words: [["values", "my-set_2", "a", "b"]])

    static let number = LexicalRule.Help(
        "A number is written in decimal digits, without a sign, a point or a separator.",
        "The values of `limit`, `hold`, `success` and `output` are numbers.",
        example: "limit url 16384", words: [["limit", "url", "16384"]])

    static let size = LexicalRule.Help(
        "A size is a number of bytes; `k` behind it stands for 1,024 bytes, and `m` for 1,048,576 bytes.",
        "The value of `output` is a size.",
        example: "output 64k", words: [["output", "64k"]])

    static let time = LexicalRule.Help(
        "A time is a number with its unit: `ms`, `s`, `m`, `h` or `d`.",
        "The unit is never left out. The values of `timeout`, `hold`, `acknowledge`, `grace` and `trial` are times.",
        example: "timeout 500ms", words: [["timeout", "500ms"]])
}
