// Reads which words of a file are names: those that the vocabulary says (`DirectiveForm.names`), and those inside of words:
//
//     route episode /episodes/$(episode:@kind) do play {      the input `episode`, the values `kind`
//         query at:uint? from t                               the input `at`
//     }
//     respond "Episode $(episode)"                            the input `episode`
//     instead Help.show page=switches when blocked.toggle.*   the action, and its input `page`

import Conf
import Routing

/// Reads the names of one file.
struct NameReader {
    private(set) var walk: StatementWalk
    private(set) var declared: [NameUse] = []
    private(set) var named: [NamedWord] = []
    /// The actions that routes lead to, by the names of the routes.
    private(set) var actionsOfRoutes: [String: String] = [:]

    private var document: ConfDocument { walk.document }

    /// Reads a file of a table.
    init(_ walk: StatementWalk) {
        self.walk = walk
        var copy = self
        walk.visit { statement, form, context in copy.read(statement, form, context) }
        self = copy
    }

    private mutating func read(_ statement: Int, _ form: DirectiveForm?, _ context: StatementContext) {
        guard let form else { return }
        for name in form.names {
            let count = document.wordCount(of: statement)
            let indices = name.indices(count: count) { document.index(ofWord: $0, of: statement, from: 1) }
            for index in indices { add(name, index, statement, context) }
        }
        switch context.block {
        case is FeatureDirective.Type, is GroupDirective.Type: readOfFeature(statement, context)
        case is RouteDirective.Type:
            if let action = context.action { readKey(statement, action, context) }
        case is ActionDirective.Type: readPlaceholders(of: statement, from: 1, context)
        default: break
        }
        readRequirement(statement, context)
        readValues(statement, context)
    }

    // MARK: Whole words

    private mutating func add(_ name: NameWord, _ index: Int, _ statement: Int, _ context: StatementContext) {
        let text = document.text(of: document.word(index, of: statement))
        let place = inside(index, statement)
        guard name.isDeclaration else {
            if name.kind != .type {
                named.append(NamedWord(kind: name.kind, text: text, place: place, context: context))
            }
            return
        }
        let key = Self.key(name.kind, text, context)
        declared.append(NameUse(key: key, place: place, isDeclaration: true))
        if name.kind == .route { actionsOfRoutes[key.name] = walk.action(ofRoute: statement, context) }
    }

    /// The whole name of what a line declares.
    static func key(_ kind: NameKind, _ text: String, _ context: StatementContext) -> NameKey {
        switch kind {
        case .feature:
            NameKey(kind: kind, name: (context.feature ?? context.package).map { $0 + "/" + text } ?? text)
        case .action: NameKey(kind: kind, name: (context.feature ?? "") + "." + text)
        case .input: .input(text, of: context.action ?? "")
        default:
            NameKey(kind: kind, name: kind.isOfPackage ? context.package.map { $0 + ":" + text } ?? text : text)
        }
    }

    private mutating func readRequirement(_ statement: Int, _ context: StatementContext) {
        guard document.hasDirective(FeatureDirective.require.rawValue, statement),
            document.wordCount(of: statement) > 2
        else { return }
        let kind = document.text(of: document.word(1, of: statement))
        for name in walk.wings.requirement(kind)?.names ?? [] {
            let count = document.wordCount(of: statement)
            let indices = name.indices(count: count) { document.index(ofWord: $0, of: statement, from: 1) }
            for index in indices { addRequired(name, index, statement, context) }
        }
    }

    /// Adds a name that may have parentheses at its sides, as in `any premium (coins 30)`.
    private mutating func addRequired(
        _ name: NameWord, _ index: Int, _ statement: Int, _ context: StatementContext
    ) {
        let word = document.word(index, of: statement)
        let bytes = Array(document.text(of: word).utf8)
        let opened = bytes.prefix { $0 == UInt8(ascii: "(") }.count
        let closed = bytes.dropFirst(opened).reversed().prefix { $0 == UInt8(ascii: ")") }.count
        guard !word.isQuoted, opened + closed > 0 else { return add(name, index, statement, context) }
        let middle = opened..<bytes.count - closed
        guard !middle.isEmpty else { return }
        let place = document.part(of: document.place(of: word), at: middle.lowerBound, length: middle.count)
        let text = String(decoding: bytes[middle], as: UTF8.self)
        named.append(NamedWord(kind: name.kind, text: text, place: place, context: context))
    }

    // MARK: Parts of words

    private mutating func readOfFeature(_ statement: Int, _ context: StatementContext) {
        if document.hasDirective(FeatureDirective.route.rawValue, statement) {
            guard let action = walk.action(ofRoute: statement, context) else { return }
            var inner = context
            inner.action = action
            let end = document.index(ofWord: "do", of: statement, from: 2) ?? 2
            readPlaceholders(of: statement, from: 2, until: end, inner)
            for shared in context.shared {
                if document.hasDirective(FeatureDirective.under.rawValue, shared) {
                    readPlaceholders(of: shared, from: 1, until: 2, inner)
                } else {
                    readKey(shared, action, inner)
                }
            }
        } else if document.hasDirective(FeatureDirective.instead.rawValue, statement) {
            readInputs(ofInstead: statement, context)
        }
    }

