// Finds the entries of the manual for the words behind `help`:
//
//     query, QUERY                 the directive, in any case; in `route` and in `under`
//     uint, uint(1..31), @set      the type
//     Open, io.deeplinkd.Dispatch.Open, io.deeplinkd.Dispatch
//     qery                         none; the error names the nearest word

internal import Conf

/// Finds entries of the manual by a word.
package enum EntrySearch {
    /// The entries that a word means; empty if there are none.
    ///
    /// - Parameter topic: where to look; everywhere if nil.
    package static func entries(_ word: String, in topic: ManualTopic? = nil) -> [ManualEntry] {
        let key = key(word)
        guard !key.isEmpty else { return [] }
        return all(in: topic).filter { entry in
            entry.name.lowercased() == key || entry.topic == .protocol && entry.title.lowercased() == key
        }
    }

    /// The name nearest to a word that means nothing; nil where none is near.
    package static func nearest(to word: String, in topic: ManualTopic? = nil) -> String? {
        Suggestion.nearest(to: word, among: ManualTopic.allCases.map(\.rawValue) + all(in: topic).map(\.name))
    }

    private static func all(in topic: ManualTopic?) -> [ManualEntry] {
        (topic.map { [$0] } ?? ManualTopic.allCases).flatMap(\.groups).flatMap(\.entries)
    }

    /// The word as entries have it: without a bound, a `?` behind it, or the names of a set.
    private static func key(_ word: String) -> String {
        var key = word.lowercased()
        if key.hasSuffix("?") { key.removeLast() }
        if key == "**" { return key }
        if key.hasPrefix("@") || key.contains("|") { return "set" }
        if key.hasPrefix("$(") { return "placeholder" }
        if key.hasSuffix(")"), let open = key.firstIndex(of: "(") { key = String(key[..<open]) }
        return key
    }
}
