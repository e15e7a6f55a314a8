import Conf
import Contract

/// Reads the block `returns` of a case: a line for each member of the answer.
///
///     returns {
///         title    "Dune"        a text: in quotes, or one that is no JSON
///         position 7             a number, `true`, `false` or `null`
///         tags     [] a b        a list of these
///     }
struct AnswerReader {
    let document: ConfDocument

    /// Reads the block; nil where something in it was reported.
    func read(_ statement: Int, diagnostics: inout Diagnostics) -> Value? {
        var members: [Value.Member] = []
        for line in document.children(of: statement) where !document.statements[line].isDamaged {
            let name = document.directive(of: line)
            let count = document.wordCount(of: line)
            let isList = count > 1 && document.text(of: document.word(1, of: line)) == "[]"
            guard count == 2 || isList, !document.statements[line].hasBlock else {
                diagnostics.report(
                    .badCase, at: document.place(of: line), "a member of an answer is a name and a value",
                    help: #"as in `title "Dune"`; a list is written `tags [] a b`"#)
                return nil
            }
            let values = (isList ? 2 : 1)..<count
            let read = values.map { value(document.word($0, of: line)) }
            members.append(Value.Member(name, isList ? .array(read) : read[0]))
        }
        return .object(members)
    }

    private func value(_ word: Word) -> Value {
        let text = document.text(of: word)
        return word.isQuoted ? .string(text) : Value(literal: text) ?? .string(text)
    }
}
