// Reads `launch APP [URL…]` of an action:
//
//     launch org.gnome.Podcasts $(url)                        the link itself
//     launch org.example.Player player://episodes/$(id)       a text that begins with a scheme; values are percent-encoded
//     launch org.mozilla.firefox $(page)                      a whole input, which has to be a link when it comes
//     launch org.gnome.Podcasts                               the app alone
//
// What the app gets is an argument of its program, so it must never be an option. Each of the three begins with a scheme.

import Conf
import DesktopEntries
import Features
import Matching
import Routing

/// Reads `launch APP [URL…]`.
struct LaunchReader: PerformerReader {
    static let kind = Performer.Kind.launch
    static let order = 70
    static let form = DirectiveForm("launch APP [URL…]", 1...DirectiveForm.many, once: true)
    static let limits: Set<ActionLimit> = ActionLimit.ofEffect.union([.timeout])

    /// What the ids of this program's own entries begin with.
    private static let ownPrefix = "io.deeplinkd."
    /// A name as long as that of a start.
    private static let anyRandom = "0123456789abcdef"

    let table: TableReading

    /// Reads the directive of an action with these lines and inputs; nil where it was reported.
    func read(
        _ statement: Int, in action: StatementChecker.Block<ActionDirective>, inputs: [ActionInput]
    ) -> Performer? {
        let app = readApp((word(1, statement), place(1, statement)))
        let reader = ArgumentReader(table: table, inputs: inputs)
        let words = 2..<max(2, document.wordCount(of: statement))
        let links = words.compactMap { readLink($0, statement, reader) }
        guard mayStartPrograms(place(1, statement)), let app, links.count == words.count else { return nil }
        let template = LaunchTemplate(app: app, links: links)
        reader.warnOfUnused(Set(template.inputs), takesLink: template.takesLink, statement, by: "the app")
        return .launch(template)
    }

    private func readApp(_ app: PlacedWord) -> String? {
        let text = app.text
        if text.hasSuffix(EntryFolders.suffix) {
            return refuse(
                .badCall, app.place, "an app is named by its id, without the end of its file",
                help: "write `\(text.dropLast(EntryFolders.suffix.utf8.count))`")
        }
        guard EntryFolders.isID(text), !text.contains("$("), LaunchTemplate.unit(of: text, Self.anyRandom) != nil else {
            return refuse(
                .badCall, app.place, "`\(text)` is not the id of a desktop entry",
                help: "it is the name of the entry's file without `.desktop`, as in `launch org.gnome.Podcasts $(url)`")
        }
        guard !text.hasPrefix(Self.ownPrefix) else {
            return refuse(
                .badCall, app.place, "`\(text)` is an entry of deeplinkd, which would bring the link here again",
                help: "name the app that is to open the link")
        }
        return text
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
