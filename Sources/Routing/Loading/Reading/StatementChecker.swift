import Conf

/// Checks the statements of one block against the vocabulary and hands on those worth a look at their meaning.
///
/// *Cost*: a comparison of bytes for a statement with the directive of the one before, else two look-ups.
struct StatementChecker {
    /// A statement that has the form its directive asks for.
    struct Checked {
        let statement: Int
        let name: String
    }

    /// The statements of one block.
    struct Block {
        var checked: [Checked] = []
        /// Those that were reported, here or by the parser, and are not looked at any further.
        var refused: [Int] = []
    }

    private static let vocabulary: [Directive.Context: [String: Directive]] = Dictionary(
        grouping: Directive.all, by: \.context
    ).mapValues { rows in Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0) }) }

    let document: ConfDocument

    /// The statements, well-formed ones apart from all others, which are reported.
    func check(
        _ statements: ConfDocument.Siblings, in context: Directive.Context, diagnostics: inout Diagnostics
    ) -> Block {
        let known = Self.vocabulary[context] ?? [:]
        var seen: [String: Int] = [:]
        var block = Block()
        var latest: Directive?
        for statement in statements {
            var name = latest?.name ?? ""
            var first: Int?
            if latest?.isRepeatable != true || !document.hasDirective(name, statement) {
                name = document.directive(of: statement)
                latest = known[name]
                first = seen[name]
                seen[name] = first ?? statement
            }
            let isWellFormed =
                !document.statements[statement].isDamaged
                && hasForm(name, latest, statement, in: context, first, diagnostics: &diagnostics)
            if isWellFormed {
                block.checked.append(Checked(statement: statement, name: name))
            } else {
                block.refused.append(statement)
            }
        }
        return block
    }

    private func hasForm(
        _ name: String, _ directive: Directive?, _ statement: Int, in context: Directive.Context, _ first: Int?,
        diagnostics: inout Diagnostics
    ) -> Bool {
        guard let directive else {
            reportUnknown(name, statement, in: context, diagnostics: &diagnostics)
            return false
        }
        guard hasForm(of: directive, statement, diagnostics: &diagnostics) else { return false }
        guard !directive.isRepeatable, let first else { return true }
        diagnostics.report(
            .repeatedDirective, at: document.place(0, of: statement), "`\(name)` is given twice",
            help: "keep one of them", related: [.init(place: document.place(0, of: first), note: "the first is here")])
        return false
    }

    private func reportUnknown(
        _ name: String, _ statement: Int, in context: Directive.Context, diagnostics: inout Diagnostics
    ) {
        guard !diagnostics.isFull else { return diagnostics.count(suppressedErrors: 1) }
        let place = document.place(0, of: statement)
        let elsewhere = Directive.contexts(of: name).map(\.rawValue)
        if elsewhere.isEmpty {
            diagnostics.report(
                .unknownDirective, at: place, "the directive `\(name)` is not known in \(context.rawValue)",
                help: Suggestion.help(for: name, among: Directive.names(in: context)))
        } else {
            diagnostics.report(
                .misplacedDirective, at: place, "`\(name)` does not stand in \(context.rawValue)",
                help: "it belongs in " + elsewhere.joined(separator: " or "))
        }
    }

    private func hasForm(of directive: Directive, _ statement: Int, diagnostics: inout Diagnostics) -> Bool {
        let place = document.place(of: statement)
        let count = document.wordCount(of: statement) - 1
        if !directive.isAvailable {
            diagnostics.report(
                .notAvailable, at: document.place(0, of: statement),
                "`\(directive.name)` is part of the language, and this version does not carry it out", help: "remove it"
            )
            return false
        }
        if !directive.arguments.contains(count) {
            diagnostics.report(
                .wrongArguments, at: place,
                "`\(directive.name)` has too \(count < directive.arguments.lowerBound ? "few" : "many") words",
                help: "it is written `\(directive.shape)`")
            return false
        }
        let hasBlock = document.statements[statement].hasBlock
        if directive.block == .required && !hasBlock {
            diagnostics.report(
                .wrongBlock, at: place, "`\(directive.name)` needs a block", help: "it is written `\(directive.shape)`")
            return false
        }
        if directive.block == .none && hasBlock {
            diagnostics.report(
                .wrongBlock, at: place, "`\(directive.name)` has no block", help: "it is written `\(directive.shape)`")
            return false
        }
        return true
    }
}
