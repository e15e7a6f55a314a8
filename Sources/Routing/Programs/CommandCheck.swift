// A command line → what the program would do with each value. The words are read once, from the first, as the program's rule
// says; a launcher hands what follows its own words on to the rule of the program it starts:
//
//     timeout 5 python3 -u play.py $(x)      `timeout` takes `5`, `python3` is judged from `-u` on, and its script is literal

import Features

/// What a program would do with a value of a link.
enum ValueUse: Equatable {
    case data
    /// The value completes the name of an option: `-$(x)`, `--$(x)`, `--pa$(x)`.
    case optionName
    /// The value stands behind the letters of options, `-v$(x)`, and no rule says that the last of them takes it.
    case optionLetters
    /// The value is the first argument of this program, of which no rule says that it takes data there.
    case firstArgument(of: String)
    /// The value is part of a text that the program parses for values of its own, as GVariant: it can end its string there.
    case parsedText(by: String)
    /// The program runs or loads it; the name is how a report calls the program.
    case code(by: String, help: String)
}

/// Judges the arguments of one program.
struct CommandCheck {
    /// The program that takes a value as code, for the report.
    private struct Taker {
        /// The beginning of the sentence.
        let name: String
        let help: String
    }

    /// How many programs start each other before what the last one does is taken to be unknown.
    private static let depthLimit = 8

    private let arguments: [TextTemplate]
    private let resolve: (String) -> String?
    /// By the arguments' numbers.
    private(set) var uses: [ValueUse]
    /// The number of the argument `--` behind which the program that gets the values has no options; nil if there is none.
    private(set) var optionsEnd: Int?
    /// Where the arguments of the program begin that runs in the end: a `--` before them is another program's, and ends the
    /// options of `env` alone in `env -- PROGRAM $(x)`.
    private var lastProgramStart = 0
    /// The numbers of the arguments `--` that are the value of an option, as in `git commit -m -- $(x)`.
    private var spentDashes: Set<Int> = []
    /// The numbers of the arguments in which a listed option takes the value behind it, as in `sort -k$(x)`.
    private var attachedValues: Set<Int> = []

    /// Judges every argument.
    ///
    /// - Parameter resolve: the path that a program's path leads to through links; nil where that is not known.
    init(_ program: String, _ arguments: [TextTemplate], resolve: @escaping (String) -> String?) {
        self.arguments = arguments
        self.resolve = resolve
        uses = Array(repeating: .data, count: arguments.count)
        guard arguments.contains(where: { !$0.inputs.isEmpty }) else { return }
        judge(program, from: 0, depth: 0)
        optionsEnd = arguments.indices.first { $0 >= lastProgramStart && isDashes($0) && !spentDashes.contains($0) }
        findOptionNames()
    }

    private func isDashes(_ index: Int) -> Bool { arguments[index].pieces == [.text("--")] }

    private mutating func findOptionNames() {
        for (index, argument) in arguments.enumerated() where !argument.inputs.isEmpty {
            let text = argument.leadingText.utf8
            guard text.first == UInt8(ascii: "-") else { continue }
            let hasOptions = optionsEnd.map { index < $0 } ?? true
            if text.allSatisfy({ $0 == UInt8(ascii: "-") }) {
                uses[index] = .optionName
            } else if hasOptions, !text.contains(UInt8(ascii: "=")) {
                if text.starts(with: "--".utf8) {
                    uses[index] = .optionName
                } else if uses[index] == .data, !attachedValues.contains(index) {
                    uses[index] = .optionLetters
                }
            }
        }
    }

    // MARK: Which rule holds

