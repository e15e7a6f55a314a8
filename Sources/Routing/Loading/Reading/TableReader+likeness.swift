// The short way for the routes of a large table. Most of them say the same in the same words and differ only in name and
// pattern. What the first of its kind came to, if nothing at all was reported about it, the others come to as well: the
// action, the block and the feed of the inputs depend on the feature, on the bytes after the pattern, and on what the
// pattern captures, and on nothing else. Whatever is new, or wrong, takes the long way (`readRoute`), which reports it.
//
// `over` is about one route, so one that says it always takes the long way.

import Conf
import Matching

extension TableReader {
    /// Reads a route that says what an earlier one said; false where it is none, and then nothing happened.
    mutating func readAlike(_ statement: Int, feature: Int) -> Bool {
        let (name, pattern) = (document.word(1, of: statement), document.word(2, of: statement))
        guard !name.isQuoted, !pattern.isQuoted, let rest = rest(of: statement) else { return false }
        let bytes = document.bytes
        let nameText = bytes.span.extracting(Int(name.start)..<Int(name.end))
        let patternText = bytes.span.extracting(Int(pattern.start)..<Int(pattern.end))
        guard Self.isName(nameText), let path = try? path(patternText),
            let form = forms.form(bytes.span.extracting(rest), feature: feature, captures: path.captureList),
            let number = declare(route: nameText, statement)
        else { return false }
        append(name: number, path: path, pattern: patternText, form: form)
        return true
    }

    /// Keeps the latest form for the routes that are like this one.
    mutating func remember(_ statement: Int, feature: Int, _ path: RoutePath) {
        guard let rest = rest(of: statement) else { return }
        let bytes = document.bytes
        forms.remember(
            draft.forms.count - 1, bytes.span.extracting(rest), feature: feature, captures: path.captureList)
    }

    /// Where everything after the pattern stands; nil where the same bytes could mean something else elsewhere.
    private func rest(of statement: Int) -> Range<Int>? {
        let end = Int(document.statements[statement].end)
        for inner in statement..<end {
            let form = document.statements[inner]
            // The brace of a block of a line in the block is not in the words.
            guard !form.isDamaged, inner == statement || !form.hasBlock else { return nil }
        }
        let last = document.word(document.wordCount(of: end - 1) - 1, of: end - 1)
        return Int(document.word(3, of: statement).start)..<Int(last.end)
    }

    // MARK: What both ways do

    /// The path of a pattern's text.
    mutating func path(_ text: Span<UInt8>) throws(PatternError) -> RoutePath {
        let values = draft.values
        return try builder.path(text) { values[$0]?.set }
    }

    /// The number of a new name; nil where another route has it.
    mutating func declare(route name: Span<UInt8>, _ statement: Int) -> Int? {
        let number = draft.routeNames.intern(name, name.indices)
        guard number == draft.routePlaces.count else { return nil }
        draft.routePlaces.append(RouteDraft.Place(place(1, statement)))
        return number
    }

    /// Keeps a route about which no error was reported.
    mutating func append(name: Int, path: RoutePath, pattern: Span<UInt8>, form: Int) {
        for index in pattern.indices { draft.patterns.append(pattern[index]) }
        draft.routes.append(
            RouteDraft(
                name: UInt32(truncatingIfNeeded: name), form: UInt32(truncatingIfNeeded: form),
                patternEnd: UInt32(truncatingIfNeeded: draft.patterns.count), path: path))
    }
}
