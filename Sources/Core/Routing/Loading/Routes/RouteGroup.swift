// Groups of routes, so that a common beginning and common lines are written once:
//
//     under /repos/$(owner:slug)/$(repo) {
//         query page:uint = 1
//         route repo . do show                    the pattern is /repos/$(owner:slug)/$(repo)
//         route issues /issues do issues          the pattern is /repos/$(owner:slug)/$(repo)/issues
//     }
//
// A group is notation and nothing else: each route is read as if the prefix and the lines were its own. So are the two
// lists of keys, which stand for `query !KEY` lines:
//
//     under / {
//         ranked start game
//         route start /$(user) do a { query start }      no more lines: `start` is the first
//         route game /$(user) do b { query game }        as with `query !start`
//         route user /$(user) do c                       no more lines: it requires neither
//     }
//
// With `exclusive start game` each of the routes forbids the keys that it does not require: `start` has `query !game`,
// `game` has `query !start`, and `user` has both.

import Conf

/// What the routes of a group have in common.
///
/// *Owner/thread*: as of `TableReading`. A class, because the reader of each route has it.
final class RouteGroup {
    /// A line `exclusive` or `ranked`.
    struct KeyList {
        /// The position in `TableDraft.requiredKeys`.
        let number: Int
        let directive: GroupDirective
        let keys: [PlacedWord]

        /// The keys that a route must not have, by those that it requires.
        func absent(for required: Set<String>) -> [PlacedWord] {
            let own = keys.firstIndex { required.contains($0.text) }
            // A ranked list has its effect only on routes with a key of their own.
            let candidates = directive == .ranked ? keys[..<(own ?? 0)] : keys[...]
            return candidates.filter { !required.contains($0.text) }
        }
    }

    /// From 1; routes without a group have the number 0.
    let number: Int
    /// The beginning of the patterns of its routes; nil if it is not a valid one, which was reported.
    let prefix: [UInt8]?
    /// The prefixes as written, the outermost first.
    let words: [PlacedWord]
    /// The `query` lines of the group and of those around it.
    let conditions: RouteConditions
    let lists: [KeyList]
    /// Whether its routes take links with and without a slash at the end.
    let takesEitherSlash: Bool

    init(
        number: Int, prefix: [UInt8]?, words: [PlacedWord], conditions: RouteConditions, lists: [KeyList],
        takesEitherSlash: Bool
    ) {
        self.number = number
        self.prefix = prefix
        self.words = words
        self.conditions = conditions
        self.lists = lists
        self.takesEitherSlash = takesEitherSlash
    }

    /// The word for the prefix itself as a route's pattern.
    static let itself = Array(".".utf8)

    /// Whether a pattern can follow a prefix: it begins with a slash, maybe one of an optional part.
    static func followsPrefix(_ own: ArraySlice<UInt8>) -> Bool {
        own.first == UInt8(ascii: "/") || own.starts(with: Array("[/".utf8))
    }

    /// The whole pattern of a route, by its own part; nil if the prefix is not valid, or if the part cannot follow it.
    func pattern(_ own: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let prefix else { return nil }
        if own.elementsEqual(Self.itself) { return prefix.isEmpty ? [UInt8(ascii: "/")] : prefix[...] }
        return Self.followsPrefix(own) ? prefix + own : nil
    }
}
