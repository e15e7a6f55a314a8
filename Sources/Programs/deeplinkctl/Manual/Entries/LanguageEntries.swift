// The entries that are sections of docs/language.md. Its parts are groups of entries: the table language, part by part, the
// types; and of limits and test cases, which have parts of their own. A table of limits has an entry in each row.

extension ManualGroup {
    /// The groups of the page, in its order.
    static let ofLanguage: [ManualGroup] = {
        var groups: [ManualGroup] = []
        var topic: ManualTopic?
        for section in ManualPage.language.sections where section.level > 1 {
            if section.level == 2 { topic = Self.topic(ofPart: section.heading) }
            guard let topic else { continue }
            let level = [.limits, .cases].contains(topic) ? 3 : 2
            if section.level == level {
                groups.append(ManualGroup(topic: topic, heading: section.heading, entries: limits(section)))
            } else if section.level > level, let heading = groups.last?.heading {
                groups[groups.count - 1].entries.append(entry(section, topic, heading))
            }
        }
        return groups
    }()

    /// What is around examples.
    private static let tables = "Tables around the examples"

    private static func topic(ofPart heading: String) -> ManualTopic? {
        switch heading {
        case "Types": .types
        case "Limits": .limits
        case "Test cases": .cases
        case tables: nil
        default: .language
        }
    }

    private static func entry(_ section: ManualPage.Section, _ topic: ManualTopic, _ group: String) -> ManualEntry {
        let example = section.blocks.first
        return ManualEntry(
            topic: topic, group: group, name: name(ofHeading: section.heading), title: section.heading,
            text: section.paragraphs.joined(separator: " "), forms: section.forms, rows: section.rows,
            example: example?.text, file: example.flatMap(file))
    }

    /// The word that finds an entry: "`require toggle`" and "`toggle` in `case`" are found by `toggle`, "`uint(1..31)`" by
    /// `uint`, and the listed texts of "`a|b`" by `set`.
    private static func name(ofHeading heading: String) -> String {
        let parts = heading.split(separator: "`", omittingEmptySubsequences: false)
        let word = (parts.count > 1 ? parts[1] : parts[0]).split(separator: " ").last ?? ""
        return word.contains("|") ? "set" : String(word.prefix { $0 != "(" })
    }

    /// A whole file with the lines of an example; nil for an example that names no table around it.
    ///
    /// *Shape*: the lines of the table that the words behind the fence name, with the example in the place of the `…`.
    private static func file(_ example: ManualPage.Block) -> String? {
        let name = TextBlock.rest(of: example.words, behind: "conf ")
        let sections = ManualPage.language.sections.drop { $0.heading != tables }
        let table = sections.first { $0.heading == name }?.blocks.first
        return table?.lines.flatMap { line in
            guard line.hasSuffix("…") else { return [line] }
            return example.lines.map { $0.isEmpty ? "" : line.dropLast() + $0 }
        }.joined(separator: "\n")
    }

    /// An entry for each row of a table.
    ///
    /// *Shape* of the table: | what | limit | beyond it | set by | name |
    private static func limits(_ section: ManualPage.Section) -> [ManualEntry] {
        section.cells.dropFirst(2).filter { $0.count == 5 }.map { cells in
            let rows = [("beyond", cells[2]), ("table", cells[3])].filter { !$1.isEmpty }
            return ManualEntry(
                topic: .limits, group: section.heading, name: cells[4].replacing("`", with: ""), title: cells[0],
                text: cells[1], rows: rows.map { ManualPage.Row(label: $0, text: $1) })
        }
    }
}