    /// The inputs that `$(name)` and `$(name:type)` stand for.
    private mutating func readPlaceholders(
        of statement: Int, from first: Int, until end: Int? = nil, _ context: StatementContext
    ) {
        for index in first..<max(first, min(end ?? .max, document.wordCount(of: statement))) {
            let word = document.word(index, of: statement)
            for (name, offset) in Placeholders.names(in: document.text(of: word)) {
                let place = document.part(of: document.place(of: word), at: offset, length: name.utf8.count)
                named.append(NamedWord(kind: .input, text: name, place: place, context: context))
            }
        }
    }

    /// The input of `query NAME[:TYPE][?] …` or `fragment NAME…`.
    private mutating func readKey(_ statement: Int, _ action: String, _ context: StatementContext) {
        let isQuery = document.hasDirective(RouteDirective.query.rawValue, statement)
        guard isQuery || document.hasDirective(RouteDirective.fragment.rawValue, statement),
            document.wordCount(of: statement) > 1, document.index(ofWord: "_", of: statement, from: 2) == nil
        else { return }
        let word = document.word(1, of: statement)
        let name = String(document.text(of: word).prefix { $0 != ":" && $0 != "?" })
        guard !name.hasPrefix("!") else { return }
        var inner = context
        inner.action = action
        let place = document.part(of: document.place(of: word), at: 0, length: name.utf8.count)
        let isImplied = isQuery && document.index(ofWord: "from", of: statement, from: 2) == nil
        named.append(
            NamedWord(
                kind: .input, text: name, place: place, context: inner, impliedKey: isImplied ? name : nil,
                keyOffset: Int(word.end)))
    }

    private mutating func readInputs(ofInstead statement: Int, _ context: StatementContext) {
        let end = document.index(ofWord: "when", of: statement, from: 1) ?? 2
        for index in 2..<max(2, end) {
            let word = document.word(index, of: statement)
            let name = String(document.text(of: word).prefix { $0 != "=" })
            var inner = context
            // Resolved as the action of the line is.
            inner.action = "?" + document.text(of: document.word(1, of: statement))
            let place = document.part(of: document.place(of: word), at: 0, length: name.utf8.count)
            named.append(NamedWord(kind: .input, text: name, place: place, context: inner))
        }
    }

    /// The sets of values that types name: `@kind`, `$(k:@kind)`, `query k:@kind`.
    private mutating func readValues(_ statement: Int, _ context: StatementContext) {
        for index in 1..<max(1, document.wordCount(of: statement)) {
            let word = document.word(index, of: statement)
            guard document.bytes[Int(word.start)..<Int(word.end)].contains(UInt8(ascii: "@")) else { continue }
            let text = document.text(of: word)
            for (name, offset) in Placeholders.valueSets(in: text, isType: index == 2) {
                let place = document.part(of: document.place(of: word), at: offset, length: name.utf8.count)
                named.append(NamedWord(kind: .values, text: name, place: place, context: context))
            }
        }
    }

    /// The place of a word without its quotes.
    private func inside(_ index: Int, _ statement: Int) -> SourceRange {
        let word = document.word(index, of: statement)
        let place = document.place(of: word)
        return word.isQuoted ? SourceRange(file: place.file, offset: place.offset + 1, length: place.length - 2) : place
    }
}

/// The names in a word.
enum Placeholders {
    /// Those behind `$(`, with their offsets in bytes; without those whose `$(` is text.
    static func names(in text: String) -> [(name: String, offset: Int)] {
        let bytes = Array(text.utf8)
        guard bytes.count > 2 else { return [] }
        return (0..<bytes.count - 2).compactMap { index in
            guard bytes[index] == UInt8(ascii: "$"), bytes[index + 1] == UInt8(ascii: "("),
                index == 0 || bytes[index - 1] != UInt8(ascii: "\\")
            else { return nil }
            let name = bytes[(index + 2)...].prefix(while: isNameByte)
            return name.isEmpty ? nil : (String(decoding: name, as: UTF8.self), index + 2)
        }
    }

    /// Those behind an `@` that begins a type.
    ///
    /// - Parameter isType: whether the word itself can be a type.
    static func valueSets(in text: String, isType: Bool) -> [(name: String, offset: Int)] {
        let bytes = Array(text.utf8)
        return bytes.indices.compactMap { index in
            guard bytes[index] == UInt8(ascii: "@"),
                index == 0 ? isType : bytes[index - 1] == UInt8(ascii: ":")
            else { return nil }
            let name = bytes[(index + 1)...].prefix(while: isNameByte)
            return name.isEmpty ? nil : (String(decoding: name, as: UTF8.self), index + 1)
        }
    }

    /// Whether a byte can be one of a name.
    static func isNameByte(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte)
            || (0x61...0x7A).contains(byte | 0x20)
    }
}
