// The short way for the routes of a large table. Most of them have the same words and differ only in name and pattern:
//
//     route a /a do open
//     route b /b do open
//
// If nothing was reported about the first, `b` gets its form. The action, the block and the feed of the inputs depend on
// the feature, on the group, on the bytes after the pattern, and on what the pattern captures, and on nothing else.
// Whatever is new, or wrong, takes the long way (`RouteReader`), which reports it.
//
// `over` is about one route, so one that has it always takes the long way.

import Conf
import Matching

/// Reads routes that differ from an earlier one only in name and pattern.
struct AlikeRouteReader: BlockReader {
    let table: TableReading
    let group: RouteGroup?

    /// Reads a route that differs from an earlier one only in name and pattern; false, without any effect, for another.
    func read(_ statement: Int, feature: Int) -> Bool {
        let (name, pattern) = (document.word(1, of: statement), document.word(2, of: statement))
        guard !name.isQuoted, !pattern.isQuoted, let rest = rest(of: statement) else { return false }
        let bytes = document.bytes
        let nameText = bytes.span.extracting(Int(name.start)..<Int(name.end))
        let patternRange = Int(pattern.start)..<Int(pattern.end)
        guard Name.isName(nameText), let pattern = whole(bytes[patternRange]), let path = try? table.path(pattern.span),
            let form = table.forms.form(
                bytes.span.extracting(rest), feature: feature, group: group?.number ?? 0, captures: path.captureList),
            ForeignSyntax.first(in: bytes.span.extracting(patternRange), allowsCaptures: true) == nil,
            let number = table.declare(route: nameText, at: document.place(of: name))
        else { return false }
        table.draft.append(route: number, path: path, pattern: pattern, form: form)
        return true
    }

    private func whole(_ pattern: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let group else { return pattern }
        return group.pattern(pattern)
    }

    /// Keeps the latest form for the routes that are like this one.
    func remember(_ statement: Int, feature: Int, _ path: RoutePath) {
        guard let rest = rest(of: statement) else { return }
        let bytes = document.bytes
        table.forms.remember(
            table.draft.forms.count - 1, bytes.span.extracting(rest), feature: feature, group: group?.number ?? 0,
            captures: path.captureList)
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
}
