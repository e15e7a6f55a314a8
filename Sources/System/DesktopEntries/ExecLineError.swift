/// Why the `Exec=` line of a desktop entry is not carried out.
///
/// *Shape*: `description` is a clause about the line, for "its Exec line …". Words of the line in it are as they were read:
/// escape them before printing.
package enum ExecLineError: Error, Equatable, Sendable {
    case openQuote
    case trailingBackslash
    /// It has no program.
    case empty
    /// The program has a `=`.
    case equalSign(String)
    /// The program is a field code.
    case codeAsProgram
    /// *Shape*: `%x`; a single `%` at the end of a word.
    case unknownCode(String)
    case severalLinkCodes
    /// A code for links or files among other text in quotes.
    case quotedCode(String)
    /// A code for several arguments inside a word.
    case listInWord(String)
    /// It has neither `%u` nor `%U`, and there is a link.
    case noLinkCode
    /// It takes one link at a time.
    case oneLink(given: Int)

    /// True if the line is well-formed, and does not take these links.
    package var isAboutLinks: Bool {
        switch self {
        case .noLinkCode, .oneLink: true
        case .openQuote, .trailingBackslash, .empty, .equalSign, .codeAsProgram, .unknownCode, .severalLinkCodes,
            .quotedCode, .listInWord:
            false
        }
    }
}

extension ExecLineError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .openQuote: "has a quote that is not closed"
        case .trailingBackslash: "ends with a backslash"
        case .empty: "names no program"
        case .equalSign(let program): "begins with `\(program)`, and a program has no `=` in its name"
        case .codeAsProgram: "begins with a field code in the place of the program"
        case .unknownCode("%"): "has a single `%` at the end of a word; `%%` stands for one"
        case .unknownCode(let code): "has the unknown field code `\(code)`"
        case .severalLinkCodes: "has more than one of `%u`, `%U`, `%f` and `%F`"
        case .quotedCode(let code): "has `\(code)` among other text in quotes"
        case .listInWord(let code): "has `\(code)` inside a word"
        case .noLinkCode: "has no `%u` or `%U`, so the link would be lost"
        case .oneLink(let count): "takes one link (`%u`), and there are \(count)"
        }
    }
}
