// Schemes and hosts: who owns them, and what a route or a `deny` means by naming them. A scope belongs to one file and what
// that file includes, and the routes of another never take its links. A host is the scope of the file that declares it
// most narrowly: beside `host *.pods.example` a drop-in can declare `host ex.pods.example`, and then neither the routes nor
// the `deny` of the first file hold for that host.

import Conf
import Contract
import Links
import Matching

extension TableReader {
    /// Reads `scheme NAME…`.
    mutating func readSchemes(_ statement: Int) {
        for (text, place) in arguments(statement) {
            let name = text.lowercased()
            guard Self.isScheme(name) else {
                report(
                    .badScheme, place, "`\(text)` is no scheme",
                    help: "a scheme begins with a letter and goes on with letters, digits, `+`, `-` and `.`")
                spoilScope(text)
                continue
            }
            guard !["app", "web", "http", "https"].contains(name) else {
                report(
                    .badScheme, place, "`\(text)` cannot be a custom scheme",
                    help: name.hasPrefix("http")
                        ? "web links are declared with `host`" : "`in \(name)` has its own meaning")
                spoilScope(text)
                continue
            }
            declare(.scheme(name), spelling: name, place)
        }
    }

    mutating func readHosts(_ statement: Int) {
        for (text, place) in arguments(statement) {
            do {
                let host = try DeclaredHost.parse(Array(text.utf8).span)
                declare(.host(host), spelling: host.text, place)
            } catch {
                report(
                    .badHost, part(place, at: error.offset, length: error.length),
                    "`\(text)` is no host: \(error.sentence)",
                    help: error.help ?? "as in `example.com`, `*.example.com`")
                spoilScope(text)
            }
        }
    }

    private mutating func declare(_ entry: ScopeEntry, spelling: String, _ place: SourceRange) {
        let numbers = draft.scopeNumbers[spelling] ?? []
        if let first = numbers.map({ draft.scopes[$0] }).first(where: { $0.entry == entry }) {
            return refuse(spelling, place, first: first)
        }
        draft.scopeNumbers[spelling, default: []].append(draft.scopes.count)
        if case .scheme = entry { draft.owners[owner].hasScheme = true } else { draft.owners[owner].hasHost = true }
        draft.scopes.append(
            TableDraft.Scope(entry: entry, spelling: spelling, place: place, owner: owner))
    }

    private mutating func refuse(_ spelling: String, _ place: SourceRange, first: TableDraft.Scope) {
        let isForeign = first.owner != owner
        report(
            .duplicateScope, place,
            isForeign ? "`\(spelling)` belongs to another file" : "`\(spelling)` is declared twice",
            help: isForeign
                ? "a scheme or host has one owner: remove it from one of the files, or include one from the other"
                : "keep one of them",
            related: [.init(place: first.place, note: isForeign ? "it is declared here" : "the first is here")])
        if isForeign { spoilScope(spelling) }
    }

    private mutating func spoilScope(_ text: String) {
        draft.spoiled.insert(text)
        draft.owners[owner].hasSpoiledScope = true
    }

    private static func isScheme(_ text: String) -> Bool {
        guard let first = text.utf8.first, (0x61...0x7A).contains(first) else { return false }
        return text.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E].contains(byte)
        }
    }

    /// The entries of every scheme and host of the file.
    var everyScope: [ScopeEntry] {
        (draft.owners[owner].hasScheme ? [.anyScheme(file: owner)] : [])
            + (draft.owners[owner].hasHost ? [.anyHost(file: owner)] : [])
    }

    /// The entries that `in` names, from the statement's word `first` on.
    mutating func readScopes(_ statement: Int, from first: Int, isUse: Bool) -> [ScopeEntry] {
        var entries: [ScopeEntry] = []
        for (text, place) in arguments(statement, from: first) {
            let found = scopes(named: text, isUse: isUse)
            if found.isEmpty { reportUnknownScope(text, place) }
            for entry in found {
                if entries.contains(entry) {
                    report(.duplicateScope, place, "`\(text)` is named twice", help: "remove it")
                } else {
                    entries.append(entry)
                }
            }
        }
        return entries
    }

    private mutating func scopes(named text: String, isUse: Bool) -> [ScopeEntry] {
        switch text {
        case "app":
            if isUse { draft.owners[owner].usesEveryScheme = true }
            return draft.owners[owner].hasScheme ? [.anyScheme(file: owner)] : []
        case "web":
            if isUse { draft.owners[owner].usesEveryHost = true }
            return draft.owners[owner].hasHost ? [.anyHost(file: owner)] : []
        default:
            let numbers = numbers(named: text).filter { draft.scopes[$0].owner == owner }
            if isUse { for number in numbers { draft.scopes[number].isUsed = true } }
            return numbers.map { draft.scopes[$0].entry }
        }
    }

    /// The scopes of any file that the word names.
    private func numbers(named text: String) -> [Int] {
        if let numbers = draft.scopeNumbers[text.lowercased()] { return numbers }
        let host = (try? DeclaredHost.parse(Array(text.utf8).span))?.text
        return host.flatMap { draft.scopeNumbers[$0] } ?? []
    }

    private mutating func reportUnknownScope(_ text: String, _ place: SourceRange) {
        let isFamily = text == "app" || text == "web"
        guard !isSpoiled(text), !(isFamily && draft.owners[owner].hasSpoiledScope) else { return }
        if let foreign = numbers(named: text).first {
            return report(
                .unknownScope, place, "`\(text)` belongs to another file, whose routes alone take its links",
                help: "move the route there, or include this file from it",
                related: [.init(place: draft.scopes[foreign].place, note: "it is declared here")])
        }
        guard hasScope else { return reportMissingScope(place) }
        guard isFamily else {
            let names = draft.scopes.lazy.filter { [owner] in $0.owner == owner }.map(\.spelling)
            report(
                .unknownScope, place, "`\(text)` is no scheme or host of this file",
                help: Suggestion.help(for: text, amongNames: Set(names).union(["app", "web"])))
            return
        }
        report(
            .unknownScope, place, "the file declares no \(text == "app" ? "scheme" : "host") for `in \(text)`",
            help: text == "app" ? "declare one: `scheme myapp`" : "declare one: `host example.com`")
    }

    private var hasScope: Bool { draft.owners[owner].hasScheme || draft.owners[owner].hasHost }

    /// Reports, once for each file, that no link can reach any of its routes.
    mutating func reportMissingScope(_ place: SourceRange) {
        guard !hasScope, !draft.owners[owner].hasSpoiledScope, !draft.owners[owner].reportedMissingScope else { return }
        draft.owners[owner].reportedMissingScope = true
        guard draft.scopes.isEmpty else {
            return report(
                .noScope, place, "no link can reach this route: its file declares no scheme or host",
                help: "declare one here, or include this file from the one that has them")
        }
        report(
            .noScope, place, "no link can reach this route or any other: the table has no scheme or host",
            help: "declare one: `scheme myapp`, `host example.com`")
    }
}
