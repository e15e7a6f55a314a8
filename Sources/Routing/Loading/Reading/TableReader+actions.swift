import Conf
import Contract
import Features
import Matching

extension TableReader {
    /// Reads one action of a feature.
    mutating func readAction(_ statement: Int, feature: Int) {
        let errors = diagnostics.errorCount
        let block = check(document.children(of: statement), in: .action)
        let body = block.checked
        let name = declareAction(statement, feature: feature)
        let inputs = readInputs(body.filter { $0.name == "input" }.map(\.statement))
        let performers = body.filter { $0.name == "exec" || $0.name == "respond" }
        if performers.count > 1 {
            report(
                .repeatedDirective, place(0, performers[1].statement), "an action is performed in one way",
                help: "keep `exec` or `respond`",
                related: [.init(place: place(0, performers[0].statement), note: "the first is here")])
        }
        guard let performer = performers.first else {
            // A refused line may be the performer.
            guard block.refused.allSatisfy({ Self.besidePerformers.contains(word(0, $0)) }) else { return }
            report(
                .noPerformer, place(1, statement), "nothing performs the action `\(word(1, statement))`",
                help: "add `exec PROGRAM ARG…` or `respond [TEXT]`")
            return
        }
        let limits = readLimits(body, isProgram: performer.name == "exec")
        let read =
            performer.name == "exec"
            ? readProgram(performer.statement, inputs: inputs) : readResponse(performer.statement, inputs: inputs)
        guard let performing = read, let name, block.refused.isEmpty, diagnostics.errorCount == errors else { return }
        draft.actions[feature]?[name]?.number = draft.catalogue.add(
            Action(name: name, feature: feature, inputs: inputs, performer: performing, limits: limits))
    }

    private static let besidePerformers: Set<String> = [
        "input", "timeout", "output", "success", "environment", "detach", "concurrency", "queue",
    ]

    private mutating func declareAction(_ statement: Int, feature: Int) -> String? {
        guard let name = readName(1, statement, of: "an action") else {
            spoil(statement)
            return nil
        }
        if let first = draft.actions[feature]?[name] {
            report(
                .duplicateAction, place(1, statement), "the action `\(name)` is declared twice",
                help: "keep one of them", related: [.init(place: first.place, note: "the first is here")])
            return nil
        }
        draft.actions[feature, default: [:]][name] = .init(number: nil, place: place(1, statement))
        return name
    }

    // MARK: Inputs

