/// The subject of `help`: a command, a code, a word of the language, or a topic.
///
/// *Shape*: `RT303` a code, `blocked` the codes that begin so, `query` an entry of the manual, `language` a topic. A topic
/// with words behind it says where those are looked up: `language permission`.
enum HelpSubject {
    case topic(ManualTopic)
    case entry(ManualEntry)
    case code(ManualCode)
    case codes([ManualCode])

    /// The subjects of a command line, and an error for each word that means nothing.
    static func all(_ words: [String]) -> (subjects: [HelpSubject], errors: [UsageError]) {
        var (subjects, errors): ([HelpSubject], [UsageError]) = ([], [])
        let topic = words.count > 1 ? ManualTopic(word: words[0]) : nil
        guard let topic, topic != .codes else {
            for word in words {
                if let found = found(word) { subjects += found } else { errors.append(unknown(word)) }
            }
            return (subjects, errors)
        }
        for word in words.dropFirst() {
            let entries = EntrySearch.entries(word, in: topic)
            subjects += entries.map(HelpSubject.entry)
            if entries.isEmpty { errors.append(UsageError(no: "entry", word, help: help(for: word, in: topic))) }
        }
        return (subjects, errors)
    }

    /// What one word means; nil if that is nothing.
    ///
    /// A word can mean a directive and the end of a code: `timeout`.
    static func found(_ word: String) -> [HelpSubject]? {
        if let topic = ManualTopic(word: word) { return [topic == .codes ? .codes(ManualCode.all) : .topic(topic)] }
        let entries = EntrySearch.entries(word).map(HelpSubject.entry)
        switch CodeSearch(word) {
        case .code(let code): return entries + [.code(code)]
        case .list(let codes): return entries + [.codes(codes)]
        case .nothing: return entries.isEmpty ? nil : entries
        }
    }

    /// Whether an unknown word was meant as a code: it has a dot or a digit, and other names have neither.
    static func looksLikeCode(_ word: String) -> Bool {
        word.contains { $0 == "." || $0.isNumber }
    }

    private static func unknown(_ word: String) -> UsageError {
        guard looksLikeCode(word), case .nothing(let help) = CodeSearch(word) else {
            return UsageError(no: "entry", word, help: help(for: word, in: nil))
        }
        return UsageError(no: "code", word, help: EntrySearch.nearest(to: word).map(Self.meant) ?? help)
    }

    private static func help(for word: String, in topic: ManualTopic?) -> String {
        EntrySearch.nearest(to: word, in: topic).map(meant)
            ?? "`deeplinkctl help \((topic ?? .language).rawValue)` lists all words of it"
    }

    private static func meant(_ name: String) -> String { "did you mean `\(name)`?" }
}
