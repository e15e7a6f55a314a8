// Statements → the draft of a table. Declarations may stand in any order, so the file is read twice: first schemes,
// hosts, values and products, then everything that names them. Errors never stop the reading; what could not be read
// is left out of the draft, and a table with an error is never loaded anyway.

import Conf
import Contract
import Features
import Matching

/// Reads one table.
struct TableReader {
    let document: ConfDocument
    let environment: LoadEnvironment
    var draft = TableDraft()
    var diagnostics: Diagnostics

    private var checker: StatementChecker { StatementChecker(document: document) }

    init(_ document: ConfDocument, environment: LoadEnvironment, diagnostics: Diagnostics) {
        self.document = document
        self.environment = environment
        self.diagnostics = diagnostics
    }

    /// Reads the whole file into the draft.
    mutating func read() {
        let statements = check(document.roots, in: .file)
        for checked in statements { readDeclaration(checked) }
        draft.catalogue = FeatureCatalogue(products: draft.products)
        for checked in statements {
            switch checked.name {
            case "feature": readFeature(checked.statement, parent: nil)
            case "deny": readDeny(checked.statement)
            default: continue
            }
        }
        // After an error nobody knows what is unused: what would have used it may be what could not be read.
        if !diagnostics.hasErrors { warnUnused() }
    }

    private mutating func readDeclaration(_ checked: StatementChecker.Checked) {
        switch checked.name {
        case "scheme": readSchemes(checked.statement)
        case "host": readHosts(checked.statement)
        case "values": readValues(checked.statement)
        case "product": readProduct(checked.statement)
        case "limit": readLimit(checked.statement)
        case "operator": readOperator(checked.statement)
        default: return
        }
    }

    // MARK: What all readers need

    /// The well-formed statements of a block.
    mutating func check(
        _ statements: ConfDocument.Siblings, in context: Directive.Context
    ) -> [StatementChecker.Checked] {
        checker.check(statements, in: context, diagnostics: &diagnostics)
    }

    /// A word's text; word 0 is the directive.
    func word(_ index: Int, _ statement: Int) -> String { document.text(of: document.word(index, of: statement)) }

    /// A word's place.
    func place(_ index: Int, _ statement: Int) -> SourceRange { document.place(index, of: statement) }

    /// Every word after the directive with its place.
    func arguments(_ statement: Int, from first: Int = 1) -> [(text: String, place: SourceRange)] {
        (first..<max(first, document.wordCount(of: statement))).map { (word($0, statement), place($0, statement)) }
    }

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
                .badName, place(index, statement), "`\(text)` is no name for \(what)",
                help:
                    "a name has letters, digits, `-` and `_`\(dots ? " and single dots" : ""), and begins with a letter or `_`"
            )
            return nil
        }
        return text
    }

    static func isName(_ text: String, dots: Bool = false) -> Bool {
        let parts = dots ? text.split(separator: ".", omittingEmptySubsequences: false) : [text[...]]
        return parts.allSatisfy { part in
            guard let first = part.utf8.first, isLetter(first) else { return false }
            return part.utf8.allSatisfy { isLetter($0) || $0 == 0x2D || (0x30...0x39).contains($0) }
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte == 0x5F || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
