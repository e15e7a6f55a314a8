// What the help of a diagnostic says to write, as changes of the text:
//
//     help: did you mean `episode`?                 the word is replaced
//     help: remove it                               the word, its line or its block is removed
//     help: declare one: `scheme myapp`             the line is added
//
// Help that gives a rule instead of a text cannot be followed without thinking, and has no changes. The sentences are those of
// the readers of tables; their tests follow each help and load what it leads to.

package import Conf

/// The changes that the help of a diagnostic asks for.
package struct Advice {
    /// Which of the changes lead to a table without the diagnostic.
    package enum Choice: Sendable {
        /// Each of them.
        case each
        /// One of them, since the help does not say how much is meant.
        case one
        /// Each of them, but a word of a list is no whole line, and another error may be left.
        case eachWord
        /// The help has examples: what they stand for is the author's to write.
        case examples
    }

    /// A part of the text, and what stands there afterwards.
    package struct Change: Equatable, Sendable {
        /// *Units*: bytes of the text.
        package let range: Range<Int>
        package let text: String
    }

    package private(set) var changes: [Change] = []
    package private(set) var choice = Choice.each

    private let bytes: [UInt8]
    private let place: Range<Int>
    /// Where a `}` is missing: before the line in the note, or at the end.
    private let closing: Int

    /// Follows the help of a diagnostic about a text.
    ///
    /// - Parameter file: the number of the text among those of the diagnostic.
    package init(_ diagnostic: Diagnostic, in bytes: [UInt8], file: Int) {
        self.bytes = bytes
        let start = min(diagnostic.place.offset, bytes.count)
        place = start..<min(bytes.count, start + max(0, diagnostic.place.length))
        closing =
            diagnostic.related.first { $0.place.file == file }.map { min($0.place.offset, bytes.count) } ?? bytes.count
        guard diagnostic.place.file == file, let help = diagnostic.help else { return }
        _ = replace(help) || rewrite(help) || add(help) || remove(help)
    }

    /// Help with a word for the place.
    private mutating func replace(_ help: String) -> Bool {
        if let match = help.wholeMatch(of: #/did you mean `(.+)`\?/#) {
            changes = [replacing(place, with: match.1)]
        } else if let match = help.firstMatch(
            of: #/^(?:captures|any text|a choice|a number|hex digits|letters, [^;]*) (?:is|are) written `([^`]+)`/#)
        {
            changes = [replacing(place, with: match.1)]
        } else if let match = help.wholeMatch(of: #/one of: ([^`]+?)(?: and \d+ more)?/#) {
            choice = .eachWord
            changes = match.1.split(separator: ", ").map { replacing(place, with: $0) }
        } else if let match = help.firstMatch(of: #/^declare the input, or write `(\$[^`]+)`/#) {
            changes = [replacing(place, with: match.1)]
        } else {
            return false
        }
        return true
    }

    /// Help with the text of a line.
    private mutating func rewrite(_ help: String) -> Bool {
        if let match = help.firstMatch(of: #/^write the line `([^`]+)`/#) {
            changes = [replacing(line, with: match.1)]
        } else if let match = help.firstMatch(of: #/^put it at the end of the line before: `(.+)`/#) {
            changes = [replacing(lineBefore.lowerBound..<place.upperBound, with: match.1)]
        } else if let match = help.firstMatch(of: #/^it has a block: write `(.+) [^`]`, then `(.+)` on a line/#) {
            let margin = margin
            changes = [replacing(line, with: "\(match.1) {\n\(margin)    \(match.2)\n\(margin)}")]
        } else if let match = help.firstMatch(of: #/as in (`[^`]+`(?:, `[^`]+`)*)/#) {
            choice = .examples
            changes = match.1.matches(of: #/`([^`]+)`/#).map(\.output.1).filter { !$0.contains("…") }.map(example)
        } else if let match = help.firstMatch(
            of: #/^(?:declare the input, or )?write (`(?:query|exclusive|ranked|input) .+)/#)
        {
            let lines = match.1.matches(of: #/`((?:query|exclusive|ranked|input) [^`]+)`/#).map(\.output.1)
            // A line of another directive stands elsewhere.
            changes = lines.filter { $0.hasPrefix(lines[0].prefix { $0 != " " } + " ") }.map(example)
        } else if let match = help.firstMatch(of: #/^write (?:`([^`]+)`|(".+"|[a-z0-9.:\[\]-]+)$)/#) {
            changes = [example(match.1 ?? match.2 ?? "")]
        } else if help.hasPrefix("use `exec`, `respond`") {
            changes = [replacing(line, with: "respond")]
        } else {
            return false
        }
        return true
    }

    /// Help with a text that is missing.
    private mutating func add(_ help: String) -> Bool {
        if help.hasPrefix("add a line with `}`") {
            changes = [replacing(closing..<closing, with: closing == bytes.count ? "\n}" : "}\n")]
        } else if let match = help.firstMatch(of: #/add `(over [^`]+)` to (?:`([^`]+)`|it)/#) {
            let route = match.2 ?? help.firstMatch(of: #/overlaps of `([^`]+)`/#)?.1
            changes = [insertion(of: match.1, intoRoute: route)].compactMap(\.self)
        } else if let match = help.firstMatch(of: #/^declare (?:it|one)(?:: | with: )(.+)$/#) {
            declare(match.1)
        } else if let match = help.firstMatch(of: #/^add `((?:kind|to) [^`]+)`/#) {
            let end = max(place.lowerBound, block.upperBound - 2)
            changes = [replacing(end..<end, with: "\n\(margin)    \(match.1)")]
        } else if let match = help.firstMatch(of: #/say `(limit [^`]+)`/#) {
            changes = [replacing(0..<0, with: "\(match.1)\n")]
        } else {
            return false
        }
        return true
    }

    private mutating func remove(_ help: String) -> Bool {
        guard help.firstMatch(of: #/^(remove (it|them|the `over`|the lines?)|keep one of them)/#) != nil else {
            return false
        }
        choice = .one
        changes = [place, word, line, block].map { replacing($0, with: "") }
        return true
    }

    private mutating func declare(_ help: Substring) {
        let lines = help.matches(of: #/`([^`]+)`/#).map(\.output.1)
        if help.contains(", then ") {
            return changes.append(replacing(0..<0, with: lines.joined(separator: "\n") + "\n"))
        }
        for line in lines where ["scheme", "host", "product", "values"].contains(line.prefix { $0 != " " }) {
            changes.append(replacing(0..<0, with: line.replacing(" { … }", with: "") + "\n"))
        }
    }

    /// An example is a whole line with its directive, or a word.
    private func example(_ text: Substring) -> Change {
        let directive = String(decoding: bytes[line], as: UTF8.self).prefix { $0 != " " }
        return replacing(text.hasPrefix(directive + " ") ? line : word, with: text)
    }

    private func replacing(_ range: Range<Int>, with text: some StringProtocol) -> Change {
        Change(range: range, text: String(text))
    }

    private func insertion(of text: Substring, intoRoute name: Substring?) -> Change? {
        guard let name else { return nil }
        let head = Array("route \(name) ".utf8)
        guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: head) }) else { return nil }
        let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        let margin = Self.margin(before: start, in: bytes)
        return bytes[end - 1] == UInt8(ascii: "{")
            ? replacing(end..<end, with: "\n\(margin)    \(text)")
            : replacing(end..<end, with: " {\n\(margin)    \(text)\n\(margin)}")
    }
}

// MARK: Parts of the text

extension Advice {
    /// The word around the place.
    private var word: Range<Int> { around(place) { $0 <= 0x20 } }

    /// The line around the beginning of the place, from its first word on, without the brace of a block.
    private var line: Range<Int> {
        let whole = around(place.lowerBound..<place.lowerBound) { $0 == 0x0A }
        let start = whole.first { bytes[$0] > 0x20 } ?? whole.lowerBound
        let isOpen = bytes[whole].last == UInt8(ascii: "{") && place.upperBound < whole.upperBound - 1
        return start..<max(start, isOpen ? whole.upperBound - 1 : whole.upperBound)
    }

    /// The line before the place, from its first word on.
    private var lineBefore: Range<Int> {
        let end = bytes[..<place.lowerBound].lastIndex(of: 0x0A) ?? 0
        let start = bytes[..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return ((start..<end).first { bytes[$0] > 0x20 } ?? start)..<end
    }

    /// The line with its block.
    private var block: Range<Int> {
        let whole = around(place.lowerBound..<place.lowerBound) { $0 == 0x0A }
        guard bytes[whole].last == UInt8(ascii: "{") else { return whole }
        var depth = 0
        for index in whole.lowerBound..<bytes.count {
            if bytes[index] == UInt8(ascii: "{") { depth += 1 }
            if bytes[index] == UInt8(ascii: "}") { depth -= 1 }
            if depth == 0, index >= whole.upperBound { return whole.lowerBound..<index + 1 }
        }
        return whole
    }

    /// The blanks before the line of the place.
    private var margin: String { Self.margin(before: place.lowerBound, in: bytes) }

    private static func margin(before offset: Int, in bytes: [UInt8]) -> String {
        let start = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return String(decoding: bytes[start...].prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
    }

    private func around(_ range: Range<Int>, _ isEnd: (UInt8) -> Bool) -> Range<Int> {
        let start = bytes[..<range.lowerBound].lastIndex(where: isEnd).map { $0 + 1 } ?? 0
        return start..<(bytes[range.upperBound...].firstIndex(where: isEnd) ?? bytes.count)
    }
}
