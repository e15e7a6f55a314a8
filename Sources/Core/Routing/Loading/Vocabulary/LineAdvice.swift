import Conf
import Features

/// The lines to write instead of those that other configuration languages have.
///
/// *Shape*: `// text` is `# text`, `toggle: on` in a feature is `require toggle on`, and so is `on;`.
struct LineAdvice {
    private static let commentMarks = ["//", "/*", "--", ";"]

    let document: ConfDocument

    /// The help for a statement that does not begin with a directive of its block; nil where no line is near.
    func line<Kind: Directive>(kinds: ConstraintKinds, for statement: Int, in _: Kind.Type) -> String? {
        let count = document.wordCount(of: statement)
        if let mark = Self.commentMarks.first(where: { document.directive(of: statement).hasPrefix($0) }) {
            let text = document.written(0..<count, of: statement).dropFirst(mark.utf8.count)
            return Self.help("# \(text.replacing(" */", with: "").drop { $0 == " " })")
        }
        guard Kind.self == FeatureDirective.self, !document.word(0, of: statement).isQuoted else { return nil }
        let words = (0..<count).map { document.written($0..<$0 + 1, of: statement).withoutMarks }
            .filter { !$0.isEmpty }
        guard let first = words.first else { return nil }
        if ["on", "off"].contains(first), words.count == 1 { return Self.help("require toggle \(first)") }
        guard let kind = kinds[first] else { return nil }
        if words.count > 1 { return Self.help("require \(words.joined(separator: " "))") }
        return [FactKind.toggle, .runtime].contains(kind) ? Self.help("require \(first) on") : nil
    }

    /// The help for a statement with a comment of another language behind its words; nil where it has none.
    func comment(behind statement: Int) -> String? {
        let count = document.wordCount(of: statement)
        // `/*` and `/**` are patterns too: such a comment shows by its end.
        let marks = document.written(0..<count, of: statement).hasSuffix("*/") ? ["//", "/*", "--"] : ["//", "--"]
        let start = (1..<max(1, count)).first { index in
            let word = document.word(index, of: statement)
            return !word.isQuoted && marks.contains { document.text(of: word).hasPrefix($0) }
        }
        guard let start else { return nil }
        let text = document.written(start..<count, of: statement).dropFirst(2).drop { $0 == " " }
        return "a comment begins with `#`: write `# \(text)`"
    }

    private static func help(_ line: String) -> String { "write the line `\(line)`" }
}

extension String {
    /// The word without the `:`, `=`, `;` or `,` of another language at its end.
    fileprivate var withoutMarks: String {
        var word = self[...]
        while let last = word.last, ":=;,".contains(last) { word.removeLast() }
        return String(word)
    }
}
