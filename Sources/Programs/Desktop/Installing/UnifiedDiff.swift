internal import DesktopEntries

/// The difference of two texts in the unified format: `@@ -1,2 +1,3 @@`.
package enum UnifiedDiff {
    /// *Units*: lines around a change.
    private static let context = 3

    /// The lines of the difference, without the names of the files; none for equal texts.
    ///
    /// Bytes that are not UTF-8 are shown as U+FFFD.
    package static func lines(_ old: [UInt8]?, _ new: [UInt8]?) -> [String] {
        let rows = rows(texts(old ?? []), texts(new ?? []))
        let changed = rows.indices.filter { rows[$0].mark != " " }
        var lines: [String] = []
        var next = 0
        while let start = changed.first(where: { $0 >= next }) {
            var end = start
            while let more = changed.first(where: { $0 > end && $0 <= end + 2 * context + 1 }) { end = more }
            let range = max(0, start - context)...min(rows.count - 1, end + context)
            lines.append(header(rows, range))
            lines += rows[range].map { "\($0.mark)\($0.text)" }
            next = end + 1
        }
        return lines
    }

    private static func texts(_ bytes: [UInt8]) -> [String] {
        TextLines(bytes).lines.map { String(decoding: $0.content, as: UTF8.self) }
    }

    private static func rows(_ old: [String], _ new: [String]) -> [(mark: String, text: String)] {
        let difference = new.difference(from: old)
        let removed = Set(difference.removals.map(\.place))
        let added = Set(difference.insertions.map(\.place))
        var (rows, place) = ([(mark: String, text: String)](), 0)
        for (number, text) in old.enumerated() {
            while !removed.contains(number), added.contains(place) {
                rows.append(("+", new[place]))
                place += 1
            }
            rows.append((removed.contains(number) ? "-" : " ", text))
            if !removed.contains(number) { place += 1 }
        }
        return rows + new[place...].map { ("+", $0) }
    }

    private static func header(_ rows: [(mark: String, text: String)], _ range: ClosedRange<Int>) -> String {
        func part(_ other: String) -> String {
            let before = rows[..<range.lowerBound].count { $0.mark != other }
            let count = rows[range].count { $0.mark != other }
            return "\(count == 0 ? before : before + 1),\(count)"
        }
        return "@@ -\(part("+")) +\(part("-")) @@"
    }
}

extension CollectionDifference.Change {
    fileprivate var place: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
