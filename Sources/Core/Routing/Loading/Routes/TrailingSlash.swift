// `trailing-slash either`: the routes of a scheme, a host or a group take links with and without a slash at the end.
//
//     host podcasts.example {
//         trailing-slash either
//     }
//     route show /shows/$(show) do open       also has the pattern /shows/$(show)/ on podcasts.example
//
// It is notation for further patterns, as `[/]` is: so the rules of precedence, the search for overlaps and the index
// know nothing of it. A pattern for a scheme or host has an entry of that one alone, and then every route of the file
// has that entry too (`withOwnEntries`). A pattern that ends with `**` takes both links anyway, and `/` is the slash alone.
//
// An `except` of such a route covers both forms, and so does a `deny` in such a scheme or host: otherwise a slash at the
// end of a link would get past them.

import Conf
import Contract
import Matching

/// The other ending of a pattern.
enum TrailingSlash {
    private static let slash = UInt8(ascii: "/")

    /// The pattern with a slash at the end, or without the one that it has; nil for `/`.
    static func other(_ pattern: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard pattern.count > 1 else { return nil }
        return pattern.last == slash ? pattern.dropLast() : pattern + [slash]
    }

    /// Whether a pattern ends with a slash, which `/` alone is not.
    static func ends(_ pattern: ArraySlice<UInt8>) -> Bool { pattern.count > 1 && pattern.last == slash }

    /// The same exclusions, each with its other ending.
    static func both(_ exclusions: [ExclusionPattern]) -> [ExclusionPattern] {
        exclusions.flatMap { exclusion in
            let text = other(Array(exclusion.text.utf8)[...])
            let second = exclusion.coversBelow ? nil : text.flatMap { try? ExclusionPattern.parse($0.span) }
            return [exclusion] + (second.map { exclusions.contains($0) ? [] : [$0] } ?? [])
        }
    }
}

extension ScopeReader {
    /// Whether a block has `trailing-slash either`; another word than `either` is reported.
    func readTrailingSlash(_ lines: [Int]) -> Bool {
        guard let line = lines.first else { return false }
        guard !isKeyword(1, line, "either") else { return true }
        report(
            .badValue, place(1, line), "`trailing-slash` has the value `either` and no other",
            help: "write `either`; without the line a slash at the end of a link counts")
        return false
    }

    /// The schemes and hosts among some entries whose routes take links with and without a slash at the end, and whether
    /// they are all of them.
    func entriesOfEitherSlash(_ entries: [ScopeEntry]) -> (entries: [ScopeEntry], areAll: Bool) {
        let scopes = table.draft.scopes.filter { scope in
            entries.contains(scope.entry)
                || scope.owner == table.owner && Self.isIn(scope.entry, entries, table.owner)
        }
        return (scopes.filter(\.takesEitherSlash).map(\.entry), scopes.allSatisfy(\.takesEitherSlash))
    }
}

extension RouteReader {
    /// The patterns of a route with their entries: those as written in all entries of the route, and their other endings
    /// in those where a slash at the end may be there or not.
    ///
    /// Links are built by the first pattern that takes the values: one without the slash, where all entries have both.
    func withOtherEndings(
        _ patterns: [ReadPattern], _ entries: [ScopeEntry], either: (entries: [ScopeEntry], areAll: Bool),
        _ statement: Int
    ) -> [ReadPattern]? {
        var all = patterns.map { ReadPattern(path: $0.path, text: $0.text, word: $0.word, entries: entries) }
        guard !either.entries.isEmpty else { return all }
        for pattern in patterns where !pattern.path.isOpen {
            guard let text = TrailingSlash.other(pattern.text), !all.contains(where: { $0.text == text }),
                let path = try? table.path(text.span)
            else { continue }
            all.append(ReadPattern(path: path, text: text, word: pattern.word, entries: either.entries))
        }
        guard all.count <= Limits.patternsOfRoute else {
            return refuse(
                .tooMany, place(1, statement),
                "the route has more than \(Limits.patternsOfRoute) patterns with those that `trailing-slash either` adds",
                help: "use several routes, or fewer optional parts, each of which doubles the patterns")
        }
        guard either.areAll else { return all }
        return all.filter { !TrailingSlash.ends($0.text) } + all.filter { TrailingSlash.ends($0.text) }
    }
}
