/// A declaration in a Swift file, outside of every function body.
struct Declaration {
    /// A type, an extension or a function that contains a declaration.
    struct Scope {
        /// The text from the declaration's first word to its brace.
        let header: String
        /// True if members are declared here, as in a type; false for a body.
        let hasMembers: Bool
        let isPrivate: Bool
    }

    let path: String
    /// *Units and range*: from 1.
    let line: Int
    /// The declaring word: `func`, `struct` and so on.
    let keyword: String
    let name: String
    /// The words and attributes before the keyword.
    let modifiers: String
    let isDocumented: Bool
    /// The code of its first line.
    let head: String
    let scopes: [Scope]
    /// True if it has braces, on one line or on many.
    var hasBody = false
    /// The lines between its braces, as code; empty if it has none.
    var body: [String] = []

    var place: String { "\(path):\(line): \(keyword) \(name)" }

    /// True if only the file can see it, by its own modifiers or those of a scope.
    var isPrivate: Bool { Self.isPrivate(modifiers) || scopes.contains(where: \.isPrivate) }

    static func isPrivate(_ text: String) -> Bool {
        text.contains("private") && text.contains(/\b(private|fileprivate)\b(?!\()/)
    }
}
