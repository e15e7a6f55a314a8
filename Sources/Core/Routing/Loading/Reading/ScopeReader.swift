// Schemes and hosts: who owns them, and what a route or a `deny` means by naming them. A scope belongs to one file and what
// that file includes, and the routes of another never take its links. A host is the scope of the file that declares it
// most narrowly: beside `host *.pods.example` a drop-in can declare `host ex.pods.example`, and then neither the routes nor
// the `deny` of the first file hold for that host.

import Conf
import Links
import Matching

/// Reads schemes and hosts, and the words by which `in` names them.
struct ScopeReader: BlockReader {
    let table: TableReading

    /// What is known of the scopes of the file.
    private var owner: TableDraft.Owner {
        get { table.draft.owners[table.owner] }
        nonmutating set { table.draft.owners[table.owner] = newValue }
    }

    /// Reads `scheme NAME…` and the block that the schemes of the line share.
    func readSchemes(_ statement: Int) {
        let block = table.check(document.children(of: statement), as: SchemeDirective.self)
        let separator = block.statements(of: .separator).first.flatMap(readSeparator)
        let terms = Terms(
            guests: readGuests(block.statements(of: .open)), separator: separator,
            takesEitherSlash: readTrailingSlash(block.statements(of: .trailingSlash)))
        guard !hasGuests(statement) else { return }
        for (text, place) in arguments(statement) {
            let name = text.lowercased()
            if !Self.isScheme(name) {
                report(
                    .badScheme, place, "`\(text)` is not a scheme",
                    help: SegmentSeparator(rawValue: text) == nil
                        ? Self.helpForScheme(name)
                        : "a separator stands in the block of its scheme: `separator \"\(text)\"` on a line of its own")
                spoilScope(text)
            } else if TableDraft.ScopeFamily(rawValue: name) != nil || ["http", "https"].contains(name) {
                report(
                    .badScheme, place, "`\(text)` cannot be a custom scheme",
                    help: name.hasPrefix("http")
                        ? "web links are declared with `host`" : "`in \(name)` has its own meaning")
                spoilScope(text)
            } else {
                declare(.scheme(name), spelling: name, terms, place)
            }
        }
    }

    /// Whether the line of a scheme or host has `open to …` behind the names, each word of which would be a name too.
    private func hasGuests(_ statement: Int) -> Bool {
        let count = document.wordCount(of: statement)
        guard let open = document.index(ofWord: "open", of: statement, from: 2), open + 1 < count,
            isKeyword(open + 1, statement, "to")
        else { return false }
        let head = document.written(0..<open, of: statement)
        let line = document.written(open..<count, of: statement)
        report(
            .wrongArguments, place(open, statement), "`open to` stands in the block of its \(word(0, statement))",
            help: "it has a block: write `\(head) {`, then `\(line)` on a line of its own, then `}` on the next")
        owner.hasSpoiledScope = true
        return true
    }

    private func readSeparator(_ line: Int) -> SegmentSeparator? {
        let text = word(1, line)
        return SegmentSeparator(rawValue: text)
            ?? refuse(
                .badValue, place(1, line), "`\(text)` cannot separate segments",
                help: text == "/"
                    ? "remove the line: a slash separates them anyway"
                    : "it is one of `:`, `,` and `;`, as in `separator \":\"`")
    }

    /// Reads `host NAME…`.
    func readHosts(_ statement: Int) {
        let block = table.check(document.children(of: statement), as: HostDirective.self)
        let terms = Terms(
            guests: readGuests(block.statements(of: .open)),
            takesEitherSlash: readTrailingSlash(block.statements(of: .trailingSlash)))
        guard !hasGuests(statement) else { return }
        for (text, place) in arguments(statement) {
            do {
                let host = try DeclaredHost.parse(Array(text.utf8).span)
                declare(.host(host), spelling: host.text, terms, place)
            } catch {
                report(
                    .badHost, part(place, at: error.offset, length: error.length),
                    "`\(text)` is not a host: \(error.sentence)",
                    help: error.help ?? "as in `example.com`, `*.example.com`")
                spoilScope(text)
            }
        }
    }

    /// What the block of a scheme or host says.
    private struct Terms {
        let guests: ScopeGuests
        var separator: SegmentSeparator?
        let takesEitherSlash: Bool
    }

    private func declare(_ entry: ScopeEntry, spelling: String, _ terms: Terms, _ place: SourceRange) {
        let numbers = table.draft.scopeNumbers[spelling] ?? []
        if let first = numbers.map({ table.draft.scopes[$0] }).first(where: { $0.entry == entry }) {
            return refuse(spelling, place, first: first)
        }
        table.draft.scopeNumbers[spelling, default: []].append(table.draft.scopes.count)
        if case .scheme = entry { owner.declared.insert(.app) } else { owner.declared.insert(.web) }
        table.draft.scopes.append(
            .init(
                entry: entry, spelling: spelling, place: place, owner: table.owner, separator: terms.separator,
                guests: terms.guests, takesEitherSlash: terms.takesEitherSlash))
    }

    private func refuse(_ spelling: String, _ place: SourceRange, first: TableDraft.Scope) {
        guard first.owner != table.owner else {
            return reportSecond(.duplicateScope, place, "`\(spelling)` is declared twice", first: first.place)
        }
        report(
            .duplicateScope, place, "`\(spelling)` belongs to another file",
            help: "a scheme or host has one owner: remove it from one of the files, or include one from the other",
            related: [.init(place: first.place, note: "it is declared here")])
        spoilScope(spelling)
    }

