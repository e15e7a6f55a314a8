// The table in force in parts, each of which takes the loop a fraction of a millisecond:
//
//     Table                      routes 1 to 64 of a table of 100, next "7c4f…:song"
//     Table after "7c4f…:song"   routes 65 to 100
//
// A part names its table. Where another table is in force when the next part is asked for, the first part of that one is
// the answer: parts of two tables cannot be taken for one.

import Contract
import Features
import Routing

/// What one audience is told of the table in force.
struct TablePages {
    private let ruleset: Ruleset
    private let audience: Audience

    /// - Parameter snapshot: one that has a table.
    init(_ snapshot: Snapshot, for audience: Audience) { (ruleset, self.audience) = (snapshot.ruleset, audience) }

    /// The part after a place; nil where the table has no such place.
    ///
    /// - Parameter cursor: the `next` of the part before; nil for the first part.
    func page(after cursor: String?, files: Bool) -> TableContents? {
        guard let cursor else { return files ? texts(from: 0, 0) : routes(after: nil) }
        guard let cursor = TableCursor(cursor, isOfTexts: files) else { return nil }
        guard cursor.revision == ruleset.revision else { return page(after: nil, files: files) }
        switch cursor.place {
        case .route(let name):
            let number = ruleset.routes.number(named: name)
            return number.flatMap { ruleset.isShown($0, to: audience) ? routes(after: $0) : nil }
        case .text(let file, let offset): return texts(from: file, offset)
        }
    }

    // MARK: Routes

    private func routes(after last: Int?) -> TableContents {
        var page = TableContents { $0.tableRevision = ruleset.revision }
        var bytes = 0
        var reporter = RouteReporter(ruleset)
        for number in ruleset.contents.routes(after: last, for: audience) {
            let report = reporter.report(on: number)
            bytes += report.roughBytes
            if let last = page.routes.last, page.routes.count == Limits.routesPerPage || bytes > Limits.pageBytes {
                page.next = TableCursor(ruleset.revision, .route(last.name)).text
                return page
            }
            page.routes.append(report)
        }
        return page
    }

    // MARK: Texts

    private func texts(from first: Int, _ offset: Int) -> TableContents? {
        let texts = ruleset.texts
        guard first < texts.count ? offset <= texts[first].bytes.count : (first, offset) == (0, 0) else { return nil }
        var page = TableContents { $0.tableRevision = ruleset.revision }
        // Half of what a page may have: escaped, each byte of a table takes two at most.
        var (number, start, room) = (first, offset, Limits.pageBytes / 2)
        while number < texts.count, room > 0 {
            let text = texts[number]
            let end = Self.end(of: text.bytes, from: start, room: room)
            let report = TableTextReport {
                ($0.name, $0.number, $0.owner) = (text.name, number, text.owner)
                ($0.package, $0.isLeftOut) = (text.package, text.isLeftOut)
                $0.isOfOtherInstance = text.isElsewhere
                $0.text = String(decoding: text.bytes[start..<end], as: UTF8.self)
            }
            page.files.append(report)
            room -= report.roughBytes
            (number, start) = end < text.bytes.count ? (number, end) : (number + 1, 0)
        }
        if number < texts.count { page.next = TableCursor(ruleset.revision, .text(file: number, offset: start)).text }
        return page
    }

    /// Where a part of a text ends that begins at a place: between two characters, if the text is UTF-8.
    private static func end(of bytes: [UInt8], from start: Int, room: Int) -> Int {
        guard bytes.count - start > room else { return bytes.count }
        let end = start + room
        // A character has four bytes at most.
        return (max(start, end - 3)...end).last { !UTF8.isContinuation(bytes[$0]) } ?? end
    }
}

extension RouteReport {
    /// About how long it is as a part of an answer.
    ///
    /// *Units*: bytes; escapes are not counted.
    fileprivate var roughBytes: Int {
        let texts = 100 + name.utf8.count + feature.utf8.count + action.utf8.count
        return (patterns + scopes).reduce(texts) { $0 + $1.utf8.count + 3 }
    }
}

extension TableTextReport {
    /// The same.
    fileprivate var roughBytes: Int { 100 + name.utf8.count + (package?.utf8.count ?? 0) + text.utf8.count }
}
