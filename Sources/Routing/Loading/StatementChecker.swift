import Conf

/// Checks the statements of one block against the vocabulary and hands on those worth a look at their meaning.
///
/// *Cost*: one dictionary look-up per statement.
struct StatementChecker {
    /// A statement that has the form its directive asks for.
    struct Checked {
        let statement: Int
        let name: String
    }

    private static let vocabulary: [Directive.Context: [String: Directive]] = Dictionary(
        grouping: Directive.all, by: \.context
    ).mapValues { rows in Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0) }) }

    let document: ConfDocument

    /// The well-formed statements among these, in their order; all others are reported.
    func check(
        _ statements: ConfDocument.Siblings, in context: Directive.Context, diagnostics: inout Diagnostics
    ) -> [Checked] {
        var seen: [String: Int] = [:]
        var checked: [Checked] = []
        for statement in statements where !document.statements[statement].isDamaged {
            let name = document.directive(of: statement)
            guard let directive = Self.vocabulary[context]?[name] else {
                reportUnknown(name, statement, in: context, diagnostics: &diagnostics)
                continue
            }
            guard hasForm(of: directive, statement, diagnostics: &diagnostics) else { continue }
            if !directive.isRepeatable, let first = seen[name] {
                diagnostics.report(
                    .repeatedDirective, at: document.place(0, of: statement), "`\(name)` is given twice",
                    help: "keep one of them",
                    related: [.init(place: document.place(0, of: first), note: "the first is here")])
                continue
            }
            seen[name] = statement
            checked.append(Checked(statement: statement, name: name))
        }
        return checked
    }

    private func reportUnknown(
        _ name: String, _ statement: Int, in context: Directive.Context, diagnostics: inout Diagnostics
    ) {
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
                "`\(directive.name)` is not available in this version", help: "remove it")
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
