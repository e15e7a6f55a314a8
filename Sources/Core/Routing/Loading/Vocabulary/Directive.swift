// The vocabulary of tables and case files: each block has an enum of its directives, and each directive has a form: its
// words, whether it has a block, and whether it may be repeated. `StatementChecker` checks every statement against that
// form before a reader looks at the meaning, so all malformed statements are reported in the same words.

/// The directives of one kind of block, by the word that a statement begins with.
package protocol Directive: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// The block as reports name it: "`feature`".
    static var block: String { get }
    /// How the block is opened, for help with a line of it that stands elsewhere; nil where that help shows no example.
    static var opening: String? { get }
    /// How a statement of the directive is written.
    var form: DirectiveForm { get }
}

/// How the statements of one directive are written.
package struct DirectiveForm: Sendable {
    /// Whether a directive has a block.
    package enum Block: Sendable {
        case none, optional, required
    }

    static let many = 1 << 20

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

    /// A form that is repeatable where `once` is false.
    init(
        _ shape: String, _ arguments: ClosedRange<Int>, block: Block = .none, once: Bool = false,
        isAvailable: Bool = true, lastButOne: String? = nil
    ) {
        self.shape = shape
        self.arguments = arguments
        self.block = block
        self.isRepeatable = !once
        self.isAvailable = isAvailable
        self.lastButOne = lastButOne
    }

    /// The form of a directive that is part of the language and that this version does not carry out.
    static let planned = DirectiveForm("", 0...many, isAvailable: false)
}

extension [String] {
    /// The words as alternatives: "a, b or c".
    var alternatives: String {
        count > 1 ? dropLast().joined(separator: ", ") + " or " + self[count - 1] : joined()
    }
}

extension Directive {
    /// None, unless the block says otherwise.
    package static var opening: String? { nil }

    /// The words of this version, in the order in which help lists them.
    package static var available: [String] { allCases.filter(\.form.isAvailable).map(\.rawValue) }

    /// The blocks that have a directive of that name: those of the same kind of file, or else those of the other.
    static func blocks(with name: String) -> [String] { types(with: name).map { $0.block } }

    /// How the first of those blocks is opened; nil unless each of them has an example.
    static func opening(with name: String) -> String? {
        let openings = types(with: name).map { $0.opening }
        return openings.contains(nil) ? nil : openings.first ?? nil
    }

    /// Those of them in which it has such a block of its own.
    static func blocks(with name: String, having block: DirectiveForm.Block) -> [String] {
        types(with: name).filter { $0.form(named: name)?.block == block }.map { $0.block }
    }

    /// Whether blocks have a directive of that name, all of them in a later version.
    static func isPlanned(_ name: String) -> Bool {
        let forms = types(with: name).compactMap { $0.form(named: name) }
        return !forms.isEmpty && forms.allSatisfy { !$0.isAvailable }
    }

    private static func form(named name: String) -> DirectiveForm? { Self(rawValue: name)?.form }

    private static func types(with name: String) -> [any Directive.Type] {
        let (tables, cases) = (LanguageBlock.ofTables.map(\.directives), LanguageBlock.ofCases.map(\.directives))
        func types(_ types: [any Directive.Type]) -> [any Directive.Type] {
            types.filter { $0.init(rawValue: name) != nil }
        }
        let isCase = cases.contains { $0 == Self.self }
        let own = types(isCase ? cases : tables)
        return own.isEmpty ? types(isCase ? tables : cases) : own
    }
}
