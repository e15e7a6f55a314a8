// The vocabulary of tables and case files: each block has a type of its directives, and each directive has a form: its
// words, whether it has a block, and whether it may be repeated. `StatementChecker` checks every statement against that
// form before a reader looks at the meaning, so all malformed statements are reported in the same words.

/// The directives of one kind of block.
package protocol Directive: Hashable, Sendable {
    /// The block as reports name it: "`feature`".
    static var block: String { get }
    /// How the block is opened, for help with a line of it that stands elsewhere; nil where that help shows no example.
    static var opening: String? { get }
    /// All of them, in the order in which help lists them.
    static func all(in wings: WingList) -> [Self]
    /// The directive of a word; nil for any other word.
    static func named(_ word: String, in wings: WingList) -> Self?
    /// The directive of a word that is one of another block and may stand here too; nil for any other word.
    ///
    /// Help describes it in that block.
    static func borrowed(_ word: String, in wings: WingList) -> Self?
    /// The word that a statement begins with.
    var word: String { get }
    /// How a statement of the directive is written.
    var form: DirectiveForm { get }
}

extension Directive where Self: RawRepresentable<String> & CaseIterable {
    /// All cases.
    package static func all(in wings: WingList) -> [Self] { Array(allCases) }
    /// The case of that raw value.
    package static func named(_ word: String, in wings: WingList) -> Self? { Self(rawValue: word) }
    /// The raw value.
    package var word: String { rawValue }
}

/// How the statements of one directive are written.
package struct DirectiveForm: Sendable {
    /// Whether a directive has a block.
    package enum Block: Sendable {
        case none, optional, required
    }

    package static let many = 1 << 20

    /// How it is written, for help.
    package let shape: String
    /// *Units*: words after the directive.
    let arguments: ClosedRange<Int>
    package let block: Block
    package let isRepeatable: Bool
    /// Whether this version carries it out.
    package let isAvailable: Bool
    /// The word that ends a list of arguments, behind which one more stands; nil where there is no such list.
    let lastButOne: String?
    /// Which of its words are names.
    package let names: [NameWord]

    /// A form that is repeatable where `once` is false.
    package init(
        _ shape: String, _ arguments: ClosedRange<Int>, block: Block = .none, once: Bool = false,
        isAvailable: Bool = true, lastButOne: String? = nil, names: [NameWord] = []
    ) {
        self.shape = shape
        self.arguments = arguments
        self.block = block
        self.isRepeatable = !once
        self.isAvailable = isAvailable
        self.lastButOne = lastButOne
        self.names = names
    }

    /// The form of a directive that is part of the language and that this version does not carry out.
    package static let planned = DirectiveForm("", 0...many, isAvailable: false)
}

extension [String] {
    /// The words as alternatives: "a, b or c".
    package var alternatives: String {
        count > 1 ? dropLast().joined(separator: ", ") + " or " + self[count - 1] : joined()
    }
}

extension Directive {
    /// None, unless the block says otherwise.
    package static var opening: String? { nil }

    /// None, unless the block says otherwise.
    package static func borrowed(_ word: String, in wings: WingList) -> Self? { nil }

    /// The first one with the word.
    package static func named(_ word: String, in wings: WingList) -> Self? {
        all(in: wings).first { $0.word == word }
    }

    /// The words of this version, in the order in which help lists them.
    package static func available(in wings: WingList) -> [String] {
        all(in: wings).filter(\.form.isAvailable).map(\.word)
    }

    fileprivate static func form(named name: String, in wings: WingList) -> DirectiveForm? {
        named(name, in: wings)?.form
    }
}

extension WingList {
    /// The blocks that have a directive of that name: those of the kind of file that `block` is of, or else those of the
    /// other.
    func blocks(with name: String, as block: any Directive.Type) -> [any Directive.Type] {
        let isCase = caseBlocks.contains { $0 == block }
        func having(_ blocks: [any Directive.Type]) -> [any Directive.Type] {
            blocks.filter { $0.form(named: name, in: self) != nil }
        }
        let own = having(isCase ? caseBlocks : tableBlocks)
        return own.isEmpty ? having(isCase ? tableBlocks : caseBlocks) : own
    }

    /// Those of them in which it has such a block of its own.
    func blocks(
        with name: String, having form: DirectiveForm.Block, as block: any Directive.Type
    ) -> [any Directive.Type] {
        blocks(with: name, as: block).filter { $0.form(named: name, in: self)?.block == form }
    }

    /// How the first of the blocks with a directive is opened; nil unless each of them has an example.
    func opening(with name: String, as block: any Directive.Type) -> String? {
        let openings = blocks(with: name, as: block).map { $0.opening }
        return openings.contains(nil) ? nil : openings.first ?? nil
    }

    /// True if blocks have a directive of that name, all of them in a later version.
    func isPlanned(_ name: String, as block: any Directive.Type) -> Bool {
        let forms = blocks(with: name, as: block).compactMap { $0.form(named: name, in: self) }
        return !forms.isEmpty && forms.allSatisfy { !$0.isAvailable }
    }
}
