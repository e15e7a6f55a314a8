import Contract

/// The codes of texts and files: RT001 to RT018.
enum TextCodes {
    static let notUTF8 = DiagnosticHelp(
        "The file is not UTF-8",
        """
        A table is read as UTF-8, and these bytes are not. Often the editor saved the file as Latin-1, or a part of it was
        pasted from another program. Save it as UTF-8; `iconv -f latin1 -t utf8` converts a file.
        """,
        noExample: "the bytes of such a file cannot be shown here")

    static let controlCharacter = DiagnosticHelp(
        "A control character in the text",
        """
        A table holds no control characters but line ends and tabs: they are invisible, and in a terminal they can show
        another text than the daemon reads. Remove the character. Lines end in LF or CRLF.
        """,
        wrong: """
            # the player\u{7}
            scheme podcast
            feature Player {
                action play {
                    respond
                }
                route play /play do play
            }
            """, mended: ["\u{7}": ""])

    static let unclosedQuote = DiagnosticHelp(
        "The quote is not closed",
        #"""
        A word that begins with a quote ends with one on the same line. Add the closing quote. A line break inside a word
        is written `\n`, and a quote `\"`.
        """#,
        wrong: """
            scheme podcast
            feature Player {
                description "Plays episodes
                action play {
                    respond
                }
                route play /play do play
            }
            """, mended: ["episodes": "episodes\""])

    static let strayQuote = DiagnosticHelp(
        "A quote inside a plain word",
        #"""
        Quotes enclose a whole word and never a part of it, so a quote inside a plain word is a slip. Put the whole word in
        quotes, and write `\"` for a quote in it.
        """#,
        wrong: #"""
            scheme podcast
            feature Player {
                description The"best"player
                action play {
                    respond
                }
                route play /play do play
            }
            """#, mended: [#"The"best"player"#: #""The \"best\" player""#])

    static let badEscape = DiagnosticHelp(
        "An unknown escape",
        #"""
        In a quoted word a backslash begins one of the escapes `\"`, `\\`, `\n`, `\t` and `\u{…}`. Any other is refused,
        because it would be read as another text than was meant. Write a backslash itself as `\\`.
        """#,
        wrong: #"""
            scheme podcast
            feature Player {
                description "100\% podcasts"
                action play {
                    respond
                }
                route play /play do play
            }
            """#, mended: [#"\%"#: "%"])

    static let misplacedBrace = DiagnosticHelp(
        "A brace in the wrong place",
        """
        `{` is the last word of its line and `}` stands alone on a line, or the whole block stands on one line with a `;`
        between two statements: `action play { respond ; detach }`. Each brace and each `;` is a word of its own, with
        blanks around it. Quote a brace or a `;` that belongs to a word: `"sava{sv}"`. A capture is written `$(id)`, not `{id}`.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {respond}
                route play /play do play
            }
            """, mended: ["{respond}": "{ respond }"])

    static let unbalancedBrace = DiagnosticHelp(
        "A block is not closed, or closed twice",
        """
        Each `{` needs a line with `}`, and each `}` a block that it closes. The report names the line where the open block
        begins. If the braces match once the indentation of the lines is followed, it names the block that misses its brace
        and the line that is outside of it.
        """,
        wrong: """
            scheme podcast
            feature Player {
                action play {
                    respond
                }
                route play /play do play
            """, mended: ["do play": "do play\n}"])

    static let tooDeep = DiagnosticHelp(
        "Blocks are nested too deep",
        """
        Blocks may be nested \(Limits.nesting) deep. Features that are nested deeper can hardly be named or explained. Close a block
        before this one, or declare the feature further out.
        """,
        noExample: "such a table is too long to show")

    static let wordTooLong = DiagnosticHelp(
        "A word is too long",
        """
        One word has at most \(Limits.wordBytes) bytes. A longer one is usually an unclosed quote or a file of another kind. Shorten
        the word.
        """,
        noExample: "such a word is too long to show")

    static let fileTooLarge = DiagnosticHelp(
        "The file is too large",
        """
        The daemon limits how much it reads as a table, so that a wrong file cannot fill its memory. The report names the
        limit and the amount. Split the table, or check that the path names a table at all.
        """,
        noExample: "the file would be megabytes long")

    static let unreadableFile = DiagnosticHelp(
        "The file cannot be read",
        """
        A file of the table, or one that it includes, is missing, is not a regular file, changed while it was read, or may
        not be read by this user. The report names the file and the reason of the system. Mend the path or the mode.
        """,
        noExample: "it depends on the files of the machine")

    static let untrustedFile = DiagnosticHelp(
        "Other users can change the file",
        """
        A table decides which programs are started, so the daemon reads only files that no other user can change: the file
        and each folder above it belong to root or to the daemon's user, and only the owner may write them. `check` notes it,
        and the daemon refuses the table. Mend owner and mode with `chown` and `chmod go-w`.
        """,
        noExample: "it depends on the owner and mode of the file")

    static let includeCycle = DiagnosticHelp(
        "Files include each other in a circle",
        """
        A file includes itself, directly or through others, so reading would not end. The report lists the circle. Remove
        one `include`.
        """,
        noExample: "it takes two files")

    static let includeTooDeep = DiagnosticHelp(
        "Files include each other too deep",
        """
        A file may include a file that includes another, up to \(Limits.includeDepth) deep. Include the last file from one further up, or
        include all files of a folder with one line: `include shows/*.conf`.
        """,
        noExample: "it takes many files")

    static let nothingIncluded = DiagnosticHelp(
        "No file matches the include",
        """
        The pattern of an `include` matches no file. That may be meant, as for a folder that is filled later, so it is a
        warning. A relative path begins in the folder of the file that includes, and not in the current folder.
        """,
        noExample: "it depends on the files beside the table")

    static let includedTwice = DiagnosticHelp(
        "A file is included twice",
        """
        The same file is read by two `include` lines, perhaps under two names or through a link. Everything in it would be
        declared twice. Remove one of the two lines, or narrow the pattern.
        """,
        noExample: "it takes two files")

    static let badGlob = DiagnosticHelp(
        "The include pattern is not valid",
        """
        In the path of an `include`, `*` and `?` match characters of a name and `[a-z]` one of a set. This pattern has a
        bracket that is not closed, or a wildcard where none is taken. A bracket itself is written `[[]`.
        """,
        noExample: "a valid pattern takes files that it matches")

    static let emptyTable = DiagnosticHelp(
        "The table declares nothing",
        """
        The file has no statement, so every link would be refused. Most often it was read while an editor wrote it, or the
        path names another file. To change a table that is in use, write a complete file and rename it over the old one.
        """,
        wrong: """
            # The routes are written tomorrow.
            """,
        mended: [
            "# The routes are written tomorrow.":
                """
            scheme podcast
            feature Player {
                action play {
                    respond
                }
                route play /play do play
            }
            """
        ])
}
