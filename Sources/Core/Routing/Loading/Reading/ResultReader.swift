import Conf
import Contract
import Features

/// Reads the `result` block of an action: a line for each member of its answer.
struct ResultReader: BlockReader {
    let table: TableReading

    /// Reads the block; nil where something in it was reported.
    func read(_ statement: Int) -> ResultShape? {
        let errors = table.diagnostics.errorCount
        var members: [ResultShape.Member] = []
        var places: [String: SourceRange] = [:]
        for line in document.children(of: statement) {
            guard !document.statements[line].isDamaged, let member = readMember(line) else { continue }
            if let first = places[member.name] {
                reportSecond(
                    .badResult, place(0, line), "the member `\(member.name)` is declared twice", first: first)
            }
            places[member.name] = place(0, line)
            members.append(member)
        }
        guard table.diagnostics.errorCount == errors else { return nil }
        guard !members.isEmpty else {
            return refuse(
                .badResult, place(0, statement), "the `result` block names no member of the answer",
                help: "add a line for each member, with its name and its type, or remove the block")
        }
        guard members.count <= Limits.inputs else {
            return refuse(
                .tooMany, place(0, statement),
                "the answer has \(members.count) members; at most \(Limits.inputs) are taken",
                help: "name fewer: what is not named is left out of the answer")
        }
        return ResultShape(members)
    }

    private func readMember(_ line: Int) -> ResultShape.Member? {
        let name = word(0, line)
        guard document.wordCount(of: line) == 2, !document.statements[line].hasBlock else {
            return refuse(
                .wrongArguments, document.place(of: line), "a member of the answer is a name and a type",
                help: "as in `position uint?`")
        }
        guard Name.isName(name) else {
            return refuse(
                .badName, place(0, line), "`\(name)` is not a valid name for a member",
                help: "a name has letters, digits, `-` and `_`, and begins with a letter or `_`")
        }
        var text = word(1, line)
        let isOptional = text.hasSuffix("?")
        if isOptional { text.removeLast() }
        guard let type = ResultType(named: text) else {
            guard ResultType(named: name) == nil else {
                return refuse(
                    .badType, document.place(of: line), "an answer has no type `\(text)`",
                    help: "write `\(text) \(name)`, with the name before the type")
            }
            let names = ResultType.named.map(\.name)
            return refuse(
                .badType, place(1, line), "an answer has no type `\(text)`",
                help: Suggestion.nearest(to: text, among: names).map { "did you mean `\($0)`?" }
                    ?? "a type is \(names.map { "`\($0)`" }.alternatives), with `[]` for a list and `?` for a member "
                    + "that may be missing")
        }
        return ResultShape.Member(name, type, isOptional: isOptional)
    }
}
