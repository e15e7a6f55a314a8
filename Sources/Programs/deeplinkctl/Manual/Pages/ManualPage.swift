// A page of the manual, as Markdown that is written by hand. It is cut at its headings, and a section has these parts:
//
//     ### `redeliver` in `channel`          the heading
//
//         redeliver yes|no                  a form, indented by four blanks
//
//     With `no`, a link that one app did    a paragraph
//     not acknowledge goes to no other.
//
//     * default: `yes`.                     a row: a label and a text, which goes on in lines indented by two blanks
//
//     ```conf around a channel              a fenced block, with words behind the fence
//
//     | a URL | 8,192 bytes |               the cells of a table
//
// A page with mistakes is read too, as far as it can be: tests find what is missing.

/// A page, cut at its headings.
package struct ManualPage: Sendable {
    /// A row of a section: what counts by default, what is taken.
    package struct Row: Sendable {
        package let label: String
        package internal(set) var text: String
    }

    /// A fenced block.
    struct Block: Sendable {
        /// The words behind the fence: `conf around a channel`.
        let words: String
        var lines: [String] = []

        /// The lines as one text, without a line end behind the last one.
        var text: String { lines.joined(separator: "\n") }
    }

    /// A heading, and what stands below it until the next one.
    struct Section: Sendable {
        /// *Units*: `#` before the heading; 0 for what stands above the first one.
        let level: Int
        let heading: String
        /// Each on one line.
        private(set) var paragraphs: [String] = []
        private(set) var forms: [String] = []
        private(set) var rows: [Row] = []
        fileprivate(set) var blocks: [Block] = []
        /// The rows of a table, those of its head and of the rule below it among them.
        private(set) var cells: [[String]] = []

        fileprivate init(_ line: Substring = "") {
            level = line.prefix { $0 == "#" }.count
            heading = TextBlock.joined(line.dropFirst(level))
        }

        /// Adds a line outside of fenced blocks.
        ///
        /// - Parameter isFirst: whether the line above it is empty, or ends a block.
        fileprivate mutating func add(_ line: Substring, isFirst: Bool) {
            if line.hasPrefix("    ") {
                forms.append(String(line.dropFirst(4)))
            } else if line.hasPrefix("* ") {
                let label = line.dropFirst(2).prefix { $0 != ":" }
                rows.append(Row(label: String(label), text: TextBlock.joined(line.dropFirst(label.count + 3))))
            } else if line.hasPrefix("  "), !rows.isEmpty {
                rows[rows.count - 1].text += " " + TextBlock.joined(line)
            } else if line.hasPrefix("|") {
                let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                self.cells.append(cells.dropFirst().dropLast().map(TextBlock.joined))
            } else if isFirst || paragraphs.isEmpty {
                paragraphs.append(String(line))
            } else {
                paragraphs[paragraphs.count - 1] += " " + line
            }
        }
    }

    package let text: String
    let sections: [Section]

    /// Cuts a page.
    ///
    /// - Parameter text: Markdown, with LF behind each line.
    package init(_ text: String) {
        var sections = [Section()]
        var (isFenced, isFirst) = (false, true)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let last = sections.count - 1
            if line.hasPrefix("```") {
                if !isFenced { sections[last].blocks.append(Block(words: String(line.dropFirst(3)))) }
                isFenced.toggle()
            } else if isFenced {
                sections[last].blocks[sections[last].blocks.count - 1].lines.append(String(line))
            } else if line.hasPrefix("#") {
                sections.append(Section(line))
            } else if !line.isEmpty {
                sections[last].add(line, isFirst: isFirst)
            }
            isFirst = line.isEmpty || isFenced || line.hasPrefix("```")
        }
        (self.text, self.sections) = (text, sections)
    }
}