    private mutating func readInputs(_ statements: [Int]) -> [ActionInput] {
        var inputs: [ActionInput] = []
        var places: [String: SourceRange] = [:]
        for statement in statements {
            guard let input = readInput(statement) else {
                spoil(statement)
                continue
            }
            if let first = places[input.name] {
                report(
                    .duplicateInput, place(1, statement), "the input `\(input.name)` is declared twice",
                    help: "keep one of them", related: [.init(place: first, note: "the first is here")])
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
    private mutating func readInput(_ statement: Int) -> ActionInput? {
        guard let name = readName(1, statement, of: "an input") else { return nil }
        var rest = arguments(statement, from: 3)
        let isSecret = rest.last?.text == "secret" && rest.count != 2
        if isSecret { rest.removeLast() }
        guard rest.isEmpty || rest.count == 2 && rest[0].text == "=" else {
            report(
                .wrongArguments, rest[0].place, "after its type an input has `= DEFAULT`, then `secret`",
                help: "it is written `input NAME TYPE[?] [= DEFAULT] [secret]`")
            return nil
        }
        var (text, place) = (word(2, statement), place(2, statement))
        let isOptional = text.hasSuffix("?")
        if isOptional { text.removeLast() }
        guard let type = text == "**" ? .list : readLanguage(text, place).map(InputType.value) else { return nil }
        guard !(isOptional && !rest.isEmpty) else {
            report(
                .badDefault, place, "an input with a default is never missing", help: "remove the `?` or the default")
            return nil
        }
        var value: Value?
        if let word = rest.last {
            value = readDefault(word, type)
            if value == nil { return nil }
        }
        return ActionInput(name: name, type: type, isOptional: isOptional, defaultValue: value, isSecret: isSecret)
    }

    /// A type's name, `@set`, or `a|b|c`; reported where it is none.
    mutating func readLanguage(_ text: String, _ place: SourceRange) -> Language? {
        if let language = Language(named: text) { return language }
        if text.hasPrefix("@") {
            let name = String(text.dropFirst())
            if let values = draft.values[name] {
                draft.values[name]?.isUsed = true
                return .set(values.set)
            }
            guard !isSpoiled(name) else { return nil }
            report(
                .unknownValues, place, "there are no values `\(name)`",
                help: draft.values.isEmpty
                    ? "declare them: `values \(name) …`" : Suggestion.help(for: name, amongNames: draft.values.keys))
            return nil
        }
        if text.contains("|") {
            let members = text.split(separator: "|", omittingEmptySubsequences: false).map { Array($0.utf8) }
            if let set = ValueSet(members: members, name: nil) { return .set(set) }
            report(.badType, place, "a choice has distinct members that are not empty", help: "as in `a|b|c`")
            return nil
        }
        report(.badType, place, "there is no type `\(text)`", help: Suggestion.help(for: text, among: Language.names))
        return nil
    }

    /// A default or constant as a value of the type; reported where it is none.
    mutating func readDefault(_ word: (text: String, place: SourceRange), _ type: InputType) -> Value? {
        if case .value(let language) = type, let value = InputValue.value(of: word.text, as: language) { return value }
        report(
            .badDefault, word.place,
            type == .list
                ? "a list has no default"
                : word.text.isEmpty
                    ? "the default is empty" : "the default `\(word.text)` is no `\(InputValue.name(of: type))`",
            help: type == .list ? "write `**?` for a list that may be missing" : InputValue.advice(on: type))
        return nil
    }

    // MARK: Limits

    private mutating func readLimits(_ body: [StatementChecker.Checked], isProgram: Bool) -> ActionLimits {
        var limits = ActionLimits()
        for checked in body {
            guard ["timeout", "output", "success", "environment", "detach"].contains(checked.name) else { continue }
            guard isProgram else {
                report(
                    .misplacedDirective, place(0, checked.statement), "`\(checked.name)` is about programs",
                    help: "remove it: `respond` starts none")
                continue
            }
            read(checked, into: &limits)
        }
        return limits
    }

    private mutating func read(_ checked: StatementChecker.Checked, into limits: inout ActionLimits) {
        let words = arguments(checked.statement)
        func refuse(_ word: (text: String, place: SourceRange), _ help: String) {
            report(.badValue, word.place, "`\(word.text)` is no value for `\(checked.name)`", help: help)
        }
        switch checked.name {
        case "timeout":
            if let time = Quantity.duration(words[0].text), time >= .milliseconds(1), time <= .seconds(86_400) {
                limits.timeout = time
            } else {
                refuse(words[0], "a time from 1ms to 24h, as in `500ms`, `5s`, `2m`")
            }
        case "output":
            if let bytes = Quantity.bytes(words[0].text), bytes <= 16 << 20 {
                limits.outputBytes = bytes
            } else {
                refuse(words[0], "bytes up to 16m, as in `4096`, `64k`")
            }
        case "success":
            let codes = words.map { Quantity.count($0.text).flatMap { $0 <= 255 ? Int32($0) : nil } }
            for (word, code) in zip(words, codes) where code == nil { refuse(word, "an exit status from 0 to 255") }
            limits.successCodes = Set(codes.compactMap { $0 })
        case "environment":
            for word in words where !Self.isName(word.text) { refuse(word, "the name of an environment variable") }
            limits.environment = words.map(\.text)
        default: limits.isDetached = true
        }
    }

    // MARK: respond

    private mutating func readResponse(_ statement: Int, inputs: [ActionInput]) -> Performer? {
        guard document.wordCount(of: statement) > 1 else { return .respond(nil) }
        guard let template = readTemplate(1, statement, inputs: inputs) else { return nil }
        return .respond(template)
    }

    /// A word with placeholders, every one of which names an input.
    mutating func readTemplate(_ index: Int, _ statement: Int, inputs: [ActionInput]) -> TextTemplate? {
        let (text, place) = (word(index, statement), place(index, statement))
        do {
            let template = try TextTemplate(text)
            let names = inputs.map(\.name)
            let unknown = template.inputs.filter { !names.contains($0) }
            for name in Set(unknown).sorted() where !isSpoiled(name) {
                report(
                    .unknownInput, placeholder(name, in: text, place), "the action has no input `\(name)`",
                    help: names.isEmpty
                        ? "declare it: `input \(name) TYPE`" : Suggestion.help(for: name, among: names))
            }
            return unknown.isEmpty ? template : nil
        } catch {
            guard case .unclosed(let offset) = error else { return nil }
            report(
                .badPlaceholder, part(place, at: offset, length: 2), "this placeholder has no name or no `)`",
                help: #"it is written `$(name)`; a plain `$(` is `\$(`"#)
            return nil
        }
    }

    /// Where the first `$(name` of a word stands; the whole word where it has none.
    func placeholder(_ name: String, in text: String, _ place: SourceRange) -> SourceRange {
        let bytes = Array(text.utf8)
        let mark = Array("$(\(name)".utf8)
        for start in bytes.indices where bytes[start...].starts(with: mark) {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: ")")).map { $0 + 1 } ?? bytes.count
            let follower = start + mark.count < bytes.count ? bytes[start + mark.count] : 0
            guard [UInt8(ascii: ")"), UInt8(ascii: ":")].contains(follower) else { continue }
            return part(place, at: start, length: end - start)
        }
        return place
    }
}