    private func spoilScope(_ text: String) {
        table.draft.spoiled.insert(text)
        owner.hasSpoiledScope = true
    }

    /// The scheme without the marks behind it, or the rule for one.
    private static func helpForScheme(_ text: String) -> String {
        let name = text.prefix { !":/;,".contains($0) }
        return isScheme(String(name)) && text.dropFirst(name.count).allSatisfy { ":/;,".contains($0) }
            ? "write `\(name)`" : "a scheme begins with a letter and goes on with letters, digits, `+`, `-` and `.`"
    }

    /// Whether a text, in lower case, can be a scheme.
    static func isScheme(_ text: String) -> Bool {
        text.utf8.first.map(Name.isLetter) == true
            && text.utf8.allSatisfy { Name.isLetter($0) || Name.isDigit($0) || [0x2B, 0x2D, 0x2E].contains($0) }
    }

    /// The entries of every scheme and host of the file.
    var everyScope: [ScopeEntry] { TableDraft.ScopeFamily.allCases.flatMap(entries) }

    /// The same for a route: it uses every scheme and host, and a file without any is reported.
    func readEveryScope(_ place: SourceRange) -> [ScopeEntry] {
        owner.usesEvery = [.app, .web]
        reportMissingScope(place)
        return withOwnEntries(everyScope)
    }

    private func entries(of family: TableDraft.ScopeFamily) -> [ScopeEntry] {
        guard owner.declared.contains(family) else { return [] }
        return [family == .app ? .anyScheme(file: table.owner) : .anyHost(file: table.owner)]
    }

    /// The entries that `in` names, from the statement's word `first` on.
    func readScopes(_ statement: Int, from first: Int, isUse: Bool) -> [ScopeEntry] {
        var entries: [ScopeEntry] = []
        for (text, place) in arguments(statement, from: first) {
            let found = scopes(named: text, isUse: isUse)
            if found.isEmpty { reportUnknownScope(text, place, isUse: isUse) }
            for entry in found where entries.contains(entry) {
                report(.duplicateScope, place, "`\(text)` is named twice", help: "remove it")
            }
            entries += found.filter { !entries.contains($0) }
        }
        return isUse ? withOwnEntries(entries) : entries
    }

    private func scopes(named text: String, isUse: Bool) -> [ScopeEntry] {
        if let family = TableDraft.ScopeFamily(rawValue: text) {
            if isUse { owner.usesEvery.insert(family) }
            return entries(of: family)
        }
        let numbers = numbers(named: text).filter { number in
            let scope = table.draft.scopes[number]
            guard !table.draft.leftOutOwners.contains(scope.owner) else { return false }
            return scope.owner == table.owner || isUse && scope.guests.admits(table.package, table.environment)
        }
        if isUse { for number in numbers { table.draft.scopes[number].isUsed = true } }
        return numbers.map { table.draft.scopes[$0].entry }
    }

    /// The scopes of any file that the word names.
    private func numbers(named text: String) -> [Int] {
        if let numbers = table.draft.scopeNumbers[text.lowercased()] { return numbers }
        let host = (try? DeclaredHost.parse(Array(text.utf8).span))?.text
        return host.flatMap { table.draft.scopeNumbers[$0] } ?? []
    }

    private func reportUnknownScope(_ text: String, _ place: SourceRange, isUse: Bool) {
        let family = TableDraft.ScopeFamily(rawValue: text)
        guard !isSpoiled(text), !(family != nil && owner.hasSpoiledScope) else { return }
        if let foreign = numbers(named: text).first {
            // The links of a package that is left out are no other's, and that is no error of this file.
            guard !table.draft.leftOutOwners.contains(table.draft.scopes[foreign].owner) else { return }
            let open = table.package.map { "or let it say in a block of its own: `open to package \($0.name)`" }
            return report(
                .unknownScope, place, "`\(text)` belongs to another file, whose routes alone take its links",
                help: "move the route there, " + ((isUse ? open : nil) ?? "or include this file from it"),
                related: [.init(place: table.draft.scopes[foreign].place, note: "it is declared here")])
        }
        guard hasScope else { return reportMissingScope(place, isUse: isUse) }
        if let family {
            let (kind, name) = family == .app ? ("scheme", "myapp") : ("host", "example.com")
            return report(
                .unknownScope, place, "the file declares no \(kind) for `in \(text)`",
                help: "declare one: `\(kind) \(name)`")
        }
        let own = table.draft.scopes.filter { $0.owner == table.owner }.map(\.spelling)
        report(
            .unknownScope, place, "`\(text)` is not a scheme or host of this file",
            help: Suggestion.help(
                for: text, amongNames: Set(own).union(TableDraft.ScopeFamily.allCases.map(\.rawValue))))
    }

    private var hasScope: Bool { !owner.declared.isEmpty }

    /// Reports, once for each file, that no link can reach any of its routes.
    ///
    /// - Parameter isUse: whether a route stands at the place; else a `deny` does.
    private func reportMissingScope(_ place: SourceRange, isUse: Bool = true) {
        guard !hasScope, !owner.hasSpoiledScope, !owner.reportedMissingScope else { return }
        owner.reportedMissingScope = true
        let isBare = table.draft.scopes.isEmpty
        report(
            .noScope, place,
            isBare
                ? "\(isUse ? "no link can reach this route or any other" : "this `deny` covers no link"): "
                    + "the table has no scheme or host"
                : "\(isUse ? "no link can reach this route" : "this `deny` covers no link"): "
                    + "its file declares no scheme or host",
            help: isBare
                ? "declare one: `scheme myapp`, `host example.com`"
                : "declare one here, or include this file from the one that has them")
    }
}
