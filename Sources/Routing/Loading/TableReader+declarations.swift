import Conf
import Contract
import Features
import Links
import Matching

extension TableReader {
    // MARK: Scopes

    mutating func readSchemes(_ statement: Int) {
        for (text, place) in arguments(statement) {
            let name = text.lowercased()
            guard Self.isScheme(name) else {
                report(
                    .badScheme, place, "`\(text)` is no scheme",
                    help: "a scheme begins with a letter and goes on with letters, digits, `+`, `-` and `.`")
                continue
            }
            guard !["app", "web", "http", "https"].contains(name) else {
                report(
                    .badScheme, place, "`\(text)` cannot be a custom scheme",
                    help: name.hasPrefix("http")
                        ? "web links are declared with `host`" : "`in \(name)` has its own meaning")
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
                report(.badHost, place, "`\(text)` is no host: \(error.sentence)", help: error.help)
            }
        }
    }

    private mutating func declare(_ entry: ScopeEntry, spelling: String, _ place: SourceRange) {
        if let first = draft.scopes.first(where: { $0.entry == entry }) {
            report(
                .duplicateScope, place, "`\(spelling)` is declared twice", help: "keep one of them",
                related: [.init(place: first.place, note: "the first is here")])
            return
        }
        draft.scopes.append(
            TableDraft.Scope(entry: entry, spelling: spelling, place: place, file: document.file))
    }

