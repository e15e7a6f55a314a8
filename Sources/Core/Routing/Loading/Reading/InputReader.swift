import Conf
import Contract
import Features
import Matching

/// Reads the inputs of an action.
struct InputReader: BlockReader {
    let table: TableReading

    /// Reads the inputs; those that are reported are left out.
    func read(_ statements: [Int]) -> [ActionInput] {
        var inputs: [ActionInput] = []
        var places: [String: SourceRange] = [:]
        for statement in statements {
            guard let input = readInput(statement) else {
                table.spoil(statement)
                continue
            }
            if let first = places[input.name] {
                reportSecond(
                    .duplicateInput, place(1, statement), "the input `\(input.name)` is declared twice", first: first)
            } else {
                places[input.name] = place(1, statement)
                inputs.append(input)
            }
        }
        guard inputs.count > Limits.inputs, let last = statements.last else { return inputs }
        report(
            .tooMany, place(0, last), "the action has \(inputs.count) inputs; at most \(Limits.inputs) are taken",
            help: "give the action fewer inputs")
        return Array(inputs.prefix(Limits.inputs))
    }

    /// Reads `input NAME TYPE[?] [= DEFAULT] [secret]`.
    private func readInput(_ statement: Int) -> ActionInput? {
        guard let name = readName(1, statement, of: "an input") else { return nil }
        guard name != Pattern.noName else {
            return refuse(
                .badName, place(1, statement), "no input can have the name `_`: `$(_)` and `query KEY _` feed none",
                help: "choose another name, in the routes too")
        }
        var rest = arguments(statement, from: 3)
        let isSecret = isKeyword(rest.last, "secret") && rest.count != 2
        if isSecret { rest.removeLast() }
        guard rest.isEmpty || rest.count == 2 && isKeyword(rest[0], "=") else {
            return refuse(
                .wrongArguments, rest[0].place, "after its type an input has `= DEFAULT`, then `secret`",
                help: "it is written `input NAME TYPE[?] [= DEFAULT] [secret]`")
        }
        var (text, place) = (word(2, statement), place(2, statement))
        let isOptional = text.hasSuffix("?")
        if isOptional { text.removeLast() }
        let types = TypeReader(table: table)
        if let ofKeys = Language.keyTypes.first(where: { $0.name == text }) {
            let mark = isOptional ? "?" : ""
            return refuse(
                .badType, place, "only a query key can be a `\(ofKeys.name)`",
                help: "write `input \(name) bool\(mark)`, which `query \(name):\(ofKeys.name)\(mark)` in a route feeds")
        }
        guard Language(named: name) == nil || Language(named: text) != nil || !Name.isName(text) else {
            return refuse(
                .badType, place, "there is no type `\(text)`",
                help: "write `input \(text) \(name)`, with the name before the type")
        }
        guard let type = text == "**" ? .list : types.readLanguage(text, place).map(InputType.value) else { return nil }
        guard !(isOptional && !rest.isEmpty) else {
            return refuse(
                .badDefault, place, "an input with a default is never missing", help: "remove the `?` or the default")
        }
        let value = rest.last.flatMap { types.readDefault($0, type) }
        guard rest.isEmpty || value != nil else { return nil }
        return ActionInput(name: name, type: type, isOptional: isOptional, defaultValue: value, isSecret: isSecret)
    }
}
