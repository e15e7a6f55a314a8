internal import Conf
internal import Routing

/// The place of a line.
package struct LinePlace: Hashable, Sendable {
    /// The path of its file, as the table names it.
    package let file: String
    /// *Units*: from 1.
    package let line: Int
}

/// The lines of a table that select no link, each in the block in which it stands.
///
/// *Shape*: `feature Playback > action play` has `exec /usr/bin/player $(episode)`. Lines with `scheme`, `host`, `deny`,
/// `route` and `group` are left out, because links show what they do.
struct TableLines {
    /// Where lines stand.
    struct Block: Hashable, Comparable {
        /// *Shape*: `feature Playback > action play`; empty outside of blocks.
        var path = ""
        /// The feature's path, in an action or a feature.
        var feature: String?
        /// The action's name.
        var action: String?

        static func < (left: Self, right: Self) -> Bool { left.path < right.path }
    }

    private static let linkWords: Set<String> = ["deny", "route", "group"]
    private static let scopeWords: Set<String> = ["scheme", "host"]

    private(set) var blocks: [Block: [String]] = [:]
    /// Where each route is declared, by its name.
    private(set) var routes: [String: LinePlace] = [:]

    init(of ruleset: Ruleset) {
        for (number, text) in ruleset.texts.enumerated() where text.isInForce {
            var diagnostics = Diagnostics()
            let document = ConfParser.parse(text.bytes, name: text.name, file: number, diagnostics: &diagnostics)
            let package = text.package.map { $0 + ":" } ?? ""
            let path = text.package.map { "package \($0)" } ?? ""
            let source = SourceText(document)
            for statement in document.roots {
                add(statement, document, source, in: Block(path: path), package: package)
            }
        }
    }

    private mutating func add(
        _ statement: Int, _ document: ConfDocument, _ source: SourceText, in block: Block, package: String
    ) {
        let words = document.arguments(of: statement)
        let directive = document.directive(of: statement)
        if directive == "route", let name = words.first {
            let line = source.position(of: document.place(of: statement).offset).line
            routes[package + name] = LinePlace(file: document.name, line: line)
        }
        let text = document.written(0..<document.wordCount(of: statement), of: statement)
        let children = document.children(of: statement)
        if !Self.linkWords.contains(directive), !Self.scopeWords.contains(directive) {
            blocks[block, default: []].append(text)
        }
        var inner = block
        inner.path += (block.path.isEmpty ? "" : " > ") + text
        switch directive {
        case "feature": inner.feature = (block.feature.map { $0 + "/" } ?? package) + (words.first ?? "")
        case "action": inner.action = words.first
        case "route": return
        default: break
        }
        for child in children { add(child, document, source, in: inner, package: package) }
    }
}
