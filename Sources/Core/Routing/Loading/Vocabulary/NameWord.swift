// Which words of a statement are names. Each directive says it of its own lines, beside their form:
//
//     route episode /episodes/$(episode:uint) do play      .declares(.route, .at(1)), .names(.action, .after("do"))
//     over latest episode                                  .names(.route, .from(1))
//
// So an editor finds a declaration, and all lines that name it, in tables that have errors too. What is a part of a word
// (captures, placeholders, the input of `query`) is read where it is needed; it has the same form in all lines.

/// A kind of names in tables and files of test cases, such as features.
package struct NameKind: Hashable, Sendable {
    /// The directive that declares one, or a word for what is not declared: `feature`, `file`.
    package let word: String
    /// Whether those that a package declares are its own.
    package let isOfPackage: Bool

    /// A kind of a wing's own.
    package init(_ word: String, isOfPackage: Bool = true) { (self.word, self.isOfPackage) = (word, isOfPackage) }

    package static let feature = NameKind("feature")
    /// One of the feature around the line.
    package static let action = NameKind("action")
    /// An action with its feature: `Player.play`.
    package static let actionOfFeature = NameKind("action of a feature")
    package static let route = NameKind("route")
    package static let input = NameKind("input")
    package static let values = NameKind("values")
    /// A scheme or a host.
    package static let scope = NameKind("scheme or host", isOfPackage: false)
    package static let rewrite = NameKind("rewrite")
    package static let package = NameKind("package", isOfPackage: false)
    package static let testCase = NameKind("case")
    /// The path of a file, relative to that of the line, or a pattern of paths.
    package static let file = NameKind("file")
    /// The code of an outcome.
    package static let outcome = NameKind("outcome")
    package static let remedy = NameKind("remedy")
    package static let tableLimit = NameKind("limit")
    /// A type of inputs, with a `?` behind it or without.
    package static let type = NameKind("type")
}

/// The words of a statement that are names of one kind.
package struct NameWord: Sendable {
    /// Where they stand.
    package enum Place: Sendable {
        /// The word of that number; the directive is word 0.
        case at(Int)
        /// That word and all behind it.
        case from(Int)
        /// The word behind a keyword.
        case after(String)
        /// All words behind a keyword.
        case allAfter(String)
    }

    package let kind: NameKind
    package let place: Place
    package let isDeclaration: Bool

    /// Words that declare names.
    package static func declares(_ kind: NameKind, _ place: Place = .at(1)) -> NameWord {
        NameWord(kind: kind, place: place, isDeclaration: true)
    }

    /// Words that name what is declared elsewhere.
    package static func names(_ kind: NameKind, _ place: Place = .at(1)) -> NameWord {
        NameWord(kind: kind, place: place, isDeclaration: false)
    }

    /// The numbers of the words in a statement.
    ///
    /// - Parameters:
    ///   - count: how many words it has, its directive among them.
    ///   - keyword: the number of the first word without quotes that has a text.
    package func indices(count: Int, keyword: (String) -> Int?) -> Range<Int> {
        switch place {
        case .at(let index): index < count ? index..<index + 1 : 0..<0
        case .from(let index): index < count ? index..<count : 0..<0
        case .after(let word): keyword(word).map { $0 + 1 < count ? $0 + 1..<$0 + 2 : 0..<0 } ?? 0..<0
        case .allAfter(let word): keyword(word).map { $0 + 1..<count } ?? 0..<0
        }
    }
}
