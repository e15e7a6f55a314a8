// Reads `exec PROGRAM ARG…` of an action. A value of a link is one argument of a program. It is never split, and it is
// never an option. That is a rule about places and types, so it is the same for every program. A placeholder stands
//
//     -- $(x)                   behind a literal `--`
//     title=$(x), ./$(x)        behind a literal beginning of its word that does not begin with `-`
//     --title=$(x)              or that names an option in full, up to its `=`
//     $(page)                   anywhere, if no value of its type begins with `-`, as of `uint` or `slug`
//     $(url)                    anywhere, as a word of its own: a link begins with a scheme of the table
//
// and not at all in the line of an interpreter or launcher: `ListedPrograms`. Nor does one get values by `stdin json`: a shell
// without a script runs what it reads there. `exec trusted PROGRAM …` lifts the rule and
// the list: the author of the table answers for what the program does with any value. There a value that begins an argument
// with `-` before a `--` is refused when a link brings it, by `ProgramTemplate`.

import Conf
import Features
import Matching
import Routing

/// Reads `exec [trusted] PROGRAM ARG…`.
struct ExecReader: PerformerReader {
    static let kind = Performer.Kind.exec
    static let order = 10
    static let form = DirectiveForm("exec [trusted] PROGRAM ARG…", 1...DirectiveForm.many, once: true)
    static let limits = Set(ActionLimit.allCases)
    static let lines = ProgramLineReader.lines
    static let givesResult = true

    let table: TableReading

    /// Reads the directive of an action with these lines and inputs; nil where it was reported.
    func read(
        _ statement: Int, in action: StatementChecker.Block<ActionDirective>, inputs: [ActionInput]
    ) -> Performer? {
        let isTrusted = isKeyword(1, statement, "trusted")
        let number = isTrusted ? 2 : 1
        guard number < document.wordCount(of: statement) else {
            return refuse(
                .wrongArguments, place(1, statement), "`trusted` is not followed by a program",
                help: "it is written `\(Self.form.shape)`")
        }
        let isSafe = mayStart(
            word(number, statement), place(number, statement), example: "exec /usr/bin/xdg-open …")
        let words = arguments(statement, from: number + 1)
        let templates = words.indices.map { readWord(number + 1 + $0, statement, inputs) }
        var program = ProgramTemplate(
            program: word(number, statement), arguments: templates.compactMap(\.self), isTrusted: isTrusted)
        let hasLines = ProgramLineReader(table: table).read(action, into: &program)
        guard isSafe, hasLines, program.arguments.count == templates.count else { return nil }
        let isListed = isListed(program, place(number, statement))
        guard isSound(program, words, inputs, isListed: isListed), !isListed else { return nil }
        if isTrusted, !program.getsValues {
            return refuse(
                .wrongArguments, place(1, statement), "`trusted` is about values, and this program gets none",
                help: "remove it: any program can be started with literal words")
        }
        warnOfUnused(inputs, by: program, statement)
        return .exec(program)
    }

    /// Reads a word of the line; nil where it was reported.
    private func readWord(_ index: Int, _ statement: Int, _ inputs: [ActionInput]) -> ArgumentTemplate? {
        let (text, link) = (word(index, statement), ArgumentTemplate.linkWord)
        if !isLink(text, inputs: inputs), isLink(link, inputs: inputs), let template = try? TextTemplate(text),
            template.inputs.contains("url")
        {
            return refuse(
                .badPlaceholder, placeholder("url", in: (text, place(index, statement))),
                "the link is an argument of its own", help: "write `\(link)` as a word of its own")
        }
        return readArgument(index, statement, inputs: inputs)
    }

    private func warnOfUnused(_ inputs: [ActionInput], by program: ProgramTemplate, _ statement: Int) {
        guard !program.takesLink, !program.readsInputs else { return }
        let used = Set(program.arguments.flatMap(\.inputs))
        for input in inputs where !used.contains(input.name) {
            report(
                .unusedInput, document.place(of: statement), "the program does not get the input `\(input.name)`",
                help: "pass it, or remove the input")
        }
    }

    /// True if the program is listed and gets values without `trusted`; then it is reported.
    private func isListed(_ program: ProgramTemplate, _ place: SourceRange) -> Bool {
        guard !program.isTrusted, program.getsValues,
            let subject = ListedPrograms.subject(
                program.program, firstWord: program.arguments.first?.leadingText,
                resolve: table.environment.resolvedProgram)
        else { return false }
        report(
            .badPlaceholder, place, "\(subject) runs or parses words of its line, so a value could become code",
            help: "start the program itself that is to get the value; if no value can become code, write "
                + "`exec trusted \(program.program) …`")
        return true
    }

