import Conf
import Features

/// Checks the statements of one block against the vocabulary and hands on those worth a look at their meaning.
///
/// *Cost*: a comparison of bytes for a statement with the directive of the one before, else a look-up.
package struct StatementChecker {
    /// A statement that has the form its directive asks for.
    package struct Checked<Kind: Directive> {
        package let statement: Int
        package let directive: Kind
    }

    /// The statements of one block.
    package struct Block<Kind: Directive> {
        package var checked: [Checked<Kind>] = []
        /// Those that were reported, here or by the parser, and are not looked at any further.
        package var refused: [Int] = []

        /// The well-formed statements of one directive.
        package func statements(of directive: Kind) -> [Int] {
            checked.filter { $0.directive == directive }.map(\.statement)
        }
    }

    let document: ConfDocument
    let wings: WingList

    /// The statements, well-formed ones apart from all others, which are reported.
    func check<Kind: Directive>(
        _ statements: ConfDocument.Siblings, as _: Kind.Type, diagnostics: inout Diagnostics
    ) -> Block<Kind> {
        var seen: [Kind: Int] = [:]
        var block = Block<Kind>()
        // Of the statement before. Three variables, because an optional tuple of them was copied at every statement.
        var (directive, name, form) = (Kind?.none, "", DirectiveForm.planned)
        for statement in statements {
            var first: Int?
            if directive == nil || !form.isRepeatable || !document.hasDirective(name, statement) {
                name = document.directive(of: statement)
                let isQuoted = document.word(0, of: statement).isQuoted
                directive = isQuoted ? nil : Kind.named(name, in: wings) ?? Kind.borrowed(name, in: wings)
                if let directive {
                    form = directive.form
                    first = seen[directive]
                    seen[directive] = first ?? statement
                }
            }
            let isDamaged = document.statements[statement].isDamaged
            if let directive, !isDamaged,
                hasForm(form, name, statement, first, as: Kind.self, diagnostics: &diagnostics)
            {
                block.checked.append(Checked(statement: statement, directive: directive))
            } else {
                if directive == nil, !isDamaged { reportUnknown(statement, in: Kind.self, diagnostics: &diagnostics) }
                block.refused.append(statement)
            }
        }
        return block
    }

    private func reportUnknown<Kind: Directive>(_ statement: Int, in _: Kind.Type, diagnostics: inout Diagnostics) {
        guard !diagnostics.isFull else { return diagnostics.count(suppressedErrors: 1) }
        let (name, place) = (document.directive(of: statement), document.place(0, of: statement))
        let elsewhere = wings.blocks(with: name, as: Kind.self).map { $0.block }
        if document.word(0, of: statement).isQuoted, !elsewhere.isEmpty {
            diagnostics.report(
                .unknownDirective, at: place, "a quoted word is a name, and a statement begins with a directive",
                help: "write `\(name)` without the quotes")
            return
        }
        guard !wings.isPlanned(name, as: Kind.self) else { return reportPlanned(statement, diagnostics: &diagnostics) }
        let line = LineAdvice(document: document).line(kinds: wings.kinds, for: statement, in: Kind.self)
        if elsewhere.isEmpty {
            diagnostics.report(
                .unknownDirective, at: place, "the directive `\(name)` is not known in \(Kind.block)",
                help: line ?? Suggestion.help(for: name, among: Kind.available(in: wings)))
        } else {
            diagnostics.report(
                .misplacedDirective, at: place, "`\(name)` does not belong in \(Kind.block)",
                help: line ?? helpWithHyphen(statement, as: Kind.self)
                    ?? "it belongs in " + elsewhere.alternatives + example(statement, as: Kind.self))
        }
    }

    /// The directive that the first two words are with a hyphen, as in `strict packages yes`.
    private func helpWithHyphen<Kind: Directive>(_ statement: Int, as _: Kind.Type) -> String? {
        guard let second = document.arguments(of: statement).first else { return nil }
        return Kind.named(document.directive(of: statement) + "-" + second, in: wings).map {
            "did you mean `\($0.word)`?"
        }
    }

    /// How a line is written that stands outside of its block; empty where the help has no example.
    private func example<Kind: Directive>(_ statement: Int, as _: Kind.Type) -> String {
        guard let opening = wings.opening(with: document.directive(of: statement), as: Kind.self) else { return "" }
        let line = document.written(0..<document.wordCount(of: statement), of: statement)
        let rest = opening == GroupDirective.opening ? "then the routes, then `}`" : "then `}` on the next"
        return ": write `\(opening) {`, then `\(line)` on a line of its own, \(rest)"
    }

    private func reportPlanned(_ statement: Int, diagnostics: inout Diagnostics) {
        let name = document.directive(of: statement)
        diagnostics.report(
            .notAvailable, at: document.place(0, of: statement),
            "`\(name)` comes in a later version; this one does not have it",
            help: PlannedPerformer(rawValue: name) == nil
                ? "remove it until then" : "use \(wings.performerWords) until then")
    }

    private func hasForm<Kind: Directive>(
        _ form: DirectiveForm, _ name: String, _ statement: Int, _ first: Int?, as kind: Kind.Type,
        diagnostics: inout Diagnostics
    ) -> Bool {
        guard form.isAvailable else {
            reportPlanned(statement, diagnostics: &diagnostics)
            return false
        }
        if let (code, fault) = fault(of: statement, form) {
            diagnostics.report(
                code, at: document.place(of: statement), "`\(name)` \(fault)",
                help: LineAdvice(document: document).comment(behind: statement)
                    ?? helpWithBlock(statement, form, as: kind) ?? helpWithoutBlock(statement, form, as: kind)
                    ?? "it is written `\(form.shape)`")
            return false
        }
        guard !form.isRepeatable, let first else { return true }
        diagnostics.reportSecond(
            .repeatedDirective, at: document.place(0, of: statement), "`\(name)` is given twice",
            first: document.place(0, of: first))
        return false
    }

    /// The help for a statement that has a line of its block among its words; nil where there is none.
    private func helpWithBlock<Kind: Directive>(_ statement: Int, _ form: DirectiveForm, as _: Kind.Type) -> String? {
        let words = [document.directive(of: statement)] + document.arguments(of: statement)
        let end = mostArguments(statement, form) + 1
        guard form.block != .none, words.count > end,
            wings.blocks(with: words[end], as: Kind.self).contains(where: { $0.block == "`\(words[0])`" })
        else { return nil }
        let head = document.written(0..<end, of: statement)
        let line = document.written(end..<words.count, of: statement)
        return "it has a block: write `\(head) {`, then `\(line)` on a line of its own, then `}` on the next"
    }

    /// The help for a statement with the block that it has elsewhere; nil where it has none there either.
    private func helpWithoutBlock<Kind: Directive>(_ statement: Int, _ form: DirectiveForm, as _: Kind.Type) -> String?
    {
        let blocks = wings.blocks(with: document.directive(of: statement), having: .required, as: Kind.self)
        guard form.block == .none, document.statements[statement].hasBlock, !blocks.isEmpty else { return nil }
        return "in \(Kind.block) it is written `\(form.shape)`; its block stands in "
            + blocks.map { $0.block }.alternatives
    }

    /// *Units*: words after the directive, as many as the form has; those behind a list are counted from its end.
    private func mostArguments(_ statement: Int, _ form: DirectiveForm) -> Int {
        guard let mark = form.lastButOne, document.wordCount(of: statement) - 1 > form.arguments.lowerBound,
            let end = document.index(ofWord: mark, of: statement, from: form.arguments.lowerBound - 1)
        else { return form.arguments.upperBound }
        return end + 1
    }

    private func fault(of statement: Int, _ form: DirectiveForm) -> (DiagnosticCode, String)? {
        let count = document.wordCount(of: statement) - 1
        guard form.arguments.contains(count), count <= mostArguments(statement, form) else {
            return (.wrongArguments, "has too \(count < form.arguments.lowerBound ? "few" : "many") words")
        }
        switch (form.block, document.statements[statement].hasBlock) {
        case (.required, false): return (.wrongBlock, "needs a block")
        case (.none, true): return (.wrongBlock, "has no block")
        case (.required, true), (.optional, _), (.none, false): return nil
        }
    }
}
