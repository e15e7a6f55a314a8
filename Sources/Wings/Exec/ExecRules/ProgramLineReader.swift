// Reads the lines that only actions of `exec` have:
//
//     directory /srv/player                     where the program starts
//     stdin json                                the inputs, as an object of JSON on one line
//     exit 3 refused "The queue is full."       a status by which the program says that it refuses the link
//     scope yes                                 it runs as a unit of its own, which can have limits: memory, tasks, cpu

import Conf
import Contract
import Features
import Links
import Routing

/// Reads the lines of an action that are about its program.
struct ProgramLineReader: BlockReader {
    private static let directory = PerformerLine("directory", DirectiveForm("directory PATH", 1...1, once: true))
    private static let stdin = PerformerLine("stdin", DirectiveForm("stdin json", 1...1, once: true))
    private static let exit = PerformerLine("exit", DirectiveForm("exit CODE refused \"SENTENCE\"", 3...3))

    /// All of them, in the order of help.
    static let lines = [directory, stdin, exit] + ProgramUnitReader.lines

    let table: TableReading

    /// Reads the lines into the template of the program; false where one was reported.
    func read(_ action: StatementChecker.Block<ActionDirective>, into program: inout ProgramTemplate) -> Bool {
        let errors = table.diagnostics.errorCount
        if let line = action.statements(of: .line(Self.directory)).first, let path = readDirectory(line) {
            program.directory = path
        }
        if let line = action.statements(of: .line(Self.stdin)).first { program.readsInputs = readInput(line) }
        readRefusals(action, into: &program)
        program.unit = ProgramUnitReader(table: table).read(action)
        return table.diagnostics.errorCount == errors
    }

    private func readDirectory(_ statement: Int) -> String? {
        let path = word(1, statement)
        guard Name.isPlainPath(path), !path.contains("$(") else {
            return refuse(
                .badValue, place(1, statement), "a directory is named by its absolute path, without placeholders",
                help: "as in `directory /srv/player`")
        }
        return path
    }

    private func readInput(_ statement: Int) -> Bool {
        guard word(1, statement) != "json" else { return true }
        report(
            .badValue, place(1, statement), "`\(word(1, statement))` is no form of the inputs",
            help: "write `stdin json`")
        return false
    }

    // MARK: Refusals

    private func readRefusals(_ action: StatementChecker.Block<ActionDirective>, into program: inout ProgramTemplate) {
        let lines = action.statements(of: .line(Self.exit))
        if let line = lines.first, !action.statements(of: .limit(.detach)).isEmpty {
            report(
                .misplacedDirective, place(0, line), "the status of a program that outlives the call is not read",
                help: "remove `exit` or `detach`")
        }
        let successes = action.statements(of: .limit(.success)).first.map { arguments($0).map(\.text) } ?? ["0"]
        var places: [Int32: SourceRange] = [:]
        for line in lines {
            guard let code = readCode(line, successes), let sentence = readSentence(line) else { continue }
            if let first = places[code] {
                reportSecond(
                    .repeatedDirective, place(1, line), "the status \(code) has two sentences", first: first)
                continue
            }
            (places[code], program.refusals[code]) = (place(1, line), sentence)
        }
    }

    private func readCode(_ statement: Int, _ successes: [String]) -> Int32? {
        guard isKeyword(2, statement, "refused") else {
            return refuse(
                .badValue, place(2, statement), "a status is `refused`, and nothing else",
                help: "it is written `\(Self.exit.form.shape)`; statuses of success stand in the line `success`")
        }
        guard let code = Quantity.count(word(1, statement)), code <= 255 else {
            return refuse(
                .badValue, place(1, statement), "`\(word(1, statement))` is not a valid value for `exit`",
                help: "an exit status from 0 to 255")
        }
        guard !successes.contains(where: { Self.isIn($0, code) }) else {
            return refuse(
                .badValue, place(1, statement), "the status \(code) is one of success",
                help: code == 0 ? "choose another status" : "choose another status, or remove it from `success`")
        }
        return Int32(code)
    }

    /// True for a status, or a range of them as in `0..2`, that has the code.
    private static func isIn(_ word: String, _ code: Int) -> Bool {
        let ends = word.split(separator: "..", maxSplits: 1).map { Quantity.count(String($0)) }
        guard let first = ends.first ?? nil, let last = ends.last ?? nil else { return false }
        return first <= code && code <= last
    }

    /// A sentence that is shown beside texts of others, so it cannot turn or break them.
    private func readSentence(_ statement: Int) -> String? {
        let text = word(3, statement)
        let isShown = LinkBuilder.breach(ofValue: text) == nil && text.contains { !$0.isWhitespace }
        guard isShown, text.utf8.count <= Limits.refusalSentenceBytes, !text.contains("$(") else {
            return refuse(
                .badValue, place(3, statement), "the sentence is shown to people, and this text cannot be",
                help: "write up to \(Limits.refusalSentenceBytes) bytes, without placeholders, line breaks, control "
                    + "characters and marks of direction")
        }
        return text
    }
}
