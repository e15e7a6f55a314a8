import Conf
import DesktopEntries
import Features
import Matching
import Routing

/// Reads `choose APP host|path|caller VALUE…`, and the names of apps.
struct AppRuleReader: BlockReader {
    /// A word behind which values stand.
    private enum Word: String, CaseIterable {
        case host, path, caller
    }

    static let line = PerformerLine(
        "choose", DirectiveForm("choose APP host|path|caller VALUE…", 3...DirectiveForm.many))

    /// A name as long as that of a start.
    private static let anyRandom = "0123456789abcdef"
    private static let exampleOfCaller = "choose firefox-work caller unit app-slack-*.scope"
    private static let example = "choose firefox-work host work.example.org path /jira/**"

    let table: TableReading

    /// Reads a line; nil where it was reported.
    func read(_ statement: Int) -> AppRule? {
        let app = readApp((word(1, statement), place(1, statement)))
        let words = arguments(statement, from: 2)
        guard let conditions = readConditions(words), let app else { return nil }
        let values = { (word: Word) in conditions.first { $0.word == word }?.values ?? [] }
        let hosts = values(.host).compactMap(readHost)
        let paths = values(.path).compactMap(readPath)
        var callers: CallerRequirement?
        if let (_, place, values) = conditions.first(where: { $0.word == .caller }) {
            callers = readCallers(values, place, as: .badCall, example: Self.exampleOfCaller)
            guard callers != nil else { return nil }
        }
        guard hosts.count == values(.host).count, paths.count == values(.path).count else { return nil }
        return AppRule(app: app, hosts: hosts, paths: paths, callers: callers)
    }

    /// Reads the id of an app; nil where it was reported.
    func readApp(_ app: PlacedWord) -> String? {
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
        guard !StartableApp.isOwn(text) else {
            return refuse(
                .badCall, app.place, "`\(text)` is an entry of deeplinkd, which would bring the link here again",
                help: "name the app that is to open the link")
        }
        return text
    }

    // MARK: Conditions

    private typealias Condition = (word: Word, place: SourceRange, values: [PlacedWord])

    private func readConditions(_ words: [PlacedWord]) -> [Condition]? {
        var conditions: [Condition] = []
        for word in words {
            if let kind = Word.allCases.first(where: { isKeyword(word, $0.rawValue) }) {
                if let first = conditions.first(where: { $0.word == kind }) {
                    reportSecond(
                        .badCall, word.place, "`\(kind.rawValue)` stands twice in the line",
                        help: "write all its values behind one of them", first: first.place)
                    return nil
                }
                conditions.append((kind, word.place, []))
            } else if conditions.isEmpty {
                return refuse(
                    .badCall, word.place, "`\(word.text)` does not say which links the app gets",
                    help: "write `host`, `path` or `caller` before the values, as in `\(Self.example)`")
            } else {
                conditions[conditions.count - 1].values.append(word)
            }
        }
        if let empty = conditions.first(where: \.values.isEmpty) {
            return refuse(
                .badCall, empty.place, "`\(empty.word.rawValue)` has no value", help: "as in `\(Self.example)`")
        }
        return conditions
    }

    private func readHost(_ word: PlacedWord) -> DeclaredHost? {
        do throws(PatternError) {
            let host = try DeclaredHost.parse(Array(word.text.utf8).span)
            guard host.isSecure, host.port == nil else {
                return refuse(
                    .badCall, word.place, "`choose` compares the name of a host, and no scheme or port",
                    help: "write the name alone, as in `*.example.org`")
            }
            return host
        } catch {
            return refuse(
                .badCall, part(word.place, at: error.offset, length: error.length),
                "`\(word.text)` is not a host: \(error.sentence)",
                help: error.help ?? "as in `example.com`, `*.example.com`")
        }
    }

    private func readPath(_ word: PlacedWord) -> AppRule.Path? {
        AppRule.Path(word.text)
            ?? refuse(
                .badCall, word.place, "`\(word.text)` is not a path",
                help: "write one, as in `/jira`, or one with all below it, as in `/jira/**`")
    }
}
