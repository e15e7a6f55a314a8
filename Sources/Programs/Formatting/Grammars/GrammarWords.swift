// The words of the language, as the grammars of editors have them. They are taken from the forms of the manual, which the
// tests hold equal to those of the vocabulary:
//
//     route NAME PATTERN… do ACTION        the directive `route`, which names something, with the word `do`
//     require toggle on|off [shared]       the directive `require`, with `toggle`, `on`, `off` and `shared`

/// What a grammar is made of.
package struct GrammarWords: Sendable {
    /// Words that statements begin with, and what may stand behind each of them.
    struct Directives: Sendable {
        fileprivate(set) var words: [String]
        /// Whether the word behind the first one is a name that it declares.
        fileprivate(set) var declareName = false
        /// The words of the language behind it, in the order of their forms.
        fileprivate(set) var others: [String] = []
    }

    /// Each word once, in the order of the manual; those with the same words behind them are together.
    let directives: [Directives]
    /// The names of types, without their bounds.
    let types: [String]
    /// The first words of outcomes.
    let outcomes: [String]

    /// - Parameters:
    ///   - forms: how statements are written, as `route NAME PATTERN… do ACTION`.
    ///   - types: the forms of types, as `uint(1..31)`; those that list values have no name.
    ///   - outcomes: the classes of outcomes.
    package init(forms: [String], types: [String], outcomes: [String]) {
        var directives: [Directives] = []
        for form in forms {
            let words = form.split { " []…".contains($0) }.map(String.init)
            guard let first = words.first, Self.isWord(first) else { continue }
            if !directives.contains(where: { $0.words == [first] }) { directives.append(Directives(words: [first])) }
            guard let number = directives.firstIndex(where: { $0.words == [first] }) else { continue }
            if ["NAME", "ID"].contains(words.dropFirst().first) { directives[number].declareName = true }
            for word in words.dropFirst().flatMap({ $0.split(separator: "|").map(String.init) })
            where Self.isWord(word) && !directives[number].others.contains(word) {
                directives[number].others.append(word)
            }
        }
        self.directives = directives.reduce(into: []) { groups, directive in
            let same = groups.firstIndex {
                $0.declareName == directive.declareName && $0.others == directive.others
            }
            if let same { groups[same].words += directive.words } else { groups.append(directive) }
        }
        self.types = types.map { String($0.prefix { $0 != "(" }) }.filter(Self.isWord)
            .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        self.outcomes = outcomes
    }

    /// Whether a word of a form is one of the language, and does not stand for another one.
    private static func isWord(_ word: String) -> Bool {
        guard let first = word.unicodeScalars.first, ("a"..."z").contains(first) else { return false }
        return word.unicodeScalars.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "-" }
    }

    /// Words of a text as a regular expression of all engines; a longer one stands before one that it begins with.
    static func alternatives(_ words: [String], separator: String = "|") -> String {
        words.sorted { ($1.count, $0) < ($0.count, $1) }.joined(separator: separator)
    }
}