    /// Judges the arguments of a program from one on, by its name and by the name of what its path leads to.
    private mutating func judge(_ program: String, from start: Int, depth: Int) {
        lastProgramStart = max(lastProgramStart, start)
        let file = program.utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) }
        let name = file ?? program
        let own = KnownPrograms.entry(program)
        if let own { apply(own.rule, of: own.name, Taker(name: "`\(name)`", help: own.rule.help), start, depth) }
        var target: KnownPrograms.Entry?
        if program.utf8.first == UInt8(ascii: "/"), let path = resolve(program) {
            target = KnownPrograms.entry(path).flatMap { KnownPrograms.isMultiCall($0.name, calledAs: name) ? nil : $0 }
            if let target, target.name != own?.name {
                let taker = Taker(name: "`\(program)` leads to `\(path)`, which", help: target.rule.help)
                apply(target.rule, of: target.name, taker, start, depth)
            }
        }
        let takesText = own?.rule.takesText == true || target?.rule.takesText == true
        guard !takesText, start < arguments.count, case .input? = arguments[start].pieces.first else { return }
        if uses[start] == .data { uses[start] = .firstArgument(of: name) }
    }

    private mutating func apply(_ rule: ProgramRule, of program: String, _ taker: Taker, _ start: Int, _ depth: Int) {
        guard depth < Self.depthLimit else { return takeAll(from: start, taker) }
        switch rule {
        case .interpreter(let usage):
            read(usage, of: program, taker, isInterpreter: true, from: start)
            if usage.opensOperands, opensOperands(from: start) { takeAll(from: start, taker) }
        case .tool(let usage):
            read(usage, of: program, taker, isInterpreter: false, from: start)
        case .launcher(let usage): readLauncher(usage, taker, from: start, depth)
        case .everything: takeAll(from: start, taker)
        case .nothing: return
        }
    }

    // MARK: What is code

    private mutating func take(_ index: Int, _ taker: Taker) {
        if !arguments[index].inputs.isEmpty { uses[index] = .code(by: taker.name, help: taker.help) }
    }

    private mutating func takeAll(from start: Int, _ taker: Taker) {
        for index in arguments.indices.dropFirst(start) { take(index, taker) }
    }

    /// Whether a literal word holds code that opens the operands; `<<>>` opens files and nothing else.
    private func opensOperands(from start: Int) -> Bool {
        arguments.dropFirst(start).contains { argument in
            let code = argument.leadingText.replacing("<<>>", with: "")
            return code.contains("<>") || code.contains("<ARGV>")
        }
    }

    // MARK: Interpreters and tools

    /// What is known between two words.
    private struct Progress {
        let program: String
        let usage: Usage
        let taker: Taker
        let isInterpreter: Bool
        /// How many operands are still code.
        var missing: Int
        /// What the next word is, where an option takes it.
        var pending: Usage.Meaning?
        /// Whether words may still be options.
        var hasOptions = true
        var operandCount = 0
        var hasOperand: Bool { operandCount > 0 }
        /// Whether the first operand is code by an option, as behind `sh -c`; no word behind it is an option.
        var endsWithOperand = false
        /// Whether an interpreter has all that is its program; its options may go on behind it, as in `perl -e CODE -w`.
        var hasProgram: Bool { isInterpreter && missing <= 0 }
    }

    /// Reads an interpreter's words until those of its script begin, and all of a tool's.
    private mutating func read(
        _ usage: Usage, of program: String, _ taker: Taker, isInterpreter: Bool, from start: Int
    ) {
        var progress = Progress(
            program: program, usage: usage, taker: taker, isInterpreter: isInterpreter,
            missing: max(usage.codeOperands, isInterpreter ? 1 : 0))
        for index in arguments.indices.dropFirst(start) {
            let text = arguments[index].leadingText
            let continues = progress.pending != nil || isDashes(index) || usage.isOption(text)
            if progress.hasProgram, !(progress.hasOptions && continues) {
                lastProgramStart = max(lastProgramStart, index)
                return
            }
            if let pending = progress.pending, pending != .unknown {
                readValue(index, as: pending, &progress)
            } else if index == start, usage.hasBundle, !text.hasPrefix("-") {
                take(index, taker)
                if usage.bundleTakesCode(text) { return takeAll(from: start, taker) }
            } else if progress.hasOptions, arguments[index].pieces == [.text("--")] {
                (progress.hasOptions, progress.pending) = (false, nil)
            } else if progress.hasOptions, usage.isOption(text) {
                let effect = usage.effect(of: text)
                if effect.makesAllCode { return takeAll(from: start, taker) }
                readOption(index, effect, &progress)
            } else if let rule = subrule(index, progress) {
                return apply(rule, of: program, taker, index + 1, Self.depthLimit - 1)
            } else {
                readOperand(index, &progress)
            }
        }
    }

    /// The rule for the first operand of a program and what follows it.
    private func subrule(_ index: Int, _ progress: borrowing Progress) -> ProgramRule? {
        guard !progress.hasOperand, arguments[index].inputs.isEmpty else { return nil }
        return KnownPrograms.rule(for: arguments[index].leadingText, behind: progress.program)
    }

    private mutating func readValue(_ index: Int, as meaning: Usage.Meaning, _ progress: inout Progress) {
        progress.pending = meaning == .twoData ? .data : nil
        let text = arguments[index].leadingText
        if progress.isInterpreter || !meaning.takesData(behind: text) { take(index, progress.taker) }
        guard arguments[index].inputs.isEmpty else { return }
        if text == "--" { spentDashes.insert(index) }
        if meaning.isProgram { progress.missing -= 1 }
        if meaning.endsOptions { progress.hasOptions = false }
        if meaning == .module { judgeModule(text, of: progress.program, from: index + 1, progress.taker) }
    }

    private mutating func readOption(_ index: Int, _ effect: OptionEffect, _ progress: inout Progress) {
        progress.pending = nil
        if progress.isInterpreter || !effect.isRestData { take(index, progress.taker) }
        guard arguments[index].inputs.isEmpty else {
            attachedValues.insert(index)
            return
        }
        progress.pending = effect.next
        progress.missing += effect.operandsMore - (effect.givesProgram ? 1 : 0)
        if effect.operandsMore > 0 { progress.endsWithOperand = true }
        if effect.endsOptions { progress.hasOptions = false }
        if let module = effect.module { judgeModule(module, of: progress.program, from: index + 1, progress.taker) }
    }

    private mutating func readOperand(_ index: Int, _ progress: inout Progress) {
        let isLiteral = arguments[index].inputs.isEmpty
        // Behind an option that is not listed a word may be its value.
        let isOperand = progress.pending == nil
        progress.pending = nil
        if isOperand { progress.operandCount += 1 }
        if isOperand, progress.endsWithOperand { progress.hasOptions = false }
        if progress.missing > 0 {
            take(index, progress.taker)
            if isLiteral, isOperand { progress.missing -= 1 }
            if isOperand, progress.hasProgram { progress.hasOptions = false }
        } else if !isOperand && (progress.isInterpreter || progress.usage.isClosed)
            || progress.usage.isPrefixed && arguments[index].leadingText.isEmpty
            || progress.usage.hasAssignments && !arguments[index].leadingText.isAnchor
        {
            take(index, progress.taker)
        } else if let before = progress.usage.operandsBeforeText, progress.operandCount > before, !isLiteral,
            arguments[index].pieces.count > 1
        {
            // A value that is the whole argument stays one value of what the program asks for.
            uses[index] = .parsedText(by: progress.taker.name)
        }
    }

    private mutating func judgeModule(_ name: String, of program: String, from start: Int, _ taker: Taker) {
        let package = name.lowercased().prefix { $0 != "." }
        guard KnownPrograms.rule(for: String(package), behind: program) != nil else { return }
        takeAll(from: start, taker)
    }

    // MARK: Launchers

    /// Finds the program that is started and judges it.
    private mutating func readLauncher(_ usage: Usage, _ taker: Taker, from start: Int, _ depth: Int) {
        var before = usage.wordsBeforeProgram[...]
        var isSafe = usage.neededOptions.isEmpty
        var (hasOptions, pending) = (true, Usage.Meaning?.none)
        for index in arguments.indices.dropFirst(start) {
            let text = arguments[index].leadingText
            guard arguments[index].inputs.isEmpty, text != "-" else { return takeAll(from: start, taker) }
            if let taken = pending {
                pending = taken == .twoData ? .data : nil
            } else if hasOptions, text == "--" {
                hasOptions = false
            } else if hasOptions, usage.isOption(text) {
                let effect = usage.effect(of: text)
                guard effect.isKnown else { return takeAll(from: start, taker) }
                isSafe = isSafe || usage.neededOptions.contains(text)
                pending = effect.next
            } else if let word = before.popFirst() {
                guard word == "*" || word == text else { return takeAll(from: start, taker) }
            } else if !isSafe {
                return takeAll(from: start, taker)
            } else if !usage.hasAssignments || !text.utf8.contains(UInt8(ascii: "=")) {
                return judge(text, from: index + 1, depth: depth + 1)
            }
        }
    }
}
