// What a table may start. A value from a URL must never become an option, a second argument or code: at most one
// placeholder per argument, none where a program known to run code takes it (`KnownPrograms`), and none that completes an
// option's name. Which programs run code is a list of the common ones, not a proof: the author of the table vouches for the
// program it names, and is warned where the value is the first argument of one that is not listed.

import Conf
import Features
import Matching

/// Reads `exec PROGRAM ARG…`.
struct ExecReader: PerformerReader {
    static let form = DirectiveForm("exec PROGRAM ARG…", 1...DirectiveForm.many, once: true)
    static let limits = Set(ActionLimit.allCases)

    let table: TableReading

    /// Reads the directive of an action with these lines and inputs; nil where it was reported.
    func read(
        _ statement: Int, in action: StatementChecker.Block<ActionDirective>, inputs: [ActionInput]
    ) -> Performer? {
        let program = word(1, statement)
        let programs = ProgramReader(table: table, example: "exec /usr/bin/xdg-open …")
        let isSafe = programs.isSafe(program, place(1, statement))
        let templates = (2..<max(2, document.wordCount(of: statement))).map {
            TemplateReader(table: table).read($0, statement, inputs: inputs)
        }
        let arguments = templates.compactMap(\.self)
        guard isSafe, arguments.count == templates.count else { return nil }
        let check = CommandCheck(program, arguments, resolve: table.environment.resolvedProgram)
        let performer = ProgramTemplate(program: program, arguments: arguments, optionsEnd: check.optionsEnd)
        var isSound = true
        for (offset, template) in arguments.enumerated() where !template.inputs.isEmpty {
            isSound = isSafeArgument(template, offset + 2, check.uses[offset], statement, inputs: inputs) && isSound
        }
        guard isSound else { return nil }
        warnUnusedInputs(arguments, inputs: inputs, statement)
        return .exec(performer)
    }

    private func isSafeArgument(
        _ template: TextTemplate, _ index: Int, _ use: ValueUse, _ statement: Int, inputs: [ActionInput]
    ) -> Bool {
        let place = place(index, statement)
        let input = inputs.first { $0.name == template.inputs[0] }
        if let fault = fault(of: template, word(index, statement), use, input?.type) {
            report(.badPlaceholder, place, fault.message, help: fault.help)
            return false
        }
        guard let input else { return true }
        if input.isOptional {
            report(
                .optionalInput, place, "the input `\(input.name)` may be missing, and an argument cannot be",
                help: "give it a default: `input \(input.name) TYPE = VALUE`")
            return false
        }
        if case .firstArgument(let program) = use, !input.type.isClosed {
            warnUncheckedProgram(program, input.name, place)
        }
        return true
    }

    /// Why a value cannot stand in an argument, and what to write instead; nil where it can.
    private func fault(
        of template: TextTemplate, _ text: String, _ use: ValueUse, _ type: InputType?
    ) -> (message: String, help: String)? {
        let value = template.inputs[0]
        guard template.inputs.count == 1 else {
            return ("an argument has one placeholder at most", "make two arguments of it")
        }
        switch use {
        case .code(let name, let help): return ("\(name) would run the value as code", help)
        case .parsedText(let name):
            // Such an argument is one text, blanks included.
            guard type?.isPlainWord != true else { return nil }
            return (
                "\(name) parses the argument, so a quote in the value would end its text and add values",
                "give `\(value)` a type without quotes, as `uint`, `slug` or `a|b`, or use `busctl call`, which takes each "
                    + "value as an argument of its own"
            )
        case _ where text.utf8.contains { [0x20, 0x09, 0x0A].contains($0) }:
            return (
                "a placeholder stands in an argument with a blank",
                "an argument is never split: put the placeholder into a word of its own"
            )
        case .optionName:
            return ("the value would choose the option", "write the option in full, as in `--page=$(\(value))`")
        case .optionLetters:
            return (
                "the value would be read as more options",
                "make two arguments of it, as in `-o $(\(value))`, or write the option in full, as in "
                    + "`--option=$(\(value))`"
            )
        case .data, .firstArgument: return nil
        }
    }

    private func warnUncheckedProgram(_ program: String, _ input: String, _ place: SourceRange) {
        report(
            .uncheckedProgram, place,
            "the value is the first argument of `\(program)`, which may run or open what it names",
            help:
                "where the program takes text there, write a literal before the value, as in `--option=$(\(input))`, "
                + "`-- $(\(input))` or `https://example.org/$(\(input))`, or give the input a narrow type, as `uint` or `a|b`"
        )
    }

    private func warnUnusedInputs(_ arguments: [TextTemplate], inputs: [ActionInput], _ statement: Int) {
        let used = Set(arguments.flatMap(\.inputs))
        for input in inputs where !used.contains(input.name) {
            report(
                .unusedInput, document.place(of: statement), "the program does not get the input `\(input.name)`",
                help: "pass it, or remove the input")
        }
    }
}

extension InputType {
    /// Whether every value is a number, a date or one that the table lists, and so neither a path nor a command.
    fileprivate var isClosed: Bool {
        switch self {
        case .value(.int), .value(.uint), .value(.uuid), .value(.date), .value(.bool), .value(.flag), .value(.set): true
        case .value(.bounded(.int)), .value(.bounded(.uint)), .value(.bounded(.digits)): true
        case .value(.string), .value(.slug), .value(.hex), .value(.bounded), .list: false
        }
    }

    /// Whether no value has a quote, a bracket or a blank, unless the table lists it.
    fileprivate var isPlainWord: Bool {
        switch self {
        case .value(.string), .value(.bounded(.text)), .list: false
        case .value: true
        }
    }
}