    /// True if each placeholder stands where its value is data; one that does not is reported.
    private func isSound(
        _ program: ProgramTemplate, _ words: [PlacedWord], _ inputs: [ActionInput], isListed: Bool
    ) -> Bool {
        var (isSound, canBeOption) = (true, !program.isTrusted && !isListed)
        for (word, argument) in zip(words, program.arguments) {
            // A link is an argument of its own, and begins with a scheme.
            guard case .text(let argument) = argument else { continue }
            if argument.isOptionsEnd { canBeOption = false }
            guard let name = argument.inputs.first else { continue }
            let input = inputs.first { $0.name == name }
            let fault =
                wordFault(of: argument, word.text) ?? (canBeOption ? nameFault(of: argument, input) : nil)
                ?? input.flatMap(absenceFault)
                ?? (canBeOption ? dashFault(of: argument, word.text, input, program.program) : nil)
            if let fault {
                report(fault.code, word.place, fault.message, help: fault.help)
                isSound = false
            } else if canBeOption, word.place == words[0].place, argument.leadingText.isEmpty, let input {
                warn(of: input, as: word, program.program)
            }
        }
        return isSound
    }

    // MARK: Faults of an argument

    private typealias Fault = (code: DiagnosticCode, message: String, help: String)

    private func wordFault(of argument: TextTemplate, _ text: String) -> Fault? {
        guard argument.inputs.count == 1 else {
            return (.badPlaceholder, "an argument has one placeholder at most", "make two arguments of it")
        }
        guard text.utf8.contains(where: { [0x20, 0x09, 0x0A].contains($0) }) else { return nil }
        return (
            .badPlaceholder, "a placeholder stands in an argument with a blank",
            "an argument is never split: put the placeholder into a word of its own"
        )
    }

    /// The fault of a value that completes the name of an option.
    private func nameFault(of argument: TextTemplate, _ input: ActionInput?) -> Fault? {
        let (beginning, name) = (argument.leadingText.utf8, argument.inputs[0])
        guard beginning.first == UInt8(ascii: "-"), !beginning.contains(UInt8(ascii: "=")) else { return nil }
        let isLetter = beginning.count > 1 && !beginning.starts(with: "--".utf8)
        let canStandAlone = isLetter && input?.type.mayBeginWithDash == false
        return (
            .badPlaceholder, isLetter ? "the value would be read as more options" : "the value would choose the option",
            (canStandAlone ? "make two arguments of it, as in `-o $(\(name))`, or " : "")
                + "write the option in full, as in `--\(isLetter ? "option" : "page")=$(\(name))`"
        )
    }

    private func absenceFault(of input: ActionInput) -> Fault? {
        guard input.isOptional else { return nil }
        return (
            .optionalInput, "the input `\(input.name)` may be missing, and an argument cannot be",
            "give it a default: `input \(input.name) TYPE = VALUE`"
        )
    }

    /// The fault of a value that begins its argument; none for an input whose type was reported.
    private func dashFault(
        of argument: TextTemplate, _ text: String, _ input: ActionInput?, _ program: String
    ) -> Fault? {
        guard argument.leadingText.isEmpty, let input, input.type.mayBeginWithDash else { return nil }
        return (
            .badPlaceholder, "the value may begin with `-` and would be read as an option",
            "write `-- \(text)` or `--option=\(text)`, or give `\(input.name)` a type whose values do not begin with "
                + "`-`, as `uint` or `slug`; for a program that takes none of these, write `exec trusted \(program) …`"
        )
    }

    private func warn(of input: ActionInput, as word: PlacedWord, _ program: String) {
        guard !input.type.isClosed else { return }
        let value = "$(\(input.name))"
        report(
            .uncheckedProgram, word.place,
            "the value is the first argument of `\(ProgramName.file(of: program))`, which may run or open what it names",
            help: "where the program takes text there, write a literal before the value, as in "
                + "`--option=\(value)`, `-- \(value)` or `https://example.org/\(value)`, or give the input a narrow type, "
                + "as `uint` or `a|b`")
    }
}

extension InputType {
    /// True if an argument that begins with a value can begin with `-`.
    fileprivate var mayBeginWithDash: Bool {
        switch self {
        case .value(let language): language.hasText(beginningWith: UInt8(ascii: "-"))
        // The rest of a path: its first segment can be any text.
        case .list: true
        }
    }

    /// Whether every value is a number, a date or one that the table lists, and so neither a path nor a command.
    fileprivate var isClosed: Bool {
        switch self {
        case .value(.int), .value(.uint), .value(.uuid), .value(.date), .value(.bool), .value(.set): true
        case .value(.flag), .value(.switch): true
        case .value(.bounded(.int)), .value(.bounded(.uint)), .value(.bounded(.digits)): true
        case .value(.string), .value(.slug), .value(.hex), .value(.bounded), .list: false
        }
    }
}
