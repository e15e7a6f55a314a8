internal import Conf
internal import Manual

/// What the words behind `help` mean.
///
/// *Shape*: `RT303` a code, `blocked` the codes that begin so, `query` an entry of the manual, `language` a topic. A topic
/// with words behind it says where those are looked up: `language permission`.
enum HelpSubject {
    case topic(ManualTopic)
    case entry(ManualEntry)
    case code(ManualCode)
    case codes([ManualCode])

    /// The subjects of a command line.
    ///
    /// *Throws*: misuse where a word means nothing.
    static func all(_ words: [String]) throws -> [HelpSubject] {
        guard words.count > 1, let topic = words.first.flatMap(ManualTopic.init(word:)), topic != .codes else {
            return try words.flatMap { word in try found(word) ?? { throw unknown(word) }() }
        }
        return try words.dropFirst().flatMap { word in
            let entries = EntrySearch.entries(word, in: topic)
            guard entries.isEmpty else { return entries.map(HelpSubject.entry) }
            throw UsageError(no: "entry", word, help: help(for: word, in: topic))
        }
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
