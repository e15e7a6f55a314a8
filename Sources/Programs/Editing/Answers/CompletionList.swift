import Conf
import Contract
import Features
import Matching
import Routing
import Varlink

/// What can be written at a place of a file.
struct CompletionList {
    /// One text that can stand there.
    struct Item: Equatable {
        /// Its picture in an editor, by the numbers of LSP.
        enum Picture: Int64 {
            case function = 3, field = 5, variable = 6, module = 9, value = 12, keyword = 14, file = 17, type = 25
        }

        let text: String
        let picture: Picture
        var detail = ""
        var documentation: String?
    }

    let wings: WingList
    let manual: Manual
    /// The names of the table; nil for a file of cases without one.
    let names: NameIndex?
    /// Which facts its features depend on; nil where it has an error.
    let catalogue: FeatureCatalogue?
    /// The names in the folder of the file, or in one below it.
    let folder: (_ below: String) -> [String]

    /// The texts, and the bytes before the cursor that each of them replaces.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - offset: the place of the cursor.
    func items(
        _ bytes: [UInt8], at offset: Int, isCases: Bool, package: String?
    ) -> (items: [Item], replaced: Range<Int>) {
        let mark = Array("\u{E000}".utf8)
        var ignored = Diagnostics()
        let document = ConfParser.parse(
            Array(bytes[..<offset]) + mark + bytes[offset...], name: "", file: 0, diagnostics: &ignored)
        let walk = StatementWalk(document: document, wings: wings, isCases: isCases, package: package)
        guard let word = WordAtCursor(at: offset, in: walk) else { return ([], offset..<offset) }
        let start = Int(document.word(word.index, of: word.statement).start)
        guard start <= offset else { return ([], offset..<offset) }
        let before = String(decoding: bytes[start..<offset], as: UTF8.self)
        let (items, length) = candidates(word, before: before.hasPrefix("\"") ? String(before.dropFirst()) : before)
        return (Array(items.prefix(EditingLimits.completions)), offset - length..<offset)
    }

    /// The texts for a word, and how many bytes of its beginning each replaces.
    private func candidates(_ word: WordAtCursor, before: String) -> ([Item], Int) {
        let whole = before.utf8.count
        if word.index == 0 { return (directives(word), whole) }
        if let inner = insideCapture(word, before) { return inner }
        if let colon = before.lastIndex(of: ":"), ["query", "fragment"].contains(word.directive), word.index == 1 {
            let ofKeys =
                word.directive != "query"
                ? []
                : Language.keyTypes.map {
                    Item(text: $0.name, picture: .type, documentation: manual.sentence($0.name, "types"))
                }
            return (types() + ofKeys, before[colon...].utf8.count - 1)
        }
        if word.directive == "with", word.context.block == CaseDirective.self { return (facts(word), whole) }
        if word.directive == "require", let found = requirement(word) { return (found, whole) }
        if word.nameKind(wings) == .file {
            return files(before)
        }
        if ["query", "fragment"].contains(word.directive), word.index == 1 { return (inputs(word), whole) }
        let own = word.nameKind(wings).map { named($0, word) } ?? []
        return (own + FormWords.literals(word).map { Item(text: $0, picture: .value) }, whole)
    }

    // MARK: By what the word is

    private func directives(_ word: WordAtCursor) -> [Item] {
        guard let block = word.context.block else { return [] }
        let blockName = word.block
        func all<Kind: Directive>(_: Kind.Type) -> [Item] {
            Kind.all(in: wings).filter(\.form.isAvailable).map { directive in
                Item(
                    text: directive.word, picture: .keyword, detail: directive.form.shape.replacing("`", with: ""),
                    documentation: manual.sentence(directive.word, blockName))
            }
        }
        return all(block)
    }

    private func insideCapture(_ word: WordAtCursor, _ before: String) -> ([Item], Int)? {
        guard let open = before.ranges(of: "$(").last, !before[open.upperBound...].contains(")") else { return nil }
        let inner = before[open.upperBound...]
        guard let colon = inner.firstIndex(of: ":") else { return (inputs(word), inner.utf8.count) }
        return (types(), inner[colon...].utf8.count - 1)
    }

    private func inputs(_ word: WordAtCursor) -> [Item] {
        let isRoute = word.directive == FeatureDirective.route.rawValue
        let action =
            isRoute
            ? StatementWalk(document: word.document, wings: wings, isCases: false)
                .action(ofRoute: word.statement, word.context) : word.context.action
        guard let action, let names else { return [] }
        return names.inputs(of: action).map { Item(text: $0, picture: .variable, detail: "input of \(action)") }
    }

    private func types() -> [Item] {
        Language.forms.map { Item(text: $0, picture: .type, documentation: manual.sentence($0, "types")) }
            + (names?.declared(.values) ?? []).map { Item(text: "@" + local($0), picture: .type, detail: "values") }
    }

    private func requirement(_ word: WordAtCursor) -> [Item]? {
        if word.index == 1 {
            return wings.kinds.all.map {
                Item(text: $0.word, picture: .keyword, documentation: manual.sentence($0.word, "require"))
            }
        }
        guard let found = wings.requirement(word.word(1)) else { return nil }
        let choices = word.index == 2 || found.choices.count > 4 ? found.choices : []
        return ((word.index == 2 ? found.modes : []) + choices).map { Item(text: $0, picture: .value) }
            + (word.nameKind(wings).map { named($0, word) } ?? [])
    }

