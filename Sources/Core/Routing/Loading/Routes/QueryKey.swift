import Conf
import Links

/// How the keys of a link's query are written in a table.
package enum QueryKey {
    /// Whether the key can be written without quotes: a mark such as `?` or `:` belongs to what stands around a key.
    ///
    /// *Shape*: letters, digits, `.`, `-`, `_`, `~`, `[`, `]` and all beyond ASCII.
    static func isBare(_ key: String) -> Bool {
        !key.isEmpty
            && key.utf8.allSatisfy { byte in
                byte >= 0x80 || Name.isLetter(byte) || Name.isDigit(byte) || Array(".-_~[]".utf8).contains(byte)
            }
    }

    /// The key as a table has it: quoted where it must be.
    package static func written(_ key: String) -> String { isBare(key) ? key : QuotedText.quoted(key) }

    /// The word for a key that must be absent.
    package static func written(absent key: String) -> String {
        isBare(key) ? "!" + key : QuotedText.quoted("!" + key)
    }

    /// The reason why no link can have the key; nil for a key that links can have.
    static func fault(of key: String) -> String? {
        if key.isEmpty { return "the key is empty" }
        return LinkBuilder.breach(ofValue: key) == nil ? nil : "no link can have this key"
    }

    /// The sentence about a bare word that is no bare key.
    static func sentence(_ word: String) -> String {
        "`\(word)` without quotes is no key: one has letters, digits and `.-_~[]`"
    }
}
