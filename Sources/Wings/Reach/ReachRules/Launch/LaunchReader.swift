// Reads `launch APP|former [URL…]` of an action, and the lines of `choose` beside it:
//
//     launch org.gnome.Podcasts $(url)                        the link itself
//     launch org.example.Player player://episodes/$(id)       a text that begins with a scheme; values are percent-encoded
//     launch org.mozilla.firefox $(page)                      a whole input, which has to be a link when it comes
//     launch org.gnome.Podcasts                               the app alone
//     launch former                                           the app that had the link before the installation
//     choose firefox-work host work.example.org               another app for some links
//
// What the app gets is an argument of its program, so it must never be an option. Each of the three begins with a scheme.

import Conf
import DesktopEntries
import Features
import Matching
import Routing

/// Reads `launch APP|former [URL…]`.
struct LaunchReader: PerformerReader {
    static let kind = Performer.Kind.launch
    static let order = 70
    static let form = DirectiveForm("launch APP|former [URL…]", 1...DirectiveForm.many, once: true)
    static let limits: Set<ActionLimit> = ActionLimit.ofEffect.union([.timeout])
    static let lines = [AppRuleReader.line]

    let table: TableReading

    /// Reads the directive of an action with these lines and inputs; nil where it was reported.
    func read(
        _ statement: Int, in action: StatementChecker.Block<ActionDirective>, inputs: [ActionInput]
    ) -> Performer? {
        let app = readApp(statement)
        let reader = ArgumentReader(table: table, inputs: inputs)
        let links = app == .former ? readFormerLink(statement, reader) : readLinks(statement, reader)
        let rules = readRules(action)
        guard mayStartPrograms(place(1, statement)), let app, let links, let rules else { return nil }
        let template = LaunchTemplate(app: app, links: links, rules: rules)
        reader.warnOfUnused(Set(template.inputs), takesLink: template.takesLink, statement, by: "the app")
        return .launch(template)
    }

    private func readApp(_ statement: Int) -> LaunchedApp? {
        if isKeyword(1, statement, LaunchedApp.formerWord) { return .former }
        return AppRuleReader(table: table).readApp((word(1, statement), place(1, statement))).map(LaunchedApp.entry)
    }

    private func readRules(_ action: StatementChecker.Block<ActionDirective>) -> [AppRule]? {
        let lines = action.statements(of: .line(AppRuleReader.line))
        let rules = lines.compactMap(AppRuleReader(table: table).read)
        return rules.count == lines.count ? rules : nil
    }

    // MARK: Links

    /// The app of before gets the link as it came.
    private func readFormerLink(_ statement: Int, _ reader: ArgumentReader) -> [LaunchTemplate.Link]? {
        guard document.wordCount(of: statement) == 2 else {
            return refuse(
                .wrongArguments, place(2, statement), "`launch former` hands on the link itself",
                help: "remove `\(word(2, statement))`")
        }
        return reader.readLink(place(1, statement)).map { [.argument($0)] }
    }

    private func readLinks(_ statement: Int, _ reader: ArgumentReader) -> [LaunchTemplate.Link]? {
        let words = 2..<max(2, document.wordCount(of: statement))
        let links = words.compactMap { readLink($0, statement, reader) }
        return links.count == words.count ? links : nil
    }

    private func readLink(_ index: Int, _ statement: Int, _ reader: ArgumentReader) -> LaunchTemplate.Link? {
        let place = place(index, statement)
        guard let argument = reader.readText(index, statement) else { return nil }
        guard case .text(let template) = argument else { return .argument(argument) }
        let used = template.inputs.compactMap { name in reader.inputs.first { $0.name == name } }
        if let missing = used.first(where: \.isOptional) {
            return refuse(
                .optionalInput, place, "the input `\(missing.name)` may be missing, and it is a part of a link",
                help: "give it a default: `input \(missing.name) TYPE = VALUE`")
        }
        if case .input(let name)? = template.pieces.first, template.pieces.count == 1,
            used.first?.type.canBeLink == true
        {
            return .input(name)
        }
        guard LaunchTemplate.isLink(template.leadingText), template.isWithoutBlanks else {
            return refuse(
                .badCall, place, "what an app opens is a link, and begins with a literal scheme",
                help: "write `$(url)`, or a link with its scheme, such as `player://episodes/$(id)`")
        }
        return .argument(argument)
    }
}

extension InputType {
    /// True if a value can be a whole link.
    fileprivate var canBeLink: Bool { self == .value(.string) }
}

extension TextTemplate {
    /// True if its literal parts have nothing that no link has.
    fileprivate var isWithoutBlanks: Bool {
        pieces.allSatisfy { piece in
            if case .text(let text) = piece { text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } } else { true }
        }
    }
}