    private static func isScheme(_ text: String) -> Bool {
        guard let first = text.utf8.first, (0x61...0x7A).contains(first) else { return false }
        return text.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E].contains(byte)
        }
    }

    /// The entries that a route or `deny` stands in: those that `in` names, else all of the file.
    mutating func readScopes(_ statement: Int?, from first: Int) -> [ScopeEntry] {
        guard let statement else {
            for index in draft.scopes.indices { draft.scopes[index].isUsed = true }
            return Self.every(draft.scopes, in: document.file)
        }
        var entries: [ScopeEntry] = []
        for (text, place) in arguments(statement, from: first) {
            let found = scopes(named: text)
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

    private static func every(_ scopes: [TableDraft.Scope], in file: Int) -> [ScopeEntry] {
        let hasScheme = scopes.contains { if case .scheme = $0.entry { true } else { false } }
        let hasHost = scopes.contains { if case .host = $0.entry { true } else { false } }
        return (hasScheme ? [.anyScheme(file: file)] : []) + (hasHost ? [.anyHost(file: file)] : [])
    }

    private mutating func scopes(named text: String) -> [ScopeEntry] {
        switch text {
        case "app": return family(.anyScheme(file: document.file)) { if case .scheme = $0 { true } else { false } }
        case "web": return family(.anyHost(file: document.file)) { if case .host = $0 { true } else { false } }
        default:
            let spelling = (try? DeclaredHost.parse(Array(text.utf8).span))?.text
            let names = [text.lowercased(), spelling]
            guard let index = draft.scopes.firstIndex(where: { names.contains($0.spelling) }) else { return [] }
            draft.scopes[index].isUsed = true
            return [draft.scopes[index].entry]
        }
    }

    private mutating func family(_ any: ScopeEntry, _ belongs: (ScopeEntry) -> Bool) -> [ScopeEntry] {
        let members = draft.scopes.indices.filter { belongs(draft.scopes[$0].entry) }
        for index in members { draft.scopes[index].isUsed = true }
        return members.isEmpty ? [] : [any]
    }

    private mutating func reportUnknownScope(_ text: String, _ place: SourceRange) {
        let known = draft.scopes.map(\.spelling) + ["app", "web"]
        let message =
            text == "app" || text == "web"
            ? "the file declares no \(text == "app" ? "scheme" : "host") for `in \(text)`"
            : "`\(text)` is no scheme or host of this file"
        report(.unknownScope, place, message, help: Suggestion.help(for: text, among: known))
    }

    // MARK: Values, products, limits, operators

    mutating func readValues(_ statement: Int) {
        guard let name = readName(1, statement, of: "a set of values") else { return }
        if let first = draft.values[name] {
            report(
                .duplicateValues, place(1, statement), "the values `\(name)` are declared twice",
                help: "keep one of them", related: [.init(place: first.place, note: "the first is here")])
            return
        }
        var members: [[UInt8]] = []
        for (text, place) in arguments(statement, from: 2) {
            if text.isEmpty || members.contains(Array(text.utf8)) {
                report(
                    .badValue, place, text.isEmpty ? "a value is empty" : "the value `\(text)` is given twice",
                    help: "remove it")
            } else {
                members.append(Array(text.utf8))
            }
        }
        guard let set = ValueSet(members: members, name: name) else { return }
        draft.values[name] = .init(set: set, place: place(1, statement))
    }

    mutating func readProduct(_ statement: Int) {
        guard let id = readName(1, statement, of: "a product", dots: true) else { return }
        if let first = draft.productPlaces[id] {
            report(
                .duplicateProduct, place(1, statement), "the product `\(id)` is declared twice",
                help: "keep one of them", related: [.init(place: first, note: "the first is here")])
            return
        }
        var title: String?
        var kind = Product.Kind.oneTime
        for checked in check(document.children(of: statement), in: .product) {
            let text = word(1, checked.statement)
            if checked.name == "title" {
                title = text
            } else if let known = Product.Kind(rawValue: text) {
                kind = known
            } else {
                report(
                    .badValue, place(1, checked.statement), "`\(text)` is no kind of product",
                    help: Suggestion.help(for: text, among: Product.Kind.allCases.map(\.rawValue)))
            }
        }
        draft.products.append(Product(id: id, title: title, kind: kind))
        draft.productPlaces[id] = place(1, statement)
    }

    mutating func readLimit(_ statement: Int) {
        let names = ["url", "segments", "items", "width"]
        let name = word(1, statement)
        guard names.contains(name) else {
            report(
                .badValue, place(1, statement), "there is no limit `\(name)`",
                help: Suggestion.help(for: name, among: names))
            return
        }
        let highest = ["url": 65536, "segments": 1024, "items": 4096, "width": 1 << 20][name] ?? 1
        guard let value = Quantity.count(word(2, statement)), (1...highest).contains(value) else {
            report(
                .badValue, place(2, statement), "`\(word(2, statement))` is no value for the limit `\(name)`",
                help: "a whole number from 1 to \(highest)")
            return
        }
        switch name {
        case "url": draft.linkLimits.urlBytes = value
        case "segments": draft.linkLimits.segments = value
        case "items": draft.linkLimits.queryItems = value
        default: draft.width = value
        }
    }

    mutating func readOperator(_ statement: Int) {
        guard word(1, statement) == "group" else {
            report(
                .badValue, place(1, statement), "operators are named by their group",
                help: "it is written `operator group NAME`")
            return
        }
        let name = word(2, statement)
        draft.operatorGroups.append(.init(text: name, id: environment.groupID(name)))
    }

    mutating func readDeny(_ statement: Int) {
        let words = arguments(statement)
        let rest = words.dropFirst()
        if let second = rest.first, second.text != "in" || rest.count == 1 {
            report(
                .wrongArguments, second.place, "after its pattern a `deny` names scopes with `in`",
                help: "it is written `deny PATTERN [in SCOPE…]`")
            return
        }
        guard let pattern = readExclusion(words[0]) else { return }
        let entries = readScopes(rest.isEmpty ? nil : statement, from: 3)
        draft.denies.append(.init(pattern: pattern, entries: entries, place: words[0].place))
    }

    mutating func readExclusion(_ word: (text: String, place: SourceRange)) -> ExclusionPattern? {
        do {
            return try ExclusionPattern.parse(Array(word.text.utf8).span)
        } catch {
            report(
                .badExclusion, word.place.part(at: error.offset, length: error.length), error.sentence,
                help: error.help)
            return nil
        }
    }
}
