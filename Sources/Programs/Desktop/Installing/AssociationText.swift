// A list such as mimeapps.list as text: a change of one line leaves every other byte as it is. For example
//
//     [Default Applications]                 [Default Applications]
//     # mine                                 # mine
//     x-scheme-handler/podcast = a.desktop   x-scheme-handler/podcast = io.deeplinkd.Links.desktop;a.desktop
//
// A group that stands twice is one group, as for GLib; every line of the key is changed, since GLib reads the last one and
// xdg-mime the first.

internal import DesktopEntries

/// The lines of a list.
package struct AssociationText {
    private var text: TextLines
    /// Whether the last line had no end before a line was added behind it.
    private(set) var hasAddedEnd = false

    package init(_ bytes: [UInt8]) { text = TextLines(bytes) }

    /// The whole text.
    package var bytes: [UInt8] { text.bytes }

    /// The places of the lines of a key, each with the offset of its value.
    private func places(of key: String, in group: String) -> [(line: Int, valueStart: Int)] {
        var (isInGroup, found) = (false, [(line: Int, valueStart: Int)]())
        for (number, line) in text.lines.enumerated() {
            switch KeyFileLine(line.content) {
            case .group(let name): isInGroup = name.elementsEqual(group.utf8)
            case .pair(let name, let start) where isInGroup && name.elementsEqual(key.utf8):
                found.append((number, start))
            case .pair, .blank, .fault: continue
            }
        }
        return found
    }

    /// The values of a key as they are written, one for each of its lines.
    func values(of key: String, in group: String) -> [[UInt8]] {
        places(of: key, in: group).map { Array(text.lines[$0.line].content[$0.valueStart...]) }
    }

    /// Whether the last line of the text is one of the key.
    func endsWith(_ key: String, in group: String) -> Bool {
        places(of: key, in: group).last.map { $0.line == text.lines.count - 1 } ?? false
    }

    /// Gives the lines of a key new values; a line without one is removed.
    mutating func replace(_ key: String, in group: String, _ value: (Int, [UInt8]) -> [UInt8]?) {
        for (number, place) in places(of: key, in: group).enumerated().reversed() {
            let line = text.lines[place.line]
            if let new = value(number, Array(line.content[place.valueStart...])) {
                text.lines[place.line].content = Array(line.content[..<place.valueStart]) + new
            } else {
                text.lines.remove(at: place.line)
            }
        }
    }

    /// Adds a line behind the last one of the group that stands first, or the group at the end of the text.
    ///
    /// - Returns: whether the group is new.
    mutating func add(_ key: String, _ value: [UInt8], to group: String) -> Bool {
        let end = text.usualEnd
        let line = TextLines.Line(content: Array((key + "=").utf8) + value, end: end)
        if let place = lastPlace(of: group) {
            endLine(place)
            text.lines.insert(line, at: place + 1)
            return false
        }
        if !text.lines.isEmpty {
            endLine(text.lines.count - 1)
            text.lines.append(TextLines.Line(content: [], end: end))
        }
        text.lines += [TextLines.Line(content: Array("[\(group)]".utf8), end: end), line]
        return true
    }

    /// The last line of the group that stands first: its last key, or its name.
    private func lastPlace(of group: String) -> Int? {
        var last: Int?
        for (number, line) in text.lines.enumerated() {
            switch KeyFileLine(line.content) {
            case .group(let name):
                if last != nil { return last }
                if name.elementsEqual(group.utf8) { last = number }
            case .pair: if last != nil { last = number }
            case .blank, .fault: continue
            }
        }
        return last
    }

    private mutating func endLine(_ place: Int) {
        guard text.lines[place].end.isEmpty else { return }
        text.lines[place].end = text.usualEnd
        hasAddedEnd = true
    }

    /// Removes a group that stands last and is empty, with the empty line before it.
    mutating func removeEmpty(_ group: String) {
        guard let last = text.lines.last, case .group(let name) = KeyFileLine(last.content),
            name.elementsEqual(group.utf8)
        else { return }
        text.lines.removeLast()
        if text.lines.last?.content.isEmpty == true { text.lines.removeLast() }
    }

    /// Takes away the end of the last line.
    mutating func removeLastEnd() {
        guard !text.lines.isEmpty else { return }
        text.lines[text.lines.count - 1].end = []
    }
}

/// The elements of a list's value, as they are written.
enum ListedIDs {
    /// The value with some ids in front and without others; unchanged if that is so already.
    static func value(_ value: [UInt8], front: [String], without dropped: [String]) -> [UInt8] {
        let old = KeyFile.elements(value)
        let front = front.map { Array($0.utf8) }
        let new = front + old.filter { !front.contains($0) && !dropped.map { Array($0.utf8) }.contains($0) }
        guard new != old else { return value }
        return joined(
            new, endsLikeList: value.last == UInt8(ascii: ";") || old.count < 2 && value.isEmpty || new == front)
    }

    static func joined(_ elements: [[UInt8]], endsLikeList: Bool) -> [UInt8] {
        let text = Array(elements.joined(separator: [UInt8(ascii: ";")]))
        return endsLikeList && !elements.isEmpty ? text + [UInt8(ascii: ";")] : text
    }
}
