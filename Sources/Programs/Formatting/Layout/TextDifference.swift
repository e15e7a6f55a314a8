internal import Conf

/// The differences between a text and its layout, in the form of `diff -u`: for `patch`, for `git apply` and for people.
///
/// Each line of the layout is made of one line of the source, so no search is needed.
package struct TextDifference: Sendable {
    /// One line of the source, of the layout, or of both.
    package struct Line: Sendable {
        /// Where a line stands.
        package enum Kind: String, Sendable {
            case kept = " "
            case removed = "-"
            case added = "+"
        }

        package let kind: Kind
        /// Without its line end.
        package let text: ArraySlice<UInt8>
        /// Whether it is the end of a text without a line end.
        package let lacksEnd: Bool
    }

    /// Lines that differ, and those around them.
    package struct Hunk: Sendable {
        package fileprivate(set) var lines: [Line] = []
        /// *Units*: lines before it in the source, and in the layout.
        fileprivate var before = 0
        fileprivate var beforeHere = 0

        /// The first line of the source that is removed, or the one before which lines are added, from 1.
        fileprivate var firstLine: Int { before + 1 + lines.prefix { $0.kind == .kept }.count }

        /// *Shape*: `@@ -12,7 +12,6 @@`.
        package var header: String {
            "@@ -\(range(before, but: .added)) +\(range(beforeHere, but: .removed)) @@"
        }

        /// *Shape*: the first line and how many there are; the line before where there are none.
        private func range(_ before: Int, but other: Line.Kind) -> String {
            let count = lines.count { $0.kind != other }
            return "\(count == 0 ? before : before + 1),\(count)"
        }
    }

    /// *Units*: equal lines before and behind those that differ.
    private static let context = 3

    package private(set) var hunks: [Hunk] = []
    /// Equal lines behind the last ones that differ.
    private var kept: [Line] = []
    /// *Units*: lines so far, in the source and in the layout.
    private var (sourceCount, count) = (0, 0)

    /// Finds the differences.
    ///
    /// *Cost*: linear in the text.
    package init(_ text: FormattedText) {
        guard text.isChanged else { return }
        let source = Self.lines(of: text.source)
        let lines = Self.lines(of: text.bytes)
        var next = 0
        var (removed, added): ([Line], [Line]) = ([], [])
        for (number, line) in source.enumerated() {
            let lacksEnd = number == source.count - 1 && text.source.last != 0x0A
            guard next < lines.count, text.origins[next] == number else {
                removed.append(Line(kind: .removed, text: line, lacksEnd: lacksEnd))
                continue
            }
            if lines[next] == line, !lacksEnd {
                add(removed + added)
                (removed, added) = ([], [])
                add([Line(kind: .kept, text: line, lacksEnd: false)])
            } else {
                removed.append(Line(kind: .removed, text: line, lacksEnd: lacksEnd))
                added.append(Line(kind: .added, text: lines[next], lacksEnd: false))
            }
            next += 1
        }
        add(removed + added)
        endHunk()
    }

    /// The first line of the source that differs, from 1; nil where none does.
    package var firstLine: Int? { hunks.first?.firstLine }

    /// A text of it all, with a head that names the file.
    package func text(name: String) -> [UInt8] {
        guard !hunks.isEmpty else { return [] }
        var text = Array("--- \(Escaping.printable(name))\n+++ \(Escaping.printable(name))\n".utf8)
        for hunk in hunks {
            text += Array((hunk.header + "\n").utf8)
            for line in hunk.lines {
                text += Array(line.kind.rawValue.utf8)
                text += line.text
                text.append(0x0A)
                if line.lacksEnd { text += Array("\\ No newline at end of file\n".utf8) }
            }
        }
        return text
    }

    private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
        guard !text.isEmpty else { return [] }
        let body = text.last == 0x0A ? text.dropLast() : text[...]
        return body.split(separator: 0x0A, omittingEmptySubsequences: false)
    }

    /// Takes in one equal line, or lines that differ.
    private mutating func add(_ lines: [Line]) {
        guard let first = lines.first else { return }
        if first.kind == .kept {
            kept.append(first)
        } else {
            if hunks.isEmpty || kept.count > 2 * Self.context { beginHunk() }
            hunks[hunks.count - 1].lines += kept + lines
            kept = []
        }
        sourceCount += lines.count { $0.kind != .added }
        count += lines.count { $0.kind != .removed }
    }

    private mutating func beginHunk() {
        if !hunks.isEmpty { endHunk() }
        kept = kept.suffix(Self.context)
        var hunk = Hunk()
        (hunk.before, hunk.beforeHere) = (sourceCount - kept.count, count - kept.count)
        hunks.append(hunk)
    }

    private mutating func endHunk() {
        guard !hunks.isEmpty else { return }
        hunks[hunks.count - 1].lines += kept.prefix(Self.context)
    }
}
