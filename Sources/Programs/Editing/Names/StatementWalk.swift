import Conf
import Routing

/// What is around a statement of a table or of a file of test cases.
struct StatementContext {
    /// Which directives can stand here; nil in a block whose lines begin with names of the table's own.
    var block: (any Directive.Type)?
    /// The package of the file; nil outside of packages.
    var package: String?
    /// The path of the feature around it, `Favourites/SmartPlaylists`.
    var feature: String?
    /// The whole name of the action around it, `Favourites/SmartPlaylists.open`; in a route, of the one that it leads to.
    var action: String?
    /// The statements `under` and `query` of the groups around it, whose captures and keys are those of its routes too.
    var shared: [Int] = []
    /// The statement around it.
    var parent: Int?
}

/// Goes through the statements of a file with the blocks that they stand in.
struct StatementWalk {
    let document: ConfDocument
    let wings: WingList
    let isCases: Bool
    /// The package of the file's table.
    var package: String?

    /// Calls `body` with each statement, outer ones first.
    ///
    /// *Cost*: linear in the file.
    func visit(_ body: (_ statement: Int, _ form: DirectiveForm?, _ context: StatementContext) -> Void) {
        var forms: [String: DirectiveForm?] = [:]
        let blocks = isCases ? wings.caseBlocks : wings.tableBlocks
        var context = StatementContext()
        (context.block, context.package) = (blocks.first, package)
        visit(document.roots, context, &forms, body)
    }

    private func visit(
        _ statements: ConfDocument.Siblings, _ context: StatementContext, _ forms: inout [String: DirectiveForm?],
        _ body: (Int, DirectiveForm?, StatementContext) -> Void
    ) {
        var context = context
        for statement in statements {
            let word = document.directive(of: statement)
            let form = context.block.flatMap { block -> DirectiveForm? in
                guard !document.word(0, of: statement).isQuoted else { return nil }
                return forms[block.block + word]
                    ?? {
                        let found = Self.form(of: word, in: block, wings)
                        forms[block.block + word] = .some(found)
                        return found
                    }()
            }
            body(statement, form, context)
            // The keys of a group count for the routes behind them; a line `query` before them is enough.
            if context.block == GroupDirective.self, word == GroupDirective.query.rawValue {
                context.shared.append(statement)
            }
            guard document.statements[statement].hasBlock else { continue }
            visit(document.children(of: statement), inner(of: statement, word, form, context), &forms, body)
        }
    }

    private func inner(
        of statement: Int, _ word: String, _ form: DirectiveForm?, _ context: StatementContext
    ) -> StatementContext {
        var inner = context
        inner.parent = statement
        let blocks = isCases ? wings.caseBlocks : wings.tableBlocks
        inner.block = form == nil ? nil : blocks.first { $0.block == "`\(word)`" }
        let name = document.wordCount(of: statement) > 1 ? document.text(of: document.word(1, of: statement)) : ""
        switch inner.block {
        case is FeatureDirective.Type:
            inner.feature = (context.feature ?? context.package).map { $0 + "/" + name } ?? name
            (inner.action, inner.shared) = (nil, [])
        case is ActionDirective.Type: inner.action = context.feature.map { $0 + "." + name }
        case is RouteDirective.Type: inner.action = action(ofRoute: statement, context)
        case is GroupDirective.Type: inner.shared.append(statement)
        default: break
        }
        return inner
    }

    /// The whole name of the action that a route leads to; nil where it names none.
    func action(ofRoute statement: Int, _ context: StatementContext) -> String? {
        guard let feature = context.feature, let index = document.index(ofWord: "do", of: statement, from: 2),
            index + 1 < document.wordCount(of: statement)
        else { return nil }
        return feature + "." + document.text(of: document.word(index + 1, of: statement))
    }

    private static func form(of word: String, in block: any Directive.Type, _ wings: WingList) -> DirectiveForm? {
        func form<Kind: Directive>(_: Kind.Type) -> DirectiveForm? {
            (Kind.named(word, in: wings) ?? Kind.borrowed(word, in: wings))?.form
        }
        return form(block)
    }
}
