import Conf
import Contract
import Features

/// Reads the actions of a feature.
struct ActionReader: BlockReader {
    let table: TableReading

    /// Reads one action of a feature.
    func read(_ statement: Int, feature: Int) {
        let errors = table.diagnostics.errorCount
        let block = table.check(document.children(of: statement), as: ActionDirective.self)
        let name = declare(statement, feature: feature)
        let inputs = InputReader(table: table).read(block.statements(of: .input))
        let read = read(
            block, of: statement, named: (word(1, statement), place(1, statement)), inputs: inputs, feature: feature)
        guard let action = read, let name, table.diagnostics.errorCount == errors else { return }
        let number = table.draft.catalogue.add(action)
        table.draft.actions[feature]?[name]?.number = number
    }

    /// Reads the lines of an action but its inputs; nil where something was reported.
    ///
    /// - Parameter name: where it is named, for reports.
    func read(
        _ block: StatementChecker.Block<ActionDirective>, of statement: Int, named name: PlacedWord,
        inputs: [ActionInput], feature: Int
    ) -> Action? {
        let errors = table.diagnostics.errorCount
        guard let (reader, line) = findPerformer(in: block, of: name) else { return nil }
        var limits = readLimits(block, by: reader)
        readCharges(block, by: reader, feature: feature, into: &limits)
        checkKept(&limits, of: statement, block, inputs)
        refuseLines(of: block, strangeTo: reader)
        let result = block.statements(of: .result).first.flatMap { readResult($0, by: reader, limits) }
        let performer = reader.init(table: table).read(line, in: block, inputs: inputs)
        if let performer { refuseDefaults(of: inputs, for: performer, line) }
        guard let performer, block.refused.isEmpty, table.diagnostics.errorCount == errors else { return nil }
        return Action(
            name: name.text, feature: feature, inputs: inputs, performer: performer, limits: limits, result: result)
    }

    private func declare(_ statement: Int, feature: Int) -> String? {
        guard let name = readName(1, statement, of: "an action") else {
            table.spoil(statement)
            return nil
        }
        if let first = table.draft.actions[feature]?[name] {
            reportSecond(
                .duplicateAction, place(1, statement), "the action `\(name)` is declared twice", first: first.place)
            return nil
        }
        table.draft.actions[feature, default: [:]][name] = .init(number: nil, place: place(1, statement))
        return name
    }

    // MARK: The performer

    private func findPerformer(
        in block: StatementChecker.Block<ActionDirective>, of name: PlacedWord
    ) -> (reader: any PerformerReader.Type, statement: Int)? {
        let found = block.checked.compactMap { checked in
            checked.directive.performer.map { (reader: $0, statement: checked.statement) }
        }
        if found.count > 1 {
            reportSecond(
                .repeatedDirective, place(0, found[1].statement), "an action has one performer",
                help: "keep \(table.wings.performerWords)",
                first: place(0, found[0].statement))
        }
        if found.isEmpty, !block.refused.contains(where: isMaybePerformer) {
            report(
                .noPerformer, name.place, "nothing performs the action `\(name.text)`",
                help: "add a line that does, with \(table.wings.performerWords)")
        }
        return found.first
    }

    /// Whether a refused line may be the performer: also one whose directive is not known.
    private func isMaybePerformer(_ statement: Int) -> Bool {
        ActionDirective.named(word(0, statement), in: table.wings).map(\.namesPerformer) ?? true
    }

    /// A default that every link without the value would be refused for.
    private func refuseDefaults(of inputs: [ActionInput], for performer: Performer, _ statement: Int) {
        for input in inputs {
            let value = input.defaultValue.map { Value.Member(input.name, $0) }
            guard let refusal = value.flatMap({ performer.refusal(of: [$0]) }) else { continue }
            report(
                .badDefault, document.place(of: statement), "the default of `\(input.name)` \(refusal.reason)",
                help: refusal.help)
        }
    }

    // MARK: The answer

    private func readResult(
        _ statement: Int, by reader: any PerformerReader.Type, _ limits: ActionLimits
    ) -> ResultShape? {
        guard reader.givesResult else {
            let kinds = table.wings.performers.filter { $0.givesResult }.map { "`\($0.kind.word)`" }
            return refuse(
                .misplacedDirective, place(0, statement), "`result` is for \(kinds.alternatives)",
                help: "remove it: `\(reader.kind.word)` has no answer of another program")
        }
        guard !limits.isDetached else {
            return refuse(
                .misplacedDirective, place(0, statement), "the answer of a program that outlives the call is not read",
                help: "remove `result` or `detach`")
        }
        return ResultReader(table: table).read(statement)
    }

    // MARK: Lines of other kinds

    private func refuseLines(
        of block: StatementChecker.Block<ActionDirective>, strangeTo reader: any PerformerReader.Type
    ) {
        for checked in block.checked {
            guard case .line(let line) = checked.directive, !reader.lines.contains(line) else { continue }
            let kinds = table.wings.performers.filter { $0.lines.contains(line) }.map { "`\($0.kind.word)`" }
            report(
                .misplacedDirective, place(0, checked.statement), "`\(line.word)` is a line of \(kinds.alternatives)",
                help: "remove it: `\(reader.kind.word)` does not have it")
        }
    }

