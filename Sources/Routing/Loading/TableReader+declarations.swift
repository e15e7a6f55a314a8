import Conf
import Contract
import Features
import Links
import Matching

extension TableReader {
    // MARK: Scopes

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
            report(
                .duplicateScope, place, "`\(spelling)` is declared twice", help: "keep one of them",
                related: [.init(place: first.place, note: "the first is here")])
            return
        }
        draft.scopeNumbers[spelling, default: []].append(draft.scopes.count)
        if case .scheme = entry { draft.hasScheme = true } else { draft.hasHost = true }
        draft.scopes.append(
            TableDraft.Scope(entry: entry, spelling: spelling, place: place, file: document.file))
    }

    private mutating func spoilScope(_ text: String) {
        draft.spoiled.insert(text)
        draft.hasSpoiledScope = true
    }

    private static func isScheme(_ text: String) -> Bool {
        guard let first = text.utf8.first, (0x61...0x7A).contains(first) else { return false }
        return text.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E].contains(byte)
        }
    }

    /// The entries of every scheme and host of the file.
    var everyScope: [ScopeEntry] {
        (draft.hasScheme ? [.anyScheme(file: document.file)] : [])
            + (draft.hasHost ? [.anyHost(file: document.file)] : [])
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
            draft.usesEveryScheme = draft.usesEveryScheme || isUse
            return draft.hasScheme ? [.anyScheme(file: document.file)] : []
        case "web":
            draft.usesEveryHost = draft.usesEveryHost || isUse
            return draft.hasHost ? [.anyHost(file: document.file)] : []
        default:
            let host = (try? DeclaredHost.parse(Array(text.utf8).span))?.text
            let numbers = draft.scopeNumbers[text.lowercased()] ?? host.flatMap { draft.scopeNumbers[$0] } ?? []
            if isUse { for number in numbers { draft.scopes[number].isUsed = true } }
            return numbers.map { draft.scopes[$0].entry }
        }
    }

    private mutating func reportUnknownScope(_ text: String, _ place: SourceRange) {
        let isFamily = text == "app" || text == "web"
        guard !isSpoiled(text), !(isFamily && draft.hasSpoiledScope) else { return }
        guard !draft.scopes.isEmpty else { return reportMissingScope(place) }
        guard isFamily else {
            report(
                .unknownScope, place, "`\(text)` is no scheme or host of this file",
                help: Suggestion.help(for: text, amongNames: Set(draft.scopeNumbers.keys).union(["app", "web"])))
            return
        }
        report(
            .unknownScope, place, "the file declares no \(text == "app" ? "scheme" : "host") for `in \(text)`",
            help: text == "app" ? "declare one: `scheme myapp`" : "declare one: `host example.com`")
    }

    /// Reports, once, that no link can reach any route.
    mutating func reportMissingScope(_ place: SourceRange) {
        guard draft.scopes.isEmpty, !draft.hasSpoiledScope, !draft.reportedMissingScope else { return }
        draft.reportedMissingScope = true
        report(
            .noScope, place, "no link can reach this route or any other: the table has no scheme or host",
            help: "declare one: `scheme myapp`, `host example.com`")
    }

    // MARK: Values, products, limits, operators

    mutating func readValues(_ statement: Int) {
        guard let name = readName(1, statement, of: "a set of values") else { return spoil(statement) }
        if let first = draft.values[name] {
            report(
                .duplicateValues, place(1, statement), "the values `\(name)` are declared twice",
                help: "keep one of them", related: [.init(place: first.place, note: "the first is here")])
            return
        }
        var members: [[UInt8]] = []
        var seen: Set<[UInt8]> = []
        for (text, place) in arguments(statement, from: 2) {
            if text.isEmpty || !seen.insert(Array(text.utf8)).inserted {
                report(
                    .badValue, place, text.isEmpty ? "a value is empty" : "the value `\(text)` is given twice",
                    help: "remove it")
            } else {
                members.append(Array(text.utf8))
            }
        }
        guard let set = ValueSet(members: members, name: name) else {
            draft.spoiled.insert(name)
            return
        }
        draft.values[name] = .init(set: set, place: place(1, statement))
    }

    mutating func readProduct(_ statement: Int) {
        guard let id = readName(1, statement, of: "a product", dots: true) else { return spoil(statement) }
        if let first = draft.productPlaces[id] {
            report(
                .duplicateProduct, place(1, statement), "the product `\(id)` is declared twice",
                help: "keep one of them", related: [.init(place: first, note: "the first is here")])
            return
        }
        var title: String?
        var kind = Product.Kind.oneTime
        for checked in check(document.children(of: statement), in: .product).checked {
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
        if let first = draft.limitPlaces[name] {
            report(
                .repeatedDirective, place(1, statement), "the limit `\(name)` is given twice", help: "keep one of them",
                related: [.init(place: first, note: "the first is here")])
            return
        }
        draft.limitPlaces[name] = place(1, statement)
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
        let entries = rest.isEmpty ? everyScope : readScopes(statement, from: 3, isUse: false)
        guard let pattern = readExclusion(words[0]) else { return }
        draft.denies.append(.init(pattern: pattern, entries: entries, place: words[0].place))
    }

    mutating func readExclusion(_ word: (text: String, place: SourceRange)) -> ExclusionPattern? {
        do {
            return try ExclusionPattern.parse(Array(word.text.utf8).span)
        } catch {
            report(
                .badExclusion, part(word.place, at: error.offset, length: error.length), error.sentence,
                help: error.help)
            return nil
        }
    }
}
