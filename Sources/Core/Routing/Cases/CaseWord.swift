import Conf
import Contract

extension String {
    /// The text as one word of a case file, which a terminal can show: bare where nothing in it could be read as something
    /// else.
    var caseWord: String {
        let isBare = !isEmpty && utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"#{};\\".utf8.contains($0) }
        return isBare ? self : quotedWord
    }

    /// The text in quotes; what a terminal would obey is an escape.
    var quotedWord: String { Escaping.printable(QuotedText.quoted(self)) }
}
