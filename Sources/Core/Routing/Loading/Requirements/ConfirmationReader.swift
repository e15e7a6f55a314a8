import Conf
import Contract
import Features

/// Reads `require confirmation QUESTION`, with the question in other languages behind it.
struct ConfirmationReader: RequirementReader {
    static let order = 90
    let table: TableReading

    func requirement(_ statement: Int) -> UserConfirmation? {
        let words = arguments(statement, from: 2)
        let help = "as in `require confirmation \"Delete $(list)?\"`"
        // Words without quotes are no languages, though they look like some.
        guard let word = words.first, !word.text.isEmpty, words.count == 1 || document.isQuoted(word.place) else {
            return refuse(
                .badConstraint, words.dropFirst().first?.place ?? document.place(of: statement),
                "a confirmation is one question, in quotes", help: help)
        }
        guard let texts = readTexts(words[...], text: question), let template = try? TextTemplate(texts.plain) else {
            return nil
        }
        return UserConfirmation(template, translations: texts.translations)
    }

    /// One question, whose inputs are looked at when the whole table was read.
    private func question(_ word: PlacedWord) -> String? {
        let count = word.text.utf8.count
        guard 1...Limits.confirmationBytes ~= count else {
            return refuse(
                .badConstraint, word.place,
                count == 0
                    ? "the question is empty"
                    : "the question has \(count) bytes, the limit is \(Limits.confirmationBytes)",
                help: count == 0 ? "write the question" : "shorten it")
        }
        guard let template = try? TextTemplate(word.text) else {
            return refuse(
                .badPlaceholder, word.place, "the question has a `$(` without a name or a `)`",
                help: "name an input, as in `$(list)`; a plain `$(` is `\\$(`")
        }
        table.draft.confirmations[template] = word.place
        return word.text
    }
}
