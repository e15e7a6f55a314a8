import Conf
import Routing

/// The word at a place of a file, with its statement and what is around that.
struct WordAtCursor {
    let document: ConfDocument
    let statement: Int
    /// The number of the word; 0 is the directive.
    let index: Int
    let form: DirectiveForm?
    let context: StatementContext

    /// The word that an offset is in, or at an end of; nil in blanks and comments.
    init?(at offset: Int, in walk: StatementWalk) {
        let document = walk.document
        var found: WordAtCursor?
        walk.visit { statement, form, context in
            guard found == nil else { return }
            for index in 0..<document.wordCount(of: statement) {
                let word = document.word(index, of: statement)
                if Int(word.start) <= offset, offset <= Int(word.end) {
                    found = WordAtCursor(document, statement, index, form, context)
                    return
                }
            }
        }
        guard let found else { return nil }
        self = found
    }

    private init(
        _ document: ConfDocument, _ statement: Int, _ index: Int, _ form: DirectiveForm?, _ context: StatementContext
    ) {
        (self.document, self.statement, self.index) = (document, statement, index)
        (self.form, self.context) = (form, context)
    }

    /// Without its quotes.
    var text: String { document.text(of: document.word(index, of: statement)) }
    /// With them.
    var place: SourceRange { document.place(index, of: statement) }
    /// The first word of the statement.
    var directive: String { document.directive(of: statement) }

    /// The word of the statement with a number; empty for one that it does not have.
    func word(_ index: Int) -> String {
        index < document.wordCount(of: statement) ? document.text(of: document.word(index, of: statement)) : ""
    }

    /// The kind of name that the vocabulary says the word is.
    func nameKind(_ wings: WingList) -> NameKind? {
        let isRequirement = directive == FeatureDirective.require.rawValue
        let names = (form?.names ?? []) + (isRequirement ? wings.requirement(word(1))?.names ?? [] : [])
        let count = document.wordCount(of: statement)
        return names.first { name in
            name.indices(count: count) { document.index(ofWord: $0, of: statement, from: 1) }.contains(index)
        }?.kind
    }

    /// The word of the block as reports name it, without the quotes: `route`; nil outside of blocks.
    var block: String? {
        guard let name = context.block?.block, name.hasPrefix("`") else { return nil }
        return name.replacing("`", with: "")
    }
}
