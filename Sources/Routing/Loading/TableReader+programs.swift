// What a table may start. A value from a URL must never become an option, a second argument or code: at most one
// placeholder per argument, none where a program known to run code takes it, and no argument that begins with dashes
// alone. Which programs run code is a list of the common ones, not a proof: whoever writes the table vouches for the
// program it names.

import Conf
import Contract
import Features

extension TableReader {
    /// Reads `exec PROGRAM ARGUMENT…`; nil where it was reported.
    mutating func readProgram(_ statement: Int, inputs: [ActionInput]) -> Performer? {
        let program = word(1, statement)
        let isSafe = isSafeProgram(program, place(1, statement))
        let templates = (2..<max(2, document.wordCount(of: statement))).map {
            readTemplate($0, statement, inputs: inputs)
        }
        let arguments = templates.compactMap(\.self)
        guard isSafe, arguments.count == templates.count else { return nil }
        var isSound = true
        for (offset, template) in arguments.enumerated() where !template.inputs.isEmpty {
            isSound = isSafeArgument(offset, of: arguments, program: program, statement, inputs: inputs) && isSound
        }
        guard isSound else { return nil }
        let performer = ProgramTemplate(program: program, arguments: arguments)
        warnUnusedInputs(arguments, inputs: inputs, statement)
        refuseDefaultsActingAsOptions(performer, inputs: inputs, statement)
        return .exec(performer)
    }

    private mutating func isSafeProgram(_ program: String, _ place: SourceRange) -> Bool {
        guard environment.allowsPrograms else {
            report(
                .programsNotAllowed, place, "this instance may not start programs",
                help:
                    "a program would inherit the service's sandbox; install the drop-in `exec.conf`, which relaxes the "
                    + "unit and sets DEEPLINKD_EXEC=yes")
            return false
        }
        let parts = program.split(separator: "/", omittingEmptySubsequences: false)
        guard program.hasPrefix("/"), !program.contains("$("),
            parts.dropFirst().allSatisfy({ !["", ".", ".."].contains($0) })
        else {
            report(
                .badProgram, place, "a program is named by its absolute path, without placeholders",
                help: "as in `exec /usr/bin/xdg-open …`")
            return false
        }
        if let fault = environment.programFault(program) {
            report(.badProgram, place, fault, help: "install it, owned by root and writable by its owner alone")
            return false
        }
        return true
    }

    private mutating func isSafeArgument(
        _ offset: Int, of arguments: [TextTemplate], program: String, _ statement: Int, inputs: [ActionInput]
    ) -> Bool {
        let (text, place) = (word(offset + 2, statement), place(offset + 2, statement))
        let template = arguments[offset]
        let name = program.split(separator: "/").last.map(String.init) ?? program
        func refuse(_ message: String, _ help: String) -> Bool {
            report(.badPlaceholder, place, message, help: help)
            return false
        }
        if template.inputs.count > 1 {
            return refuse("an argument has one placeholder at most", "make two arguments of it")
        }
        if text.utf8.contains(where: { [0x20, 0x09, 0x0A].contains($0) }) {
            return refuse(
                "a placeholder stands in an argument with a blank",
                "an argument is never split: put the placeholder into a word of its own")
        }
        if !template.leadingText.isEmpty, template.leadingText.utf8.allSatisfy({ $0 == UInt8(ascii: "-") }) {
            return refuse(
                "the value would choose the option", "write the option in full, as in `--page=$(page)`")
        }
        if Interpreters.runs(argument: offset, of: arguments, program: name) {
            return refuse(
                "`\(name)` would run the value as code",
                "start the program itself, or pass the value to a script as an operand after it")
        }
        if let input = inputs.first(where: { $0.name == template.inputs[0] }), input.isOptional {
            report(
                .optionalInput, place, "the input `\(input.name)` may be missing, and an argument cannot be",
                help: "give it a default: `input \(input.name) TYPE = VALUE`")
            return false
        }
        return true
    }

    /// A default that every link without the value would be refused for.
    private mutating func refuseDefaultsActingAsOptions(
        _ program: ProgramTemplate, inputs: [ActionInput], _ statement: Int
    ) {
        for input in inputs {
            guard let value = input.defaultValue, program.inputActingAsOption([.init(input.name, value)]) != nil else {
                continue
            }
            report(
                .badDefault, document.place(of: statement),
                "the default of `\(input.name)` begins with `-` and would be read as an option",
                help: "put `--` before the argument, or write `--option=$(\(input.name))`")
        }
    }

    private mutating func warnUnusedInputs(_ arguments: [TextTemplate], inputs: [ActionInput], _ statement: Int) {
        let used = Set(arguments.flatMap(\.inputs))
        for input in inputs where !used.contains(input.name) {
            report(
                .unusedInput, document.place(of: statement), "the program does not get the input `\(input.name)`",
                help: "pass it, or remove the input")
        }
    }
}
