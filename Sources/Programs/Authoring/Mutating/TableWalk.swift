// The statements of a table, each with the block in which it stands.

internal import Conf
internal import Routing

/// Walks over the files of a table.
enum TableWalk {
    /// One file.
    struct File {
        let number: Int
        let document: ConfDocument
        /// *Shape*: `shop:` in a package, empty outside of packages.
        let package: String
    }

    /// What kind of block a statement stands in, as far as mutants are concerned.
    enum Kind {
        case table, feature, action, route, group, unmatched, other
    }

    /// The block around a statement.
    struct Block {
        var kind = Kind.table
        /// The feature's path.
        var feature: String?
        /// The route's name, with that of its package.
        var route: String?
        /// The action's name, with the path of its feature: of an action, and of a route that leads to it.
        var action: String?
    }

    /// One statement.
    struct Line {
        let statement: Int
        let directive: String
        let block: Block
    }

    /// The files of a table that are in force.
    static func files(of texts: [TableText]) -> [File] {
        texts.enumerated().compactMap { number, text in
            guard text.isInForce else { return nil }
            var diagnostics = Diagnostics()
            let document = ConfParser.parse(text.bytes, name: text.name, file: number, diagnostics: &diagnostics)
            return File(number: number, document: document, package: text.package.map { $0 + ":" } ?? "")
        }
    }

    /// Calls with each statement, in the order of the text.
    static func walk(_ file: File, _ use: (Line) -> Void) {
        for statement in file.document.roots { visit(statement, Block(), file, use) }
    }

    private static func visit(_ statement: Int, _ block: Block, _ file: File, _ use: (Line) -> Void) {
        guard !file.document.statements[statement].isDamaged else { return }
        let line = Line(statement: statement, directive: file.document.directive(of: statement), block: block)
        use(line)
        let inner = Self.inner(line, file)
        for child in file.document.children(of: statement) { visit(child, inner, file, use) }
    }

    /// The block that a statement opens.
    static func inner(_ line: Line, _ file: File) -> Block {
        var block = line.block
        let words = file.document.arguments(of: line.statement)
        switch (block.kind, line.directive) {
        case (.table, "feature"), (.feature, "feature"):
            block.kind = .feature
            block.feature = (block.feature.map { $0 + "/" } ?? file.package) + (words.first ?? "")
        case (.feature, "action"):
            block.kind = .action
            block.action = name(ofAction: words.first ?? "", block)
        case (.feature, "route"), (.group, "route"):
            block.kind = .route
            block.route = file.package + (words.first ?? "")
            block.action = name(ofAction: words.last ?? "", block)
        case (.feature, "under"), (.group, "under"): block.kind = .group
        case (.table, "unmatched"): block.kind = .unmatched
        default: block.kind = .other
        }
        return block
    }

    /// The name of an action of the feature of a block, with the feature's path.
    static func name(ofAction action: String, _ block: Block) -> String { "\(block.feature ?? "").\(action)" }
}
