import Conf
import Matching

/// Reads the patterns of paths that are carved out: `deny` lines, and what routes `except`.
struct ExclusionReader: BlockReader {
    let table: TableReading

    /// Reads `deny PATTERN [in SCOPE…]`.
    func readDeny(_ statement: Int) {
        let words = arguments(statement)
        let rest = words.dropFirst()
        if let second = rest.first, !isKeyword(second, "in") || rest.count == 1 {
            return report(
                .wrongArguments, second.place, "after its pattern a `deny` names scopes with `in`",
                help: "it is written `deny PATTERN [in SCOPE…]`")
        }
        let scopes = ScopeReader(table: table)
        let entries = rest.isEmpty ? scopes.everyScope : scopes.readScopes(statement, from: 3, isUse: false)
        guard let pattern = read(words[0]) else { return }
        table.draft.denies.append(.init(pattern: pattern, entries: entries, place: words[0].place))
        let either = scopes.entriesOfEitherSlash(entries).entries
        for other in either.isEmpty ? [] : TrailingSlash.both([pattern]).dropFirst() {
            table.draft.denies.append(.init(pattern: other, entries: either, place: words[0].place))
        }
    }

    /// Reads one pattern; nil where it was reported.
    func read(_ word: PlacedWord) -> ExclusionPattern? {
        do {
            let text = Array(word.text.utf8)
            let pattern = try ExclusionPattern.parse(text.span)
            warnForeign(text.span, allowsCaptures: false, in: word.place)
            return pattern
        } catch {
            return refuse(
                .badExclusion, part(word.place, at: error.offset, length: error.length), error.sentence,
                help: error.help)
        }
    }
}