    private func facts(_ word: WordAtCursor) -> [Item] {
        if word.index == 1 {
            return wings.kinds.all.map {
                Item(
                    text: $0.word, picture: .keyword, detail: $0.rule.form,
                    documentation: manual.sentence($0.word, "with"))
            }
        }
        guard let kind = wings.kinds[word.word(1)] else { return [] }
        let form = kind.rule.form.split(separator: " ").map(String.init)
        guard word.index - 1 < kind.rule.wordCount, form.indices.contains(word.index - 1) else { return [] }
        if word.index == 2, kind.rule.wordCount == 3, let name = FactWords.name(of: kind.word, wings) {
            return named(name, word)
        }
        if word.index == 2, kind.rule.wordCount == 3 {
            return (wings.requirement(kind.word)?.choices ?? []).map { Item(text: $0, picture: .value) }
        }
        return states(of: kind, form[word.index - 1]).map { Item(text: $0, picture: .value) }
    }

    /// What a fact can be: as its form says, or else as the matrix of a feature that depends on one has it.
    private func states(of kind: FactKind, _ form: String) -> [String] {
        if form.contains("|") { return form.split(separator: "|").map(String.init).filter { $0 == $0.lowercased() } }
        let rules = catalogue?.constraints.lazy.joined().map(\.rule).filter { type(of: $0) == kind.rule }
        guard let rule = rules?.first else { return [] }
        return rule.axes(among: [rule]).flatMap(\.labels).filter { $0 != "default" }
    }

    private func named(_ kind: NameKind, _ word: WordAtCursor) -> [Item] {
        switch kind {
        case .outcome:
            return OutcomeCode.allCases.map { Item(text: $0.rawValue, picture: .value, documentation: $0.sentence) }
        case .remedy: return Remedy.Kind.allCases.map { Item(text: $0.rawValue, picture: .value) }
        case .tableLimit: return TableLimit.allCases.map { Item(text: $0.rawValue, picture: .value) }
        case .type: return types() + [Item(text: "**", picture: .type)]
        case .input: return caseInputs(word) ?? inputs(word)
        case .action:
            let feature = word.context.feature ?? ""
            return (names?.actions(of: feature) ?? []).map { Item(text: $0, picture: .function, detail: feature) }
        case .actionOfFeature:
            return (names?.declared(.action) ?? []).map { Item(text: written($0, word), picture: .function) }
        case .feature:
            return (names?.declared(.feature) ?? []).map { Item(text: written($0, word), picture: .module) }
        default:
            return (names?.declared(kind) ?? []).map { Item(text: local($0), picture: .field, detail: kind.word) }
        }
    }

    /// The inputs of the action that the route of a case leads to; nil outside of cases.
    private func caseInputs(_ word: WordAtCursor) -> [Item]? {
        guard word.context.block == CaseDirective.self else { return nil }
        let lines = word.context.parent.map { Array(word.document.children(of: $0)) } ?? []
        let route = lines.first { word.document.hasDirective(CaseDirective.route.rawValue, $0) }
        guard let names, let route, word.document.wordCount(of: route) > 1 else { return [] }
        let text = word.document.text(of: word.document.word(1, of: route))
        let action = CaseNames.route(text, names).flatMap { names.actionsOfRoutes[$0] }
        return action.map { names.inputs(of: $0).map { Item(text: $0, picture: .variable) } } ?? []
    }

    private func files(_ before: String) -> ([Item], Int) {
        let slash = before.utf8.lastIndex(of: UInt8(ascii: "/"))
        let below = slash.map { String(before[...$0]) } ?? ""
        let found = folder(below).filter { name in
            !name.hasPrefix(".") && (name.hasSuffix(".conf") || name.hasSuffix(".cases") || !name.contains("."))
        }
        return (found.sorted().map { Item(text: $0, picture: .file) }, before.utf8.count - below.utf8.count)
    }

    private func local(_ name: String) -> String { name.split(separator: ":").last.map(String.init) ?? name }

    /// A path as the file writes it: without the name of its package.
    private func written(_ path: String, _ word: WordAtCursor) -> String {
        guard let package = word.context.package, path.hasPrefix(package + "/") else { return path }
        return String(path.dropFirst(package.utf8.count + 1))
    }
}

/// The fixed words of a form.
enum FormWords {
    /// Those that can be the word: `yes|no` at their place, and those behind a list at any.
    ///
    /// *Shape* of forms: `route NAME PATTERN… do ACTION`, `visible yes|no`, and several with ` | ` or backquotes between them.
    static func literals(_ word: WordAtCursor) -> [String] {
        guard let shape = word.form?.shape else { return [] }
        let forms = shape.replacing("` or `", with: "\n").replacing(" | ", with: "\n").split(separator: "\n")
        let written = Set((1..<max(1, word.index)).map(word.word))
        var found: [String] = []
        for form in forms {
            let tokens = form.split(separator: " ").map { $0.filter { !"[]".contains($0) } }
            guard tokens.first.map({ $0 == word.directive }) == true else { continue }
            let list = tokens.firstIndex { $0.hasSuffix("…") || $0.isEmpty } ?? .max
            let isLoose = form.contains("[")
            for (index, token) in tokens.enumerated().dropFirst()
            where index == word.index || (index > list || isLoose) && index <= word.index + 4 && word.index > 1 {
                let choices = token.split(separator: "|").map(String.init)
                found += choices.filter { isLiteral($0) && !written.contains($0) && !found.contains($0) }
            }
        }
        return found
    }

    private static func isLiteral(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }
    }
}
