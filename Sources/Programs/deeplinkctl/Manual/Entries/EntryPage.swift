// One entry, or the list of a topic, for a terminal of 80 columns:
//
//     `strict` in `route`
//
//       strict
//
//       Refuses links with query keys that the route does not declare, and faulty
//       optional keys.
//
//       default   Keys that are not declared are ignored.

/// Lines for a terminal, of at most 80 characters where no word, form or example is longer; without line ends.
package enum EntryPage {
    /// The page of one entry.
    package static func lines(_ entry: ManualEntry) -> [String] {
        var lines = [entry.title]
        if !entry.forms.isEmpty { lines += [""] + entry.forms.map { "  " + $0 } }
        // The description of a method begins with its own comment.
        if entry.topic != .protocol { lines += [""] + TextBlock.wrapped(entry.text, indent: 2) }
        if !entry.rows.isEmpty { lines += [""] + entry.rows.flatMap(TextBlock.lines) }
        if entry.topic == .protocol, let text = entry.file { lines += [""] + TextBlock.indented(text) }
        guard let example = entry.example else { return lines }
        return lines + ["", "  Example:", ""] + TextBlock.indented(example)
    }

    /// A topic as a list: the forms of each entry with its sentence, under the headings of its parts.
    package static func lines(_ topic: ManualTopic) -> [String] {
        topic.groups.flatMap { group in
            [group.heading + ":", ""] + group.entries.flatMap(Self.overview) + [""]
        } + TextBlock.wrapped(advice(on: topic))
    }

    private static func overview(_ entry: ManualEntry) -> [String] {
        if entry.topic == .limits, entry.forms.isEmpty { return limit(entry) }
        let heads = entry.forms.isEmpty ? [entry.title.replacing("`", with: "")] : entry.forms
        return heads.map { "  " + $0 } + TextBlock.wrapped(entry.summary, indent: 6)
    }

    /// A limit on one line where it fits: what, how much, and what happens beyond it.
    private static func limit(_ entry: ManualEntry) -> [String] {
        let beyond = entry.rows.first.map { " (\($0.text))" } ?? ""
        return TextBlock.wrapped("\(entry.title): \(entry.summary)\(beyond)", indent: 2, hanging: 6)
    }

    private static func advice(on topic: ManualTopic) -> String {
        let example =
            switch topic {
            case .language: "deeplinkctl help query"
            case .types: "deeplinkctl help uint"
            case .limits: "deeplinkctl help url"
            case .cases: "deeplinkctl help expect"
            case .protocol: "deeplinkctl help Subscribe"
            case .codes: "deeplinkctl help RT303"
            }
        return "`\(example)` explains one word, with an example. "
            + "A word that is a command too is explained by `deeplinkctl help \(topic.rawValue) WORD`."
    }
}
