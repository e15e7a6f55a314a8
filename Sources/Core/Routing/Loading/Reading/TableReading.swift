package import Conf
import Features
import Matching

/// A word of a statement with its place.
package typealias PlacedWord = (text: String, place: SourceRange)

/// What one wing has read of a table, line by line.
package protocol WingDraft: AnyObject {
    /// Nothing.
    init()
}

/// What the readers of one table share: the file being read, what was read so far, and what is wrong with it.
///
/// *Owner/thread*: the call that loads the table.
package final class TableReading {
    package let environment: LoadEnvironment
    /// What wings have read, by the types of their parts.
    private var parts: [ObjectIdentifier: any WingDraft] = [:]
    /// The file being read.
    package private(set) var document = ConfDocument(empty: "", file: 0)
    /// The number of the file that owns its scopes.
    package private(set) var owner = 0
    /// The path of that file.
    package private(set) var ownerName = ""
    /// Its package; nil outside of packages.
    package private(set) var package: TableSet.Package?
    /// What stands before the names of routes: `shop:` in the package `shop`.
    private var prefix: [UInt8] = []
    package var draft = TableDraft()
    /// Takes the patterns as they are read; the routes of it are added when all names are known.
    var builder = RouteIndexBuilder()
    var forms = RouteForms()
    package var diagnostics: Diagnostics

    init(_ set: TableSet, environment: LoadEnvironment) {
        self.environment = environment
        diagnostics = set.textDiagnostics
        draft.packagesByFile = set.members.map(\.package)
        draft.isIncomplete = set.lacksText
        for (rank, member) in set.readingOrder.map(\.member).enumerated() { draft.ranks[member.document.file] = rank }
        draft.owners = Array(repeating: TableDraft.Owner(), count: set.members.count)
    }

    /// The capabilities of the program.
    package var wings: WingList { environment.wings }

    /// What a wing has read of the table.
    package func part<Draft: WingDraft>(_ type: Draft.Type) -> Draft {
        if let part = parts[ObjectIdentifier(type)] as? Draft { return part }
        let part = Draft()
        parts[ObjectIdentifier(type)] = part
        return part
    }

    /// Goes on with the text of a file.
    func enter(_ member: TableSet.Member) {
        document = member.document
        owner = member.owner
        // The owner is read before what it includes.
        if owner == document.file { ownerName = document.name }
        guard member.package?.name != package?.name else { return }
        package = member.package
        draft.beginPatterns(ofPackage: package != nil)
        prefix = Array(qualified("").utf8)
        // A segment with `@kind` may have another set of values from here on.
        builder.forgetSegments()
    }

    /// The number of a new route's name, behind its package; nil where another route has it.
    func declare(route name: Span<UInt8>, at place: SourceRange) -> Int? {
        guard !prefix.isEmpty else { return draft.declare(route: name, at: place) }
        var whole = prefix
        for index in name.indices { whole.append(name[index]) }
        return draft.declare(route: whole.span, at: place)
    }

    /// The statements of a block; what the refused ones declare is remembered as spoiled.
    package func check<Kind: Directive>(
        _ statements: ConfDocument.Siblings, as kind: Kind.Type
    ) -> StatementChecker.Block<Kind> {
        let block = StatementChecker(document: document, wings: wings).check(
            statements, as: kind, diagnostics: &diagnostics)
        for statement in block.refused { spoil(statement) }
        return block
    }

    /// Reads something without a report; what it declares is kept.
    func withoutReports(_ read: () -> Void) {
        let (diagnostics, spoiled) = (diagnostics, draft.spoiled)
        read()
        (self.diagnostics, draft.spoiled) = (diagnostics, spoiled)
    }

    /// The path of a pattern's text.
    func path(_ text: Span<UInt8>) throws(PatternError) -> RoutePath {
        let values = draft.values
        return try builder.path(text) { name in
            resolved(name) { values[$0] != nil }.flatMap { values[$0]?.set }
        }
    }

    /// The paths of a pattern's text, each with a text of its own; several if it has optional parts.
    func paths(_ text: ArraySlice<UInt8>) throws(PatternError) -> [(path: RoutePath, text: ArraySlice<UInt8>)] {
        guard OptionalParts.areIn(text.span) else { return [(try path(text.span), text)] }
        var paths: [(path: RoutePath, text: ArraySlice<UInt8>)] = []
        for variant in try OptionalParts(Array(text)).variants {
            do throws(PatternError) {
                paths.append((try path(variant.text.span), variant.text[...]))
            } catch {
                throw variant.inSource(error)
            }
        }
        return paths
    }

    /// Remembers the words of a statement and of its whole block as spoiled.
    package func spoil(_ statement: Int) {
        for inner in statement..<Int(document.statements[statement].end) {
            for index in 1..<max(1, document.wordCount(of: inner)) {
                // A key is written with its type, an input's with a mark: what names it names neither.
                let text = document.text(of: document.word(index, of: inner))
                draft.spoiled.insert(text)
                draft.spoiled.insert(String(text.prefix { $0 != ":" && $0 != "?" }))
            }
        }
    }
}

/// What reading gave: the draft, the builder with the patterns of all routes, and everything that is wrong.
struct ReadTable: ~Copyable {
    package var draft = TableDraft()
    var builder = RouteIndexBuilder()
    package var diagnostics: Diagnostics

    /// Takes over what was read.
    init(_ table: TableReading) {
        diagnostics = table.diagnostics
        swap(&draft, &table.draft)
        swap(&builder, &table.builder)
    }
}
