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
        if reportExpression(error, in: word) || reportSwappedCapture(error, place) { return }
        // A wrong type is reported in the words that inputs and query keys have for it.
        if [.unknownType, .unknownSet, .badSet].contains(error.kind) {
            let text = document.bytes[place.offset..<min(document.bytes.count, place.offset + place.length)]
            if TypeReader(table: table).readLanguage(String(decoding: text, as: UTF8.self), place) == nil { return }
        }
        report(.badPattern, place, error.sentence, help: error.help)
    }

    /// Reports a regular expression in the place of the error that it leads to.
    private func reportExpression(_ error: PatternError, in word: SourceRange) -> Bool {
        guard [.badOptional, .badEscape, .missingSlash].contains(error.kind) else { return false }
        let text = document.text(
            of: Word(start: word.offset, end: word.offset + word.length, isQuoted: document.isQuoted(word)))
        guard let found = RegularExpression.first(in: text) else { return false }
        report(
            .badPattern, part(word, at: found.offset, length: found.length), found.sentence, help: found.help)
        return true
    }

    /// Reports `$(uint:id)`, which has the name in the place of the type.
    private func reportSwappedCapture(_ error: PatternError, _ place: SourceRange) -> Bool {
        let before = document.bytes[..<min(document.bytes.count, place.offset)]
        guard error.kind == .unknownType, let start = before.lastIndex(of: UInt8(ascii: "$")) else { return false }
        let first = String(decoding: before[start...].dropFirst(2).dropLast(), as: UTF8.self)
        let second = String(decoding: document.bytes[place.offset..<place.offset + place.length], as: UTF8.self)
        guard Language(named: first) != nil, Name.isName(second) else { return false }
        let whole = SourceRange(file: place.file, offset: start, length: place.offset + place.length + 1 - start)
        report(
            .badType, whole, "there is no type `\(second)`",
            help: "captures are written `$(\(second):\(first))`, with the name before the type")
        return true
    }

    /// Marks the sets of `$(_:@NAME)`, which no capture of the path has.
    func useSilentSets(_ pattern: String) {
        guard pattern.utf8.contains(UInt8(ascii: "@")) else { return }
        for end in pattern.ranges(of: "$(\(Pattern.noName):@") {
            let name = pattern[end.upperBound...].prefix { $0 != ")" }
            guard let whole = table.resolved(String(name), { table.draft.values[$0] != nil }) else { continue }
            table.draft.values[whole]?.isUsed = true
        }
    }
}
