// A change of one list and how it is undone. What was there before is remembered per line, so that lines which other programs
// add meanwhile stay as they are:
//
//     before     x-scheme-handler/podcast=a.desktop
//     installed  x-scheme-handler/podcast=io.deeplinkd.Links.desktop;a.desktop
//     meanwhile  x-scheme-handler/podcast=b.desktop;io.deeplinkd.Links.desktop;a.desktop
//     removed    x-scheme-handler/podcast=b.desktop;a.desktop

internal import DesktopEntries
internal import Varlink

/// What is wished of one key of a list.
package struct ListWish: Equatable, Sendable {
    package var group: String
    package var key: String
    /// The ids that stand first, in this order.
    package var front: [String]
    /// The ids that do not stand there.
    package var dropped: [String] = []
    /// Whether a key that is not there stays so.
    package var onlyWhereThere = false
    /// Whether a key that is there stays as it is.
    package var onlyWhereAbsent = false

    /// What is wished of a key; nothing, unless the parameters say otherwise.
    package init(
        _ group: String, _ key: String, front: [String] = [], dropped: [String] = [], onlyWhereThere: Bool = false,
        onlyWhereAbsent: Bool = false
    ) {
        (self.group, self.key, self.front, self.dropped) = (group, key, front, dropped)
        (self.onlyWhereThere, self.onlyWhereAbsent) = (onlyWhereThere, onlyWhereAbsent)
    }
}

/// A wish that was carried out, with what was there before.
package struct ListChange: Equatable, Sendable {
    var wish = ListWish("", "")
    /// The values of the key's lines before, as they were written; none for a line that was added.
    var before: [[UInt8]] = []
    /// Whether the group was added with the line.
    var addsGroup = false
    /// Whether the last line of the file got an end for it.
    var addsEnd = false

    package init() {}
}

extension AssociationText {
    /// Carries out wishes; returns what has changed.
    package mutating func apply(_ wishes: [ListWish]) -> [ListChange] {
        wishes.compactMap { wish in
            let before = values(of: wish.key, in: wish.group)
            let hadAddedEnd = hasAddedEnd
            var addsGroup = false
            if before.isEmpty {
                guard !wish.front.isEmpty, !wish.onlyWhereThere else { return nil }
                let value = ListedIDs.value([], front: wish.front, without: [])
                addsGroup = add(wish.key, value, to: wish.group)
            } else {
                guard !wish.onlyWhereAbsent else { return nil }
                replace(wish.key, in: wish.group) { _, value in
                    ListedIDs.value(value, front: wish.front, without: wish.dropped)
                }
                guard values(of: wish.key, in: wish.group) != before else { return nil }
            }
            return ListChange {
                ($0.wish, $0.before) = (wish, before)
                ($0.addsGroup, $0.addsEnd) = (addsGroup, hasAddedEnd && !hadAddedEnd)
            }
        }
    }

    /// Undoes changes line by line; what others have written meanwhile stays.
    package mutating func undo(_ changes: [ListChange]) {
        for change in changes.reversed() {
            // Where others have added lines at the end, it is theirs.
            let (key, group) = (change.wish.key, change.wish.group)
            let isLast = endsWith(key, in: group)
            replace(key, in: group) { number, value in change.undone(value, number) }
            if change.addsGroup { removeEmpty(group) }
            if change.addsEnd, isLast { removeLastEnd() }
        }
    }
}

extension ListChange {
    /// The value of a line as it was before, as far as the line is this program's; nil for a line that was added.
    fileprivate func undone(_ value: [UInt8], _ number: Int) -> [UInt8]? {
        let (front, dropped) = (wish.front.map { Array($0.utf8) }, wish.dropped.map { Array($0.utf8) })
        let current = KeyFile.elements(value)
        guard current.contains(where: front.contains) || !dropped.isEmpty else { return value }
        let rest = current.filter { !front.contains($0) }
        let endsLikeList = value.last == UInt8(ascii: ";")
        guard before.indices.contains(number) else {
            return rest.isEmpty ? nil : ListedIDs.joined(rest, endsLikeList: endsLikeList)
        }
        let old = KeyFile.elements(before[number])
        if rest == old.filter({ !front.contains($0) && !dropped.contains($0) }) { return before[number] }
        let back = old.filter { dropped.contains($0) && !rest.contains($0) }
        return ListedIDs.joined(rest + back, endsLikeList: endsLikeList)
    }
}
