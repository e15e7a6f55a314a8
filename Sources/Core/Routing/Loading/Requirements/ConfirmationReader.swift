import Conf
import Contract
import Features

/// Reads `require confirmation QUESTION`.
struct ConfirmationReader: RequirementReader {
    static let order = 90
    let table: TableReading

    func requirement(_ statement: Int) -> UserConfirmation? {
        let words = arguments(statement, from: 2)
        let help = "as in `require confirmation \"Delete $(list)?\"`"
        guard let word = words.first, words.count == 1, !word.text.isEmpty else {
            return refuse(
                .badConstraint, words.dropFirst().first?.place ?? document.place(of: statement),
                "a confirmation is one question, in quotes", help: help)
        }
        guard word.text.utf8.count <= Limits.confirmationBytes else {
            return refuse(
                .badConstraint, word.place,
                "the question has \(word.text.utf8.count) bytes, the limit is \(Limits.confirmationBytes)",
                help: "shorten it")
        }
        guard let template = try? TextTemplate(word.text) else {
            return refuse(
                .badPlaceholder, word.place, "the question has a `$(` without a name or a `)`",
                help: "name an input, as in `$(list)`; a plain `$(` is `\\$(`")
        }
        table.draft.confirmations[template] = word.place
        return UserConfirmation(template)
    }
}
