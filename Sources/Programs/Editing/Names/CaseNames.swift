import Conf
import Features
import Routing

/// The names in a file of test cases that its table declares.
struct CaseNames {
    private(set) var uses: [NameUse] = []

    /// Reads a file.
    ///
    /// - Parameter verdicts: those of its cases, which know the routes that cases without a line `route` lead to.
    init(_ document: ConfDocument, of names: NameIndex, wings: WingList, verdicts: [CheckedCases.Verdict]) {
        let walk = StatementWalk(document: document, wings: wings, isCases: true)
        var found: [NameUse] = []
        var routes: [Int: String] = [:]
        let byPlace = Dictionary(verdicts.map { ($0.place.offset, $0.routeName) }, uniquingKeysWith: { $1 })
        for statement in document.roots where document.wordCount(of: statement) > 1 {
            for line in document.children(of: statement)
            where document.hasDirective(CaseDirective.route.rawValue, line) && document.wordCount(of: line) > 1 {
                routes[statement] = Self.route(document.text(of: document.word(1, of: line)), names)
            }
            let place = document.place(1, of: statement).offset
            if routes[statement] == nil, let name = byPlace[place] { routes[statement] = name }
        }
        walk.visit { line, form, context in
            for word in Self.words(of: line, form, document, wings) {
                let use = Self.uses(word, route: context.parent.flatMap { routes[$0] }, names, context)
                found += use
            }
        }
        uses = found
    }

    private struct NamedPart {
        let kind: NameKind
        let text: String
        let place: SourceRange
    }

    private static func words(
        of line: Int, _ form: DirectiveForm?, _ document: ConfDocument, _ wings: WingList
    ) -> [NamedPart] {
        func part(_ kind: NameKind, _ index: Int) -> NamedPart {
            NamedPart(
                kind: kind, text: document.text(of: document.word(index, of: line)),
                place: document.place(index, of: line))
        }
        let count = document.wordCount(of: line)
        guard let form else { return [] }
        if document.hasDirective(CaseDirective.with.rawValue, line) {
            guard count > 2 else { return [] }
            let kind = document.text(of: document.word(1, of: line))
            return FactWords.name(of: kind, wings).map { [part($0, 2)] } ?? []
        }
        return form.names.flatMap { name in
            name.indices(count: count) { document.index(ofWord: $0, of: line, from: 1) }.map { part(name.kind, $0) }
        }
    }

    private static func uses(
        _ word: NamedPart, route: String?, _ names: NameIndex, _ context: StatementContext
    ) -> [NameUse] {
        switch word.kind {
        case .route:
            guard let name = Self.route(word.text, names) else { return [] }
            return [NameUse(key: NameKey(kind: .route, name: name), place: word.place, isDeclaration: false)]
        case .input:
            guard let action = route.flatMap({ names.actionsOfRoutes[$0] }) else { return [] }
            let key = NameKey.input(word.text, of: action)
            guard names.uses[key] != nil else { return [] }
            return [NameUse(key: key, place: word.place, isDeclaration: false)]
        default:
            return names.resolve(NamedWord(kind: word.kind, text: word.text, place: word.place, context: context))
        }
    }

    /// The whole name of a route that a case names: `shop:open`, or `open` where no other route is called so.
    static func route(_ text: String, _ names: NameIndex) -> String? {
        if names.uses[NameKey(kind: .route, name: text)] != nil { return text }
        let found = names.whole(.route, text)
        return found.count == 1 ? found[0] : nil
    }
}

/// The words of facts, as `with` lines have them.
enum FactWords {
    /// The kind of the name in a fact: a feature, a product; nil where the table declares none.
    static func name(of kind: String, _ wings: WingList) -> NameKind? {
        guard let rule = wings.kinds[kind]?.rule else { return nil }
        let words = rule.form.split(separator: " ")
        guard rule.wordCount == 3 else { return nil }
        return words[1] == "FEATURE" ? .feature : wings.requirement(kind)?.names.first?.kind
    }
}
