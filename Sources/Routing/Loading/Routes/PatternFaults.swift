import Conf
import Matching

/// Reports what is wrong with patterns, and marks the value sets that they use.
struct PatternFaults: BlockReader {
    let table: TableReading

    /// Reports an error of a pattern.
    ///
    /// - Parameters:
    ///   - skipped: the bytes of the pattern before the word; of a route in a group those of the prefix.
    ///   - word: the place of the word.
    func report(_ error: PatternError, after skipped: Int, in word: SourceRange) {
        let place = part(word, at: max(0, error.offset - skipped), length: error.length)
        // A wrong type is reported in the words that inputs and query keys have for it.
        if [.unknownType, .unknownSet, .badSet].contains(error.kind) {
            let text = document.bytes[place.offset..<min(document.bytes.count, place.offset + place.length)]
            if TypeReader(table: table).readLanguage(String(decoding: text, as: UTF8.self), place) == nil { return }
        }
        report(.badPattern, place, error.sentence, help: error.help)
    }

    /// Marks the sets of `$(_:@NAME)`, which no capture of the path has.
    func useSilentSets(_ pattern: String) {
        for end in pattern.ranges(of: "$(\(Pattern.noName):@") {
            let name = pattern[end.upperBound...].prefix { $0 != ")" }
            guard let whole = table.resolved(String(name), { table.draft.values[$0] != nil }) else { continue }
            table.draft.values[whole]?.isUsed = true
        }
    }
}