    // MARK: Limits

    private func readLimits(
        _ block: StatementChecker.Block<ActionDirective>, by reader: any PerformerReader.Type
    ) -> ActionLimits {
        var limits = ActionLimits()
        limits.successCodes = Set(reader.success.usual)
        for checked in block.checked {
            guard case .limit(let limit) = checked.directive else { continue }
            if reader.limits.contains(limit) {
                read(limit, checked.statement, by: reader, into: &limits)
            } else {
                let kinds = table.wings.performers.filter { $0.limits.contains(limit) }.map { "`\($0.kind.word)`" }
                report(
                    .misplacedDirective, place(0, checked.statement),
                    "`\(limit.rawValue)` is a line of \(kinds.alternatives)",
                    help: reader.substitute(for: limit) ?? "remove it: `\(reader.kind.word)` does not have it")
            }
        }
        if limits.isDetached, limits.failsOverOutput,
            let output = block.checked.first(where: { $0.directive == .limit(.output) })
        {
            report(
                .misplacedDirective, document.place(of: output.statement),
                "the output of a program that outlives the call is not read, so it is never over the limit",
                help: "remove `output` or `detach`")
        }
        checkLanes(block, limits)
        return limits
    }

    /// Reports what does not go with a limit of the links that are performed at once.
    private func checkLanes(_ block: StatementChecker.Block<ActionDirective>, _ limits: ActionLimits) {
        if limits.isDetached, let line = block.statements(of: .limit(.concurrency)).first {
            report(
                .misplacedDirective, document.place(of: line),
                "a program that outlives the call is not counted, so as many run as links start",
                help: "remove `concurrency` or `detach`")
        }
        if let line = block.statements(of: .limit(.queue)).first, block.statements(of: .limit(.concurrency)).isEmpty {
            report(
                .misplacedDirective, document.place(of: line), "no link waits for its turn without `concurrency`",
                help: "add the line `concurrency 1`, or another number, or remove `queue`")
        }
    }

    private func read(
        _ limit: ActionLimit, _ statement: Int, by reader: any PerformerReader.Type, into limits: inout ActionLimits
    ) {
        let words = arguments(statement)
        func refuse(_ word: PlacedWord, _ help: String) {
            report(.badValue, word.place, "`\(word.text)` is not a valid value for `\(limit.rawValue)`", help: help)
        }
        switch limit {
        case .timeout:
            if let time = Quantity.duration(words[0].text), time >= .milliseconds(1), time <= Limits.longestActionTime {
                limits.timeout = time
            } else {
                refuse(words[0], "a time from 1ms to 24h, as in `500ms`, `5s`, `2m`")
            }
        case .output:
            if let bytes = Quantity.bytes(words[0].text), bytes <= Limits.mostActionOutputBytes {
                limits.outputBytes = bytes
            } else {
                refuse(words[0], "bytes up to 16m, as in `4096`, `64k`")
            }
            limits.failsOverOutput = words.count > 1
            if words.count > 1, words.dropFirst().map(\.text) != ["or", "fail"] {
                refuse(words[1], "`or fail` may stand after the bytes, as in `output 64k or fail`")
            }
        case .success:
            let codes = words.map { reader.success.read($0.text) }
            for (word, code) in zip(words, codes) where code == nil { refuse(word, reader.success.help) }
            limits.successCodes = Set(codes.compactMap(\.self).joined())
        case .environment: limits.environment = readEnvironment(statement)
        case .detach: limits.isDetached = true
        case .effect:
            limits.hasNoEffect = words[0].text == "none"
            if !limits.hasNoEffect { refuse(words[0], "`effect none`; an action has an effect without the line") }
        case .idempotent: limits.isIdempotent = true
        case .concurrency:
            if let count = Quantity.count(words[0].text), 1...Limits.mostAtOnce ~= count {
                limits.concurrency = count
            } else {
                refuse(words[0], "a number from 1 to \(Limits.mostAtOnce), as in `concurrency 2`")
            }
        case .queue: limits.queue = readQueue(words, refuse)
        case .cache: limits.cache = readCache(statement)
        case .journal: limits.isJournaled = true
        // Read with the feature: readCharges.
        case .spend: break
        }
    }

    private func readQueue(
        _ words: [PlacedWord], _ refuse: (PlacedWord, String) -> Void
    ) -> ActionLimits.Queue? {
        let form = "as in `queue 8 for 10s`"
        guard let count = Quantity.count(words[0].text), 1...Limits.mostQueued ~= count else {
            refuse(words[0], "a number from 1 to \(Limits.mostQueued), \(form)")
            return nil
        }
        guard isKeyword(words[1], "for") else {
            refuse(words[1], "`for` and a time follow the number, \(form)")
            return nil
        }
        guard let time = Quantity.duration(words[2].text), time >= .milliseconds(1), time <= Limits.longestTurn else {
            refuse(words[2], "a time from 1ms to 1h, \(form)")
            return nil
        }
        return ActionLimits.Queue(count: count, longestWait: time)
    }
}
