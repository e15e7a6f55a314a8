// Statements → the draft of a table. Declarations may stand in any order and in any file, so the files are read twice: first
// schemes, hosts, values and products, then everything that names them. Errors never stop the reading; what could not be read
// is left out of the draft, and a table with an error is never loaded anyway.

import Conf
import Contract
import Features
import Matching

/// Reads one table.
struct TableReader: ~Copyable {
    let set: TableSet
    /// The file being read.
    private(set) var document: ConfDocument
    /// The number of the file that owns its scopes.
    private(set) var owner = 0
    let environment: LoadEnvironment
    var draft = TableDraft()
    /// Takes the patterns as they are read; the routes of it are added when all names are known.
    var builder = RouteIndexBuilder()
    var forms = RouteForms()
    var diagnostics: Diagnostics

    private var checker: StatementChecker { StatementChecker(document: document) }

    init(_ set: TableSet, environment: LoadEnvironment) {
        self.set = set
        self.environment = environment
        document = ConfDocument(empty: "", file: 0)
        diagnostics = set.diagnostics
        draft.isIncomplete = set.isIncomplete
        draft.owners = Array(repeating: TableDraft.Owner(), count: set.members.count)
    }

    /// Reads all files into the draft.
    mutating func read() {
        var statements: [[StatementChecker.Checked]] = []
        for member in set.members { statements.append(readDeclarations(member)) }
        draft.catalogue = FeatureCatalogue(products: draft.products)
        draft.featureNumbers = [DeepLinkingFeature.name: 0]
        builder = RouteIndexBuilder(
            widthLimit: draft.width ?? RouteIndexBuilder.widthLimit, reportsHidden: environment.warnsOfHiddenRoutes)
        for (member, statements) in zip(set.members, statements) {
            enter(member)
            for checked in statements {
                switch checked.name {
                case "feature": readFeature(checked.statement, parent: nil)
                case "deny": readDeny(checked.statement)
                default: continue
                }
            }
        }
        // After an error nobody knows what is unused: what would have used it may be what could not be read.
        if !diagnostics.hasErrors { warnUnused() }
    }

    /// Hands over the builder with the patterns of all routes.
    mutating func takeBuilder() -> RouteIndexBuilder {
        var taken = RouteIndexBuilder()
        swap(&taken, &builder)
        return taken
    }

    /// Hands over what was read.
    consuming func takeDraft() -> TableDraft { draft }

    /// Goes on with the text of a file.
    mutating func enter(_ member: TableSet.Member) {
        document = member.document
        owner = member.owner
    }

    /// Reads what the file declares for all others, and gives all its statements that are well-formed.
    mutating func readDeclarations(_ member: TableSet.Member) -> [StatementChecker.Checked] {
        enter(member)
        let block = check(document.roots, in: .file)
        if draft.isIncomplete || !block.refused.isEmpty { draft.owners[owner].hasSpoiledScope = true }
        if block.refused.contains(where: { document.hasDirective("include", $0) }) { draft.isIncomplete = true }
        for checked in block.checked { readDeclaration(checked) }
        return block.checked
    }

    private mutating func readDeclaration(_ checked: StatementChecker.Checked) {
        switch checked.name {
        case "scheme": readSchemes(checked.statement)
        case "host": readHosts(checked.statement)
        case "values": readValues(checked.statement)
        case "product": readProduct(checked.statement)
        case "limit": readLimit(checked.statement)
        case "operator": readOperator(checked.statement)
        case "delegate": readDelegate(checked.statement)
        case "profile": readProfile(checked.statement)
        case "intake": readIntake(checked.statement)
        default: return
        }
    }

    // MARK: What all readers need

    /// The statements of a block; what the refused ones say is remembered as spoiled.
    mutating func check(
        _ statements: ConfDocument.Siblings, in context: Directive.Context
    ) -> StatementChecker.Block {
        let block = checker.check(statements, in: context, diagnostics: &diagnostics)
        for statement in block.refused { spoil(statement) }
        return block
    }

    /// Remembers the words of a statement and of its whole block as spoiled.
    mutating func spoil(_ statement: Int) {
        for inner in statement..<Int(document.statements[statement].end) {
            for index in 1..<max(1, document.wordCount(of: inner)) {
                // A key is written with its type, an input's with a mark: what names it names neither.
                let text = word(index, inner)
                draft.spoiled.insert(text)
                draft.spoiled.insert(String(text.prefix { $0 != ":" && $0 != "?" }))
            }
        }
    }

    /// Whether nothing is known of the name because what declares it was refused.
    func isSpoiled(_ name: String) -> Bool { draft.isSpoiled(name) }

    /// A word's text; word 0 is the directive.
    func word(_ index: Int, _ statement: Int) -> String { document.text(of: document.word(index, of: statement)) }

    /// A word's place.
    func place(_ index: Int, _ statement: Int) -> SourceRange { document.place(index, of: statement) }

    /// Every word after the directive with its place.
    func arguments(_ statement: Int, from first: Int = 1) -> [(text: String, place: SourceRange)] {
        (first..<max(first, document.wordCount(of: statement))).map { (word($0, statement), place($0, statement)) }
    }

    /// Reports what is wrong at a place; reading goes on.
    mutating func report(
        _ code: DiagnosticCode, _ place: SourceRange, _ message: String, help: String? = nil,
        related: [Diagnostic.Related] = []
    ) {
        diagnostics.report(code, at: place, message, help: help, related: related)
    }

    /// A name of letters, digits, `-` and `_` that begins with a letter or `_`; reported where it is not one.
    mutating func readName(_ index: Int, _ statement: Int, of what: String, dots: Bool = false) -> String? {
        let text = word(index, statement)
        guard Self.isName(text, dots: dots) else {
            report(
                .badName, place(index, statement),
                "\(text.isEmpty ? "an empty word" : "`\(text)`") is no name for \(what)",
                help:
                    "a name has letters, digits, `-` and `_`\(dots ? " and single dots" : ""), and begins with a letter or `_`"
            )
            return nil
        }
        return text
    }

    /// Where a part of a word stands, by its place in the word's text.
    func part(_ word: SourceRange, at offset: Int, length: Int) -> SourceRange {
        document.part(of: word, at: offset, length: length)
    }

    static func isName(_ text: String, dots: Bool = false) -> Bool {
        let parts = dots ? text.split(separator: ".", omittingEmptySubsequences: false) : [text[...]]
        return parts.allSatisfy { part in
            guard let first = part.utf8.first, isLetter(first) else { return false }
            return part.utf8.allSatisfy { isLetter($0) || $0 == 0x2D || (0x30...0x39).contains($0) }
        }
    }

    /// Whether the bytes are a name without dots.
    static func isName(_ text: Span<UInt8>) -> Bool {
        guard !text.isEmpty, isLetter(text[0]) else { return false }
        for index in text.indices {
            let byte = text[index]
            guard isLetter(byte) || byte == 0x2D || (0x30...0x39).contains(byte) else { return false }
        }
        return true
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte == 0x5F || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
